import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, codeAt, exchange, logoutPath } from "./journey.ts";
import {
  adasBrowser,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  openidRequest,
  post,
  refresh,
  type Tokens,
  tokensFor,
  tokensIn,
  userinfoStatus,
} from "./support/openid.ts";

const resource = "https://api.example/orders";

let service: InProcessService;
let client: TestClient;
let browser: FormClient;
let stranger: FormClient;
let tokens: Tokens;
let jwt: string;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  await service.addApi({ resource, tokenFormat: "jwt" });
  client = await service.addClient({ metadata: openid() });
  browser = await adasBrowser(service, client);
  stranger = new FormClient(service.url);
  tokens = await jwtFor(browser);
  jwt = tokens.access_token;
  // The test signs with the keys that the service has made by now.
  await service.keyring.refresh();
});
after(async () => {
  browser.close();
  stranger.close();
  await service[Symbol.asyncDispose]();
});

function jwtFor(by: FormClient, asking: TestClient = client): Promise<Tokens> {
  return tokensFor(by, asking, { scope: "openid orders:read", resource });
}

function userinfo(authorization: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return stranger.get(endpoints.userinfo, { authorization, ...headers });
}

async function introspect(token: string, asker = client): Promise<Record<string, unknown>> {
  return JSON.parse(
    (await post(service.url, endpoints.introspection, { ...credentialsOf(asker), token })).body,
  );
}

function revoke(token: string, by = client): Promise<HttpAnswer> {
  return post(service.url, endpoints.revocation, { ...credentialsOf(by), token });
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

describe("a JWT access token", () => {
  it("RFC 6750 §2.1: opens userinfo as an opaque one does", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const opaque = await userinfo(`Bearer ${token}`);
    const answer = await userinfo(`Bearer ${jwt}`);
    assert.deepEqual([answer.status, answer.body], [200, opaque.body]);
  });

  it("RFC 7662 §2.2: its client and the client of its API may ask about it, another one may not", async () => {
    const api = await service.addClient({ metadata: openid({ audience: resource }) });
    const other = await service.addClient({ metadata: openid() });
    const { jti, sub } = decodeJwt(jwt);
    for (const asker of [client, api]) {
      const answer = await introspect(jwt, asker);
      assert.deepEqual([answer.active, answer.jti, answer.sub], [true, jti, sub]);
    }
    assert.deepEqual(await introspect(jwt, other), { active: false });
  });

  it("RFC 7009 §2.1: is dead here at once when its client gives it up, and not when another one does", async () => {
    const other = await service.addClient({ metadata: openid() });
    const { access_token: given } = await jwtFor(browser);
    await revoke(given, other);
    assert.equal(await userinfoStatus(service.url, given), 200);
    assert.equal((await revoke(given)).status, 200);
    assert.equal(await userinfoStatus(service.url, given), 401);
    assert.deepEqual(await introspect(given), { active: false });
    assert.equal(await userinfoStatus(service.url, jwt), 200);
  });

  it("RFC 9449 §7.1: one that is bound to a key needs a proof with its own hash", async () => {
    const key = await newClientKey();
    const code = codeAt(await browser.get(openidRequest(client, { resource })), client);
    const fields = { ...credentialsOf(client), grant_type: "authorization_code", code };
    const dpop = await dpopProof(service, key, endpoints.token);
    const { access_token: bound } = tokensIn(await post(service.url, endpoints.token, fields, { dpop }));
    assert.deepEqual(decodeJwt(bound).cnf, { jkt: key.thumbprint });
    const ath = async (token: string) =>
      Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(token))).toString("base64url");
    const proofFor = async (token: string) => {
      const { htm: _, ...claims } = decodeJwt(await dpopProof(service, key, endpoints.userinfo));
      const header = { typ: "dpop+jwt", jwk: key.jwk };
      return key.sign(header, { ...claims, htm: "GET", ath: await ath(token) });
    };
    assert.equal((await userinfo(`DPoP ${bound}`, { dpop: await proofFor(bound) })).status, 200);
    assert.equal((await userinfo(`DPoP ${bound}`, { dpop: await proofFor(jwt) })).status, 401);
    assert.equal((await userinfo(`DPoP ${jwt}`, { dpop: await proofFor(jwt) })).status, 401);
    assert.equal((await userinfo(`Bearer ${bound}`)).status, 401);
  });

  it("C60, RFC 9068 §2.1: no other JWT of this service opens anything, and it is no ID token hint", async () => {
    const { signer } = service.keyring;
    const claims = decodeJwt(jwt);
    const others = [tokens.id_token];
    for (const typ of ["JWT", "logout+jwt", "AT+JWT"]) others.push(await signer.sign("ES256", typ, claims));
    for (const other of others) {
      assert.equal(await userinfoStatus(service.url, other), 401);
      assert.deepEqual(await introspect(other), { active: false });
    }
    const asked = await browser.get(`${endpoints.logout}?id_token_hint=${jwt}`);
    assert.equal(asked.status, 200);
    assert.equal(await userinfoStatus(service.url, jwt), 200, "the person was asked, and not signed out");
  });

  it("C60, RFC 9068 §2.1: one that was signed for no grant opens nothing", async () => {
    const { signer } = service.keyring;
    const claims = decodeJwt(jwt);
    for (const changes of [{ scope: "openid email" }, { jti: "00".repeat(16) }, { jti: undefined }]) {
      const signed = await signer.sign("ES256", "at+jwt", { ...claims, ...changes });
      assert.equal(await userinfoStatus(service.url, signed), 401);
      await revoke(signed);
    }
    assert.equal(await userinfoStatus(service.url, jwt), 200);
  });

  it("C60: unsigned, forged, altered, cut, huge or unreadable, it is refused as an unknown token is", async () => {
    const unknown = (await userinfo(`Bearer lkat_${"A".repeat(64)}`)).body;
    const [header = "", payload = "", signature = ""] = jwt.split(".");
    const { kid } = decodeProtectedHeader(jwt);
    const claims = decodeJwt(jwt);
    const { privateKey } = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    const foreign = (of: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", ...of }).sign(privateKey);
    const hostile = [
      `${encoded({ alg: "none", typ: "at+jwt", kid })}.${payload}.`,
      `${encoded({ alg: "none", typ: "at+jwt", kid })}.${payload}.${signature}`,
      `${encoded({ alg: "HS256", typ: "at+jwt", kid })}.${payload}.${signature}`,
      `${header}.${encoded({ ...claims, sub: "bob" })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${payload}.${signature}.${signature}`,
      `${header}.${Buffer.from([0xff, 0xfe, 0x7b]).toString("base64url")}.${signature}`,
      await foreign({}),
      await foreign({ kid: String(kid) }),
      await foreign({ kid: "__proto__", jwk: {}, jku: "https://attacker.example/keys" }),
      `eyJ${"a".repeat(3_000)}.e30.AA`,
      `eyJ${"a".repeat(3_000)}`,
      jwt.toLowerCase(),
    ];
    for (const text of hostile) {
      const answer = await userinfo(`Bearer ${text}`);
      assert.deepEqual([answer.status, answer.body], [401, unknown], text.slice(0, 200));
      assert.deepEqual(await introspect(text), { active: false });
    }
    for (const text of [`eyJ${"a".repeat(6_000)}.e30.AA`, `${jwt}\u00e9`])
      assert.equal((await userinfo(`Bearer ${text}`)).status, 401);
    assert.deepEqual(await introspect(`${jwt}\u00e9`), { active: false });
  });

  it("RFC 9068 §2.2.1: a refreshed one tells of the old sign-in, and has an id of its own", async () => {
    const first = decodeJwt(jwt);
    service.clock.advance(60);
    const next = tokensIn(await refresh(service.url, client, tokens.refresh_token));
    const { iat, exp, jti, ...same } = decodeJwt(next.access_token);
    const { iat: firstIat = 0, exp: _, jti: firstJti, ...firstSame } = first;
    assert.deepEqual([iat, exp], [firstIat + 60, firstIat + 660]);
    assert.notEqual(jti, firstJti);
    assert.deepEqual(same, firstSame);
    assert.equal(await userinfoStatus(service.url, next.access_token), 200);
  });

  it("RFC 9068 §2.2, §6: the subject is the one that the client knows, pairwise where it registered for that", async () => {
    const pairwise = await service.addClient({ metadata: openid({ isPairwise: true }) });
    const got = await jwtFor(browser, pairwise);
    const [{ sub }, { sub: inIdToken }] = [decodeJwt(got.access_token), decodeJwt(got.id_token)];
    assert.equal(sub, inIdToken);
    assert.notEqual(sub, decodeJwt(jwt).sub);
  });

  it("RFC 9700 §4.5: is dead here when its code comes again", async () => {
    const code = codeAt(await browser.get(openidRequest(client, { resource })), client);
    const { access_token: token } = tokensIn(await exchange(browser, client, code));
    await exchange(browser, client, code);
    assert.equal(await userinfoStatus(service.url, token), 401);
    assert.deepEqual(await introspect(token), { active: false });
  });

  it("RFC 9470 §6.2: introspection says when and how strongly the person signed in, as the token does", async () => {
    const { auth_time, acr } = decodeJwt(jwt);
    const answer = await introspect(jwt);
    assert.deepEqual([answer.auth_time, answer.acr], [auth_time, acr]);
    assert.equal(acr, "urn:latchkey:acr:one");
  });

  it("RFC 7517 §5: a key signs access tokens a minute after it was published, and the old one still verifies", async () => {
    const { kid } = decodeProtectedHeader(jwt);
    await service.keyring.rotate("sign-ES256");
    const kids = async () => {
      const { body } = await stranger.get("/.well-known/jwks.json");
      return JSON.parse(body).keys.map((key: { kid: string }) => key.kid) as string[];
    };
    // The service reads the keys of other processes every second.
    while ((await kids()).length < 4) await new Promise((resolve) => setImmediate(resolve));
    const kidOf = async () => decodeProtectedHeader((await jwtFor(browser)).access_token).kid;
    assert.equal(await kidOf(), kid);
    service.clock.advance(60);
    const next = await kidOf();
    assert.notEqual(next, kid);
    assert.deepEqual(
      [(await kids()).includes(String(next)), (await kids()).includes(String(kid))],
      [true, true],
    );
    assert.equal(await userinfoStatus(service.url, jwt), 200);
  });

  it("RFC 6750 §3.1: a token of an API tells nothing about the person where nothing about them was asked for", async () => {
    const asked = await tokensFor(browser, client, { scope: "orders:read offline_access", resource });
    const answer = await userinfo(`Bearer ${asked.access_token}`);
    assert.deepEqual([answer.status, JSON.parse(answer.body).error], [403, "insufficient_scope"]);
    assert.match(String(answer.headers["www-authenticate"]), /error="insufficient_scope"/);
    const { status, body } = await userinfo(`Bearer ${jwt}`);
    assert.deepEqual([status, Object.keys(JSON.parse(body))], [200, ["sub", "id"]]);
  });

  it("OpenID Connect Core §5.3: ends here with the session that it rests on, and when it expires", async () => {
    const later = await adasBrowser(service, client);
    const { access_token: resting } = await jwtFor(later);
    assert.equal(await userinfoStatus(service.url, resting), 200);
    const page = await later.get(logoutPath);
    await later.submit(page, {});
    later.close();
    assert.equal(await userinfoStatus(service.url, resting), 401);
    service.clock.advance(600);
    assert.equal(await userinfoStatus(service.url, jwt), 401);
    assert.deepEqual(await introspect(jwt), { active: false });
  });
});
