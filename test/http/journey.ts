import assert from "node:assert/strict";
import { registerClient } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import type { Result } from "../../src/values/result.ts";
import { asksPattern, type FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import type { InProcessService, TestClient } from "../support/in-process.ts";

/** Somebody with an account. */
export interface Person {
  readonly username: string;
  readonly password: string;
}

export const ada: Person = { username: "ada", password: "seven quiet rivers run north" };
export const bob: Person = { username: "bob", password: "eleven slow clouds drift south" };

export const authorizationPath = "/v1/Oauth/authorization";
export const logoutPath = "/v1/Oauth/logout";

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

type Parameters = Readonly<Record<string, string>>;

/** The query of an authorization request; `more` may also replace what every request has. */
export function requestOf(client: TestClient, more: Parameters = {}): string {
  return new URLSearchParams({ client_id: client.id, redirect_uri: client.redirectUri, ...more }).toString();
}

/** Path and query of an authorization request. */
export function authorizationOf(client: TestClient, more: Parameters = {}): string {
  return `${authorizationPath}?${requestOf(client, more)}`;
}

/** Path and query of the sign-in for another account, on the way to the client. */
export function useAnotherOf(client: TestClient, more: Parameters = {}): string {
  return `/sign-in/another?${requestOf(client, more)}`;
}

/** What the client gets to see at its redirect URI; fails where the browser was not sent there. */
export function arrivedAt(answer: HttpAnswer, redirectUri: string): URLSearchParams {
  const { location = "" } = answer.headers;
  assert.ok([302, 303].includes(answer.status), summaryOf(answer));
  const [uri, registeredQuery] = redirectUri.split("?");
  assert.equal(location.split("?", 1)[0], uri);
  const query = location.slice(location.indexOf("?") + 1);
  if (registeredQuery !== undefined) assert.ok(query.startsWith(`${registeredQuery}&`), query);
  return new URLSearchParams(query);
}

/** The code that the client gets; fails where there is none. */
export function codeAt(answer: HttpAnswer, client: TestClient): string {
  const parameters = arrivedAt(answer, client.redirectUri);
  const code = parameters.get("code");
  assert.ok(code !== null, `no code in ${parameters}`);
  return code;
}

/** The error that the client gets; fails where there is a code beside it. */
export function errorAt(answer: HttpAnswer, client: TestClient): string | null {
  const parameters = arrivedAt(answer, client.redirectUri);
  assert.equal(parameters.get("code"), null);
  return parameters.get("error");
}

/** Submits a page's form as `person`, with headers of the test beside those of a browser. */
export function submitAs(
  browser: FormClient,
  page: HttpAnswer,
  person: Person,
  headers: Parameters = {},
): Promise<HttpAnswer> {
  const { action, fields } = findForm(page.body);
  fields.set("username", person.username);
  fields.set("password", person.password);
  return browser.post(action, fields, headers);
}

/** The client's server exchanges a code. */
export function exchange(
  browser: FormClient,
  client: TestClient,
  code: string,
  more: Parameters = {},
): Promise<HttpAnswer> {
  const body = new URLSearchParams({ client_id: client.id, client_secret: client.secret, code, ...more });
  const headers = { ...formHeaders, cookie: "" };
  return browser.send({ method: "POST", target: "/v1/Oauth/token", headers, body: body.toString() });
}

/** Exchanges a code for a token; fails where it is refused. */
export async function tokenFor(browser: FormClient, client: TestClient, code: string): Promise<string> {
  const { status, body } = await exchange(browser, client, code);
  assert.equal(status, 200, body);
  return String(JSON.parse(body).access_token);
}

/** The `error` of a token endpoint's refusal; fails where it is a success. */
export function tokenErrorIn({ status, body }: HttpAnswer): string {
  assert.notEqual(status, 200, "the exchange succeeded");
  return String(JSON.parse(body).error);
}

/** 200 while the token lives, 401 when it does not. */
export async function userinfoStatus(browser: FormClient, token: string): Promise<number> {
  return (await browser.get("/v1/Oauth/userinfo", { authorization: `Bearer ${token}`, cookie: "" })).status;
}

/** Finds whose code it is: exchanges it and asks userinfo. */
export async function whoseCode(browser: FormClient, client: TestClient, code: string): Promise<string> {
  const token = await tokenFor(browser, client, code);
  const headers = { authorization: `Bearer ${token}`, cookie: "" };
  return String(JSON.parse((await browser.get("/v1/Oauth/userinfo", headers)).body).sub);
}

/** The page that a refused form leads to: the request itself, which says what is wrong. Any other answer is that page already. */
export async function pageAfterRefusal(browser: FormClient, answer: HttpAnswer): Promise<HttpAnswer> {
  if (answer.status !== 303) return answer;
  const { location = "" } = answer.headers;
  assert.ok(location.startsWith(`${authorizationPath}?`), location);
  assert.equal(answer.headers["set-cookie"], undefined);
  return browser.get(location);
}

/** Our own page with an error: it may link to pages of ours, and nothing leads anywhere else. */
export function assertOwnErrorPage(answer: HttpAnswer, status = 400): void {
  assert.equal(answer.status, status);
  assert.equal(answer.headers.location, undefined);
  assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
  assert.match(requestIdIn(answer), /^[A-Za-z0-9]+$/);
  assert.doesNotMatch(answer.body, asksPattern);
  assert.doesNotMatch(answer.body, /<(iframe|img|meta http-equiv)\b/);
  for (const [, href = ""] of answer.body.matchAll(/<a href="([^"]*)"/g)) assert.match(href, /^\/(?![/\\])/);
}

/** The sign-in form, whatever stands above it. */
export function assertSignInForm(answer: HttpAnswer, status = 200): void {
  assert.equal(answer.status, status, summaryOf(answer));
  assert.ok(answer.body.includes(`<input id="password" name="password" type="password"`), summaryOf(answer));
}

/** The reference that an error page shows. */
export function requestIdIn(page: HttpAnswer): string {
  return /Reference <code>([^<]*)<\/code>/.exec(page.body)?.[1] ?? "";
}

/** What the username field of the form holds. */
export function usernameIn(page: HttpAnswer): string | null {
  return findForm(page.body).fields.get("username");
}

/** An answer in one line, for the message of a test that fails. */
export function summaryOf(answer: HttpAnswer): string {
  const title = /<title>([^<]*)/.exec(answer.body)?.[1] ?? answer.body.slice(0, 300);
  return `${answer.status} ${title} ${problemIn(answer) ?? ""} ${answer.headers.location ?? ""}`;
}

/** What stands in a page's error summary. */
export function problemIn(page: HttpAnswer): string | undefined {
  return /id="problem" role="alert"[^>]*><p>([^<]*)<\/p>/.exec(page.body)?.[1];
}

/** Registers a client by the rules of `client create`; "refused" where they do not allow a URI. */
export async function register(
  { ports, clock }: InProcessService,
  redirectUris: readonly string[],
  isPublic = false,
): Promise<TestClient | "refused"> {
  let count = (await ports.clients.list()).length;
  const random = {
    bytes: (length: number) => new Uint8Array(length),
    alphanumeric: (length: number) => `${count++}`.padStart(length, "0"),
  };
  const registered: Result<{ client: TestClient["client"]; secret?: { reveal(): string } }, unknown> =
    await registerClient(
      { ...ports, clock, random },
      { name: "Registered", redirectUris, profile: "interface", isPublic },
      { by: everyRight },
    );
  if (!registered.ok) return "refused";
  const { client, secret } = registered.value;
  return {
    client,
    id: client.id,
    secret: secret?.reveal() ?? "",
    redirectUri: client.redirectUris[0] ?? "",
  };
}
