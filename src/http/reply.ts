import type { SafeHtml } from "../pages/html.ts";

/**
 * Room: http. It translates between HTTP and the flows and decides nothing. routes.ts is the one table of routes, and app.ts serves
 * it. The room imports flows, pages, protocol, identity, values and types of ops, never adapters.
 */

/** Header names in lower case; an array writes the header once per value (`set-cookie`). */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** The answer of a handler. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  /** Markup is a page, which is sent compressed if the browser accepts that. */
  readonly body: string | Uint8Array | SafeHtml;
  /** Goes on after `body`, for as long as the caller listens: server-sent events. Called once, when the headers are out. */
  readonly goOn?: (stream: ReplyStream) => void;
}

/** An answer that goes on. The connection is closed if nothing is written to it, or nothing read from it, for 30 s. */
export interface ReplyStream {
  /** False if more was written than the caller has read yet: then wait, or leave something out. */
  write(text: string): boolean;
  end(): void;
  /** Breaks the connection, so that the caller sees that something is missing. */
  cut(): void;
  /** Calls the listener once, when the caller has read what `write` returned false for. */
  onDrained(listener: () => void): void;
  /** Calls the listener once, when the caller or the stream has ended. */
  onClosed(listener: () => void): void;
}

const always = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

const noFrames = {
  ...always,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** What other sites may load. */
const shared = { "cross-origin-resource-policy": "cross-origin" } as const;

const inert = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const ownFiles =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const twoYears = "max-age=63072000";

/** A picture that another party drew. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** True if other sites may show it. */
  readonly isShared?: boolean | undefined;
}

interface PageOptions {
  readonly formTargets?: string;
  readonly headers?: ReplyHeaders;
  /** True for a page whose script listens to the service. */
  readonly isLive?: boolean;
}

/** How browsers reach this installation. */
interface Transport {
  readonly isHttps: boolean;
  readonly hstsForSubdomains: boolean;
}

/** Makes replies. Their constant headers are put together once, at the start. */
export interface Replies {
  /**
   * Makes a page. `nonce` is the one in the page's style and script elements. `formTargets` are the sources besides the service that a
   * form of the page may lead to.
   */
  page(status: number, html: SafeHtml, nonce: string, options?: PageOptions): Reply;
  json(status: number, value: object, headers?: ReplyHeaders): Reply;
  /** Makes an answer of this media type that goes on. */
  stream(type: string, goOn: (stream: ReplyStream) => void, headers?: ReplyHeaders): Reply;
  /** Makes a cacheable picture that says nothing about a person. */
  icon(svg: string): Reply;
  /** Makes a picture that may be cached for a day. Another party drew it, so it must never act as a page of the service. */
  picture(picture: Picture, etag: string): Reply;
  /** Makes a file that is the same for everybody and may load only files beside it. Browsers ask each time whether it has changed. */
  staticFile(
    type: string,
    file: { readonly bytes: Uint8Array; readonly etag: string; readonly encoding?: "gzip" },
  ): Reply;
  /** Tells a browser that the file it has is still the same. */
  staticUnchanged(etag: string): Reply;
  /** Tells a browser that the picture it has is still the same. */
  pictureUnchanged(picture: Picture, etag: string): Reply;
  /** 302 after a GET, 303 after a POST; never 307 or 308, which would repeat the password (RFC 9700 §4.12). */
  redirect(status: 302 | 303, location: string, headers?: ReplyHeaders): Reply;
}

/**
 * Creates the replies of one installation. With `isHttps` they carry Strict-Transport-Security. It covers subdomains only if the
 * operator says so, because these may belong to others or lack https.
 */
export function createReplies(transport: Transport): Replies {
  const { html, json, bare, picture, file } = headersOf(transport);
  return {
    page: (status, body, nonce, options) => ({
      status,
      headers: {
        ...html,
        "content-security-policy": pagePolicy(nonce, options?.formTargets ?? "", options?.isLive ?? false),
        ...options?.headers,
      },
      body,
    }),
    json: (status, value, headers) => ({
      status,
      headers: headers === undefined ? json : { ...json, ...headers },
      body: JSON.stringify(value),
    }),
    stream: (type, goOn, headers) => ({
      status: 200,
      // nginx hands on what it gets only if it is told to.
      headers: {
        ...bare,
        "cross-origin-resource-policy": "same-origin",
        "content-type": type,
        "x-accel-buffering": "no",
        ...headers,
      },
      body: "",
      goOn,
    }),
    icon: (svg) => ({
      status: 200,
      headers: { ...bare, "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
      body: svg,
    }),
    picture: ({ type, bytes, isShared }, etag) => ({
      status: 200,
      headers: { ...picture, ...(isShared && shared), "content-type": type, etag },
      body: bytes,
    }),
    pictureUnchanged: ({ isShared }, etag) => ({
      status: 304,
      headers: { ...picture, ...(isShared && shared), etag },
      body: "",
    }),
    staticFile: (type, { bytes, etag, encoding }) => ({
      status: 200,
      headers: { ...file, "content-type": type, etag, ...(encoding && { "content-encoding": encoding }) },
      body: bytes,
    }),
    staticUnchanged: (etag) => ({ status: 304, headers: { ...file, etag }, body: "" }),
    redirect: (status, location, headers) => ({
      status,
      headers: { ...bare, ...headers, location },
      body: "",
    }),
  };
}

/** The headers of each kind of reply. */
function headersOf({ isHttps, hstsForSubdomains }: Transport) {
  const hsts = hstsForSubdomains ? `${twoYears}; includeSubDomains` : twoYears;
  const transport = isHttps ? { "strict-transport-security": hsts } : {};
  const html = {
    ...noFrames,
    ...transport,
    "content-type": "text/html; charset=utf-8",
    vary: "accept-encoding",
  };
  const json = {
    ...always,
    ...transport,
    "content-type": "application/json",
    "content-security-policy": inert,
  };
  const bare = { ...always, ...transport, "content-security-policy": inert };
  const picture = {
    ...bare,
    "cache-control": "public, max-age=86400",
    "content-security-policy": `${inert}; sandbox`,
    "cross-origin-resource-policy": "same-origin",
  };
  const file = {
    ...noFrames,
    ...transport,
    "cache-control": "no-cache",
    "content-security-policy": ownFiles,
    vary: "accept-encoding",
  };
  return { html, json, bare, picture, file };
}

/**
 * Returns the sources that a form which ends at this redirect URI may lead to. Chromium checks every hop of the redirect chain, also
 * the client's own, against the page that held the form, so whole schemes are named (ADR 0007).
 */
export function formTargetsOf(redirectUri: string): string {
  const scheme = redirectUri.slice(0, redirectUri.indexOf(":") + 1);
  return scheme === "https:" ? " https:" : ` https: ${scheme}`;
}

function pagePolicy(nonce: string, formTargets: string, isLive: boolean): string {
  const connections = isLive ? " connect-src 'self';" : "";
  return `default-src 'none';${connections} style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self' data:; form-action 'self'${formTargets}; base-uri 'none'; frame-ancestors 'none'`;
}
