import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada } from "./journey.ts";
import {
  adasBrowser,
  credentialsOf,
  endpoints,
  openid,
  post,
  refresh,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const kept = {
  name: "Ada Lovelace",
  email: "ada@example.org",
  phoneNumber: "+442079460123",
  address: "12 St James's Square\nLondon SW1Y 4JH",
};
const phone = { phone_number: kept.phoneNumber, phone_number_verified: false };
const address = { address: { formatted: kept.address } };
const everything = {
  response_type: "code",
  scope: "openid profile email address phone",
  claims: JSON.stringify({
    userinfo: { phone_number: null, address: null },
    id_token: { phone_number: null, address: null },
  }),
};

let service: InProcessService;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password, kept);
  browser = await adasBrowser(service, await service.addClient({ metadata: openid() }));
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

/** What a sign-in with this request tells the client: at userinfo, without the members that are always there, and in the ID token. */
async function toldTo(client: TestClient, request: Readonly<Record<string, string>>) {
  const { access_token, id_token } = await tokensFor(browser, client, request);
  const answer = await browser.get(endpoints.userinfo, { authorization: `Bearer ${access_token}` });
  assert.equal(answer.status, 200, answer.body);
  const isJwt = answer.headers["content-type"] === "application/jwt";
  const { sub, id, iss, aud, ...userinfo } = isJwt ? decodeJwt(answer.body) : JSON.parse(answer.body);
  assert.ok(sub === id && isJwt === (iss !== undefined) && isJwt === (aud !== undefined));
  return { userinfo, idToken: id_token === undefined ? undefined : decodeJwt(id_token) };
}

function addClient(metadata: ClientMetadata): Promise<TestClient> {
  return service.addClient({ metadata });
}

describe("phone number and address", () => {
  it("OpenID Connect Core §5.4: each scope opens its own at userinfo, and nothing in a lean ID token", async () => {
    const client = await addClient(openid({ hasLeanIdToken: true }));
    for (const [scope, expected] of [
      ["openid phone", phone],
      ["openid address", address],
      ["openid phone address", { ...phone, ...address }],
      ["openid", {}],
    ] as const) {
      const { userinfo, idToken } = await toldTo(client, { scope });
      assert.deepEqual(userinfo, expected, scope);
      assert.ok(idToken && !("phone_number" in idToken) && !("address" in idToken), scope);
    }
  });

  it("OpenID Connect Core §5.5: the claims parameter opens them where it says", async () => {
    const claims = { userinfo: { address: null }, id_token: { phone_number: { essential: true } } };
    const { userinfo, idToken } = await toldTo(await addClient(openid()), { claims: JSON.stringify(claims) });
    assert.deepEqual(userinfo, address);
    assert.equal(idToken?.phone_number, kept.phoneNumber);
    assert.ok(!("address" in idToken) && !("phone_number_verified" in idToken));
  });

  it("OpenID Connect Core §5.3.2: they stand in signed userinfo too", async () => {
    const client = await addClient(openid({ userinfoAlgorithm: "RS256" }));
    const { userinfo } = await toldTo(client, { scope: "openid phone address" });
    assert.deepEqual(userinfo, { ...phone, ...address });
  });

  it("a client of the interface gets neither, with any scope", async () => {
    const { userinfo, idToken } = await toldTo(await service.addClient(), everything);
    assert.deepEqual([userinfo, idToken], [{}, undefined]);
  });

  it("a client that is registered for OAuth alone gets neither, with any scope", async () => {
    const client = await addClient({ ...interfaceMetadata, mayRefresh: true });
    const { userinfo, idToken } = await toldTo(client, everything);
    assert.deepEqual(
      [Object.keys(userinfo).filter((name) => /phone|address/.test(name)), idToken],
      [[], undefined],
    );
  });
});

const names = [
  "name",
  "preferred_username",
  "updated_at",
  "email",
  "email_verified",
  "phone_number",
  "phone_number_verified",
  "address",
];

/** What an ID token says of the person. */
function personIn(idToken: Readonly<Record<string, unknown>> | undefined) {
  return Object.fromEntries(Object.entries(idToken ?? {}).filter(([name]) => names.includes(name)));
}

describe("ID token", () => {
  const rows = ["openid", "openid profile", "openid email", "openid profile email phone address"];
  for (const scope of rows)
    it(`says what userinfo says of the person, with scope=${scope}`, async () => {
      const { userinfo, idToken } = await toldTo(await addClient(openid()), { scope });
      assert.deepEqual(personIn(idToken), userinfo);
      assert.equal("name" in userinfo, scope.includes("profile"));
    });

  it("says it again after a refresh, as far as the refresh asks for the scope", async () => {
    const client = await addClient(openid());
    const { refresh_token } = await tokensFor(browser, client, { scope: "openid profile email" });
    const first = tokensIn(await refresh(service.url, client, refresh_token));
    assert.equal(decodeJwt(first.id_token).email, kept.email);
    const fields = {
      ...credentialsOf(client),
      grant_type: "refresh_token",
      refresh_token: first.refresh_token,
      scope: "openid profile",
    };
    const narrower = decodeJwt(tokensIn(await post(service.url, endpoints.token, fields)).id_token);
    assert.deepEqual([narrower.name, narrower.email], [kept.name, undefined]);
  });

  it("of a lean client says nothing, neither at first nor after a refresh", async () => {
    const client = await addClient(openid({ hasLeanIdToken: true }));
    const { id_token, refresh_token } = await tokensFor(browser, client, { scope: "openid profile email" });
    const refreshed = tokensIn(await refresh(service.url, client, refresh_token));
    for (const token of [id_token, refreshed.id_token]) assert.deepEqual(personIn(decodeJwt(token)), {});
  });

  it("of a lean client still says what claims.id_token asks for", async () => {
    const claims = JSON.stringify({ id_token: { email: null } });
    const client = await addClient(openid({ hasLeanIdToken: true }));
    const { idToken } = await toldTo(client, { scope: "openid profile", claims });
    assert.deepEqual(personIn(idToken), { email: kept.email });
  });
});
