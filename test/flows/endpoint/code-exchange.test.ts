import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createJwtVerifier } from "../../../src/adapters/keys/jwt-verifier.ts";
import { SteadyClock } from "../../../src/adapters/system/code-clock.ts";
import { systemRandom } from "../../../src/adapters/system/random.ts";
import { answerClientCall, type ClientCall } from "../../../src/flows/endpoint/client-endpoint.ts";
import { tokenEndpoint } from "../../../src/flows/endpoint/token.ts";
import type { Signer } from "../../../src/flows/key-ports.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { type AccountId, requestIdOf } from "../../../src/values/ids.ts";
import { secondsOf } from "../../../src/values/time.ts";
import { ada, authorizationOf, codeAt } from "../../http/journey.ts";
import { FormClient } from "../../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../../support/in-process.ts";

let service: InProcessService;
let adaId: AccountId;
let photos: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  photos = await service.addClient({
    metadata: { ...interfaceMetadata, isThirdParty: true, mayRefresh: true },
  });
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function callOf(fields: Readonly<Record<string, string>>, client: TestClient = photos): ClientCall {
  const credentials = { client_id: client.id, client_secret: client.secret };
  return {
    authorization: undefined,
    dpop: undefined,
    form: new URLSearchParams({ ...credentials, ...fields }).toString(),
    query: "",
    url: `${service.service.issuer}/v1/Oauth/token`,
    browserOrigin: undefined,
    context: { requestId: requestIdOf("r1"), network: () => "127.0.0.0/24" },
  };
}

/** What the service works with, so that a test can replace a part of it. */
function portsOfService() {
  const { ports, keyring, clock } = service;
  return {
    ...ports,
    clock,
    codeClock: new SteadyClock({ clock, random: systemRandom, latest: undefined, stopwatch: () => 0 }),
    random: systemRandom,
    signer: keyring.signer as Signer,
    jwtVerifier: createJwtVerifier(),
    claimsHook: { ask: async () => assert.fail("no client here asks it") },
    publishedKeys: { find: async () => [], findAgain: async () => undefined },
    events: { record: () => {} },
    settings: {
      issuer: service.service.issuer,
      brandName: "Harbour Library",
      codeLifetime: secondsOf(60),
      accessTokenLifetime: secondsOf(3_600),
      sessionLifetime: secondsOf(86_400),
      sessionIdle: secondsOf(86_400),
      registration: { mode: "closed" },
      clientDocuments: { mode: "closed" },
      claimsHookFails: "closed",
      signUp: "closed",
      sendsMail: false,
      deletionGraceDays: 14,
      registrationsPerHour: 10,
      require: "one",
      consoleRequire: "two",
    },
  } as const;
}

it("a consent that is withdrawn while its code is being claimed leaves neither token nor refresh token, even where the person allows it again", async () => {
  const page = await browser.signIn(authorizationOf(photos), ada);
  const code = codeAt(await browser.submit(page, {}), photos);
  const { ports, clock } = service;
  const { consents, grants, tokenFamilies } = ports;
  const familyIds: Parameters<typeof tokenFamilies.find>[0][] = [];
  const outcome = await answerClientCall(
    {
      ...portsOfService(),
      grants: {
        find: (id) => grants.find(id),
        revoke: (id, at) => grants.revoke(id, at),
        revokeAll: (of, at) => grants.revokeAll(of, at),
        // The person is that quick.
        redeem: async (grant, family) => {
          familyIds.push(grant.id);
          assert.equal(await consents.withdraw(adaId, photos.client.id, clock.now()), "withdrawn");
          return grants.redeem(grant, family);
        },
      },
    },
    tokenEndpoint,
    callOf({ code }),
  );
  assert.equal(outcome.ok, false);
  assert.equal(!outcome.ok && outcome.reason.reason, "consent-withdrawn");
  const [id] = familyIds;
  assert.ok(id);
  assert.notEqual((await grants.find(id))?.revokedAt, undefined);
  assert.notEqual((await tokenFamilies.find(id))?.revokedAt, undefined);
});

describe("a JWT access token that cannot be signed costs neither the code nor the refresh token", () => {
  const broken = () => Promise.reject(new Error("no key"));
  const rows: readonly (readonly [string, Partial<Signer>])[] = [
    ["no key can be made", { ready: broken }],
    ["the signature fails", { sign: broken }],
  ];
  for (const [title, failing] of rows)
    it(`${title}: the next call gets the token`, async () => {
      const resource = `https://api.example/${encodeURIComponent(title)}`;
      await service.addApi({ resource, tokenFormat: "jwt" });
      const client = await service.addClient({ metadata: { ...interfaceMetadata, mayRefresh: true } });
      const working = portsOfService();
      const { signer } = working;
      const ready = signer.ready.bind(signer);
      const sign = signer.sign.bind(signer);
      const withoutKey = {
        ...working,
        signer: { ready, sign, requireRoom: () => {}, ...failing } as Signer,
      };
      const asked = authorizationOf(client, { resource, response_type: "code", scope: "orders:read" });
      const code = codeAt(await browser.get(asked), client);
      const call = callOf({ code }, client);
      await assert.rejects(answerClientCall(withoutKey, tokenEndpoint, call), /no key/);
      const issued = await answerClientCall(working, tokenEndpoint, call);
      assert.ok(issued.ok);
      const { refreshToken = "" } = issued.value.answer;
      const refreshing = callOf({ grant_type: "refresh_token", refresh_token: refreshToken }, client);
      await assert.rejects(answerClientCall(withoutKey, tokenEndpoint, refreshing), /no key/);
      const refreshed = await answerClientCall(working, tokenEndpoint, refreshing);
      assert.ok(refreshed.ok);
      assert.match(refreshed.value.answer.accessToken, /^eyJ/);
    });
});
