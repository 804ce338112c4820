import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sealedPartOfCode } from "../../../src/protocol/authorization/code.ts";
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import {
  decideRefresh,
  decideRotation,
  decodeRefreshPayload,
  encodeRefreshPayload,
  formatRefreshToken,
  type RefreshHolder,
  refreshIdleSecondsMax,
  refreshLifetimeSeconds,
  refreshTokenExpiresAt,
  sealedPartOfRefreshToken,
  type TokenFamilyFacts,
} from "../../../src/protocol/token/refresh.ts";
import { clientIdOf, grantIdOf, sessionIdOf } from "../../../src/values/ids.ts";
import { ok, refuse } from "../../../src/values/result.ts";
import { type Instant, instantOf, plus } from "../../../src/values/time.ts";
import { aClient, aPublicClient, formOf, reasonOf, secretText, unwrap } from "../fixtures.ts";

const metadata = { ...interfaceMetadata, mayRefresh: true };
const issuedAt = instantOf(1_800_000_000_000);
const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 });
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
const holder: RefreshHolder = { accountEpoch: 3, isAccountDisabled: false, isSessionLive: true };

interface Changes {
  readonly family?: TokenFamilyFacts | undefined;
  readonly generation?: number;
  readonly client?: AuthenticatedClient;
  readonly scope?: readonly string[];
  readonly holder?: RefreshHolder | undefined;
  readonly proven?: string;
  readonly now?: Instant;
}

function decide(changes: Changes = {}) {
  return decideRefresh({
    payload: { familyId, generation: changes.generation ?? 5 },
    family: "family" in changes ? changes.family : family,
    client: changes.client ?? confidential,
    scope: changes.scope,
    holder: "holder" in changes ? changes.holder : holder,
    proven: changes.proven,
    now: changes.now ?? plus(issuedAt, 60),
  });
}

describe("refresh token", () => {
  it("property: what is packed unpacks to the same", () => {
    fc.assert(
      fc.property(sixteen, fc.nat({ max: 0xffff_ffff }), (id, generation) => {
        const unpacked = decodeRefreshPayload(encodeRefreshPayload({ familyId: grantIdOf(id), generation }));
        assert.equal(unpacked?.generation, generation);
        assert.deepEqual(Buffer.from(unpacked.familyId), Buffer.from(id));
      }),
    );
  });

  it("property: of another length or version, it does not unpack, and nothing throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const unpacked = decodeRefreshPayload(bytes);
        assert.equal(unpacked !== undefined, bytes.length === 21 && bytes[0] === 1);
      }),
    );
  });

  it("a payload unpacks from the middle of a larger buffer", () => {
    const larger = new Uint8Array(40);
    larger.set(encodeRefreshPayload({ familyId, generation: 7 }), 9);
    assert.equal(decodeRefreshPayload(larger.subarray(9, 30))?.generation, 7);
  });

  it("C28: the prefix tells it from codes and access tokens", () => {
    assert.equal(formatRefreshToken("abc_-9"), "lkrt_abc_-9");
    assert.equal(sealedPartOfRefreshToken("lkrt_abc_-9"), "abc_-9");
    assert.equal(sealedPartOfCode("lkrt_abc_-9"), undefined);
    for (const text of [
      "",
      "lkrt_",
      "lkac_abc",
      "lkat_abc",
      "LKRT_abc",
      "lkrt_abc=",
      " lkrt_abc",
      "lkrt_abc\n",
    ])
      assert.equal(sealedPartOfRefreshToken(text), undefined, text);
    assert.equal(sealedPartOfRefreshToken(`lkrt_${"a".repeat(252)}`), undefined);
  });
});

describe("refresh", () => {
  it("RFC 6749 §6: without a scope all that was granted is granted again", () => {
    assert.deepEqual(unwrap(decide()), { scope: family.scope, dpopThumbprint: undefined });
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

  const lastMoment = { ...family, lastUsedAt: plus(family.expiresAt, -60) };
  const other = authenticated(aClient({ metadata, id: clientIdOf("BBBBBBBBBBBBBBBBBBBB") }));
  const rows = [
    ["no such family", { family: undefined }, "refresh-token-unknown"],
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

describe("which token of a family was presented (RFC 9700 §4.14.2)", () => {
  const rows: readonly {
    readonly rule: string;
    readonly presented: number;
    readonly newest: number;
    readonly keepsToken?: true;
    readonly expected: ReturnType<typeof decideRotation>;
  }[] = [
    { rule: "the first token gives the second", presented: 1, newest: 1, expected: ok(2) },
    { rule: "the newest gives its successor", presented: 5, newest: 5, expected: ok(6) },
    { rule: "the one before it gives the newest again", presented: 4, newest: 5, expected: ok(5) },
    { rule: "one before that was reused", presented: 3, newest: 5, expected: refuse("reused") },
    { rule: "the first of many was reused", presented: 1, newest: 99, expected: refuse("reused") },
    { rule: "a kept token stays the newest", presented: 5, newest: 5, keepsToken: true, expected: ok(5) },
    {
      rule: "a client that keeps its token now gets the newest for the one before it",
      presented: 4,
      newest: 5,
      keepsToken: true,
      expected: ok(5),
    },
    {
      rule: "a client that keeps its token now cannot go back to what was replaced before",
      presented: 3,
      newest: 5,
      keepsToken: true,
      expected: refuse("reused"),
    },
    { rule: "there is no token 0", presented: 0, newest: 1, expected: refuse("never-issued") },
    { rule: "there is none before it", presented: -1, newest: 5, expected: refuse("never-issued") },
    { rule: "the next was not issued yet", presented: 6, newest: 5, expected: refuse("never-issued") },
    { rule: "nor any after that", presented: 99, newest: 5, expected: refuse("never-issued") },
  ];
  for (const { rule, presented, newest, keepsToken = false, expected } of rows)
    it(rule, () => assert.deepEqual(decideRotation({ presented, newest, keepsToken }), expected));
});
