import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import type { Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  keyRecordOf,
  noon,
  plain,
  sessionOf,
  startOf,
} from "./samples.ts";

const shop = clientNamed("shop");
const ada = accountNamed("ada");
const bob = accountNamed("bob");
const session = sessionOf(ada, "cookie");
const id = grantId(1);

/** SQL that both engines take, and who meets the row that it damaged. */
interface Damage {
  readonly table: string;
  readonly what: string;
  readonly sql: string;
  readonly reads: readonly ((store: Store) => Promise<unknown>)[];
}

const shortDigest = (column: string) => `${column} = substr(${column}, 1, 5)`;

const damages: readonly Damage[] = [
  {
    table: "clients",
    what: "a list that is none",
    sql: `UPDATE clients SET redirect_uris = '"one"'`,
    reads: [({ clients }) => clients.find(shop.id), ({ clients }) => clients.list()],
  },
  {
    table: "clients",
    what: "a profile that nobody knows",
    sql: "UPDATE clients SET profile = 'later'",
    reads: [({ clients }) => clients.find(shop.id)],
  },
  {
    table: "clients",
    what: "a digest that is too short",
    sql: `UPDATE clients SET ${shortDigest("secret_digest")}`,
    reads: [({ clients }) => clients.find(shop.id)],
  },
  {
    table: "accounts",
    what: "claims that are no object",
    sql: "UPDATE accounts SET claims = '[]'",
    reads: [
      ({ accounts }) => accounts.find(ada.id),
      ({ accounts }) => accounts.findByName(ada.username),
      ({ accounts }) => accounts.list(),
      ({ sessions }) => sessions.find(session.id),
      ({ sessions }) => sessions.list(ada.id),
    ],
  },
  {
    table: "sessions",
    what: "a digest that is too short",
    sql: `UPDATE sessions SET ${shortDigest("cookie_digest")}`,
    reads: [({ sessions }) => sessions.find(session.id), ({ sessions }) => sessions.list(ada.id)],
  },
  {
    table: "sessions",
    what: "no method",
    sql: "UPDATE sessions SET methods = ''",
    reads: [({ sessions }) => sessions.find(session.id)],
  },
  {
    table: "grants",
    what: "a digest that is too short",
    sql: `UPDATE grants SET ${shortDigest("token_digest")}`,
    reads: [({ grants }) => grants.find(id)],
  },
  {
    table: "grants",
    what: "details that are no JSON",
    sql: "UPDATE grants SET details = 'scope'",
    reads: [({ grants }) => grants.find(id)],
  },
  {
    table: "refresh_families",
    what: "details that are no object",
    sql: "UPDATE refresh_families SET details = '1'",
    reads: [({ tokenFamilies }) => tokenFamilies.find(id)],
  },
  {
    table: "secret_uses",
    what: "a digest that is too short",
    sql: `UPDATE secret_uses SET ${shortDigest("secret_digest")}`,
    reads: [({ secretUses }) => secretUses.list(shop.id)],
  },
  {
    table: "sealing_keys",
    what: "an id that cannot be one",
    sql: "UPDATE sealing_keys SET id = 'nine'",
    reads: [({ keyRecords }) => keyRecords.list()],
  },
];

async function fill(store: Store): Promise<void> {
  await store.clients.create(shop);
  await store.accounts.create(ada);
  await store.sessions.start(startOf(session));
  await store.grants.redeem(grantOfFamily(id, id), familyWith(id));
  await store.secretUses.note({ clientId: shop.id, secretDigest: sha256("secret of shop"), usedAt: noon });
  await store.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1));
}

/** What damaged rows do, and rows that a newer release wrote: they are read by those who need them, and by nobody else. */
export function damageContract(promised: Promised): void {
  for (const { table, what, sql, reads } of damages)
    promised(
      `a row of ${table} with ${what} rejects with StoreUnavailable, and the store serves on`,
      async ({ store, execute }) => {
        await fill(store);
        await execute(sql);
        for (const read of reads) await assert.rejects(read(store), StoreUnavailable);
        assert.equal((await store.status()).isReady, true);
        assert.equal(await store.grants.redeem(grantWith(grantId(9))), "redeemed");
      },
    );

  promised("who is asked for in the same turn as a damaged row is found", async ({ store, execute }) => {
    await fill(store);
    await store.accounts.create(bob);
    const sound = sessionOf(bob, "another cookie");
    await store.sessions.start(startOf(sound));
    await store.grants.redeem(grantWith(grantId(2)));
    await execute(`UPDATE sessions SET methods = '' WHERE account_id = '${ada.id}'`);
    await execute("UPDATE grants SET details = 'scope' WHERE family_id IS NOT NULL");
    const found = await Promise.allSettled([
      store.sessions.find(session.id),
      store.sessions.find(sound.id),
      store.grants.find(id),
      store.grants.find(grantId(2)),
      store.grants.redeem(grantWith(grantId(3))),
    ]);
    assert.deepEqual(
      found.map(({ status }) => status),
      ["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"],
    );
  });

  promised("a session with a method that only a newer release knows is kept", async ({ store, execute }) => {
    await fill(store);
    await execute("UPDATE sessions SET methods = 'pwd hwk'");
    await execute("UPDATE refresh_families SET methods = 'pwd hwk'");
    assert.deepEqual((await store.sessions.find(session.id))?.session.methods, ["pwd", "hwk"]);
    assert.deepEqual((await store.tokenFamilies.find(id))?.methods, ["pwd", "hwk"]);
  });

  promised("a key for a purpose that only a newer release knows is left out", async ({ store, execute }) => {
    await fill(store);
    const [known] = await store.keyRecords.list();
    await store.keyRecords.rotate(keyRecordOf(2, "step", noon), instantOf(-1));
    await execute("UPDATE sealing_keys SET purpose = 'later' WHERE purpose = 'step'");
    assert.deepEqual(plain(await store.keyRecords.list()), plain([known]));
  });

  promised(
    "a client that registered for nothing beyond the interface has a row without metadata, as an older release wrote it",
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
