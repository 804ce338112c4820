/**
 * Room: http. Translates between HTTP and the flows; it decides nothing. routes.ts is the one table of routes, app.ts serves
 * it. It imports flows, pages, protocol, identity, values and ops, never adapters.
 */

/** Header names in lower case; an array writes the header once per value (`set-cookie`). */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** What a handler answers. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: string;
  /** Each character of the body is one byte, ASCII or the bytes of a picture: nobody need look through it to know its length. */
  readonly isAscii?: boolean;
  /** A page of HTML, which is sent compressed where the browser takes that. */
  readonly isPage?: boolean;
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

const inert = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const twoYears = "max-age=63072000";

interface PageOptions {
  readonly formTargets?: string;
  readonly headers?: ReplyHeaders;
  /** Nothing on the page is printed by `exactValue`, which leaves the C1 controls as they are. */
  readonly isAscii?: boolean;
}

/** How browsers reach this installation. */
export interface Transport {
  readonly isHttps: boolean;
  readonly hstsForSubdomains: boolean;
}

/** Makes replies whose constant headers are spelled out once, at start-up, instead of in every request. */
export interface Replies {
  /**
   * `nonce` is the one in the page's style and script elements. `formTargets` are the sources that a form of the page may lead
   * to besides ourselves.
   */
  page(status: number, html: string, nonce: string, options?: PageOptions): Reply;
  json(status: number, value: object, headers?: ReplyHeaders): Reply;
  /** May be cached: a picture without anything about anybody. */
  icon(svg: string): Reply;
  /** May be cached for a day: another party made the picture, so it must never act as a page of the service. */
  picture(type: string, bytes: Uint8Array, etag: string): Reply;
  /** The same for a browser that has the picture still. */
  pictureUnchanged(etag: string): Reply;
  /** 302 after a GET, 303 after a POST; never 307 or 308, which would repeat the password (RFC 9700 §4.12). */
  redirect(status: 302 | 303, location: string, headers?: ReplyHeaders): Reply;
}

/**
 * `isHttps`: browsers reach this installation over https, so Strict-Transport-Security is due. It speaks for the hosts below
 * only where the operator says so: they may belong to others, or not have https yet.
 */
export function createReplies({ isHttps, hstsForSubdomains }: Transport): Replies {
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
  return {
    page: (status, body, nonce, options) => ({
      status,
      headers: {
        ...html,
        "content-security-policy": pagePolicy(nonce, options?.formTargets ?? ""),
        ...options?.headers,
      },
      body,
      isAscii: options?.isAscii ?? false,
      isPage: true,
    }),
    json: (status, value, headers) => ({
      status,
      headers: headers === undefined ? json : { ...json, ...headers },
      body: JSON.stringify(value),
    }),
    icon: (svg) => ({
      status: 200,
      headers: { ...bare, "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
      body: svg,
    }),
    picture: (type, bytes, etag) => ({
      status: 200,
      headers: { ...picture, "content-type": type, etag },
      body: Buffer.from(bytes).toString("latin1"),
      isAscii: true,
    }),
    pictureUnchanged: (etag) => ({ status: 304, headers: { ...picture, etag }, body: "" }),
    redirect: (status, location, headers) => ({
      status,
      headers: { ...bare, ...headers, location },
      body: "",
    }),
  };
}

/**
 * What a form that ends at this redirect URI may lead to. Chromium checks every hop of the redirect chain that a submitted form
 * starts, also the client's onward ones, against the page that held the form; so whole schemes are named (ADR 0007).
 */
export function formTargetsOf(redirectUri: string): string {
  const scheme = redirectUri.slice(0, redirectUri.indexOf(":") + 1);
  return scheme === "https:" ? " https:" : ` https: ${scheme}`;
}

function pagePolicy(nonce: string, formTargets: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self' data:; form-action 'self'${formTargets}; base-uri 'none'; frame-ancestors 'none'`;
}
