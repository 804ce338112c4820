import assert from "node:assert/strict";
import { test } from "node:test";
import { openKeyring } from "../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../src/adapters/keys/master-key.ts";
import { sealRefreshToken } from "../../../src/flows/endpoint/refresh.ts";
import type { TokenFamily } from "../../../src/flows/grant-ports.ts";
import { createAccount } from "../../../src/flows/operator/account.ts";
import { registerClient, setClientDisabled } from "../../../src/flows/operator/client.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { inspectToken, revokeTokens } from "../../../src/flows/operator/token.ts";
import type { Account } from "../../../src/identity/account.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import {
  type AccessToken,
  digestOfAccessToken,
  formatAccessToken,
  readAccessToken,
  signedAccessToken,
} from "../../../src/protocol/token/access-token.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { createGrantId, formatGrantId, type SessionId, sessionIdOf } from "../../../src/values/ids.ts";
import { refreshIdleSecondsMax } from "../../../src/values/refresh-idle.ts";
import { Secret } from "../../../src/values/secret.ts";
import { StoreUnavailable } from "../../../src/values/store-unavailable.ts";
import { plus } from "../../../src/values/time.ts";
import { openRegistry } from "./store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const password = new Secret("violet anchor puzzles 83");

/** A registry with two people and two clients. */
async function openStage() {
  const registry = await openRegistry();
  const keyring = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  const stage = { ...registry, sealer: keyring, signer: keyring.signer };
  const [ada, bob] = [await addAccount(stage, "ada"), await addAccount(stage, "bob")];
  const [app, other] = [await addClient(stage, "App"), await addClient(stage, "Other")];
  return {
    ...stage,
    ada,
    bob,
    app,
    other,
    [Symbol.asyncDispose]: async () => {
      keyring.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}

type Registry = Awaited<ReturnType<typeof openRegistry>>;
type Stage = Awaited<ReturnType<typeof openStage>>;

async function addAccount(registry: Registry, username: string): Promise<Account> {
  const added = await createAccount(registry, { username, password, isAdmin: false }, { by: everyRight });
  assert.ok(added.ok);
  return added.value;
}

async function addClient(registry: Registry, name: string): Promise<Client> {
  const added = await registerClient(
    registry,
    {
      name,
      redirectUris: ["https://app.example/"],
      profile: "interface",
      isPublic: false,
      metadata: { isOpenid: true, mayRefresh: true },
    },
    { by: everyRight },
  );
  assert.ok(added.ok);
  return added.value.client;
}

async function signIn({ sessions, clock, random }: Stage, { id, epoch }: Account): Promise<SessionId> {
  const cookieDigest = sha256(random.bytes(32));
  const now = clock.now();
  const session = {
    id: sessionIdOf(cookieDigest.subarray(0, 16)),
    cookieDigest,
    accountId: id,
    authenticatedAt: now,
    methods: ["pwd"] as const,
    expiresAt: plus(now, 86_400),
    lastSeenAt: now,
    userAgent: "test",
  };
  await sessions.start({ session, accountEpoch: epoch, sessionsMax: 100, refunds: [] });
  return session.id;
}

/** A person gets an access token at a client and, where `refresh` says so, a family of which this many refresh tokens were used. */
async function issue(
  stage: Stage,
  { account, client, refresh }: { account: Account; client: Client; refresh?: Partial<TokenFamily> },
): Promise<{ readonly accessToken: AccessToken; readonly family: TokenFamily | undefined }> {
  const { clock, random, grants } = stage;
  const now = clock.now();
  const sessionId = await signIn(stage, account);
  const id = createGrantId(now, random.bytes(10));
  const accessToken = formatAccessToken(id, random.bytes(32));
  const owner = { clientId: client.id, accountId: account.id, accountEpoch: account.epoch };
  const family: TokenFamily | undefined = refresh && {
    id,
    ...owner,
    sessionId,
    scope: ["openid", "profile"],
    authenticatedAt: now,
    methods: ["pwd"],
    generation: 1,
    expiresAt: plus(now, 365 * 86_400),
    lastUsedAt: now,
    ...refresh,
  };
  const redeemed = await grants.redeem(
    {
      id,
      tokenDigest: digestOfAccessToken(accessToken),
      ...owner,
      sessionId,
      ...(family && {
        details: {
          scope: family.scope,
          familyId: id,
          audience: ["https://api.example"],
          dpopThumbprint: "k",
        },
      }),
      redeemedAt: now,
      tokenExpiresAt: plus(now, 3600),
      keepUntil: plus(now, 7200),
    },
    family,
  );
  assert.equal(redeemed, "redeemed");
  return { accessToken, family };
}

async function stateOf(stage: Stage, token: string): Promise<string | undefined> {
  return (await inspectToken(stage, token))?.state;
}

test("an access token is told with everything that an operator may know", async () => {
  await using stage = await openStage();
  const { ada, app } = stage;
  const { accessToken } = await issue(stage, { account: ada, client: app, refresh: {} });
  const report = await inspectToken(stage, accessToken);
  assert.equal(report?.kind, "access-token");
  assert.equal(report.state, "live");
  assert.equal(report.client?.name, "App");
  assert.equal(report.account?.username, "ada");
  assert.deepEqual(report.scope, ["openid", "profile"]);
  assert.deepEqual(report.audience, ["https://api.example"]);
  assert.equal(report.dpopThumbprint, "k");
  assert.equal(report.issuedAt, stage.clock.now());
  assert.equal(report.expiresAt, plus(stage.clock.now(), 3600));
});

test("a JWT access token is reported as an opaque one is, and no other JWT of the service is a token", async () => {
  await using stage = await openStage();
  const { ada, app, signer } = stage;
  const { accessToken } = await issue(stage, { account: ada, client: app, refresh: {} });
  const presented = readAccessToken(accessToken);
  assert.ok(presented);
  const claims = { jti: formatGrantId(presented.grantId) };
  const jwt = await signer.sign("ES256", "at+jwt", claims);
  assert.equal(await inspectToken(stage, jwt), undefined, "the row has another digest");
  const grant = await stage.grants.find(presented.grantId);
  assert.ok(grant);
  const id = createGrantId(stage.clock.now(), stage.random.bytes(10));
  const signed = await signer.sign("ES256", "at+jwt", { jti: formatGrantId(id) });
  const tokenDigest = digestOfAccessToken(signedAccessToken(signed));
  assert.equal(await stage.grants.redeem({ ...grant, id, tokenDigest }), "redeemed");
  assert.deepEqual(await inspectToken(stage, signed), await inspectToken(stage, accessToken));
  const other = await signer.sign("ES256", "JWT", { jti: formatGrantId(id) });
  assert.equal(await inspectToken(stage, other), undefined);
});

test("a token of the interface has neither scope nor audience", async () => {
  await using stage = await openStage();
  const { accessToken } = await issue(stage, { account: stage.ada, client: stage.app });
  const report = await inspectToken(stage, accessToken);
  assert.equal(report?.state, "live");
  assert.deepEqual([report.scope, report.audience, report.dpopThumbprint], [[], [], undefined]);
});

test("what is no token of this installation is unknown, also with one letter changed", async () => {
  await using stage = await openStage();
  const { accessToken, family } = await issue(stage, { account: stage.ada, client: stage.app, refresh: {} });
  assert.ok(family);
  const refreshToken = sealRefreshToken(stage.sealer, family.id, 1);
  const changed = (text: string) => text.slice(0, -2) + (text.at(-2) === "A" ? "B" : "A") + text.slice(-1);
  const never = sealRefreshToken(stage.sealer, family.id, 2);
  const strange = sealRefreshToken(stage.sealer, createGrantId(stage.clock.now(), stage.random.bytes(10)), 1);
  for (const text of ["", "lkat_", "lkrt_", changed(accessToken), changed(refreshToken), never, strange])
    assert.equal(await inspectToken(stage, text), undefined, text);
});

test("an access token dies of time, of a revocation, and of what it rests on", async () => {
  await using stage = await openStage();
  const { ada, bob, app, other, clock } = stage;
  const first = await issue(stage, { account: ada, client: app });
  const second = await issue(stage, { account: bob, client: other });
  await stage.sessions.endAll(ada.id, clock.now());
  assert.equal(await stateOf(stage, first.accessToken), "revoked");
  assert.ok((await setClientDisabled(stage, other.id, true, { by: everyRight })).ok);
  assert.equal(await stateOf(stage, second.accessToken), "revoked");
  clock.at = plus(clock.at, 3600);
  assert.equal(await stateOf(stage, first.accessToken), "expired");
  await stage.accounts.remove(ada.id);
  assert.equal(await inspectToken(stage, first.accessToken), undefined, "its grant went with the account");
});

test("a refresh token is told with its family; the one before the newest still works, older ones are replaced", async () => {
  await using stage = await openStage();
  const { ada, app } = stage;
  const { family } = await issue(stage, { account: ada, client: app, refresh: { generation: 3 } });
  assert.ok(family);
  const report = await inspectToken(stage, sealRefreshToken(stage.sealer, family.id, 3));
  assert.equal(report?.kind, "refresh-token");
  assert.equal(report.account?.username, "ada");
  assert.deepEqual(report.scope, ["openid", "profile"]);
  assert.equal(report.expiresAt, plus(stage.clock.now(), refreshIdleSecondsMax));
  const states = await Promise.all(
    [3, 2, 1].map((generation) => stateOf(stage, sealRefreshToken(stage.sealer, family.id, generation))),
  );
  assert.deepEqual(states, ["live", "live", "replaced"]);
});

test("a refresh token dies with its session unless offline access was granted, of idleness, and with its client's right", async () => {
  await using stage = await openStage();
  const { ada, bob, app, other, clock } = stage;
  const online = await issue(stage, { account: ada, client: app, refresh: {} });
  const held = await issue(stage, { account: bob, client: other, refresh: {} });
  assert.ok(online.family && held.family);
  const token = sealRefreshToken(stage.sealer, online.family.id, 1);
  const heldToken = sealRefreshToken(stage.sealer, held.family.id, 1);
  assert.deepEqual([await stateOf(stage, token), await stateOf(stage, heldToken)], ["live", "live"]);
  assert.ok(online.family.sessionId);
  await stage.sessions.end(online.family.sessionId);
  assert.equal(await stateOf(stage, token), "revoked");
  assert.ok((await stage.clients.update({ ...other, metadata: interfaceMetadata })).ok);
  assert.equal(
    await stateOf(stage, heldToken),
    "revoked",
    "the client is not registered for refresh any more",
  );
  clock.at = plus(clock.at, refreshIdleSecondsMax);
  assert.equal(await stateOf(stage, heldToken), "expired");
});

test("revoking tokens of a person, a client or the pair ends those and no others", async () => {
  const rows: [of: (stage: Stage) => Parameters<typeof revokeTokens>[1], ended: string[], count: number][] = [
    [() => ({ who: "ada" }), ["ada at App", "ada at Other"], 2],
    [({ app }) => ({ clientId: app.id }), ["ada at App", "bob at App"], 2],
    [({ app }) => ({ who: "ada", clientId: app.id }), ["ada at App"], 1],
  ];
  for (const [of, ended, count] of rows) {
    await using stage = await openStage();
    const tokens: [string, AccessToken][] = [];
    for (const account of [stage.ada, stage.bob])
      for (const client of [stage.app, stage.other]) {
        const { accessToken } = await issue(stage, { account, client });
        tokens.push([`${account.username} at ${client.name}`, accessToken]);
      }
    const revoked = await revokeTokens(stage, of(stage), { by: everyRight });
    assert.ok(revoked.ok);
    assert.deepEqual([revoked.value.accessTokens, revoked.value.refreshTokens], [count, 0]);
    const dead: string[] = [];
    for (const [name, token] of tokens) if ((await stateOf(stage, token)) === "revoked") dead.push(name);
    assert.deepEqual(dead, ended);
    assert.equal((await stage.sessions.list()).length, 4, "everybody stays signed in");
  }
});

test("refresh tokens are revoked with what came of them, and only the other access tokens are counted as such", async () => {
  await using stage = await openStage();
  const { ada, app } = stage;
  const { accessToken, family } = await issue(stage, { account: ada, client: app, refresh: {} });
  const alone = await issue(stage, { account: ada, client: app });
  assert.ok(family);
  const revoked = await revokeTokens(stage, { who: "ada" }, { by: everyRight });
  assert.ok(revoked.ok);
  assert.equal(revoked.value.refreshTokens, 1);
  assert.equal(revoked.value.accessTokens, 1);
  const refreshToken = sealRefreshToken(stage.sealer, family.id, 1);
  for (const token of [refreshToken, accessToken, alone.accessToken])
    assert.equal(await stateOf(stage, token), "revoked");
  const again = await revokeTokens(stage, { who: "ada" }, { by: everyRight });
  assert.ok(again.ok);
  assert.deepEqual([again.value.refreshTokens, again.value.accessTokens], [0, 0]);
});

test("a revocation that breaks off behind the refresh tokens has its entry in the audit trail", async () => {
  await using stage = await openStage();
  const away = async () => {
    throw new StoreUnavailable("away");
  };
  const breaking = { ...stage, grants: { ...stage.grants, revokeAll: away } };
  await assert.rejects(revokeTokens(breaking, { who: "ada" }, { by: everyRight }), StoreUnavailable);
  const { items } = await stage.auditTrail.list({ limit: 1 });
  assert.deepEqual([items[0]?.act, items[0]?.target?.id], ["tokens-revoked", stage.ada.id]);
});

test("revoking the tokens of nobody in particular, or of somebody unknown, is refused", async () => {
  await using stage = await openStage();
  const rows = [
    [{}, "nobody-named"],
    [{ who: "nobody" }, "unknown-account"],
    [{ clientId: "lkcNobody" }, "unknown-client"],
    [{ clientId: "../x" }, "unknown-client"],
    [{ who: "ada", clientId: "lkcNobody" }, "unknown-client"],
  ] as const;
  for (const [of, kind] of rows)
    assert.deepEqual(await revokeTokens(stage, of, { by: everyRight }), { ok: false, reason: { kind } });
});
