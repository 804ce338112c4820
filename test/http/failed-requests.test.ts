import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { clientAssertionType } from "../../src/protocol/client/assertion.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { authorizationOf, codeAt } from "./journey.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import {
  assertRefused,
  type ClientKey,
  credentialsOf,
  endpoints,
  newClientKey,
  openid,
  post,
  tokensIn,
} from "./support/openid.ts";
import { challengeOf, newVerifier } from "./support/pkce.ts";
import { ada } from "./support/stage.ts";

type Fields = Readonly<Record<string, string>>;

/** Failed tries that a network has in the name of one client, before it must wait. */
const burst = 60;

let service: OpenService;
let issuer: string;
let browser: FormClient;
/** A public client, whose id everybody may know. */
let known: TestClient;
let asserting: TestClient;
/** Of the asserting client. */
let registered: ClientKey;
/** Of somebody whom nobody knows. */
let own: ClientKey;

before(async () => {
  service = await startOpenService({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  [registered, own] = [await newClientKey(), await newClientKey()];
  known = await service.addClient({ isPublic: true, metadata: openid() });
  asserting = await service.addClient({ metadata: openid({ publicKeys: [registered.jwk] }) });
  await service.addAccount(ada.username, ada.password);
  browser = new FormClient(service.url);
  codeAt(await browser.signIn(authorizationOf(asserting), ada), asserting);
  issuer = JSON.parse((await browser.get("/.well-known/openid-configuration")).body).issuer;
  // The signing key is made when first needed, and must not be counted.
  tokensIn(await exchange(await codeOf(known), await proof(own)));
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

let network = 0;
beforeEach(() => {
  network += 1;
});

/** A network that no other test used. */
const elsewhere = (): Fields => ({ "x-forwarded-for": `203.0.${network}.1` });

const nowSeconds = () => Math.floor(service.administration.clock.now() / 1000);

async function proof(key: ClientKey, path: string = endpoints.token, more: Fields = {}): Promise<Fields> {
  const claims = { htm: "POST", htu: issuer + path, iat: nowSeconds(), jti: crypto.randomUUID(), ...more };
  return { dpop: await key.sign({ typ: "dpop+jwt", jwk: key.jwk }, claims) };
}

async function assertion(): Promise<Fields> {
  const { id } = asserting;
  const times = { iat: nowSeconds(), exp: nowSeconds() + 60 };
  const claims = { iss: id, sub: id, aud: issuer, jti: crypto.randomUUID(), ...times };
  return { client_assertion_type: clientAssertionType, client_assertion: await registered.sign({}, claims) };
}

interface Code {
  readonly code: string;
  readonly code_verifier: string;
}

async function codeOf(client: TestClient): Promise<Code> {
  const verifier = newVerifier();
  const query = { response_type: "code", scope: "openid", ...challengeOf(verifier) };
  return { code: codeAt(await browser.get(authorizationOf(client, query)), client), code_verifier: verifier };
}

function exchange(code: Code, headers: Fields): Promise<HttpAnswer> {
  return post(service.url, endpoints.token, { ...credentialsOf(known), ...code }, headers);
}

/** Durable commits while this runs. */
async function durableWrites(run: () => Promise<unknown>): Promise<number> {
  const before = service.commitCounts().durable;
  await run();
  return service.commitCounts().durable - before;
}

describe("a request that fails stores nothing", () => {
  const notACode = { code: "lkac_x", code_verifier: "v".repeat(43) };

  it("a code that nobody issued, with a proof made by a key of one's own", async () => {
    const headers = await proof(own);
    const cost = await durableWrites(async () =>
      assertRefused(await exchange(notACode, { ...headers, ...elsewhere() }), "invalid_grant"),
    );
    assert.equal(cost, 0);
  });

  it("a refresh token that nobody issued, likewise", async () => {
    const fields = { ...credentialsOf(known), grant_type: "refresh_token", refresh_token: "lkrt_x" };
    const headers = { ...(await proof(own)), ...elsewhere() };
    const cost = await durableWrites(async () =>
      assertRefused(await post(service.url, endpoints.token, fields, headers), "invalid_grant"),
    );
    assert.equal(cost, 0);
  });

  it("a wrong code_verifier; the same proof then serves the right one", async () => {
    const code = await codeOf(known);
    const headers = { ...(await proof(own)), ...elsewhere() };
    const wrong = { ...code, code_verifier: newVerifier() };
    assert.equal(
      await durableWrites(async () => assertRefused(await exchange(wrong, headers), "invalid_grant")),
      0,
    );
    tokensIn(await exchange(code, headers));
  });

  it("a spent code with a new proof each time revokes its token once, and keeps no proof", async () => {
    const code = await codeOf(known);
    tokensIn(await exchange(code, { ...(await proof(own)), ...elsewhere() }));
    // The token and its token family.
    const first = await proof(own);
    assert.equal(await durableWrites(() => exchange(code, { ...first, ...elsewhere() })), 2);
    const kept: Fields[] = [];
    for (let count = 0; count < 5; count++) kept.push(await proof(own));
    for (const headers of [first, ...kept]) await exchange(code, { ...headers, ...elsewhere() });
    // None of them is known, so that each still works once.
    for (const headers of kept) tokensIn(await exchange(await codeOf(known), { ...headers, ...elsewhere() }));
  });

  for (const outcome of ["is accepted", "is refused"] as const)
    it(`a pushed request of a public client that ${outcome}, with a proof`, async () => {
      const fields = {
        ...credentialsOf(known),
        response_type: outcome === "is accepted" ? "code" : "token",
        redirect_uri: known.redirectUri,
        ...challengeOf(newVerifier()),
      };
      const headers = { ...(await proof(own, endpoints.pushedRequest)), ...elsewhere() };
      const cost = await durableWrites(async () => {
        const { status, body } = await post(service.url, endpoints.pushedRequest, fields, headers);
        assert.equal(status, outcome === "is accepted" ? 201 : 400, body);
      });
      assert.equal(cost, 0);
    });

  it("a client assertion at the token endpoint and at that for pushed requests", async () => {
    const fields = { ...(await assertion()), ...notACode };
    const cost = await durableWrites(async () => {
      assertRefused(await post(service.url, endpoints.token, fields), "invalid_grant");
      const unsupported = { ...fields, response_type: "token", redirect_uri: asserting.redirectUri };
      assert.equal((await post(service.url, endpoints.pushedRequest, unsupported)).status, 400);
    });
    assert.equal(cost, 0);
    tokensIn(await post(service.url, endpoints.token, { ...fields, ...(await codeOf(asserting)) }));
  });

  it("userinfo with the token of another key", async () => {
    const { access_token: token } = tokensIn(await exchange(await codeOf(known), await proof(own)));
    const ath = createHash("sha256").update(token).digest("base64url");
    const claims = { htm: "GET", ath };
    const other = await newClientKey();
    const authorization = `DPoP ${token}`;
    const cost = await durableWrites(async () => {
      const headers = await proof(other, endpoints.userinfo, claims);
      assert.equal((await browser.get(endpoints.userinfo, { authorization, ...headers })).status, 401);
    });
    assert.equal(cost, 0);
  });
});

describe("what succeeds once", () => {
  it("C33: of 50 exchanges at once with one proof, and of 50 with one assertion, each with a code of its own, one succeeds", async () => {
    const statuses = async (client: TestClient, fields: Fields, headers: Fields): Promise<number[]> => {
      const codes: Code[] = [];
      for (let count = 0; count < 50; count++) codes.push(await codeOf(client));
      const answers = await Promise.all(
        codes.map((code) => post(service.url, endpoints.token, { ...fields, ...code }, headers)),
      );
      return answers.map(({ status }) => status).filter((status) => status === 200);
    };
    assert.deepEqual(await statuses(known, credentialsOf(known), await proof(own)), [200]);
    assert.deepEqual(await statuses(asserting, await assertion(), {}), [200]);
  });

  for (const path of [endpoints.introspection, endpoints.revocation])
    it(`an assertion at ${path}`, async () => {
      const fields = { ...(await assertion()), token: "lkat_x" };
      assert.equal((await post(service.url, path, fields)).status, 200);
      assertRefused(await post(service.url, path, fields), "invalid_client");
    });

  it("a refresh with one proof", async () => {
    const { refresh_token: token } = tokensIn(await exchange(await codeOf(known), await proof(own)));
    const fields = { ...credentialsOf(known), grant_type: "refresh_token", refresh_token: token };
    const headers = { ...(await proof(own)), ...elsewhere() };
    tokensIn(await post(service.url, endpoints.token, fields, headers));
    assertRefused(await post(service.url, endpoints.token, fields, headers), "invalid_dpop_proof");
  });
});

describe("failures in the name of a public client count against the network", () => {
  const kinds: Readonly<Record<string, () => Promise<readonly [string, Fields, Fields]>>> = {
    "codes that nobody issued": async () => [endpoints.token, { code: "lkac_x" }, {}],
    "codes that nobody issued, with proofs": async () => [
      endpoints.token,
      { code: "lkac_x" },
      await proof(own),
    ],
    "refresh tokens that nobody issued": async () => [
      endpoints.token,
      { grant_type: "refresh_token", refresh_token: "lkrt_x" },
      {},
    ],
    "proofs that cannot be read": async () => [endpoints.token, { code: "lkac_x" }, { dpop: "x" }],
    "pushed requests with proofs that cannot be read": async () => [
      endpoints.pushedRequest,
      { response_type: "code" },
      { dpop: "x" },
    ],
    introspection: async () => [endpoints.introspection, { token: "lkat_x" }, {}],
  };
  for (const [what, request] of Object.entries(kinds))
    it(`${what}: after ${burst} the answer is 429 with Retry-After, and a right request still succeeds`, async () => {
      const [path, fields, headers] = await request();
      const statuses: number[] = [];
      for (let count = 0; count < burst + 5; count++) {
        const form = { ...credentialsOf(known), ...fields };
        const answer = await post(service.url, path, form, { ...headers, ...elsewhere() });
        statuses.push(answer.status);
        if (answer.status === 429) assert.equal(answer.headers["retry-after"], "15");
      }
      assert.deepEqual(statuses, [...Array(burst).fill(400), ...Array(5).fill(429)]);
      tokensIn(await exchange(await codeOf(known), { ...(await proof(own)), ...elsewhere() }));
    });

  it("codes that were issued and then spent do not: the network of many people must not run out of tries by them", async () => {
    const code = await codeOf(known);
    tokensIn(await exchange(code, elsewhere()));
    for (let count = 0; count < burst + 5; count++)
      assertRefused(await exchange(code, elsewhere()), "invalid_grant");
  });
});
