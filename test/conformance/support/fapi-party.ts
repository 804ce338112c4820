import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { HttpAnswer } from "../../support/form-client.ts";
import type { TestClient } from "../../support/in-process.ts";
import { Assertions, type Changes } from "./assertions.ts";
import { DpopKey } from "./dpop-key.ts";
import { openidMetadata, type Provider, targetOf } from "./provider.ts";
import { type CallChanges, formOf, type Headers, type Parameters, RelyingParty } from "./relying-party.ts";

/**
 * A client of the FAPI 2.0 Security Profile: it pushes its requests, signs who it is with private_key_jwt, and binds its tokens
 * to a key with DPoP.
 */
export class FapiParty extends RelyingParty {
  override readonly tokenType = "DPoP";
  readonly keys: Assertions;
  readonly dpop: DpopKey;
  readonly verifier = randomBytes(32).toString("base64url");
  /** Claims that every DPoP proof gets besides the usual ones. */
  proofClaims: Changes = {};

  private constructor(provider: Provider, client: TestClient, keys: Assertions, dpop: DpopKey) {
    super({ provider, client, authenticate: keys.authenticationOf(client) });
    this.keys = keys;
    this.dpop = dpop;
  }

  /** Registers a client with a key of `algorithm`, and gives it a browser and a DPoP key. */
  static async register(provider: Provider, algorithm = "ES256"): Promise<FapiParty> {
    const keys = await Assertions.withNewKey(provider, algorithm);
    const client = await provider.service.addClient({
      profile: "strict",
      metadata: {
        ...openidMetadata,
        idTokenAlgorithm: "ES256",
        publicKeys: [keys.publicJwk],
        requiresDpop: true,
        requiresPushedRequest: true,
      },
    });
    return new FapiParty(provider, client, keys, await DpopKey.make(provider));
  }

  override newRequest(more: Parameters = {}): Parameters {
    const challenge = createHash("sha256").update(this.verifier).digest("base64url");
    return super.newRequest({ code_challenge: challenge, code_challenge_method: "S256", ...more });
  }

  /** Posts a request to the pushed authorization request endpoint; without a DPoP proof unless one is given. */
  async push(request: Parameters, changes: CallChanges = {}): Promise<HttpAnswer> {
    const form = formOf({ ...request, ...changes.form });
    const proof = await (changes.authenticate ?? this.authenticate)(form);
    const endpoint = await this.provider.told("pushed_authorization_request_endpoint");
    return this.provider.post(endpoint, form, { ...changes.headers, ...proof });
  }

  /** Pushes a request that must be taken in; returns its request_uri. */
  async pushed(request: Parameters, changes: CallChanges = {}): Promise<string> {
    const { status, headers, body } = await this.push(request, changes);
    assert.equal(status, 201, body);
    assert.equal(headers["cache-control"], "no-store");
    const { request_uri, expires_in } = JSON.parse(body);
    assert.ok(Number.isInteger(expires_in) && expires_in > 0 && expires_in < 600);
    assert.ok(typeof request_uri === "string" && request_uri.length > 32);
    return request_uri;
  }

  /** What the browser gets to see at a request_uri. */
  async openPushed(requestUri: string, more: Parameters = {}): Promise<HttpAnswer> {
    const endpoint = targetOf(await this.provider.told("authorization_endpoint"));
    const query = formOf({ client_id: this.client.id, request_uri: requestUri, ...more });
    return this.browser.get(`${endpoint}?${query}`);
  }

  override async open(request: Parameters): Promise<HttpAnswer> {
    return this.openPushed(await this.pushed(request));
  }

  /** The code that comes of a request, with Ada signed in on the way. */
  async codeFor(request: Parameters, answer?: HttpAnswer): Promise<string> {
    const code = (await this.receive(request, answer ?? (await this.open(request)))).get("code");
    assert.ok(code !== null);
    return code;
  }

  override exchange(code: string, changes: CallChanges = {}): Promise<HttpAnswer> {
    return super.exchange(code, { ...changes, form: { code_verifier: this.verifier, ...changes.form } });
  }

  override async tokenHeaders(): Promise<Headers> {
    return this.proofFor("token_endpoint");
  }

  override async accessHeaders(accessToken: string, method: "GET" | "POST"): Promise<Headers> {
    const url = await this.provider.told("userinfo_endpoint");
    const dpop = await this.dpop.prove({ method, url, accessToken, claims: this.proofClaims });
    return { authorization: `DPoP ${accessToken}`, dpop };
  }

  /** The header DPoP for a POST to an endpoint that the metadata name; with the client's own key unless another is given. */
  async proofFor(member: string, key: DpopKey = this.dpop): Promise<Headers> {
    const url = await this.provider.told(member);
    return { dpop: await key.prove({ method: "POST", url, claims: this.proofClaims }) };
  }
}
