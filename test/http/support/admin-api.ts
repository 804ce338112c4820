import assert from "node:assert/strict";
import { type AdminScope, allAdminScopes } from "../../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import type { Issuer } from "../../../src/values/issuer.ts";
import { FormClient, type HttpAnswer } from "../../support/form-client.ts";
import {
  type FakeClock,
  type InProcessService,
  startInProcess,
  type TestClient,
} from "../../support/in-process.ts";
import { credentialsOf, endpoints, post } from "./openid.ts";

/** The base of the API. */
export const apiBase = "/admin/api/v1";

/** An answer of the API, with its content read. */
export interface ApiAnswer extends HttpAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it.
  readonly json: any;
}

interface Sent {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A running service, and tokens for its admin API, by client credentials. */
export class AdminStage implements AsyncDisposable {
  readonly service: InProcessService;
  readonly #http: FormClient;
  readonly #tokens = new Map<string, string>();

  private constructor(service: InProcessService) {
    this.service = service;
    this.#http = new FormClient(service.url);
  }

  static async set(
    environment: Readonly<Record<string, string>> = {},
    time: { readonly clock?: FakeClock } = {},
  ): Promise<AdminStage> {
    return new AdminStage(await startInProcess({ LATCHKEY_LOG_LEVEL: "debug", ...environment }, time));
  }

  /** A machine with these rights. */
  async machine(scopes: readonly AdminScope[] = allAdminScopes): Promise<TestClient> {
    const metadata = { ...interfaceMetadata, isMachine: true, adminScope: scopes };
    return this.service.addClient({ name: "Script", redirectUris: [], metadata });
  }

  /** A token with these rights, of a machine of its own; the same one for the same rights. */
  async token(scopes: readonly AdminScope[] = allAdminScopes): Promise<string> {
    const known = this.#tokens.get(scopes.join(" "));
    if (known !== undefined) return known;
    const made = await this.tokenOf(await this.machine(scopes), scopes);
    this.#tokens.set(scopes.join(" "), made);
    return made;
  }

  /** A token for the admin API, unless another resource is named. */
  async tokenOf(
    machine: TestClient,
    scopes: readonly AdminScope[],
    resource: string = administrationResource(this.service.service.issuer as Issuer),
  ): Promise<string> {
    const answer = await post(this.service.url, endpoints.token, {
      ...credentialsOf(machine),
      grant_type: "client_credentials",
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    });
    assert.equal(answer.status, 200, answer.body);
    return JSON.parse(answer.body).access_token;
  }

  /** Sends a request with a token of every right, unless another one is named. */
  async send(method: string, path: string, { token, body, headers = {} }: Sent = {}): Promise<ApiAnswer> {
    const authorization = `Bearer ${token ?? (await this.token())}`;
    const answer = await this.#http.send({
      method,
      target: apiBase + path,
      headers: {
        ...(token === "" ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { ...answer, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.close();
    await this.service[Symbol.asyncDispose]();
  }
}
