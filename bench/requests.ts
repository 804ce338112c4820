import { type HttpResponse, headersOf } from "./http-response.ts";
import { cookieHeader, keepCookies, readForm } from "./sign-in-form.ts";

/** The client whose codes are asked for and redeemed. */
export interface BenchClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Asked for at the authorization endpoint. With it every token answer must hold an ID token. */
  readonly scope?: "openid";
  /** The API that the tokens are for. Every access token must have its format. */
  readonly api?: BenchApi;
}

/** An API with one scope. */
export interface BenchApi {
  readonly resource: string;
  readonly scope: string;
  readonly format: "opaque" | "jwt";
}

/** Thrown where an answer does not fit the round; ends the run. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";

  constructor(step: string, response: HttpResponse) {
    super(`${step} was answered: ${response.head}\n${response.body.toString("utf8").slice(0, 1000)}`);
  }
}

/** A GET as bytes; `cookie` is the whole header value, and `headers` are others. */
export function getRequest(
  path: string,
  host: string,
  cookie?: string,
  acceptEncoding?: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const cookieLine = cookie === undefined ? "" : `Cookie: ${cookie}\r\n`;
  const encodingLine = acceptEncoding === undefined ? "" : `Accept-Encoding: ${acceptEncoding}\r\n`;
  let lines = cookieLine + encodingLine;
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\n${lines}\r\n`;
}

/** A POST of a form as bytes; `headers` are whole lines. The body must be ASCII. */
export function formRequest(path: string, host: string, headers: string, body: string): string {
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${type}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** The path and query that begin the flow. */
export function authorizationPath(client: BenchClient): string {
  const query = new URLSearchParams({ client_id: client.clientId, redirect_uri: client.redirectUri });
  if (client.scope !== undefined) {
    query.set("scope", client.scope);
    // OpenID Connect Core §3.1.2.1 requires what the interface does without.
    query.set("response_type", "code");
  }
  if (client.api !== undefined) {
    query.set("scope", client.api.scope);
    query.set("resource", client.api.resource);
  }
  return `/v1/Oauth/authorization?${query}`;
}

const codeInLocation = /\r\nlocation: *([^\r?]*)\?(?:[^\r]*&)?code=([A-Za-z0-9_.~-]+)/i;

/** The code of a redirect to the client, or undefined for any other answer. */
export function codeOf(
  response: HttpResponse,
  { redirectUri }: Pick<BenchClient, "redirectUri">,
): string | undefined {
  if (response.status !== 302 && response.status !== 303) return undefined;
  const match = codeInLocation.exec(response.head);
  return match?.[1] === redirectUri ? match[2] : undefined;
}

/** What a browser sends when a person fills in the page's form and submits it. */
export function signInRequest(
  page: HttpResponse,
  { username, password, cookies }: Person,
  host: string,
): string {
  return submitRequest(page, host, { username, password }, cookies);
}

interface Person {
  readonly username: string;
  readonly password: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The POST of the page's form, with these fields besides its own. */
export function submitRequest(
  page: HttpResponse,
  host: string,
  typed: Readonly<Record<string, string>>,
  cookies: Readonly<Record<string, string>> = {},
): string {
  if (page.status !== 200) throw new UnexpectedAnswer("GET of a form", page);
  const [field = ""] = Object.keys(typed);
  const form = readForm(page.body.toString("utf8"), field);
  const jar = new Map(Object.entries(cookies));
  keepCookies(jar, headersOf(page, "set-cookie"));
  const fields = new URLSearchParams([...form.hidden]);
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  // What browsers send from a page with Referrer-Policy: no-referrer.
  const headers = `Origin: null\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookieHeader(jar)}\r\n`;
  return formRequest(form.action, host, headers, fields.toString());
}
