import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { assertOwnErrorPage } from "../http/journey.ts";
import type { TestClient } from "../support/in-process.ts";
import { Assertions } from "./support/assertions.ts";
import { Provider } from "./support/provider.ts";
import { RelyingParty } from "./support/relying-party.ts";

// Of oidcc-dynamic-certification-test-plan[response_type=code] what needs no registration by the client itself. Its clients
// authenticate with private_key_jwt.

let provider: Provider;
let keys: Assertions;
before(async () => {
  provider = await Provider.start();
  keys = await Assertions.withNewKey(provider, "RS256");
});
after(() => provider[Symbol.asyncDispose]());

async function newParty(
  metadata: Parameters<Provider["addClient"]>[0] = {},
  redirectUri?: string,
): Promise<RelyingParty> {
  const client: TestClient = await provider.addClient(
    { ...metadata, publicKeys: [keys.publicJwk] },
    redirectUri,
  );
  return new RelyingParty({ provider, client, authenticate: keys.authenticationOf(client) });
}

test("oidcc-ensure-client-assertion-with-iss-aud-succeeds: the issuer is the audience of a client assertion", async () => {
  const party = await newParty();
  await party.userinfo(await party.signIn());
});

test("oidcc-idtoken-rs256: a client that registered for RS256 gets it", async () => {
  const party = await newParty({ idTokenAlgorithm: "RS256" });
  assert.equal(decodeProtectedHeader((await party.signIn()).tokens.id_token).alg, "RS256");
});

test("oidcc-userinfo-rs256: userinfo is a JWT for this client, signed with RS256", async () => {
  const offered = (await provider.configuration()).userinfo_signing_alg_values_supported;
  assert.ok(Array.isArray(offered) && offered.includes("RS256"));
  const party = await newParty({ userinfoAlgorithm: "RS256" });
  const { tokens, idToken } = await party.signIn({ scope: "openid profile" });
  const answer = await provider.fetch(await provider.told("userinfo_endpoint"), {
    authorization: `Bearer ${tokens.access_token}`,
  });
  assert.equal(answer.status, 200, answer.body);
  assert.match(answer.headers["content-type"] ?? "", /^application\/jwt\b/);
  const { payload } = await jwtVerify(answer.body, createLocalJWKSet(await provider.keys()), {
    issuer: await provider.told("issuer"),
    audience: party.client.id,
    algorithms: ["RS256"],
    currentDate: new Date(provider.now() * 1000),
  });
  assert.equal(payload.sub, idToken.sub);
  assert.equal(payload.name, "Ada Lovelace");
});

test("oidcc-ensure-redirect-uri-in-authorization-request: of two registered URIs none is guessed", async () => {
  const redirectUris = ["https://app.example/cb", "https://app.example/cb2"];
  const client = await provider.addClient();
  await provider.service.ports.clients.update({ ...client.client, redirectUris });
  const party = new RelyingParty({ provider, client });
  assertOwnErrorPage(await party.open(party.newRequest({ redirect_uri: undefined })));
});

test("oidcc-redirect-uri-query-OK: a registered query comes back in front of the answer", async () => {
  const party = await newParty({}, "https://app.example/cb?foo=bar");
  await party.userinfo(await party.signIn());
});

test("oidcc-redirect-uri-query-mismatch: another query than the registered one ends on our own page", async () => {
  const party = await newParty({}, "https://app.example/cb?foo=bar");
  const request = party.newRequest({ redirect_uri: "https://app.example/cb?bar=foo" });
  assertOwnErrorPage(await party.open(request));
});

test("oidcc-redirect-uri-query-added: a query that was not registered ends on our own page", async () => {
  const party = await newParty({}, "https://app.example/cb");
  const request = party.newRequest({ redirect_uri: "https://app.example/cb?foo=bar" });
  assertOwnErrorPage(await party.open(request));
});

test("oidcc-server-rotate-keys: a new key is published before it signs, and ID tokens of the old one stay verifiable", async () => {
  const party = await newParty();
  const before = await party.signIn();
  const published = await provider.keys();
  await rotate(party);

  const rotated = await provider.keys();
  const kids = new Set(published.keys.map(({ kid }) => kid));
  const added = rotated.keys.filter(({ kid }) => !kids.has(kid));
  assert.equal(added.length, 1);
  for (const { kid } of published.keys) assert.ok(rotated.keys.some((key) => key.kid === kid));

  provider.wait(61);
  const after = await party.signIn();
  assert.equal(decodeProtectedHeader(after.tokens.id_token).kid, added[0]?.kid);
  await party.verify(before.tokens.id_token);
});

/** As the command line does. A code under a key that the service does not know makes it look for new keys at once. */
async function rotate(party: RelyingParty): Promise<void> {
  const { keyring } = provider.service;
  await keyring.refresh();
  await keyring.rotate("sign-RS256");
  await keyring.rotate("code");
  provider.wait(2);
  const answer = await party.exchange(`lkac_${keyring.seal("code", new Uint8Array(200))}`);
  assert.equal(answer.status, 400);
}
