import type { Incoming } from "../http/incoming.ts";
import type { Reply } from "../http/reply.ts";
import type { Web } from "../http/web.ts";
import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";
import { type DocsSite, openDocsSite } from "./site.ts";

/** Opened with the first request. */
let site: DocsSite | undefined;

/** Answers every request at and below `/docs`. A path is looked up among those of the site, and never becomes the name of a file. */
export function answerDocs(web: Web, incoming: Incoming): Reply {
  const { replies, errorResponses, docsPath = "/docs" } = web;
  if (incoming.method !== "GET" && incoming.method !== "HEAD")
    return errorResponses.methodNotAllowed("page", incoming, "GET, HEAD");
  if (incoming.path === docsPath) return replies.redirect(302, `${docsPath}/`);
  site ??= openDocsSite();
  const file = site.file(incoming.path.slice(docsPath.length + 1) || "index.html");
  if (file === undefined) return errorResponses.notFound(incoming, undefined);
  const { type, body } = file;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const etag = `"${toBase64Url(sha256(bytes))}"`;
  if (incoming.header("if-none-match") === etag) return replies.staticUnchanged(etag);
  return replies.staticFile(type, bytes, etag);
}
