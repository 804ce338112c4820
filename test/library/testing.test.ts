import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, test } from "node:test";
import { startDemoApplication } from "../../src/demo/application.ts";
import { startLatchkey } from "../../src/library.ts";
import { startTestLatchkey, type TestLatchkey } from "../../src/testing.ts";
import { Secret } from "../../src/values/secret.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";

describe("latchkey/testing", () => {
  const redirectUri = "http://localhost:3000/callback?from=latchkey";
  let latchkey: TestLatchkey;

  before(async () => {
    latchkey = await startTestLatchkey({
      now: "2030-05-01T12:00:00Z",
      settings: { LATCHKEY_SIGN_UP: "invite" },
    });
  });
  after(() => latchkey.close());

  function authorizationUrl(clientId: string, more = ""): string {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state: "s" });
    return `${latchkey.issuer}/v1/Oauth/authorization?${query}${more}`;
  }

  it("signs in through the consent page too, and comes back with a code", async () => {
    const { clientId } = await latchkey.createClient({ redirectUris: [redirectUri], thirdParty: true });
    const ada = await latchkey.createUser({ username: "ada", groups: ["staff"], admin: true });
    const back = await latchkey.signIn(authorizationUrl(clientId), ada);
    assert.equal(back.origin + back.pathname, "http://localhost:3000/callback");
    assert.deepEqual([...back.searchParams.keys()], ["from", "code", "state"]);
  });

  it("gives a new administrator the link that leads to a second factor", async () => {
    const { recoveryLink } = await latchkey.createUser({ username: "grace", admin: true });
    const page = await fetch(recoveryLink ?? "");
    assert.match(await page.text(), /id="new_password"/);
    assert.equal((await latchkey.createUser({ username: "hedy" })).recoveryLink, undefined);
  });

  it("says what the page says where a sign-in stops", async () => {
    const { clientId } = await latchkey.createClient({ redirectUris: [redirectUri] });
    const bob = await latchkey.createUser({ username: "bob" });
    const wrong = latchkey.signIn(authorizationUrl(clientId), { ...bob, password: "wrong" });
    await assert.rejects(wrong, /status 400: .*That username, e-mail address or password is incorrect/);
    const unknown = latchkey.signIn(authorizationUrl("lkcUnknown"), bob);
    await assert.rejects(unknown, /status 400: .*no client with this id|not registered/i);
  });

  it("keeps the time that it was given, and moves it", async () => {
    const client = await latchkey.createClient({ redirectUris: [redirectUri] });
    const eve = await latchkey.createUser({ username: "eve" });
    const back = await latchkey.signIn(authorizationUrl(client.clientId), eve);
    await latchkey.advance(61);
    const answer = await fetch(`${latchkey.issuer}/v1/Oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: client.clientId,
        client_secret: client.clientSecret ?? "",
        code: back.searchParams.get("code") ?? "",
      }),
    });
    assert.match(JSON.stringify(await answer.json()), /expired/);
  });

  it("refuses what the command line refuses, with a sentence", async () => {
    await assert.rejects(latchkey.createClient({ redirectUris: ["http://shop.example/cb"] }), TypeError);
    await assert.rejects(
      latchkey.createUser({ username: "kim", password: "short" }),
      /password cannot be used/,
    );
    await assert.rejects(latchkey.createUser({ username: "kim", groups: ["no group!"] }), /name of a group/);
    assert.equal((await latchkey.createUser({ username: "kim" })).username, "kim");
  });

  it("refuses a date, a setting or a key that cannot be used", async () => {
    await assert.rejects(startTestLatchkey({ now: "soon" }), /now is not a date/);
    await assert.rejects(startTestLatchkey({ settings: { LATCHKEY_PROT: "1" } }), /mean LATCHKEY_PORT/);
    const { privateKey } = generateKeyPairSync("ed25519");
    const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    await assert.rejects(
      startTestLatchkey({ signingKeys: { ES256: pem } }),
      /ES256 must be of the kind EC P-256/,
    );
  });

  for (const [what, options] of Object.entries({
    "a base URL that is not loopback": { baseUrl: "https://id.example" },
    "a host that is not loopback": { settings: { LATCHKEY_HOST: "0.0.0.0" } },
    "a host for every address of IPv6": { settings: { LATCHKEY_HOST: "::" } },
  }))
    it(`does not start with ${what}`, async () => {
      const begun = startTestLatchkey(options).then((started) => started.close());
      await assert.rejects(begun, /^TypeError: startTestLatchkey serves this machine alone/);
    });

  it("signs with a key that it was given", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    const other = await startTestLatchkey({ signingKeys: { ES256: pem } });
    try {
      const answer = await fetch(`${other.issuer}/.well-known/jwks.json`);
      const { keys } = (await answer.json()) as { keys: { alg: string; x: string }[] };
      assert.deepEqual(
        keys.filter(({ alg }) => alg === "ES256").map(({ x }) => x),
        [publicKey.export({ format: "jwk" }).x],
      );
    } finally {
      await other.close();
    }
  });
});

test("the demo signs in against latchkey/testing", async () => {
  const latchkey = await startTestLatchkey();
  const port = await freePort();
  const client = await latchkey.createClient({
    redirectUris: [`http://localhost:${port}/callback`],
    openid: true,
    resources: [`http://localhost:${port}/orders`],
  });
  await latchkey.createApi({
    resource: `http://localhost:${port}/orders`,
    scopes: { "orders:read": "See your orders", "orders:write": "Add orders for you" },
    token: "jwt",
  });
  const ada = await latchkey.createUser({ username: "ada", name: "Ada Lovelace" });
  const demo = await startDemoApplication({
    issuer: latchkey.issuer,
    clientId: client.clientId,
    clientSecret: new Secret(client.clientSecret ?? ""),
    port,
    host: "127.0.0.1",
    trialAccount: async () => ({ username: "ada", name: "Ada Lovelace", password: new Secret(ada.password) }),
  });
  const visitor = new FormClient(demo.url);
  try {
    const start = await visitor.get("/start");
    const back = await latchkey.signIn(String(start.headers.location), ada);
    await visitor.get(back.pathname + back.search);
    assert.match((await visitor.get("/")).body, /Hello, Ada Lovelace/);
  } finally {
    visitor.close();
    await demo.close();
    await latchkey.close();
  }
});

test("startLatchkey keeps its data between two starts, and reads nothing of its surroundings", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-library-"));
  const settings = { LATCHKEY_LOG_LEVEL: "silent" };
  process.env.LATCHKEY_PORT = "no port";
  try {
    const first = await startLatchkey({ port: 0, dataDir, settings });
    await first.createUser({ username: "ada" });
    await first.close();
    const second = await startLatchkey({ port: 0, dataDir, settings });
    await assert.rejects(second.createUser({ username: "ada" }), /Another account/);
    await second.close();
  } finally {
    delete process.env.LATCHKEY_PORT;
    rmSync(dataDir, { recursive: true });
  }
});
