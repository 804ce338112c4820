import type { Incoming } from "../http/incoming.ts";
import type { Reply } from "../http/reply.ts";
import type { Web } from "../http/web.ts";
import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";
import { findOwnGuide } from "./app-guide.ts";
import { type DocsSite, openDocsSite, type SiteFile } from "./site.ts";

/** A response body. Each encoding has its own entity tag (RFC 9110 §8.8.3). */
interface Sent {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly encoding?: "gzip";
}

interface Served {
  readonly type: string;
  readonly plain: Sent;
  /** Absent if it would save nothing, as with an image that is already compressed. */
  readonly packed: Sent | undefined;
}

/** Opened with the first request. */
let site: DocsSite | undefined;
/** Compressed once, at the first request: documents contain no secret that their compressed length could reveal (ADR 0027). */
const served = new Map<string, Served>();

/** Answers every request at and below `/docs`. A path is looked up among those of the site, and never becomes the name of a file. */
export function answerDocs(web: Web, incoming: Incoming): Reply {
  const { replies, errorResponses, docsPath = "/docs" } = web;
  if (incoming.method !== "GET" && incoming.method !== "HEAD")
    return errorResponses.methodNotAllowed("page", incoming, "GET, HEAD");
  if (incoming.path === docsPath) return replies.redirect(302, `${docsPath}/`);
  site ??= openDocsSite();
  const path = incoming.path.slice(docsPath.length + 1) || "index.html";
  const file = serveOwnGuide(web, incoming, path, site) ?? served.get(path) ?? serve(path, site.file(path));
  if (file === undefined) return errorResponses.notFound(incoming, undefined);
  const { type, plain, packed } = file;
  const sent = incoming.acceptsGzip() ? (packed ?? plain) : plain;
  if (hasAlready(incoming, sent.etag)) return replies.staticUnchanged(sent.etag);
  return replies.staticFile(type, sent);
}

/** RFC 9110 §13.1.2. A proxy that compressed the response itself has made the tag weak. */
function hasAlready(incoming: Incoming, etag: string): boolean {
  const known = incoming.header("if-none-match")?.split(",") ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** A guide of an application has the addresses of this service in it, so it is made for each request. */
function serveOwnGuide(web: Web, incoming: Incoming, path: string, site: DocsSite): Served | undefined {
  const query = new URLSearchParams(incoming.query);
  const typed = { host: query.get("host") ?? undefined, clientId: query.get("client_id") ?? undefined };
  const guide = findOwnGuide(path, web.ports.settings.issuer, typed);
  const page = guide && site.pageWith(path, guide.markdown, guide.form);
  return page && packed(page);
}

function serve(path: string, file: SiteFile | undefined): Served | undefined {
  if (file === undefined) return undefined;
  const found = packed(file);
  served.set(path, found);
  return found;
}

function packed(file: SiteFile): Served {
  const bytes = typeof file.body === "string" ? new TextEncoder().encode(file.body) : file.body;
  const digest = toBase64Url(sha256(bytes));
  const small = process.getBuiltinModule("node:zlib").gzipSync(bytes, { level: 9 });
  const gzip: Sent = { bytes: small, etag: `"${digest}-gzip"`, encoding: "gzip" };
  return {
    type: file.type,
    plain: { bytes, etag: `"${digest}"` },
    packed: small.length < bytes.length * 0.9 ? gzip : undefined,
  };
}
