import assert from "node:assert/strict";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import type { PublicJwk } from "../../../src/protocol/jwk.ts";
import { FormClient, type HttpAnswer } from "../../support/form-client.ts";
import type { InProcessService, TestClient } from "../../support/in-process.ts";
import { ada, authorizationOf, codeAt, exchange } from "../journey.ts";

export const endpoints = {
  authorization: "/v1/Oauth/authorization",
  token: "/v1/Oauth/token",
  userinfo: "/v1/Oauth/userinfo",
  introspection: "/v1/Oauth/introspection",
  revocation: "/v1/Oauth/revocation",
  pushedRequest: "/v1/Oauth/par",
  logout: "/v1/Oauth/logout",
} as const;

type Fields = Readonly<Record<string, string>>;

/** What a token endpoint answers to a client that is registered for everything. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
}

/** The metadata of an OpenID client that gets refresh tokens. */
export function openid(more: Partial<ClientMetadata> = {}): ClientMetadata {
  return { ...interfaceMetadata, isOpenid: true, mayRefresh: true, ...more };
}

/** A browser in which Ada is signed in. */
export async function adasBrowser({ url }: InProcessService, client: TestClient): Promise<FormClient> {
  const browser = new FormClient(url);
  codeAt(await browser.signIn(openidRequest(client), ada), client);
  return browser;
}

/** Path and query of an authorization request with the scope openid. */
export function openidRequest(client: TestClient, more: Fields = {}): string {
  return authorizationOf(client, { response_type: "code", scope: "openid", ...more });
}

/** The tokens that Ada's browser, signed in, brings the client. */
export async function tokensFor(browser: FormClient, client: TestClient, more: Fields = {}): Promise<Tokens> {
  const code = codeAt(await browser.get(openidRequest(client, more)), client);
  return tokensIn(await exchange(browser, client, code));
}

/** Asserts a success of the token endpoint and returns it. */
export function tokensIn({ status, body }: HttpAnswer): Tokens {
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** What a server posts: a form and headers of its own, no cookie. */
export async function post(
  url: string,
  target: string,
  fields: Fields | URLSearchParams,
  headers: Fields = {},
): Promise<HttpAnswer> {
  const server = new FormClient(url);
  try {
    return await server.send({
      method: "POST",
      target,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  } finally {
    server.close();
  }
}

/** The credentials of a client as form fields. */
export function credentialsOf({ id, secret, client }: TestClient): Fields {
  return client.isPublic ? { client_id: id } : { client_id: id, client_secret: secret };
}

/** Exchanges a refresh token. */
export function refresh(url: string, client: TestClient, refreshToken: string): Promise<HttpAnswer> {
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
  return post(url, endpoints.token, { ...credentialsOf(client), ...fields });
}

/** Status of userinfo: 200 while the access token lives. */
export async function userinfoStatus(url: string, accessToken: string): Promise<number> {
  const server = new FormClient(url);
  try {
    return (await server.get(endpoints.userinfo, { authorization: `Bearer ${accessToken}` })).status;
  } finally {
    server.close();
  }
}

/** Asserts a refusal as JSON, with everything that RFC 6749 §5.2 asks of one. */
export function assertRefused(answer: HttpAnswer, error: string, status = 400): void {
  const body = JSON.parse(answer.body);
  assert.deepEqual([answer.status, body.error], [status, error], answer.body);
  assert.deepEqual(Object.keys(body), ["status", "error", "error_description"]);
  assert.equal(answer.headers["cache-control"], "no-store");
}

/** A key pair of a client: what it registers, and how it signs. */
export interface ClientKey {
  readonly jwk: PublicJwk;
  readonly thumbprint: string;
  sign(
    header: Fields | { readonly jwk: PublicJwk },
    claims: Readonly<Record<string, unknown>>,
  ): Promise<string>;
}

export async function newClientKey(): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const { kty = "", ...members } = await exportJWK(publicKey);
  const jwk = { kty, ...members };
  return {
    jwk,
    thumbprint: await calculateJwkThumbprint(jwk),
    sign: (header, claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", ...header }).sign(privateKey),
  };
}

/** A DPoP proof for a POST to an endpoint of this service (RFC 9449 §4.2). */
export function dpopProof(service: InProcessService, key: ClientKey, path: string): Promise<string> {
  const claims = {
    htm: "POST",
    htu: service.service.issuer + path,
    iat: Math.floor(service.clock.now() / 1000),
    jti: crypto.randomUUID(),
  };
  return key.sign({ typ: "dpop+jwt", jwk: key.jwk }, claims);
}
