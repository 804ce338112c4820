import assert from "node:assert/strict";
import type { JSONWebKeySet } from "jose";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { ada } from "../../http/journey.ts";
import { FormClient, type HttpAnswer } from "../../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../../support/in-process.ts";

/** A discovery document (OpenID Connect Discovery §3). */
export type Configuration = Readonly<Record<string, unknown>>;

/**
 * What the clients of most modules are registered for. Their ID tokens are lean: the modules warn of claims of the scope in an
 * ID token, which every other client of OpenID Connect gets.
 */
export const openidMetadata: ClientMetadata = {
  ...interfaceMetadata,
  isOpenid: true,
  hasLeanIdToken: true,
  mayRefresh: true,
  wantsIssuer: true,
};

/**
 * The service as a conformance module meets it: an issuer that describes itself, and one person, Ada, with every claim that
 * we keep. Its clock stands still until a module waits.
 */
export class Provider implements AsyncDisposable {
  readonly service: InProcessService;
  /** Ada's account id. */
  readonly subject: string;
  readonly #program: FormClient;
  readonly #browsers: FormClient[];

  private constructor(service: InProcessService, subject: string) {
    this.service = service;
    this.subject = subject;
    this.#program = new FormClient(service.url);
    this.#browsers = [this.#program];
  }

  /** `environment` are LATCHKEY_… settings. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Provider> {
    const service = await startInProcess(environment);
    const claims = {
      name: "Ada Lovelace",
      email: "ada@example.org",
      phoneNumber: "+442079460123",
      address: "12 St James's Square\nLondon SW1Y 4JH",
      further: {
        given_name: "Ada",
        family_name: "Lovelace",
        middle_name: "King",
        nickname: "Countess",
        profile: "https://people.example/ada",
        picture: "https://people.example/ada.png",
        website: "https://ada.example",
        gender: "female",
        birthdate: "1815-12-10",
        zoneinfo: "Europe/London",
        locale: "en-GB",
      },
    };
    return new Provider(service, await service.addAccount(ada.username, ada.password, claims));
  }

  /** What tests wait with, in seconds. */
  wait(seconds: number): void {
    this.service.clock.advance(seconds);
  }

  /** Seconds since 1970, as JWTs count them. */
  now(): number {
    return Math.floor(this.service.clock.now() / 1000);
  }

  addClient(metadata: Partial<ClientMetadata> = {}, redirectUri?: string): Promise<TestClient> {
    const redirectUris = redirectUri === undefined ? {} : { redirectUris: [redirectUri] };
    return this.service.addClient({ ...redirectUris, metadata: { ...openidMetadata, ...metadata } });
  }

  /** A browser in which nobody is signed in. */
  newBrowser(): FormClient {
    const browser = new FormClient(this.service.url);
    this.#browsers.push(browser);
    return browser;
  }

  /** Asks as a program does: without cookies. */
  fetch(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.#program.get(targetOf(url), headers);
  }

  /** Posts a form as a program does: without cookies. */
  post(
    url: string,
    form: URLSearchParams,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpAnswer> {
    return this.#program.send({
      method: "POST",
      target: targetOf(url),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: form.toString(),
    });
  }

  async configuration(): Promise<Configuration> {
    const answer = await this.fetch("/.well-known/openid-configuration");
    assert.equal(answer.status, 200, answer.body);
    assert.equal(answer.headers["content-type"], "application/json");
    return JSON.parse(answer.body);
  }

  /** A member of the discovery document that must be text. */
  async told(member: string): Promise<string> {
    const value = (await this.configuration())[member];
    assert.ok(typeof value === "string", `the metadata has no ${member}`);
    return value;
  }

  /** The keys as they are published now. */
  async keys(): Promise<JSONWebKeySet> {
    const answer = await this.fetch(await this.told("jwks_uri"));
    assert.equal(answer.status, 200, answer.body);
    return JSON.parse(answer.body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#browsers) browser.close();
    await this.service[Symbol.asyncDispose]();
  }
}

/** Path and query: the service is reached by its socket, whatever its issuer is called. */
export function targetOf(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}
