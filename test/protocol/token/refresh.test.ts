import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import {
  decideRefresh,
  type RefreshingHolder,
  refreshLifetimeSeconds,
  refreshTokenExpiresAt,
  type TokenFamilyFacts,
} from "../../../src/protocol/token/refresh.ts";
import { clientIdOf, grantIdOf, sessionIdOf } from "../../../src/values/ids.ts";
import { refreshIdleSecondsMax } from "../../../src/values/refresh-idle.ts";
import { type Instant, instantOf, plus } from "../../../src/values/time.ts";
import { aClient, aPublicClient, formOf, reasonOf, secretText, unwrap } from "../fixtures.ts";

const metadata = { ...interfaceMetadata, mayRefresh: true };
const issuedAt = instantOf(1_800_000_000_000);
const familyId = grantIdOf(new Uint8Array(16));

function authenticated(client: Client): AuthenticatedClient {
  const fields = { client_id: client.id, ...(client.isPublic ? {} : { client_secret: secretText }) };
  const presented = unwrap(readClientCredentials({ authorization: undefined, parameters: formOf(fields) }));
  return unwrap(authenticateClient(client, presented)).client;
}

const confidential = authenticated(aClient({ metadata }));
const open = authenticated(aPublicClient({ metadata }));

const family: TokenFamilyFacts = {
  clientId: confidential.id,
  accountEpoch: 3,
  sessionId: sessionIdOf(new Uint8Array(16)),
  scope: ["openid", "profile", "email"],
  generation: 5,
  expiresAt: plus(issuedAt, refreshLifetimeSeconds),
  lastUsedAt: issuedAt,
};
const { sessionId: _, ...offline } = family;
const holder: RefreshingHolder = {
  accountEpoch: 3,
  isAccountDisabled: false,
  isSessionLive: true,
  isConsentLive: true,
  isAdmitted: true,
};

interface Changes {
  readonly family?: TokenFamilyFacts | undefined;
  readonly generation?: number;
  readonly client?: AuthenticatedClient;
  readonly scope?: readonly string[];
  readonly resources?: readonly string[];
  readonly holder?: RefreshingHolder | undefined;
  readonly proven?: string;
  readonly now?: Instant;
}

function decide(changes: Changes = {}) {
  return decideRefresh({
    payload: { familyId, generation: changes.generation ?? 5 },
    family: "family" in changes ? changes.family : family,
    client: changes.client ?? confidential,
    scope: changes.scope,
    resources: changes.resources ?? [],
    holder: "holder" in changes ? changes.holder : holder,
    proven: changes.proven,
    now: changes.now ?? plus(issuedAt, 60),
  });
}

describe("refresh", () => {
  it("RFC 6749 §6: without a scope all that was granted is granted again", () => {
    assert.deepEqual(unwrap(decide()), {
      scope: family.scope,
      dpopThumbprint: undefined,
      target: { audience: [], api: undefined, scope: ["openid", "profile", "email"] },
    });
  });

  it("RFC 6749 §6: the scope may narrow, in the order of the grant", () => {
    assert.deepEqual(unwrap(decide({ scope: ["email", "openid"] })).scope, ["openid", "email"]);
    assert.deepEqual(unwrap(decide({ scope: [] })).scope, []);
  });

  it("RFC 9700 §4.14.2: a public client is treated the same", () => {
    assert.ok(decide({ client: open, family: { ...family, clientId: open.id } }).ok);
  });

  it("the token before the newest is for the claim to judge", () => {
    assert.ok(decide({ generation: 4 }).ok);
    assert.ok(decide({ generation: 1 }).ok);
  });

  it("offline access outlives the session", () => {
    assert.ok(decide({ family: offline, holder: { ...holder, isSessionLive: false } }).ok);
  });

  const [one, two] = ["https://one.example", "https://two.example"] as const;
  const forOne = { ...family, audience: [one] };
  const registeredForTwo = authenticated(aClient({ metadata: { ...metadata, resources: [one, two] } }));
  it("RFC 8707 §2.2: the resources that were granted, or some of them", () => {
    assert.deepEqual(unwrap(decide({ client: registeredForTwo, family: forOne })).target.audience, [one]);
    const forBoth = { ...family, audience: [one, two] };
    const asked = { client: registeredForTwo, family: forBoth, resources: [two] };
    assert.deepEqual(unwrap(decide(asked)).target.audience, [two]);
  });

  it("RFC 8707 §2.2: a registered one, where none was named before", () => {
    assert.deepEqual(unwrap(decide({ client: registeredForTwo, resources: [two] })).target.audience, [two]);
    assert.deepEqual(unwrap(decide({ client: registeredForTwo })).target.audience, []);
  });

  const lastMoment = { ...family, lastUsedAt: plus(family.expiresAt, -60) };
  const other = authenticated(aClient({ metadata, id: clientIdOf("BBBBBBBBBBBBBBBBBBBB") }));
  const rows = [
    ["a family that was removed", { family: undefined }, "refresh-family-gone"],
    ["a number that was never issued", { generation: 6 }, "refresh-token-unknown"],
    ["number zero", { generation: 0 }, "refresh-token-unknown"],
    ["C26, RFC 6749 §10.4: another client", { client: other }, "refresh-token-of-another-client"],
    [
      "ASVS V10.4.4: a client without refresh tokens",
      { client: authenticated(aClient()) },
      "refresh-not-registered",
    ],
    ["C27: consent revoked", { family: { ...family, revokedAt: issuedAt } }, "refresh-token-revoked"],
    [
      "ASVS V10.4.8: the end of the absolute limit",
      { family: lastMoment, now: family.expiresAt },
      "refresh-token-expired",
    ],
    ["RFC 9700 §4.14.2: idle", { now: plus(issuedAt, refreshIdleSecondsMax) }, "refresh-token-idle"],
    ["C27: the account is gone", { holder: undefined }, "refresh-account-changed"],
    ["C27: password changed", { holder: { ...holder, accountEpoch: 4 } }, "refresh-account-changed"],
    ["C27: person disabled", { holder: { ...holder, isAccountDisabled: true } }, "refresh-account-disabled"],
    ["signed out", { holder: { ...holder, isSessionLive: false } }, "refresh-session-ended"],
    [
      "C27: offline, but signed out everywhere",
      { family: offline, holder: { ...holder, accountEpoch: 4 } },
      "refresh-account-changed",
    ],
    ["C25: a wider scope", { scope: ["openid", "phone"] }, "refresh-scope-wider"],
    ["C27: consent withdrawn", { holder: { ...holder, isConsentLive: false } }, "consent-withdrawn"],
    ["in no group of the client", { holder: { ...holder, isAdmitted: false } }, "account-not-admitted"],
    [
      "RFC 8707 §2.2: a resource that was not granted",
      { family: forOne, resources: [two] },
      "target-not-granted",
    ],
    [
      "RFC 8707 §2.2: one that is not registered, where none was named before",
      { client: registeredForTwo, resources: ["https://three.example"] },
      "target-not-granted",
    ],
  ] as const;
  for (const [title, changes, reason] of rows)
    it(`${title}: refused`, () => {
      assert.equal(reasonOf(decide(changes)), reason);
    });

  it("a token that did not open is unknown", () => {
    const given = {
      family,
      client: confidential,
      scope: undefined,
      resources: [],
      holder,
      proven: undefined,
      now: issuedAt,
    };
    assert.equal(reasonOf(decideRefresh({ ...given, payload: undefined })), "refresh-token-unknown");
  });

  it("limits hold to the millisecond, and the earlier one counts", () => {
    const idleAt = plus(issuedAt, refreshIdleSecondsMax);
    assert.equal(refreshTokenExpiresAt(family), idleAt);
    assert.ok(decide({ now: instantOf(idleAt - 1) }).ok);
    assert.equal(refreshTokenExpiresAt(lastMoment), family.expiresAt);
    assert.ok(decide({ family: lastMoment, now: instantOf(family.expiresAt - 1) }).ok);
  });

  const bound = { ...family, dpopThumbprint: "a" };
  it("RFC 9449 §5: the refresh token of a public client is bound to its key", () => {
    assert.equal(unwrap(decide({ client: open, family: bound, proven: "a" })).dpopThumbprint, "a");
    assert.equal(reasonOf(decide({ client: open, family: bound, proven: "b" })), "dpop-key-differs");
    assert.equal(reasonOf(decide({ client: open, family: bound })), "dpop-proof-missing");
  });

  it("RFC 9449 §5: a confidential client may change its key, but not fall back to bearer tokens", () => {
    assert.equal(unwrap(decide({ family: bound, proven: "b" })).dpopThumbprint, "b");
    assert.equal(reasonOf(decide({ family: bound })), "dpop-proof-missing");
  });

  it("ASVS V10.4.14: a client that must bind its tokens needs a proof", () => {
    const client = authenticated(aClient({ metadata: { ...metadata, requiresDpop: true } }));
    assert.equal(reasonOf(decide({ client })), "dpop-proof-missing");
    assert.equal(unwrap(decide({ client, proven: "a" })).dpopThumbprint, "a");
  });
});
