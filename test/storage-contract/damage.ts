import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Consent } from "../../src/flows/consent-ports.ts";
import type { Group, GroupName } from "../../src/identity/group.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type AccountId, createActivityId } from "../../src/values/ids.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, plus, secondsOf } from "../../src/values/time.ts";
import { apiNamed } from "./apis.ts";
import { deviceNamed } from "./device-authorizations.ts";
import type { Promised } from "./harness.ts";
import { batchOf } from "./imports.ts";
import { mailRequestOf } from "./mail-requests.ts";
import {
  accountNamed,
  appPasswordOf,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  keyRecordOf,
  linkOf,
  messageTo,
  noon,
  passkeyOf,
  plain,
  recoveryCodesOf,
  sessionOf,
  startOf,
  totpOf,
  trustedBrowserOf,
} from "./samples.ts";
import { identityOf, upstreamNamed } from "./upstreams.ts";
import { webhookNamed } from "./webhooks.ts";

const shop = clientNamed("shop", { metadata: { ...interfaceMetadata, hasAppPasswords: true } });
const forum = clientNamed("forum");
const ada = accountNamed("ada", { claims: { team: "red" } });
const bob = accountNamed("bob");
const session = sessionOf(ada, "cookie");
const soundSession = sessionOf(bob, "another cookie");
const id = grantId(1);
const soundId = grantId(2);
const device = deviceNamed("one", { clientId: shop.id });
const soundDevice = deviceNamed("two", { clientId: forum.id });
const orders = apiNamed("orders");
const stock = apiNamed("stock");
const theHour = { from: noon, until: plus(noon, 3600), step: secondsOf(60) };
const staff = groupNamed("staff");
const crew = groupNamed("crew");
const siem = webhookNamed("siem");
const pager = webhookNamed("pager");
const acme = upstreamNamed("acme", { appleKey: { teamId: "team", keyId: "key" } });
const other = upstreamNamed("other");

type Read = (store: Store) => unknown;

/** A table, which of its rows is damaged, the reads that need this row, and reads of its sound neighbours. */
interface Noun {
  readonly where: string;
  readonly reads: readonly Read[];
  readonly sound: readonly Read[];
  /** The damage done to the row, as SQL that both engines take, by its name. */
  readonly damages: Readonly<Record<string, string>>;
}

const shortDigest = (column: string) => `${column} = substr(${column}, 1, 5)`;
/** More than a JavaScript number holds exactly; no release writes it. */
const impossible = (column: string) => `${column} = 4611686018427387904`;

const nouns: Readonly<Record<string, Noun>> = {
  clients: {
    where: `id = '${shop.id}'`,
    reads: [({ clients }) => clients.find(shop.id), ({ clients }) => clients.list()],
    sound: [({ clients }) => clients.find(forum.id)],
    damages: {
      "a list that is no JSON": "redirect_uris = 'https://app.example/cb'",
      "a list that is none": `redirect_uris = '"one"'`,
      "metadata of another type": "metadata = '[]'",
      "a profile that nobody knows": "profile = 'later'",
      "a digest that is too short": shortDigest("secret_digest"),
      "an impossible instant": impossible("created_at"),
    },
  },
  secret_uses: {
    where: `client_id = '${shop.id}'`,
    reads: [({ secretUses }) => secretUses.list(shop.id)],
    sound: [({ secretUses }) => secretUses.list(forum.id)],
    damages: {
      "a digest that is too short": shortDigest("secret_digest"),
      "an impossible instant": impossible("used_at"),
    },
  },
  client_logos: {
    where: `client_id = '${shop.id}'`,
    reads: [({ clientLogos }) => clientLogos.find(shop.id)],
    sound: [({ clientLogos }) => clientLogos.find(forum.id)],
    damages: {
      "a kind that nobody knows": "kind = 'svg'",
      "a kind without a picture": "bytes = NULL",
      "an impossible instant": impossible("fetched_at"),
    },
  },
  imports: {
    where: "position >= 0",
    reads: [({ imports }) => imports.find(sha256("a file"))],
    sound: [({ clients }) => clients.find(forum.id)],
    damages: { "an impossible position": impossible("position") },
  },
  webhooks: {
    where: `id = '${siem.id}'`,
    reads: [({ webhooks }) => webhooks.find(siem.id), ({ webhooks }) => webhooks.list()],
    sound: [({ webhooks }) => webhooks.find(pager.id)],
    damages: {
      "acts that are no JSON": "acts = 'signed-in'",
      "acts that are no list": "acts = '{}'",
      "an impossible instant": impossible("next_try_at"),
    },
  },
  apis: {
    where: `resource = '${orders.resource}'`,
    reads: [({ apis }) => apis.find(orders.resource)],
    sound: [({ apis }) => apis.find(stock.resource), ({ apis }) => apis.all()],
    damages: {
      "details that are no JSON": "details = 'read write'",
      "details that are no object": "details = '[]'",
      "a format that nobody knows": `details = replace(details, '"opaque"', '"later"')`,
      "a scope without a sentence": `details = replace(details, '"sentence"', '"words"')`,
      "an impossible instant": impossible("created_at"),
    },
  },
  accounts: {
    where: `id = '${ada.id}'`,
    reads: [
      ({ accounts }) => accounts.find(ada.id),
      ({ accounts }) => accounts.findByName(ada.username),
      ({ accounts }) => accounts.list(9),
      ({ sessions }) => sessions.find(session.id),
      ({ sessions }) => sessions.list(ada.id),
    ],
    sound: [
      ({ accounts }) => accounts.find(bob.id),
      ({ accounts }) => accounts.findByName(bob.username),
      ({ sessions }) => sessions.find(soundSession.id),
    ],
    damages: {
      "claims that are no JSON": "claims = 'team'",
      "claims that are no object": "claims = '[]'",
      "a strength that nobody knows": "requires = 'later'",
      "a claim of another type": `claims = '{"team":1}'`,
      "an impossible instant": impossible("updated_at"),
    },
  },
  groups: {
    where: "name = 'staff'",
    reads: [({ groups }) => groups.find(staff.name), ({ groups }) => groups.list({ limit: 9 })],
    sound: [
      ({ groups }) => groups.find(crew.name),
      ({ people }) => people.list({ limit: 9, filter: { group: staff.name } }),
      ({ accounts }) => accounts.find(ada.id),
    ],
    damages: { "an impossible instant": impossible("created_at") },
  },
  activity: {
    where: `account_id = '${ada.id}'`,
    reads: [({ activity }) => activity.list(ada.id, { limit: 9 })],
    sound: [({ activity }) => activity.list(bob.id, { limit: 9 }), ({ accounts }) => accounts.find(ada.id)],
    damages: {
      "an id that is too short": "id = substr(id, 1, 5)",
      "no method": "methods = ''",
      "an id of a client that cannot be one": "client_id = 'the shop'",
    },
  },
  passkeys: {
    where: `account_id = '${ada.id}'`,
    reads: [
      ({ passkeys }) => passkeys.find(passkeyOf(ada, "phone").id),
      ({ passkeys }) => passkeys.list(ada.id),
    ],
    sound: [
      ({ passkeys }) => passkeys.find(passkeyOf(bob, "tablet").id),
      ({ passkeys }) => passkeys.list(bob.id),
      ({ accounts }) => accounts.find(ada.id),
    ],
    damages: {
      "an impossible counter": impossible("counter"),
      "an impossible instant": impossible("created_at"),
    },
  },
  totp: {
    where: `account_id = '${ada.id}'`,
    reads: [({ totps }) => totps.find(ada.id)],
    sound: [({ totps }) => totps.find(bob.id), ({ accounts }) => accounts.find(ada.id)],
    damages: { "an impossible step": impossible("last_step") },
  },
  recovery_codes: {
    where: `account_id = '${ada.id}'`,
    reads: [({ recoveryCodes }) => recoveryCodes.find(ada.id)],
    sound: [({ recoveryCodes }) => recoveryCodes.find(bob.id)],
    damages: {
      "a digest that is too short": shortDigest("digest"),
      "an impossible instant": impossible("created_at"),
    },
  },
  app_passwords: {
    where: `account_id = '${ada.id}'`,
    reads: [
      ({ appPasswords }) => appPasswords.list(ada.id),
      async ({ appPasswords }) => appPasswords.find(sha256(ada.username)),
    ],
    sound: [
      ({ appPasswords }) => appPasswords.list(bob.id),
      async ({ appPasswords }) => appPasswords.find(sha256(bob.username)),
    ],
    damages: {
      "an impossible instant": impossible("created_at"),
    },
  },
  trusted_browsers: {
    where: `account_id = '${ada.id}'`,
    reads: [({ trustedBrowsers }) => trustedBrowsers.list(ada.id)],
    sound: [({ trustedBrowsers }) => trustedBrowsers.list(bob.id)],
    damages: {
      "an id that is too short": shortDigest("id"),
      "an impossible instant": impossible("expires_at"),
    },
  },
  idempotency_keys: {
    where: "expires_at > 0",
    reads: [({ idempotencyKeys }) => idempotencyKeys.claim(keyed, noon)],
    sound: [({ idempotencyKeys }) => idempotencyKeys.claim({ ...keyed, key: sha256("another") }, noon)],
    damages: {
      "a digest that is too short": shortDigest("request_digest"),
      "an impossible end of its lease": impossible("leased_until"),
      "an act that is no JSON": "confirmed_act = 'created'",
    },
  },
  console_runs: {
    where: "part = 0",
    reads: [({ consoleRuns }) => consoleRuns.find("run", noon)],
    sound: [({ consoleRuns }) => consoleRuns.findPart("run", 1, noon)],
    damages: { "an impossible version": impossible("version") },
  },
  mail_requests: {
    where: "tries >= 0",
    reads: [({ mailRequests }) => mailRequests.lease(noon, plus(noon, 60))],
    sound: [],
    damages: {
      "an id that cannot be one": "id = 'nine'",
      "an impossible instant": impossible("created_at"),
    },
  },
  upstreams: {
    where: "name = 'acme'",
    reads: [({ upstreams }) => upstreams.find(acme.name), ({ upstreams }) => upstreams.list()],
    sound: [
      ({ upstreams }) => upstreams.find(other.name),
      ({ upstreams }) => upstreams.listInUse(),
      ({ upstreamIdentities }) => upstreamIdentities.list(ada.id),
    ],
    damages: {
      "a kind that nobody knows": "kind = 'later'",
      "a mapping of groups without its claim": `group_mapping = '{"groups":{}}'`,
      "domains that are no list": "domains = 'example.org'",
      "a key of Apple's without its id": `apple_key = '{"teamId":"team"}'`,
      "an impossible instant": impossible("created_at"),
    },
  },
  upstream_identities: {
    where: `account_id = '${ada.id}'`,
    reads: [
      ({ upstreamIdentities }) => upstreamIdentities.find(acme.name, "subject of ada"),
      ({ upstreamIdentities }) => upstreamIdentities.list(ada.id),
    ],
    sound: [
      ({ upstreamIdentities }) => upstreamIdentities.find(acme.name, "subject of bob"),
      ({ upstreamIdentities }) => upstreamIdentities.list(bob.id),
    ],
    damages: { "an impossible instant": impossible("last_used_at") },
  },
  sessions: {
    where: `account_id = '${ada.id}'`,
    reads: [({ sessions }) => sessions.find(session.id), ({ sessions }) => sessions.list(ada.id)],
    sound: [
      ({ sessions }) => sessions.find(soundSession.id),
      ({ sessions }) => sessions.list(bob.id),
      ({ accounts }) => accounts.find(ada.id),
    ],
    damages: {
      "a digest that is too short": shortDigest("cookie_digest"),
      "no method": "methods = ''",
      "an impossible instant": impossible("expires_at"),
    },
  },
  session_clients: {
    where: `client_id = '${shop.id}'`,
    reads: [({ sessions }) => sessions.end(session.id)],
    sound: [({ sessions }) => sessions.find(session.id), ({ sessions }) => sessions.end(soundSession.id)],
    damages: { "an id that cannot be one": "client_id = 'the shop'" },
  },
  grants: {
    where: "family_id IS NOT NULL",
    reads: [({ grants }) => grants.find(id)],
    sound: [({ grants }) => grants.find(soundId)],
    damages: {
      "a digest that is too short": shortDigest("token_digest"),
      "details that are no JSON": "details = 'scope'",
      "details of another type": `details = '{"scope":"openid"}'`,
      "an id that cannot be one": "account_id = 'ada'",
      "an impossible instant": impossible("redeemed_at"),
    },
  },
  refresh_families: {
    where: `account_id = '${ada.id}'`,
    reads: [({ tokenFamilies }) => tokenFamilies.find(id)],
    sound: [({ tokenFamilies }) => tokenFamilies.find(soundId)],
    damages: {
      "details that are no JSON": "details = 'scope'",
      "details that are no object": "details = '1'",
      "no method": "methods = ''",
      "an impossible instant": impossible("last_used_at"),
    },
  },
  device_authorizations: {
    where: `client_id = '${shop.id}'`,
    reads: [
      ({ deviceAuthorizations }) => deviceAuthorizations.find(device.codeDigest),
      ({ deviceAuthorizations }) => deviceAuthorizations.findByUserCode(device.userCode),
    ],
    sound: [({ deviceAuthorizations }) => deviceAuthorizations.find(soundDevice.codeDigest)],
    damages: {
      "details that are no JSON": "details = 'scope'",
      "an answer that nobody knows": "decision = 'later'",
      "an answer without its grant": "decision = 'allowed'",
      "an impossible instant": impossible("expires_at"),
    },
  },
  consents: {
    where: `account_id = '${ada.id}'`,
    reads: [({ consents }) => consents.find(ada.id, shop.id), ({ consents }) => consents.list(ada.id)],
    sound: [({ consents }) => consents.find(bob.id, shop.id), ({ consents }) => consents.list(bob.id)],
    damages: { "an impossible instant": impossible("granted_at") },
  },
  withdrawals: {
    where: `account_id = '${ada.id}'`,
    reads: [
      ({ consents }) => consents.allow(consentOf(ada.id), noon),
      ({ consents }) => consents.find(ada.id, shop.id),
    ],
    sound: [
      ({ consents }) => consents.allow(consentOf(bob.id), noon),
      ({ consents }) => consents.find(bob.id, shop.id),
    ],
    damages: { "an impossible instant": impossible("withdrawn_at") },
  },
  links: {
    where: `account_id = '${ada.id}'`,
    reads: [
      ({ links }) => links.find(sha256("ada"), noon),
      ({ links }) => links.list("recover", { limit: 9, now: noon }),
    ],
    sound: [({ links }) => links.find(sha256("bob"), noon)],
    damages: { "an impossible instant": impossible("created_at") },
  },
  outbox: {
    where: `account_id = '${ada.id}'`,
    reads: [({ outbox }) => outbox.find(messageTo("ada").id), ({ outbox }) => outbox.list({ limit: 9 })],
    sound: [({ outbox }) => outbox.find(messageTo("bob").id), ({ outbox }) => outbox.counts()],
    damages: {
      "a state that nobody knows": "state = 'later'",
      "an impossible instant": impossible("expires_at"),
    },
  },
  statistics: {
    where: "kind = 'token'",
    reads: [({ statistics }) => statistics.series(theHour)],
    sound: [({ statistics }) => statistics.topClients(theHour, 9)],
    damages: { "an impossible count": impossible("count"), "an impossible peak": impossible("peak") },
  },
  sealing_keys: {
    where: "purpose = 'code'",
    reads: [({ keyRecords }) => keyRecords.list()],
    sound: [],
    damages: {
      "an id that cannot be one": "id = 'nine'",
      "an impossible instant": impossible("created_at"),
    },
  },
};

function groupNamed(name: string): Group {
  return { name: name as GroupName, createdAt: noon };
}

function consentOf(accountId: AccountId): Consent {
  return { accountId, clientId: shop.id, scope: ["openid"], grantedAt: noon };
}

/** One row of every noun that is damaged, and a sound neighbour. */
const keyed = {
  key: sha256("key"),
  attempt: "first",
  request: sha256("request"),
  leasedUntil: plus(noon, 30),
  expiresAt: plus(noon, 60),
};

async function fill(store: Store): Promise<void> {
  for (const webhook of [siem, pager]) await store.webhooks.create(webhook, 9);
  await store.idempotencyKeys.claim(keyed, noon);
  await store.consoleRuns.start(
    { id: "run", state: "{}", expiresAt: plus(noon, 60) },
    new Map([[1, ada.id]]),
  );
  await store.mailRequests.add(mailRequestOf("ada"), 9);
  for (const [client, word] of [
    [shop, "shop"],
    [forum, "forum"],
  ] as const) {
    await store.clients.create(client);
    await store.secretUses.note({
      clientId: client.id,
      secretDigest: sha256(`secret of ${word}`),
      usedAt: noon,
    });
    const picture = { kind: "png", bytes: sha256("picture") } as const;
    await store.clientLogos.keep({
      clientId: client.id,
      uri: "https://app.example/",
      fetchedAt: noon,
      picture,
    });
  }
  for (const api of [orders, stock]) await store.apis.create(api, 9);
  for (const upstream of [acme, other]) await store.upstreams.create(upstream, 9);
  for (const [account, group, opened, device] of [
    [ada, staff, session, "phone"],
    [bob, crew, soundSession, "tablet"],
  ] as const) {
    await store.accounts.create(account);
    await store.passkeys.add({ passkey: passkeyOf(account, device), accountEpoch: 1, max: 9 });
    const link = linkOf(account.username, { account: { id: account.id, epoch: 1 } });
    await store.links.create(link, { messages: [messageTo(account.username, { accountId: account.id })] });
    await store.groups.create(group, 9);
    await store.groups.add(group.name, account.id, 10);
    await store.totps.keep(totpOf(account), { accountEpoch: 1 });
    await store.recoveryCodes.replace(recoveryCodesOf(account, [account.username]), { accountEpoch: 1 });
    await store.trustedBrowsers.trust(trustedBrowserOf(account, account.username), 9);
    await store.upstreamIdentities.link(identityOf(acme, account));
    await store.sessions.start(startOf(opened));
    const happened = createActivityId(noon, Buffer.from(account.id).subarray(-10));
    await store.activity.add({ id: happened, accountId: account.id, kind: "signed-in", methods: ["pwd"] });
    await store.consents.allow(consentOf(account.id), noon);
    await store.consents.withdraw(account.id, shop.id, instantOf(0));
    await store.consents.allow(consentOf(account.id), noon);
    await store.appPasswords.add({ appPassword: appPasswordOf(account, shop, account.username), max: 9 });
  }
  await store.grants.redeem(grantOfFamily(id, id, { clientId: shop.id }), familyWith(id), {
    notedIn: session.id,
  });
  for (const waiting of [device, soundDevice]) await store.deviceAuthorizations.create(waiting);
  const ofBob = { accountId: bob.id };
  await store.grants.redeem(grantWith(soundId, ofBob), familyWith(soundId, ofBob));
  await store.statistics.add(noon, [
    { kind: "token", label: "issued", count: 1, peak: 0 },
    { kind: "client", label: shop.id, count: 1, peak: 0 },
  ]);
  await store.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1));
  await store.imports.keep(batchOf([]));
}

/** Damaged rows, and rows that a newer release wrote: each fails the reads that need it, and no others. */
export function damageContract(promised: Promised): void {
  for (const [table, { where, reads, sound, damages }] of Object.entries(nouns))
    for (const [what, set] of Object.entries(damages))
      promised(
        `a row of ${table} with ${what} rejects with StoreUnavailable, and the store serves on`,
        async ({ store, execute }) => {
          await fill(store);
          await execute(`UPDATE ${table} SET ${set} WHERE ${where}`);
          for (const read of reads) await assert.rejects(async () => read(store), StoreUnavailable);
          for (const read of sound) assert.ok(await read(store));
          assert.equal((await store.status()).isReady, true);
          assert.equal(await store.grants.redeem(grantWith(grantId(9))), "redeemed");
        },
      );

  promised(
    "a row that is asked for in the same turn as a damaged one is found",
    async ({ store, execute }) => {
      await fill(store);
      await execute(`UPDATE sessions SET methods = '' WHERE account_id = '${ada.id}'`);
      await execute("UPDATE grants SET details = 'scope' WHERE family_id IS NOT NULL");
      const found = await Promise.allSettled([
        (async () => store.sessions.find(session.id))(),
        store.sessions.find(soundSession.id),
        store.grants.find(id),
        store.grants.find(soundId),
        store.grants.redeem(grantWith(grantId(3))),
      ]);
      assert.deepEqual(
        found.map(({ status }) => status),
        ["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"],
      );
    },
  );

  promised(
    "a fact whose neighbour of the same turn meets a damaged row stands",
    async ({ store, execute }) => {
      await fill(store);
      await execute(`UPDATE withdrawals SET ${impossible("withdrawn_at")} WHERE account_id = '${ada.id}'`);
      const [broken, sound, redeemed] = await Promise.allSettled([
        store.consents.allow(consentOf(ada.id), noon),
        store.consents.allow({ ...consentOf(bob.id), scope: ["email"] }, noon),
        store.grants.redeem(grantWith(grantId(3))),
      ]);
      assert.ok(broken.status === "rejected" && broken.reason instanceof StoreUnavailable);
      assert.deepEqual(sound, { status: "fulfilled", value: true });
      assert.deepEqual(redeemed, { status: "fulfilled", value: "redeemed" });
      assert.deepEqual((await store.consents.find(bob.id, shop.id))?.scope, ["openid", "email"]);
    },
  );

  promised(
    "a damaged revocation fails what it hits, and a damaged mark those who ask how far time had come",
    async ({ store, execute }) => {
      await fill(store);
      await store.grants.revokeAll({ accountId: ada.id }, noon);
      await store.watermark.note(noon);
      await execute(`UPDATE revocations SET ${impossible("at")}`);
      await execute(`UPDATE time_marks SET ${impossible("at")} WHERE name = 'latest'`);
      await assert.rejects(store.grants.find(id), StoreUnavailable);
      await assert.rejects(store.tokenFamilies.find(id), StoreUnavailable);
      await assert.rejects(store.watermark.latest(), StoreUnavailable);
      assert.ok(await store.grants.find(soundId));
      assert.ok(await store.tokenFamilies.find(soundId));
    },
  );

  promised("rows that cannot be read expire like any other", async ({ store, execute }) => {
    await fill(store);
    await execute("DELETE FROM session_clients");
    await execute("UPDATE sessions SET id = substr(id, 1, 5), methods = ''");
    await execute("UPDATE grants SET client_id = 'the shop', details = 'scope'");
    await execute("UPDATE refresh_families SET methods = '', details = '1'");
    const later = plus(noon, 400 * 86_400);
    for (let gone = 1; gone > 0; ) gone = await store.expiry.sweep(later, 100);
    const { rows } = await store.check();
    assert.deepEqual([rows.sessions, rows.grants, rows.refresh_families], [0, 0, 0]);
  });

  promised("a session with a method that only a newer release knows is kept", async ({ store, execute }) => {
    await fill(store);
    await execute("UPDATE sessions SET methods = 'pwd hwk'");
    await execute("UPDATE refresh_families SET methods = 'pwd hwk'");
    assert.deepEqual((await store.sessions.find(session.id))?.session.methods, ["pwd", "hwk"]);
    assert.deepEqual((await store.tokenFamilies.find(id))?.methods, ["pwd", "hwk"]);
  });

  promised(
    "a session and a token family that rest on no method of this service keep none",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf({ ...session, methods: [] }));
      assert.deepEqual((await store.sessions.find(session.id))?.session.methods, []);
      await store.clients.create(shop);
      await store.grants.redeem(
        grantOfFamily(id, id, { clientId: shop.id }),
        familyWith(id, { methods: [] }),
      );
      assert.deepEqual((await store.tokenFamilies.find(id))?.methods, []);
    },
  );

  promised("a key for a purpose that only a newer release knows is left out", async ({ store, execute }) => {
    await fill(store);
    const [known] = await store.keyRecords.list();
    await store.keyRecords.rotate(keyRecordOf(2, "step", noon), instantOf(-1));
    await execute("UPDATE sealing_keys SET purpose = 'later' WHERE purpose = 'step'");
    assert.deepEqual(plain(await store.keyRecords.list()), plain([known]));
  });

  promised(
    "a client that registered for nothing beyond the interface has a row without metadata, as 0.1.0 wrote it",
    async ({ store, execute }) => {
      for (const word of ["shop", "forum"]) await store.clients.create(clientNamed(word));
      await execute("UPDATE clients SET name = 'without' WHERE metadata IS NULL");
      for (const word of ["shop", "forum"]) {
        const client = await store.clients.find(clientNamed(word).id);
        assert.deepEqual([client?.name, client?.metadata], ["without", interfaceMetadata]);
      }
    },
  );

  promised("a client that cannot be read stops nobody's sign-out", async ({ store, execute }) => {
    const metadata = { isOpenid: true, isThirdParty: false, backchannelLogoutUri: "https://app.example/out" };
    for (const word of ["shop", "forum"])
      await store.clients.create({ ...clientNamed(word), metadata: { ...interfaceMetadata, ...metadata } });
    await execute(`UPDATE clients SET profile = 'later' WHERE id = '${clientNamed("forum").id}'`);
    assert.deepEqual(
      (await store.clients.listToldOfLogout()).map((client) => client.id),
      [shop.id],
    );
  });

  promised(
    "a client that cannot be read takes no other off a list of clients",
    async ({ store, execute }) => {
      for (const word of ["shop", "forum"]) await store.clients.create(clientNamed(word));
      await execute(`UPDATE clients SET profile = 'later' WHERE id = '${forum.id}'`);
      assert.equal((await store.clients.findReadable(shop.id))?.id, shop.id);
      assert.equal(await store.clients.findReadable(forum.id), undefined);
    },
  );

  promised(
    "a client that cannot be read goes unused like any other, and holds up neither expiry nor registration",
    async ({ store, execute }) => {
      const selfRegistered = (word: string, seconds: number) => ({
        ...clientNamed(word),
        metadata: { ...interfaceMetadata, registrationTokenDigest: "digest" },
        unusedUntil: plus(noon, seconds),
      });
      for (const [word, seconds] of [
        ["one", 10],
        ["two", 20],
      ] as const)
        await store.clients.create(selfRegistered(word, seconds));
      await execute("UPDATE clients SET profile = 'later'");
      const limit = { clientsMax: 2, roomUpTo: plus(noon, 10) };
      assert.ok((await store.clients.createSelfRegistered(selfRegistered("three", 30), limit)).ok);
      await store.expiry.sweep(plus(noon, 25), 500);
      assert.deepEqual(
        (await store.clients.list()).map((client) => client.id),
        [clientNamed("three").id],
      );
    },
  );
}
