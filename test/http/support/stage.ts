import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import { FormClient, findForm, type HttpAnswer, type HttpCall } from "../../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../../support/in-process.ts";
import { assertCleanLog, assertGroundRules } from "./ground-rules.ts";

/** The person of the tests. */
export const ada = { username: "ada", password: "correct horse battery staple" } as const;

export const paths = {
  authorization: "/v1/Oauth/authorization",
  token: "/v1/Oauth/token",
  userinfo: "/v1/Oauth/userinfo",
  logout: "/v1/Oauth/logout",
  signIn: "/sign-in",
} as const;

export type Fields = Readonly<Record<string, string>>;

/** A cookie-keeping client that asserts the ground rules for every answer it gets. */
export class CheckedClient extends FormClient {
  readonly #secrets: ReadonlySet<string>;

  constructor(base: string, secrets: ReadonlySet<string>) {
    super(base);
    this.#secrets = secrets;
  }

  override async send(call: HttpCall): Promise<HttpAnswer> {
    const answer = await super.send(call);
    assertGroundRules(answer, this.#secrets, call);
    return answer;
  }
}

/**
 * One running service with a client, a person and a browser in which she is signed in, for all tests of a file. Call `check`
 * after each test: it asserts what every case asserts besides its own.
 */
export class Stage {
  readonly inProcess: InProcessService;
  readonly url: string;
  readonly client: TestClient;
  /** Nobody is signed in here, and cookies are forgotten at once. */
  readonly stranger: CheckedClient;
  /** Ada's, signed in. */
  readonly browser: CheckedClient;
  /** What no answer and no log line may repeat. */
  readonly secrets: Set<string>;
  readonly #browsers: CheckedClient[] = [];
  #logChecked = 0;

  private constructor(inProcess: InProcessService, client: TestClient) {
    this.inProcess = inProcess;
    this.url = inProcess.url;
    this.client = client;
    this.secrets = new Set([client.secret, ada.password]);
    this.stranger = this.newBrowser();
    this.browser = this.newBrowser();
  }

  static async set(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
    const inProcess = await startInProcess({ LATCHKEY_LOG_LEVEL: "debug", ...environment });
    await inProcess.addAccount(ada.username, ada.password);
    const stage = new Stage(inProcess, await inProcess.addClient({ secret: "plantedSecretOfTheClient" }));
    const answer = await stage.browser.signIn(stage.target(), ada);
    assert.equal(answer.status, 303);
    return stage;
  }

  newBrowser(): CheckedClient {
    const browser = new CheckedClient(this.url, this.secrets);
    this.#browsers.push(browser);
    return browser;
  }

  /** Registers another client. */
  async addClient(options: Parameters<InProcessService["addClient"]>[0] = {}): Promise<TestClient> {
    const client = await this.inProcess.addClient(options);
    this.secrets.add(client.secret);
    return client;
  }

  /** Path and query of an authorization request; an undefined field is left out. */
  target(more: Readonly<Record<string, string | undefined>> = {}, client: TestClient = this.client): string {
    const fields = { client_id: client.id, redirect_uri: client.redirectUri, ...more };
    return `${paths.authorization}?${queryOf(fields)}`;
  }

  /** Asks for a code where Ada is signed in, and returns the redirect. */
  async redirect(more: Fields = {}, client: TestClient = this.client): Promise<URL> {
    const { status, headers, body } = await this.browser.get(this.target(more, client));
    assert.equal(status, 302, body);
    return new URL(headers.location ?? "");
  }

  /** A fresh code of Ada's. */
  async code(more: Fields = {}, client: TestClient = this.client): Promise<string> {
    const code = (await this.redirect(more, client)).searchParams.get("code") ?? "";
    assert.match(code, /^lkac_[A-Za-z0-9_-]+$/);
    return code;
  }

  /** Posts exactly this to the token endpoint, as a server does. */
  postToken(body: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    this.stranger.cookies.clear();
    return this.stranger.send({
      method: "POST",
      target: paths.token,
      headers: { ...form, ...headers },
      body,
    });
  }

  /** Exchanges a code with the client's id and secret in the form; an undefined field is left out. */
  exchange(
    code: string,
    more: Readonly<Record<string, string | undefined>> = {},
    client: TestClient = this.client,
  ): Promise<HttpAnswer> {
    const credentials = {
      client_id: client.id,
      ...(client.client.isPublic ? {} : { client_secret: client.secret }),
    };
    return this.postToken(queryOf({ ...credentials, code, ...more }).toString());
  }

  /** The token that a fresh code gives. */
  async token(client: TestClient = this.client): Promise<string> {
    return tokenIn(await this.exchange(await this.code({}, client), {}, client));
  }

  userinfo(authorization: string): Promise<HttpAnswer> {
    this.stranger.cookies.clear();
    return this.stranger.get(paths.userinfo, { authorization });
  }

  /** What a stranger's browser, without any cookie, gets to see. */
  visit(target: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
    this.stranger.cookies.clear();
    return this.stranger.get(target, headers);
  }

  /** The service is alive, and the log of this test holds nothing that it must not. */
  async check(): Promise<void> {
    const alive = await this.stranger.get("/healthz");
    assert.deepEqual([alive.status, JSON.parse(alive.body)], [200, { status: "ok" }]);
    const lines = this.inProcess.log.slice(this.#logChecked);
    this.#logChecked = this.inProcess.log.length;
    assertCleanLog(lines, this.secrets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#browsers) browser.close();
    await this.inProcess[Symbol.asyncDispose]();
  }
}

export function queryOf(fields: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
  return query;
}

/** Asserts a success of the token endpoint and returns the token. */
export function tokenIn({ status, body }: HttpAnswer): string {
  assert.equal(status, 200, body);
  return JSON.parse(body).access_token;
}

/** Asserts a refusal of an endpoint for programs: status and RFC 6749 error code. */
export function assertRefused(answer: HttpAnswer, error: string, status = 400): void {
  assert.deepEqual([answer.status, JSON.parse(answer.body).error], [status, error], answer.body);
}

/** Asserts our own error page: 400, HTML, and nowhere to go. */
export function assertPage(answer: HttpAnswer, status = 400): void {
  assert.equal(answer.status, status, answer.body);
  assert.equal(answer.headers.location, undefined);
  assert.match(answer.body, /^<!doctype html>/i);
}

/** Asserts the sign-in form, the answer to a request that is in order. */
export function assertForm(answer: HttpAnswer): void {
  assert.equal(answer.status, 200, answer.body);
  assert.match(findForm(answer.body).action, /^\/sign-in\?/);
}

/** The header of HTTP Basic as RFC 7617 writes it. */
export function basicHeader(id: string, secret: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

/** Everything of an answer that a caller could tell two refusals apart by. */
export function visiblePart({ status, headers, body }: HttpAnswer): unknown {
  const { date: _, ...rest } = headers;
  return { status, headers: rest, body };
}
