import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { apiNamed } from "../storage-contract/apis.ts";
import { withinASecond } from "../storage-contract/harness.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { ada } from "./journey.ts";
import { adasBrowser, openid, tokensFor } from "./support/openid.ts";

const configurationPath = "/.well-known/openid-configuration";
const serverPath = "/.well-known/oauth-authorization-server";
const keysPath = "/.well-known/jwks.json";

let service: InProcessService;
let reader: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  reader = new FormClient(service.url);
});
after(async () => {
  reader.close();
  await service[Symbol.asyncDispose]();
});

type Document = Readonly<Record<string, unknown>>;

function documentIn({ status, headers, body }: HttpAnswer): Document {
  assert.deepEqual([status, headers["content-type"]], [200, "application/json"], body);
  return JSON.parse(body);
}

async function documentAt(path: string): Promise<Document> {
  return documentIn(await reader.get(path));
}

async function keysOf(client: FormClient): Promise<readonly Readonly<Record<string, string>>[]> {
  const { keys } = JSON.parse((await client.get(keysPath)).body);
  return keys;
}

describe("metadata of the authorization server", () => {
  it("RFC 9700 §2.6: both documents name the same issuer, and agree in all that both say", async () => {
    const { issuer } = service.service;
    const server = await documentAt(serverPath);
    const configuration = await documentAt(configurationPath);
    assert.equal(server.issuer, issuer);
    for (const [name, value] of Object.entries(server)) assert.deepEqual(configuration[name], value, name);
  });

  it("oidcc-discovery-endpoint-verification: every required member is there, RS256 among the algorithms", async () => {
    const configuration = await documentAt(configurationPath);
    for (const name of [
      "issuer",
      "authorization_endpoint",
      "token_endpoint",
      "userinfo_endpoint",
      "jwks_uri",
      "response_types_supported",
      "subject_types_supported",
      "id_token_signing_alg_values_supported",
      "end_session_endpoint",
      "backchannel_logout_supported",
      "backchannel_logout_session_supported",
    ])
      assert.ok(configuration[name] !== undefined, name);
    const { id_token_signing_alg_values_supported: algorithms } = configuration;
    assert.ok(Array.isArray(algorithms) && algorithms.includes("RS256") && !algorithms.includes("none"));
  });

  it("both documents name the scopes of open APIs, and within a second of a change", async () => {
    const { apis } = service.ports;
    const open = apiNamed("open", { openTo: "any" });
    const scopesOf = async (path: string) => (await documentAt(path)).scopes_supported;
    const before = await scopesOf(serverPath);
    assert.ok(Array.isArray(before) && before.includes("openid"));
    await apis.create(
      apiNamed("closed", { scopes: [{ name: "hidden", sentence: "x", translations: {} }] }),
      9,
    );
    await apis.create(open, 9);
    for (const path of [serverPath, configurationPath]) {
      const expected = [...before, "read", "write"].join();
      await withinASecond(async () => String(await scopesOf(path)) === expected);
    }
    await apis.remove(open);
    await withinASecond(async () => String(await scopesOf(serverPath)) === before.join());
  });

  it("RFC 9700 §2.1.1: S256 is the only challenge method", async () => {
    assert.deepEqual((await documentAt(serverPath)).code_challenge_methods_supported, ["S256"]);
  });

  it("RFC 8414 §2: every endpoint that is named answers at its address", async () => {
    const configuration = await documentAt(configurationPath);
    const addresses = Object.entries(configuration).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
    assert.equal(addresses.length, 9);
    for (const [name, address] of addresses) {
      const url = new URL(String(address));
      assert.equal(url.origin, service.service.issuer);
      const { status } = await reader.get(url.pathname);
      assert.ok(status !== 404 && status < 500, `${name} answers ${status}`);
    }
  });

  it("the documents may be cached and read by any page, HEAD is answered and POST is refused", async () => {
    for (const [path, seconds] of [
      [configurationPath, 300],
      [serverPath, 300],
      [keysPath, 60],
    ] as const) {
      const { headers } = await reader.get(path);
      assert.equal(headers["cache-control"], `public, max-age=${seconds}`);
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["x-content-type-options"], "nosniff");
      const head = await reader.send({ method: "HEAD", target: path });
      assert.deepEqual([head.status, head.body], [200, ""]);
      const posted = await reader.post(path, {});
      assert.deepEqual([posted.status, posted.headers.allow], [405, "GET, HEAD"]);
    }
  });

  it("RFC 8414 §3.1, OpenID Connect Discovery §4: an issuer with a path is found in both places", async () => {
    const issuer = "https://id.example/tenant";
    await using behind = await startInProcess({ LATCHKEY_BASE_URL: issuer });
    const client = new FormClient(behind.url);
    for (const path of [
      `/tenant${configurationPath}`,
      `${configurationPath}/tenant`,
      `/tenant${serverPath}`,
      `${serverPath}/tenant`,
    ]) {
      const document = documentIn(await client.get(path));
      assert.deepEqual([document.issuer, document.jwks_uri], [issuer, `${issuer}${keysPath}`], path);
    }
    assert.equal((await client.get(`/tenant${keysPath}`)).status, 200);
    for (const path of [configurationPath, serverPath, keysPath])
      assert.equal((await client.get(path)).status, 404, path);
    client.close();
  });
});

describe("key set", () => {
  it("oidcc-discovery-endpoint-verification: one public signing key for each algorithm, with distinct kids", async () => {
    const keys = await keysOf(reader);
    assert.deepEqual(keys.map(({ alg }) => alg).sort(), ["ES256", "EdDSA", "RS256"]);
    assert.equal(new Set(keys.map(({ kid }) => kid)).size, 3);
    for (const key of keys) {
      assert.equal(key.use, "sig");
      for (const secret of ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
        assert.equal(key[secret], undefined, `${key.alg} ${secret}`);
    }
  });

  it("the first caller, and all callers at once, get the keys that stay", async () => {
    await using fresh = await startInProcess();
    const clients = Array.from({ length: 5 }, () => new FormClient(fresh.url));
    const sets = await Promise.all(clients.map(keysOf));
    for (const client of clients.slice(0, 1)) sets.push(await keysOf(client));
    for (const set of sets) assert.deepEqual(set, sets[0]);
    for (const client of clients) client.close();
  });

  for (const algorithm of ["RS256", "ES256", "EdDSA"] as const)
    it(`oidcc-idtoken-signature: an ID token in ${algorithm} verifies with the published key that its kid names`, async () => {
      const client = await service.addClient({ metadata: openid({ idTokenAlgorithm: algorithm }) });
      const browser = await adasBrowser(service, client);
      const { id_token: idToken } = await tokensFor(browser, client);
      const keys = createLocalJWKSet({ keys: (await keysOf(reader)).map((key) => ({ kty: "", ...key })) });
      const { protectedHeader, payload } = await jwtVerify(idToken, keys, {
        issuer: service.service.issuer,
        audience: client.id,
        currentDate: new Date(service.clock.now()),
      });
      assert.deepEqual([protectedHeader.alg, typeof payload.sid], [algorithm, "string"]);
      browser.close();
    });
});
