import assert from "node:assert/strict";
import { FormClient, findForm, type HttpAnswer } from "../../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../../support/in-process.ts";
import { ada, codeAt } from "../journey.ts";
import { assertCleanLog, assertGroundRules } from "./ground-rules.ts";
import { adasBrowser, type ClientKey, endpoints, openidRequest, post } from "./openid.ts";

export const registrationPath = "/v1/Oauth/register";
export const redirectUri = "https://photos.example/cb";
export const json = { "content-type": "application/json" };

export type Json = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** The answer to a registration. */
export interface Registered extends Json {
  readonly client_id: string;
  readonly client_secret: string;
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
}

/** A service at which everybody may register, and what its answers must be. */
export class RegistrationDesk implements AsyncDisposable {
  readonly service: InProcessService;
  readonly caller: FormClient;
  readonly #secrets: string[] = [];

  private constructor(service: InProcessService) {
    this.service = service;
    this.caller = new FormClient(service.url);
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<RegistrationDesk> {
    const service = await startInProcess({ LATCHKEY_REGISTRATION: "open", ...settings });
    await service.addAccount(ada.username, ada.password);
    return new RegistrationDesk(service);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.caller.close();
    assertCleanLog(this.service.log, this.#secrets);
    await this.service[Symbol.asyncDispose]();
  }

  /** A text is sent as it is. */
  register(metadata: unknown, headers: Headers = {}, at: FormClient = this.caller): Promise<HttpAnswer> {
    const body = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
    return at.send({ method: "POST", target: registrationPath, headers: { ...json, ...headers }, body });
  }

  /** Asserts a success; 200 after anything but a registration. */
  registered({ status, headers, body }: HttpAnswer, expected = 201): Registered {
    assert.deepEqual([status, headers["cache-control"]], [expected, "no-store"], body);
    const answer: Registered = JSON.parse(body);
    for (const secret of [answer.client_secret, answer.registration_access_token])
      if (secret !== undefined) this.#secrets.push(secret);
    return answer;
  }

  /** Asserts a refusal, and returns its description. */
  assertRefused(answer: HttpAnswer, error: string, status = 400): string {
    assertGroundRules(answer, this.#secrets, { method: "POST" });
    const { error: code, error_description: description } = JSON.parse(answer.body);
    assert.deepEqual([answer.status, code], [status, error], answer.body);
    return description;
  }

  /** The client manages its registration. */
  manage(method: string, answer: Registered, metadata?: Json): Promise<HttpAnswer> {
    const { registration_client_uri: uri, registration_access_token: token } = answer;
    const { pathname, search, origin } = new URL(uri);
    assert.equal(origin, this.service.service.issuer);
    const headers = { authorization: `Bearer ${token}`, ...(metadata && json) };
    const body = metadata && { body: JSON.stringify(metadata) };
    return this.caller.send({ method, target: pathname + search, headers, ...body });
  }

  /** The registered client as other tests speak of one. */
  async partyOf({ client_id: id, client_secret: secret }: Registered): Promise<TestClient> {
    const clients = await this.service.ports.clients.list();
    const client = clients.find((known) => known.id === id);
    assert.ok(client);
    return { client, id, secret, redirectUri: client.redirectUris[0] ?? "" };
  }

  /** Ada is asked, and allows the client what it asks for. */
  async allowedCode(client: TestClient): Promise<{ browser: FormClient; code: string }> {
    const browser = await adasBrowser(this.service, await this.service.addClient());
    const page = await browser.get(openidRequest(client));
    assert.match(findForm(page.body).action, /^\/consent\?/, "the person is not asked");
    return { browser, code: codeAt(await browser.submit(page, {}), client) };
  }

  /** A client assertion (RFC 7523 §3) as form fields. */
  async assertion(clientId: string, key: ClientKey, kid?: string): Promise<Record<string, string>> {
    const now = Math.floor(this.service.clock.now() / 1000);
    const own = { iss: clientId, sub: clientId, aud: this.service.service.issuer, iat: now, exp: now + 60 };
    return {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await key.sign({ ...(kid && { kid }) }, { ...own, jti: crypto.randomUUID() }),
    };
  }

  /** True where the key proves that the client is who it says. */
  async proves(clientId: string, key: ClientKey, kid?: string): Promise<boolean> {
    const fields = { ...(await this.assertion(clientId, key, kid)), token: "x" };
    return (await post(this.service.url, endpoints.introspection, fields)).status === 200;
  }
}
