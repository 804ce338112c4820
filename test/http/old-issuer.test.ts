import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type OldEndpoint, oldPaths, oldProducts } from "../../src/protocol/old-product/paths.ts";
import { parseKeptSubject } from "../../src/values/ids.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { codeAt } from "./journey.ts";
import { credentialsOf, dpopProof, newClientKey, openid, post } from "./support/openid.ts";

const password = "seven quiet rivers run north";
const base = "/realms/acme";
const issuer = `https://id.example${base}`;
const signedOut = "https://app.example/signed-out";

/** A service at the address of another product, with a person who has its subject. */
async function startAt(environment: Readonly<Record<string, string>>) {
  const service = await startInProcess({ LATCHKEY_BASE_URL: issuer, ...environment });
  const client = await service.addClient({ metadata: openid({ postLogoutRedirectUris: [signedOut] }) });
  const id = await service.addAccount("template", password);
  const { username: _, ...template } = (await service.ports.accounts.find(id)) ?? assert.fail();
  const subject = parseKeptSubject("f1c2-old") ?? assert.fail();
  const ada = { ...template, id: `${id.slice(0, -3)}Ada` as typeof id, subject, username: "ada" as never };
  assert.ok((await service.ports.accounts.create(ada)).ok);
  return { service, client };
}

const requestOf = ({ id, redirectUri }: TestClient, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    response_type: "code",
    scope: "openid",
    client_id: id,
    redirect_uri: redirectUri,
    ...more,
  }).toString();

for (const product of oldProducts)
  describe(`the addresses of ${product}`, () => {
    let service: InProcessService;
    let client: TestClient;
    const at = (endpoint: OldEndpoint): string =>
      base + (oldPaths[product].find(([, name]) => name === endpoint)?.[0] ?? "/nowhere");

    before(async () => {
      ({ service, client } = await startAt({ LATCHKEY_OLD_PATHS: product }));
    });
    after(() => service[Symbol.asyncDispose]());

    it("take a person from the authorization request to claims, introspection and revocation, under the issuer of before", async () => {
      const browser = new FormClient(service.url);
      const answer = await browser.signIn(`${at("authorization")}?${requestOf(client)}`, {
        username: "ada",
        password,
      });
      const code = codeAt(answer, client);
      const exchanged = await post(service.url, at("token"), {
        ...credentialsOf(client),
        grant_type: "authorization_code",
        code,
        redirect_uri: client.redirectUri,
      });
      assert.equal(exchanged.status, 200, exchanged.body);
      const { access_token: token, id_token: idToken } = JSON.parse(exchanged.body);
      const claims = JSON.parse(Buffer.from(String(idToken).split(".")[1] ?? "", "base64url").toString());
      assert.deepEqual([claims.iss, claims.sub], [issuer, "f1c2-old"]);
      const told = await browser.get(at("userinfo"), { authorization: `Bearer ${token}` });
      assert.equal(JSON.parse(told.body).sub, "f1c2-old");
      for (const endpoint of ["introspection", "revocation"] as const) {
        if (!oldPaths[product].some(([, name]) => name === endpoint)) continue;
        const answered = await post(service.url, at(endpoint), { ...credentialsOf(client), token });
        assert.equal(answered.status, 200, answered.body);
        if (endpoint === "introspection") assert.equal(JSON.parse(answered.body).active, true);
        else
          assert.equal((await browser.get(at("userinfo"), { authorization: `Bearer ${token}` })).status, 401);
      }
      browser.close();
    });

    it("are answered by every row of the table, and the documents of discovery name the issuer of before", async () => {
      const browser = new FormClient(service.url);
      for (const [path] of oldPaths[product]) {
        const answers = await Promise.all(
          ["GET", "POST"].map((method) => browser.send({ method, target: base + path })),
        );
        assert.ok(!answers.some(({ status }) => status === 404), path);
      }
      for (const target of [
        `${base}/.well-known/openid-configuration`,
        `/.well-known/openid-configuration${base}`,
      ])
        assert.equal(JSON.parse((await browser.get(target)).body).issuer, issuer);
      const kids = async (target: string) =>
        JSON.parse((await browser.get(target)).body).keys.map(({ kid }: { kid: string }) => kid);
      const own = await kids(`${base}/.well-known/jwks.json`);
      if (product !== "hydra") assert.deepEqual(await kids(at("jwks")), own);
      browser.close();
    });

    it("RFC 9449 §4.3: a proof for the address that was called is accepted there", async () => {
      const browser = new FormClient(service.url);
      const key = await newClientKey();
      const code = codeAt(
        await browser.signIn(`${at("authorization")}?${requestOf(client)}`, { username: "ada", password }),
        client,
      );
      const path = at("token").slice(base.length);
      const fields = { ...credentialsOf(client), grant_type: "authorization_code", code };
      const dpop = await dpopProof(service, key, path);
      const answer = await post(service.url, at("token"), fields, { dpop });
      assert.equal(JSON.parse(answer.body).token_type, "DPoP", answer.body);
      browser.close();
    });
  });

it("without the setting, no address of another product is answered", async () => {
  const { service } = await startAt({});
  const browser = new FormClient(service.url);
  for (const product of oldProducts)
    for (const [path] of oldPaths[product])
      assert.equal((await browser.get(base + path)).status, 404, `${product} ${path}`);
  browser.close();
  await service[Symbol.asyncDispose]();
});

describe("the keys of the product that had the issuer before", () => {
  let service: InProcessService;
  let client: TestClient;
  let folder: string;
  let browser: FormClient;
  let oldKey: CryptoKey;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "latchkey-old-keys-"));
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    oldKey = privateKey;
    const encryption = { ...(await exportJWK(publicKey)), kid: "enc", use: "enc", alg: "RSA-OAEP" };
    const signing = { ...(await exportJWK(publicKey)), kid: "old-1", use: "sig", alg: "RS256", x5c: ["MII"] };
    await writeFile(join(folder, "jwks.json"), JSON.stringify({ keys: [encryption, signing] }));
    ({ service, client } = await startAt({
      LATCHKEY_OLD_KEYS: join(folder, "jwks.json"),
      LATCHKEY_OLD_KEYS_UNTIL: "2026-01-31",
    }));
    browser = new FormClient(service.url);
    const target = `${base}/v1/Oauth/authorization?${requestOf(client)}`;
    codeAt(await browser.signIn(target, { username: "ada", password }), client);
  });
  after(async () => {
    browser.close();
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const idTokenOf = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
    new SignJWT({
      iss: issuer,
      sub: "f1c2-old",
      aud: client.id,
      typ: "ID",
      at_hash: "x",
      sid: "5e55",
      iat: 1_700_000_000,
      exp: 1_700_000_300,
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: "old-1", typ: "JWT", ...header })
      .sign(oldKey);
  const published = async () =>
    JSON.parse((await browser.get(`${base}/.well-known/jwks.json`)).body).keys.find(
      ({ kid }: { kid: string }) => kid === "old-1",
    );
  /** The code, or the error, that the client gets for a request with this hint. */
  const asked = async (hint: string) => {
    const query = requestOf(client, { prompt: "none", id_token_hint: hint });
    const { headers } = await browser.get(`${base}/v1/Oauth/authorization?${query}`);
    const parameters = new URL(headers.location ?? "").searchParams;
    return parameters.has("code") ? "code" : parameters.get("error");
  };

  it("are published beside the service's own, without what a key does not need", async () => {
    const { n, e, ...others } = await published();
    assert.ok(n && e);
    assert.deepEqual(others, { kty: "RSA", kid: "old-1", alg: "RS256", use: "sig" });
    const { keys } = JSON.parse((await browser.get(`${base}/.well-known/jwks.json`)).body);
    assert.ok(keys.length > 1);
  });

  it("verify its ID tokens as hints, and those of nobody else", async () => {
    assert.equal(await asked(await idTokenOf()), "code");
    assert.equal(await asked(await idTokenOf({ aud: [client.id] })), "code");
    assert.equal(await asked(await idTokenOf({ typ: undefined, nonce: "n" }, { typ: undefined })), "code");
    const refused: readonly (readonly [Record<string, unknown>, Record<string, unknown>?])[] = [
      [{ sub: "somebody-else" }],
      [{ iss: "https://id.example/realms/other" }],
      [{ aud: [client.id, "another"] }],
      [{ aud: "another" }],
      [{ typ: "Bearer" }],
      [{ typ: "Refresh" }],
      [{ typ: undefined, at_hash: undefined }],
      [{ events: {} }],
      [{}, { typ: "at+jwt" }],
      [{}, { kid: "another" }],
    ];
    for (const [claims, header] of refused)
      assert.equal(
        await asked(await idTokenOf(claims, header)),
        "login_required",
        JSON.stringify([claims, header]),
      );
    const stranger = await generateKeyPair("RS256");
    const forged = new SignJWT({ iss: issuer, sub: "f1c2-old", aud: client.id, typ: "ID" })
      .setProtectedHeader({ alg: "RS256", kid: "old-1" })
      .sign(stranger.privateKey);
    assert.equal(await asked(await forged), "login_required");
  });

  it("never make an access token good", async () => {
    for (const typ of ["at+jwt", "JWT"]) {
      const token = await idTokenOf({ typ: "Bearer", scope: "openid", client_id: client.id }, { typ });
      const told = await browser.get(`${base}/v1/Oauth/userinfo`, {
        authorization: `Bearer ${token}`,
        cookie: "",
      });
      assert.equal(told.status, 401);
      const answer = await post(service.url, `${base}/v1/Oauth/introspection`, {
        ...credentialsOf(client),
        token,
      });
      assert.deepEqual(JSON.parse(answer.body), { active: false });
    }
  });

  it("sign nobody out unasked: an old ID token names no session here", async () => {
    const query = new URLSearchParams({
      id_token_hint: await idTokenOf(),
      post_logout_redirect_uri: signedOut,
    });
    const page = await browser.get(`${base}/v1/Oauth/logout?${query}`);
    assert.equal(page.status, 200);
    assert.match(page.body, /<form/);
    const answer = await browser.submit(page, {});
    assert.equal(answer.headers.location, signedOut);
    const target = `${base}/v1/Oauth/authorization?${requestOf(client)}`;
    codeAt(await browser.signIn(target, { username: "ada", password }), client);
  });

  it("are gone after the last day, as hints too", async () => {
    const hint = await idTokenOf();
    service.clock.advance(31 * 86_400);
    const target = `${base}/v1/Oauth/authorization?${requestOf(client)}`;
    codeAt(await browser.signIn(target, { username: "ada", password }), client);
    assert.equal(await asked(hint), "login_required");
    assert.equal(await published(), undefined);
  });

  it("are refused at the start if the file has a private key, and the message repeats nothing of it", async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: "leaked", alg: "ES256" };
    const path = join(folder, "private.json");
    await writeFile(path, JSON.stringify({ keys: [jwk] }));
    const started = startAt({ LATCHKEY_OLD_KEYS: path, LATCHKEY_OLD_KEYS_UNTIL: "2026-01-31" });
    await assert.rejects(started, (error: Error) => {
      assert.match(error.message, /LATCHKEY_OLD_KEYS: .*private\.json: The key "leaked" is private/);
      assert.ok(!error.message.includes(String(jwk.d)));
      return true;
    });
  });
});
