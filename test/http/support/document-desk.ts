import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { FormClient, findForm, type HttpAnswer } from "../../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../../support/in-process.ts";
import { until } from "../../support/until.ts";
import { ada, authorizationOf, submitAs } from "../journey.ts";
import { post } from "./openid.ts";
import { challengeOf, newVerifier } from "./pkce.ts";

export const redirectUri = "https://notes.example/cb";

type Fields = Readonly<Record<string, string>>;
/** Answers a request for a document in any way, on the socket too. */
export type Answer = (response: ServerResponse, socket: Socket) => void;

/** A service that takes clients by their documents, and the web server of such clients, both on loopback. */
export class DocumentDesk implements AsyncDisposable {
  readonly service: InProcessService;
  /** Paths that the service asked for, in order. */
  readonly asked: string[] = [];
  readonly origin: string;
  readonly #answers = new Map<string, Answer>();
  readonly #stop: () => Promise<void>;

  private constructor(service: InProcessService, origin: string, stop: () => Promise<void>) {
    this.service = service;
    this.origin = origin;
    this.#stop = stop;
  }

  static async open(policy = "open", environment: Fields = {}): Promise<DocumentDesk> {
    const service = await startInProcess({ LATCHKEY_CLIENT_DOCUMENTS: policy, ...environment });
    await service.addAccount(ada.username, ada.password);
    const server = createServer(({ url = "", socket }, response) => {
      desk.asked.push(url);
      const answer = desk.#answers.get(url);
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const desk = new DocumentDesk(service, `http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return desk;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.#stop();
  }

  /** Lets the address of a path answer like this, and returns the address. */
  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return this.origin + path;
  }

  /** Publishes a document; `more` replaces its members, and a text is served as it is. Returns the client as tests speak of one. */
  publish(path: string, more: object | string = {}, headers: Fields = {}): TestClient {
    const id = this.origin + path;
    const whole = { client_id: id, client_name: "Field Notes", redirect_uris: [redirectUri] };
    const body = typeof more === "string" ? more : JSON.stringify({ ...whole, ...more });
    this.answer(path, (response) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(body),
    );
    const client = { isPublic: true } as TestClient["client"];
    return { client, id, secret: "", redirectUri };
  }

  /** A browser in which Ada signed in at the account page. */
  adasBrowser(): Promise<FormClient> {
    return this.browserOf(ada);
  }

  /** A browser in which this person signed in there. */
  async browserOf(person: typeof ada): Promise<FormClient> {
    const browser = new FormClient(this.service.url);
    const page = await browser.get("/sign-in?to=account");
    assert.equal((await submitAs(browser, page, person)).status, 303);
    return browser;
  }

  /** Ada is asked and allows the client; its tokens. */
  async tokens(browser: FormClient, client: TestClient, more: Fields = {}): Promise<HttpAnswer> {
    const verifier = newVerifier();
    const page = await browser.get(requestFor(client, { ...challengeOf(verifier), ...more }));
    const answer = page.status === 200 ? await browser.submit(page, {}) : page;
    return this.exchange(client, codeOf(answer), verifier, more.redirect_uri);
  }

  exchange(client: TestClient, code: string, verifier: string, uri = redirectUri): Promise<HttpAnswer> {
    const grant = { grant_type: "authorization_code", code, redirect_uri: uri, code_verifier: verifier };
    return post(this.service.url, "/v1/Oauth/token", { client_id: client.id, ...grant });
  }

  /** The address of the client's logo, once its consent page shows one; the logo is fetched behind the page. */
  async logoOf(browser: FormClient, client: TestClient): Promise<string> {
    const src = await until(async () => {
      const page = await browser.get(requestFor(client, { prompt: "consent" }));
      return /src="([^"]*[?]client=[^"]*)"/.exec(page.body)?.[1];
    }, "no logo");
    return src.replaceAll("&amp;", "&");
  }

  /** What is kept of clients and of what they were allowed. */
  async kept(): Promise<readonly unknown[]> {
    const { clients } = this.service.ports;
    const account = await this.service.ports.accounts.list(1_000);
    const consents = await Promise.all(account.map(({ id }) => this.service.ports.consents.list(id)));
    return [await clients.list(), consents.flat()];
  }
}

/** Path and query of a request of a public client. */
export function requestFor(client: TestClient, more: Fields = {}): string {
  return authorizationOf(client, { response_type: "code", ...challengeOf("v".repeat(43)), ...more });
}

/** The code in a redirect to the client. */
export function codeOf({ status, headers, body }: HttpAnswer): string {
  assert.ok([302, 303].includes(status), body);
  const code = new URL(headers.location ?? "").searchParams.get("code");
  if (!code) assert.fail(`no code in ${headers.location}`);
  return code;
}

/** Asserts the consent page, and returns what it shows. */
export function assertConsent(page: HttpAnswer): string {
  assert.equal(page.status, 200, page.body);
  assert.match(findForm(page.body).action, /^\/consent\?/);
  return page.body;
}
