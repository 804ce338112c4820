import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { decideDeviceExchange, isWaiting } from "../../../src/protocol/device/device-exchange.ts";
import { tokenErrors } from "../../../src/protocol/errors.ts";
import type { CodeHolder } from "../../../src/protocol/token/code-exchange.ts";
import { deviceGrantType, readTokenRequest } from "../../../src/protocol/token/request.ts";
import { clientIdOf } from "../../../src/values/ids.ts";
import { plus } from "../../../src/values/time.ts";
import { aClient, formOf, reasonOf, secretText, unwrap } from "../fixtures.ts";
import { aDevice, allowed, noon } from "./fixtures.ts";

const api = "https://api.example";
const tv = aClient({
  metadata: { ...interfaceMetadata, isOpenid: true, mayUseDeviceGrant: true, resources: [api] },
});
const holder: CodeHolder = {
  accountEpoch: 3,
  isAccountDisabled: false,
  isSessionLive: true,
  isConsentLive: true,
  isAdmitted: true,
};
const answered = aDevice({ decision: allowed });

function authenticated(client: Client): AuthenticatedClient {
  const parameters = formOf({ client_id: client.id, client_secret: secretText });
  const presented = unwrap(readClientCredentials({ authorization: undefined, parameters }));
  return unwrap(authenticateClient(client, presented)).client;
}

type Given = Parameters<typeof decideDeviceExchange>[0];

function decide(changes: Partial<Given> = {}) {
  return decideDeviceExchange({
    device: answered,
    client: authenticated(tv),
    request: { resources: [] },
    holder,
    dpopThumbprint: undefined,
    now: noon,
    allowedAt: noon,
    ...changes,
  });
}

describe("what a poll gets (RFC 8628 §3.5)", () => {
  it("tokens, once the person has allowed it: for the scope that was asked for", () => {
    const { payload, target, codeDeadAt } = unwrap(decide());
    assert.deepEqual(payload.extras, { scope: ["openid"] });
    assert.deepEqual([payload.grantId, payload.sessionId], [allowed.grantId, allowed.sessionId]);
    assert.deepEqual(target.audience, []);
    // The grant spends the code on every node's clock.
    assert.ok(codeDeadAt > answered.expiresAt);
  });

  it("offline_access makes tokens that outlive the session", () => {
    const device = { ...answered, scope: ["offline_access"] };
    assert.equal(unwrap(decide({ device })).payload.extras?.isOffline, true);
  });

  const refusals: readonly (readonly [string, Partial<Given>, string])[] = [
    ["no device has the code", { device: undefined }, "invalid_grant"],
    [
      "another client's device",
      { device: { ...answered, clientId: clientIdOf("B".repeat(20)) } },
      "invalid_grant",
    ],
    ["nobody has answered", { device: aDevice(), holder: undefined }, "authorization_pending"],
    ["the person said no", { device: aDevice({ decision: { kind: "denied" } }) }, "access_denied"],
    ["time is over before an answer", { device: aDevice(), now: plus(noon, 600) }, "expired_token"],
    ["time is over after the answer", { now: plus(noon, 600) }, "expired_token"],
    ["the session or the account is gone", { holder: undefined }, "invalid_grant"],
    ["the session is over", { holder: { ...holder, isSessionLive: false } }, "invalid_grant"],
    ["the account is disabled", { holder: { ...holder, isAccountDisabled: true } }, "invalid_grant"],
    ["the account was changed", { holder: { ...holder, accountEpoch: 4 } }, "invalid_grant"],
    ["the consent was withdrawn", { holder: { ...holder, isConsentLive: false } }, "invalid_grant"],
    ["the person left the group", { holder: { ...holder, isAdmitted: false } }, "invalid_grant"],
    ["a resource that was not asked for", { request: { resources: [`${api}/2`] } }, "invalid_target"],
    ["a key that was proved before is not proved", { device: bound("A") }, "invalid_dpop_proof"],
    ["another key", { device: bound("A"), dpopThumbprint: "B" }, "invalid_grant"],
  ];
  for (const [title, changes, error] of refusals)
    it(`${title}: ${error}`, () => {
      assert.equal(tokenErrors[reasonOf(decide(changes))].error, error);
    });

  it("a client that lost the device grant gets nothing for a code of before", () => {
    const client = authenticated({ ...tv, metadata: { ...tv.metadata, mayUseDeviceGrant: false } });
    assert.equal(reasonOf(decide({ client })), "device-grant-not-registered");
  });

  it("a client that was disabled and enabled again since gets nothing", () => {
    const client = authenticated({ ...tv, codesVoidUntil: plus(noon, 1) });
    assert.equal(reasonOf(decide({ client })), "code-void");
    assert.ok(decide({ client, allowedAt: plus(noon, 2) }).ok);
  });

  it("some of the resources that were asked for", () => {
    const audience = [api, `${api}/2`];
    const device = { ...answered, audience };
    const client = authenticated({ ...tv, metadata: { ...tv.metadata, resources: audience } });
    const some = unwrap(decide({ device, client, request: { resources: [api] } }));
    assert.deepEqual(some.target.audience, [api]);
    assert.deepEqual(unwrap(decide({ device, client })).target.audience, audience);
  });

  it("only the two answers of a person who has not answered are waiting", () => {
    const waiting = Object.keys(tokenErrors).filter(isWaiting);
    assert.deepEqual(waiting.sort(), ["authorization-pending", "slow-down"]);
  });
});

function bound(dpopThumbprint: string): Given["device"] {
  return { ...answered, dpopThumbprint };
}

describe("the token request of a device (RFC 8628 §3.4)", () => {
  const read = (fields: Record<string, string>) =>
    readTokenRequest({ parameters: formOf({ grant_type: deviceGrantType, ...fields }), query: undefined });

  it("names the device_code", () => {
    assert.deepEqual(unwrap(read({ device_code: "x" })), {
      grantType: deviceGrantType,
      deviceCode: "x",
      resources: [],
    });
    assert.equal(reasonOf(read({})), "device-code-missing");
  });

  it("a device_code in the URL is refused, as every parameter is", () => {
    const query = formOf({ device_code: "x" });
    const parameters = formOf({ grant_type: deviceGrantType });
    assert.equal(reasonOf(readTokenRequest({ parameters, query })), "parameters-in-query");
  });
});
