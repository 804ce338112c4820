import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, type JWTPayload, type JWTVerifyResult, jwtVerify } from "jose";
import type { FormClient, HttpAnswer } from "../../support/form-client.ts";
import type { TestClient } from "../../support/in-process.ts";
import { complete, type Mode, receivedAt } from "./browser.ts";
import { type Provider, targetOf } from "./provider.ts";

/** The parameters of an authorization request; undefined leaves one out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export type Headers = Readonly<Record<string, string>>;

/** Adds the client's credentials to a form, or returns them as headers. */
export type Authentication = (form: URLSearchParams) => Promise<Headers>;

/** The differences of a single call from what the client usually sends. */
export interface CallChanges {
  readonly form?: Parameters;
  /** Instead of the usual ones. */
  readonly headers?: Headers;
  readonly authenticate?: Authentication;
}

/** What a sign-in brought. */
export interface SignedIn {
  readonly request: Parameters;
  readonly code: string;
  readonly tokens: Tokens;
  /** Verified. */
  readonly idToken: JWTPayload;
}

/** A success of the token endpoint. */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly id_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** Claims about a person; none of them belongs in an ID token that did not ask for it (OpenID Connect Core §5.4). */
const personClaims = [
  "name",
  "given_name",
  "family_name",
  "preferred_username",
  "updated_at",
  "email",
  "email_verified",
  "address",
  "phone_number",
  "phone_number_verified",
];

/** client_secret_basic. */
export function secretBasic({ id, secret }: TestClient): Authentication {
  const credentials = Buffer.from(`${id}:${secret}`).toString("base64");
  return async () => ({ authorization: `Basic ${credentials}` });
}

/** client_secret_post. */
export function secretPost({ id, secret }: TestClient): Authentication {
  return async (form) => {
    form.set("client_id", id);
    form.set("client_secret", secret);
    return {};
  };
}

/** A relying party that checks everything it gets, and the browser in which a person uses it. */
export class RelyingParty {
  readonly provider: Provider;
  readonly client: TestClient;
  readonly browser: FormClient;
  readonly mode: Mode;
  readonly tokenType: string = "Bearer";
  readonly authenticate: Authentication;

  constructor(given: {
    readonly provider: Provider;
    readonly client: TestClient;
    readonly mode?: Mode;
    /** A fresh one where absent. */
    readonly browser?: FormClient;
    /** client_secret_basic where absent. */
    readonly authenticate?: Authentication;
  }) {
    this.provider = given.provider;
    this.client = given.client;
    this.browser = given.browser ?? given.provider.newBrowser();
    this.mode = given.mode ?? "query";
    this.authenticate = given.authenticate ?? secretBasic(given.client);
  }

  /** A request with everything that a module sends, unless `more` says otherwise. */
  newRequest(more: Parameters = {}): Parameters {
    return {
      client_id: this.client.id,
      redirect_uri: this.client.redirectUri,
      response_type: "code",
      scope: "openid",
      state: randomBytes(10).toString("base64url"),
      nonce: randomBytes(10).toString("base64url"),
      ...(this.mode === "form_post" && { response_mode: "form_post" }),
      ...more,
    };
  }

  /** Opens the authorization URL, and returns the answer, which may be a page. */
  async open(request: Parameters): Promise<HttpAnswer> {
    const endpoint = targetOf(await this.provider.told("authorization_endpoint"));
    return this.browser.get(`${endpoint}?${formOf(request)}`);
  }

  /** From the first answer of the authorization endpoint to what the client receives; Ada answers whatever is asked. */
  async receive(request: Parameters, answer: HttpAnswer): Promise<URLSearchParams> {
    const issuer = await this.provider.told("issuer");
    const last = await complete(this.browser, answer, issuer);
    const received = receivedAt(this.client.redirectUri, this.mode, last);
    assert.equal(received.get("state"), request.state ?? null);
    assert.equal(received.get("iss"), issuer);
    return received;
  }

  /** The error that the client receives for a request; there must be no code. */
  async refusal(request: Parameters): Promise<string> {
    return this.errorIn(request, await this.open(request));
  }

  /** The error that an answer carries to the client, described as RFC 6749 §4.1.2.1 allows. */
  async errorIn(request: Parameters, answer: HttpAnswer): Promise<string> {
    const received = await this.receive(request, answer);
    assert.equal(received.get("code"), null);
    assert.match(received.get("error_description") ?? "", /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    return received.get("error") ?? "";
  }

  /** The whole sign-in: request, pages, code, tokens, verified ID token. */
  async signIn(more: Parameters = {}): Promise<SignedIn> {
    const request = this.newRequest(more);
    return this.finish(request, await this.open(request));
  }

  /** The rest of a sign-in whose request got this answer. */
  async finish(request: Parameters, answer: HttpAnswer): Promise<SignedIn> {
    const received = await this.receive(request, answer);
    const code = received.get("code") ?? "";
    assert.notEqual(code, "", `no code in ${received}`);
    return this.redeem(request, code);
  }

  /** Exchanges a code, and verifies all that comes of it. */
  async redeem(request: Parameters, code: string, changes: CallChanges = {}): Promise<SignedIn> {
    const tokens = tokensIn(await this.exchange(code, changes), this.tokenType);
    const { payload } = await this.verify(tokens.id_token);
    assert.equal(payload.nonce, request.nonce);
    assert.equal(payload.at_hash, halfHash(tokens.access_token));
    if (request.claims === undefined)
      for (const claim of personClaims) assert.equal(payload[claim], undefined);
    return { request, code, tokens, idToken: payload };
  }

  exchange(code: string, changes: CallChanges = {}): Promise<HttpAnswer> {
    const { redirectUri } = this.client;
    return this.call({ grant_type: "authorization_code", code, redirect_uri: redirectUri }, changes);
  }

  refresh(refreshToken: string, changes: CallChanges = {}): Promise<HttpAnswer> {
    return this.call({ grant_type: "refresh_token", refresh_token: refreshToken }, changes);
  }

  /** Verifies an ID token with the published keys (OpenID Connect Core §3.1.3.7). */
  async verify(idToken: string): Promise<JWTVerifyResult> {
    const verified = await jwtVerify(idToken, createLocalJWKSet(await this.provider.keys()), {
      issuer: await this.provider.told("issuer"),
      audience: this.client.id,
      algorithms: [this.client.client.metadata.idTokenAlgorithm ?? "RS256"],
      requiredClaims: ["sub", "iat", "exp", "auth_time"],
      currentDate: new Date(this.provider.now() * 1000),
    });
    const { sub, iat = 0, auth_time } = verified.payload;
    assert.match(sub ?? "", /^[\x21-\x7e]{1,255}$/);
    assert.ok(typeof auth_time === "number" && auth_time <= iat, "auth_time lies after iat");
    return verified;
  }

  /** What userinfo says; it must be about the person of the ID token. */
  async userinfo({ tokens, idToken }: SignedIn, method: "GET" | "POST" = "GET"): Promise<JWTPayload> {
    const endpoint = targetOf(await this.provider.told("userinfo_endpoint"));
    const headers = await this.accessHeaders(tokens.access_token, method);
    const answer = await this.browser.send({ method, target: endpoint, headers: { ...headers, cookie: "" } });
    assert.equal(answer.status, 200, answer.body);
    assert.match(answer.headers["content-type"] ?? "", /^application\/json\b/);
    const claims: JWTPayload = JSON.parse(answer.body);
    assert.equal(claims.sub, idToken.sub);
    return claims;
  }

  /** 200 while an access token lives. */
  async userinfoStatus(accessToken: string): Promise<number> {
    const headers = await this.accessHeaders(accessToken, "GET");
    return (await this.provider.fetch(await this.provider.told("userinfo_endpoint"), headers)).status;
  }

  /** How an access token is presented at userinfo. */
  async accessHeaders(accessToken: string, _method: "GET" | "POST"): Promise<Headers> {
    return { authorization: `Bearer ${accessToken}` };
  }

  /** What a call of the token endpoint needs besides the proof of who calls. */
  async tokenHeaders(): Promise<Headers> {
    return {};
  }

  /** Calls the token endpoint as this client. */
  async call(parameters: Parameters, changes: CallChanges = {}): Promise<HttpAnswer> {
    const form = formOf({ ...parameters, ...changes.form });
    const proof = await (changes.authenticate ?? this.authenticate)(form);
    const headers = changes.headers ?? (await this.tokenHeaders());
    return this.provider.post(await this.provider.told("token_endpoint"), form, { ...headers, ...proof });
  }
}

/** The parameters that have a value, form-encoded. */
export function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) form.set(name, value);
  return form;
}

/** The members of a success (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3). */
export function tokensIn({ status, headers, body }: HttpAnswer, tokenType: string): Tokens {
  assert.equal(status, 200, body);
  assert.match(headers["content-type"] ?? "", /^application\/json\b/);
  assert.equal(headers["cache-control"], "no-store");
  const tokens: Tokens = JSON.parse(body);
  assert.equal(tokens.token_type, tokenType);
  assert.ok(Number.isInteger(tokens.expires_in) && tokens.expires_in > 0);
  assert.ok(tokens.access_token.length >= 22, "an access token of less than 128 bits");
  assert.equal(typeof tokens.id_token, "string");
  return tokens;
}

/** Fails where the token endpoint did not refuse with this error (RFC 6749 §5.2). */
export function assertRefused({ status, headers, body }: HttpAnswer, error: string): void {
  assert.equal(status, 400, body);
  assert.match(headers["content-type"] ?? "", /^application\/json\b/);
  assert.equal(JSON.parse(body).error, error, body);
}

/** `at_hash` for the algorithms with SHA-256 (OpenID Connect Core §3.1.3.6). */
export function halfHash(token: string): string {
  return createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
}
