import assert from "node:assert/strict";
import { coveredColumns } from "../../src/adapters/sql/audit-chain.ts";
import type { Store } from "../../src/adapters/store.ts";
import type { AuditEntry } from "../../src/flows/audit.ts";
import type { AuditProblem } from "../../src/flows/audit-ports.ts";
import { createActivityId, requestIdOf } from "../../src/values/ids.ts";
import { type Instant, plus } from "../../src/values/time.ts";
import { atOnce, type OpenedStore, type Promised } from "./harness.ts";
import { accountNamed, clientNamed, keyRecordOf, noon } from "./samples.ts";

const ada = accountNamed("ada");
const shop = clientNamed("shop");

/** An entry in which every column has a value. */
export function entryOf(index: number, at: Instant = plus(noon, index)): AuditEntry {
  return {
    at,
    act: "client-changed",
    actor: { kind: "command-line", name: `user ${index}` },
    target: { kind: "client", id: shop.id },
    details: { changed: "name", number: index },
    network: "192.0.2.0/24",
    requestId: requestIdOf(`r${index}`),
  };
}

async function fill(store: Store, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) await store.auditTrail.append([entryOf(index)]);
}

async function problemsOf({ auditTrail }: Store): Promise<readonly AuditProblem[]> {
  return (await auditTrail.verify()).problems;
}

async function actsOf({ auditTrail }: Store): Promise<readonly string[]> {
  return (await auditTrail.list({ limit: 99, order: "oldest" })).items.map(({ act }) => act);
}

/** What another program does to a row in which every column has a value, as SQL that both engines take. */
const changed = "a text of another program";
export const tamperings: Readonly<Record<string, string>> = {
  at: "at = at + 1",
  act: `act = '${changed}'`,
  actor_kind: "actor_kind = 'system'",
  actor_id: "actor_id = NULL",
  target_kind: "target_kind = 'user'",
  target_id: `target_id = '${changed}'`,
  details: `details = '{"changed":"redirectUris"}'`,
  network: "network = ''",
  request_id: "request_id = NULL",
  mac: "mac = (SELECT before_mac FROM audit_head)",
};

/** The promises of the audit trail. */
export function auditContract(promised: Promised): void {
  promised(
    "AuditTrail.append: entries come back in their order, whole, and the chain holds",
    async (opened) => {
      const { store } = opened;
      const many = Array.from({ length: 40 }, (_, index) => entryOf(index + 1));
      await store.auditTrail.append(many, "relaxed");
      await store.auditTrail.append([{ at: noon, act: "audit-began", actor: { kind: "system" } }]);
      const { items } = await store.auditTrail.list({ limit: 99, order: "oldest" });
      assert.deepEqual(
        items.map(({ number }) => number),
        Array.from({ length: 41 }, (_, index) => index + 1),
      );
      const { actor, number: _, ...first } = items[0] ?? assert.fail();
      assert.deepEqual(actor, { kind: "command-line", id: "user 1" });
      const { actor: __, ...given } = entryOf(1);
      assert.deepEqual(first, given);
      assert.deepEqual(items.at(-1), { number: 41, at: noon, act: "audit-began", actor: { kind: "system" } });
      const { problems, entries, head } = await (await opened.reopen()).auditTrail.verify();
      assert.deepEqual([problems, entries, head?.first, head?.last], [[], 41, 1, 41]);
    },
  );

  promised(
    "AuditTrail.verifyPart: the parts find what the whole finds, and entries may come and go between them",
    async ({ store, execute }) => {
      const { auditTrail } = store;
      const inParts = async (meanwhile: () => Promise<unknown>) => {
        let part = await auditTrail.verifyPart({ pages: 1 });
        const seen: number[] = [];
        while ("state" in part) {
          seen.push(part.entries);
          if (seen.length === 1) await meanwhile();
          part = await auditTrail.verifyPart({ pages: 1, state: part.state });
        }
        return { ...part, seen };
      };
      const many = Array.from({ length: 2_500 }, (_, index) => entryOf(index + 1));
      await auditTrail.append(many, "relaxed");
      const sound = await inParts(async () => {
        await fill(store, 2);
        await drop(store, 9, 5);
      });
      assert.deepEqual([sound.problems, sound.seen, sound.entries], [[], [1_000, 2_000], 2_500]);
      assert.deepEqual(
        await inParts(async () => {}).then(({ seen: _, ...whole }) => whole),
        await auditTrail.verify(),
      );
      await execute("UPDATE audit SET act = 'user-created' WHERE number IN (700, 2400)");
      const found = await inParts(() => execute("DELETE FROM audit WHERE number = 1600"));
      assert.deepEqual(found.problems, (await auditTrail.verify()).problems);
      assert.deepEqual(
        found.problems.map(({ kind, number }) => [kind, number]),
        [
          ["entry-changed", 700],
          ["entries-missing", 1600],
          ["entry-changed", 2400],
        ],
      );
    },
  );

  promised(
    "AuditTrail: an entry stands with the fact that it tells of, and falls with it",
    async ({ store }) => {
      const audit = [entryOf(1)];
      assert.ok((await store.clients.create(shop, { audit })).ok);
      assert.ok(!(await store.clients.create(shop, { audit })).ok);
      assert.ok(!(await store.clients.remove(clientNamed("other"), { audit })).ok);
      assert.ok((await store.accounts.create(ada, { audit })).ok);
      const namesake = { ...accountNamed("bob"), username: ada.username };
      assert.ok(!(await store.accounts.create(namesake, { audit })).ok);
      assert.equal((await actsOf(store)).length, 2);
      assert.deepEqual(await problemsOf(store), []);
    },
  );

  promised(
    "AuditTrail: what a person did is in it by their activity, and what an operator did is not there twice",
    async ({ store }) => {
      await store.accounts.create(ada);
      const of = (random: number) => ({
        id: createActivityId(plus(noon, 9), new Uint8Array(10).fill(random)),
        accountId: ada.id,
        userAgent: "",
      });
      await store.activity.add({
        ...of(1),
        kind: "data-exported",
        network: "192.0.2.0/24",
        clientId: shop.id,
      });
      await store.activity.add({ ...of(2), kind: "passkey-removed" });
      await store.activity.add({ ...of(3), kind: "signed-in", network: "192.0.2.0/24" });
      const { items } = await store.auditTrail.list({ limit: 9 });
      assert.deepEqual(items, [
        {
          number: 1,
          at: plus(noon, 9),
          act: "data-exported",
          actor: { kind: "person", id: ada.id },
          target: { kind: "user", id: ada.id },
          details: { client: shop.id },
          network: "192.0.2.0/24",
        },
      ]);
    },
  );

  promised(
    "AuditTrail: entries of many facts at once, through two stores, make one chain",
    async (opened) => {
      const stores = [opened.store, await opened.another()];
      await atOnce(40, (index) => {
        const { auditTrail, clients } = stores[index % 2] ?? opened.store;
        if (index % 4 < 2) return auditTrail.append([entryOf(index), entryOf(index)], "relaxed");
        return clients
          .create(clientNamed(`client ${index}`), { audit: [entryOf(index)] })
          .then(() => undefined);
      });
      const { problems, entries } = await opened.store.auditTrail.verify();
      assert.deepEqual([problems, entries], [[], 60]);
    },
  );

  promised(
    "AuditTrail.list: by act, actor, target, request and time, in pages of both orders",
    async ({ store }) => {
      await fill(store, 6);
      const requestId = requestIdOf("k3-1f");
      await store.auditTrail.append([{ at: noon, act: "audit-began", actor: { kind: "system" }, requestId }]);
      const numbers = async (query: Omit<Parameters<typeof store.auditTrail.list>[0], "limit">, limit = 9) =>
        (await store.auditTrail.list({ limit, ...query })).items.map(({ number }) => number);
      assert.deepEqual(await numbers({ act: "audit-began" }), [7]);
      assert.deepEqual(await numbers({ actor: "user 3" }), [3]);
      assert.deepEqual(await numbers({ target: shop.id, from: plus(noon, 2), until: plus(noon, 4) }), [3, 2]);
      assert.deepEqual(await numbers({ target: "other" }), []);
      assert.deepEqual(await numbers({ request: requestId, order: "oldest", after: 6 }), [7]);
      assert.deepEqual(await numbers({ request: requestId, after: 7 }), []);
      const first = await store.auditTrail.list({ limit: 4 });
      assert.deepEqual([first.items.map(({ number }) => number), first.next], [[7, 6, 5, 4], 4]);
      const second = await store.auditTrail.list({ limit: 4, after: first.next });
      assert.deepEqual([second.items.map(({ number }) => number), second.next], [[3, 2, 1], undefined]);
      assert.deepEqual(await numbers({ order: "oldest", after: 5 }), [6, 7]);
      assert.deepEqual(await numbers({ order: "oldest" }, 2), [1, 2]);
    },
  );

  promised(
    "AuditTrail.verify: the trail that has not begun has no head and no problem",
    async ({ store }) => {
      assert.equal(await store.auditTrail.head(), undefined);
      assert.deepEqual(await store.auditTrail.verify(), { head: undefined, problems: [], entries: 0 });
    },
  );

  assert.deepEqual(
    Object.keys(tamperings),
    [...coveredColumns.slice(1), "mac"],
    "every column is tampered with",
  );
  for (const [column, set] of Object.entries(tamperings))
    promised(`AuditTrail.verify: a changed ${column} is found in any row`, async ({ store, execute }) => {
      await fill(store, 3);
      for (const number of [1, 2, 3]) {
        await execute(`CREATE TABLE kept AS SELECT * FROM audit WHERE number = ${number}`);
        await execute(`UPDATE audit SET ${set} WHERE number = ${number}`);
        const [problem] = await problemsOf(store);
        assert.deepEqual(problem, { kind: "entry-changed", number });
        await execute(`DELETE FROM audit WHERE number = ${number}`);
        await execute("INSERT INTO audit SELECT * FROM kept");
        await execute("DROP TABLE kept");
        assert.deepEqual(await problemsOf(store), []);
      }
    });

  removalContract(promised);
  headContract(promised);
  dropContract(promised);
  actContract(promised);
  outsideContract(promised);
}

function removalContract(promised: Promised): void {
  const cases: Readonly<Record<string, { sql: readonly string[]; first: AuditProblem }>> = {
    "an entry that is gone": {
      sql: ["DELETE FROM audit WHERE number = 3"],
      first: { kind: "entries-missing", number: 3, to: 3 },
    },
    "a beginning that is gone": {
      sql: ["DELETE FROM audit WHERE number <= 2"],
      first: { kind: "entries-missing", number: 1, to: 2 },
    },
    "an end that is gone": {
      sql: ["DELETE FROM audit WHERE number >= 4"],
      first: { kind: "entries-missing", number: 4, to: 5 },
    },
    "entries that are all gone": {
      sql: ["DELETE FROM audit"],
      first: { kind: "entries-missing", number: 1, to: 5 },
    },
    "two entries in each other's place": {
      sql: [
        "UPDATE audit SET number = 9 WHERE number = 2",
        "UPDATE audit SET number = 2 WHERE number = 3",
        "UPDATE audit SET number = 3 WHERE number = 9",
      ],
      first: { kind: "entry-changed", number: 2 },
    },
    "an entry behind the end": {
      sql: [copyOf(5, 6)],
      first: { kind: "entries-added", number: 6, to: 6 },
    },
    "an entry that took another one's place": {
      sql: ["DELETE FROM audit WHERE number = 3", copyOf(2, 3)],
      first: { kind: "entry-changed", number: 3 },
    },
  };
  for (const [what, { sql, first }] of Object.entries(cases))
    promised(`AuditTrail.verify: ${what} is found`, async ({ store, execute }) => {
      await fill(store, 5);
      for (const statement of sql) await execute(statement);
      assert.deepEqual((await problemsOf(store))[0], first);
    });
}

/** SQL that puts a copy of an entry under another number. */
function copyOf(from: number, to: number): string {
  const others = [...coveredColumns.slice(1), "mac"].join(", ");
  return `INSERT INTO audit (number, ${others}) SELECT ${to}, ${others} FROM audit WHERE number = ${from}`;
}

function headContract(promised: Promised): void {
  const damages: Readonly<Record<string, string>> = {
    first: "first = first + 1",
    before_mac: "before_mac = last_mac",
    last: "last = last - 1",
    last_mac: "last_mac = before_mac",
    began_at: "began_at = began_at + 1",
    mac: "mac = last_mac",
  };
  for (const [column, set] of Object.entries(damages))
    promised(
      `AuditTrail: a head with another ${column} is found, blocks no entry, and is noted in the trail`,
      (opened) => noted(opened, `UPDATE audit_head SET ${set}`, { kind: "head-changed" }),
    );
  promised("AuditTrail: a head that is gone is found, blocks no entry, and is noted in the trail", (opened) =>
    noted(opened, "DELETE FROM audit_head", { kind: "head-missing" }),
  );
  promised("AuditTrail: an end that is gone is noted with the next entry", (opened) =>
    noted(opened, "DELETE FROM audit WHERE number = 5", { kind: "entries-missing", number: 5, to: 5 }),
  );
  promised("AuditTrail: an entry behind the end blocks no entry, and is noted with the next one", (opened) =>
    noted(opened, copyOf(5, 6), { kind: "entries-added", number: 6, to: 6 }),
  );
}

async function noted({ store, execute }: OpenedStore, sql: string, found: AuditProblem): Promise<void> {
  await fill(store, 5);
  await execute(sql);
  assert.deepEqual((await problemsOf(store))[0], found);
  assert.ok((await store.clients.create(shop, { audit: [entryOf(6)] })).ok);
  assert.deepEqual((await actsOf(store)).slice(-2), ["audit-damaged", "client-changed"]);
  await fill(store, 1);
  assert.equal((await actsOf(store)).filter((act) => act === "audit-damaged").length, 1);
  assert.ok((await problemsOf(store)).some(({ kind }) => kind === "damage-noted"));
}

const later = plus(noon, 1_000);

/** Removes what is older than so many seconds after noon. */
function drop(
  { auditTrail }: Store,
  seconds: number,
  rowsMax = 99,
): ReturnType<typeof auditTrail.dropBefore> {
  const before = plus(noon, seconds);
  return auditTrail.dropBefore({ now: later, before, dueBefore: before, rowsMax });
}

async function detailsOf({ auditTrail }: Store, act: string): Promise<readonly unknown[]> {
  return (await auditTrail.list({ act, limit: 99, order: "oldest" })).items.map(({ details }) => details);
}

function dropContract(promised: Promised): void {
  promised(
    "AuditTrail.dropBefore: the oldest entries go, in limited numbers, an entry says which, and the chain holds",
    async ({ store, execute }) => {
      await fill(store, 9);
      const macs = await Promise.all([3, 5].map((number) => store.auditTrail.macOf(number)));
      assert.deepEqual(await drop(store, 6, 3), { dropped: 3 });
      assert.deepEqual(await drop(store, 6, 3), { dropped: 2 });
      assert.deepEqual(await drop(store, 6, 3), { dropped: 0 });
      const [third, fifth] = macs.map((mac) => Buffer.from(mac ?? assert.fail()).toString("hex"));
      assert.deepEqual(await detailsOf(store, "audit-expired"), [
        { from: 1, to: 3, mac: third },
        { from: 4, to: 5, mac: fifth },
      ]);
      const { problems, entries, head } = await store.auditTrail.verify();
      assert.deepEqual([problems, entries, head?.first, head?.last], [[], 6, 6, 11]);
      await execute("DELETE FROM audit WHERE number = 6");
      assert.deepEqual(await problemsOf(store), [{ kind: "entries-missing", number: 6, to: 6 }]);
    },
  );
  promised("AuditTrail.dropBefore: all entries can go but the one that says so", async ({ store }) => {
    await fill(store, 3);
    assert.deepEqual(await drop(store, 99), { dropped: 3 });
    await fill(store, 1);
    const { problems, entries, head } = await store.auditTrail.verify();
    assert.deepEqual([problems, entries, head?.first, head?.last], [[], 2, 4, 5]);
  });
  promised(
    "AuditTrail.dropBefore: nothing goes until an entry is older than the second limit",
    async ({ store }) => {
      await fill(store, 3);
      const expiry = { now: later, before: plus(noon, 3), rowsMax: 9 };
      const { auditTrail } = store;
      assert.deepEqual(await auditTrail.dropBefore({ ...expiry, dueBefore: plus(noon, 1) }), { dropped: 0 });
      assert.deepEqual(await auditTrail.dropBefore({ ...expiry, dueBefore: plus(noon, 2) }), { dropped: 2 });
    },
  );
  promised(
    "AuditTrail.dropBefore: a trail whose head is damaged loses nothing",
    async ({ store, execute }) => {
      await fill(store, 3);
      await execute("UPDATE audit_head SET first = 2");
      assert.deepEqual(await drop(store, 99), { dropped: 0 });
      assert.equal((await actsOf(store)).length, 3);
    },
  );
  damagedDropContract(promised);
}

function damagedDropContract(promised: Promised): void {
  promised("AuditTrail.dropBefore: an edited time makes no entry expire", async ({ store, execute }) => {
    await fill(store, 5);
    await execute("UPDATE audit SET at = 1000");
    assert.deepEqual(await drop(store, 0), { dropped: 0, damagedAt: 1 });
    assert.deepEqual(await drop(store, 0), { dropped: 0 });
    assert.deepEqual(await detailsOf(store, "audit-damaged"), [{ problem: "chain-broken", entry: 1 }]);
    assert.equal((await actsOf(store)).length, 6);
    assert.deepEqual((await problemsOf(store))[0], { kind: "entry-changed", number: 1 });
  });
  promised("AuditTrail.dropBefore: an edited time keeps no entry for ever", async ({ store, execute }) => {
    await fill(store, 5);
    await execute("UPDATE audit SET at = at + 1000000000 WHERE number = 1");
    assert.deepEqual(await drop(store, 3), { dropped: 0, damagedAt: 1 });
  });
  for (const [what, sql] of Object.entries({
    "an entry that is changed": "UPDATE audit SET act = 'signed-in' WHERE number = 3",
    "an entry that is gone": "DELETE FROM audit WHERE number = 3",
  }))
    promised(
      `AuditTrail.dropBefore: ${what} stops it, and goes when the entry that notes it is old enough`,
      async ({ store, execute }) => {
        await fill(store, 5);
        await execute(sql);
        assert.deepEqual(await drop(store, 99), { dropped: 2, damagedAt: 3 });
        assert.deepEqual(await drop(store, 999), { dropped: 0 });
        assert.deepEqual((await actsOf(store)).slice(-2), ["audit-expired", "audit-damaged"]);
        const to = sql.startsWith("DELETE") ? 5 : 4;
        const mac = Buffer.from((await store.auditTrail.macOf(to)) ?? assert.fail()).toString("hex");
        assert.deepEqual(await drop(store, 1_001, 2), { dropped: to - 2 });
        const expired = await detailsOf(store, "audit-expired");
        assert.deepEqual(expired.at(-1), { from: 3, to, mac, problem: "chain-broken" });
        assert.ok((await drop(store, 1_001)).dropped > 0);
        assert.ok(!(await actsOf(store)).includes("audit-damaged"));
        assert.deepEqual(await problemsOf(store), []);
      },
    );
  promised("AuditTrail.dropBefore: a forged note of damage lets nothing go", async ({ store, execute }) => {
    await fill(store, 5);
    await execute("UPDATE audit SET act = 'audit-damaged', at = 1000 WHERE number = 4");
    await execute("UPDATE audit SET at = 1000 WHERE number = 1");
    assert.deepEqual(await drop(store, 0), { dropped: 0, damagedAt: 1 });
    assert.deepEqual(await drop(store, 0), { dropped: 0 });
    assert.equal((await actsOf(store)).length, 6);
  });
}

/** What the service does with the trail, none of which may cover up a change. */
const acts: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  append: (store) => store.auditTrail.append([entryOf(20)]),
  "a fact with its entry": (store) => store.clients.create(shop, { audit: [entryOf(20)] }),
  "the rotation of a key": (store) =>
    store.keyRecords.rotate(keyRecordOf(1, "code", noon), plus(noon, -1), { audit: [entryOf(20)] }),
  dropBefore: (store) => drop(store, 999),
  "dropBefore of less": (store) => drop(store, 5, 3),
  list: (store) => store.auditTrail.list({ limit: 99 }),
  "list, as an export reads": (store) => store.auditTrail.list({ limit: 99, order: "oldest", after: 0 }),
  verify: (store) => store.auditTrail.verify(),
  verifyPart: (store) => store.auditTrail.verifyPart({ pages: 1 }),
};

function actContract(promised: Promised): void {
  const columns = Object.entries(tamperings);
  for (const [act, run] of Object.entries(acts))
    promised(`AuditTrail: ${act} covers up no change of any column`, async ({ store, execute }) => {
      await fill(store, columns.length + 2);
      for (const [index, [, set]] of columns.entries())
        await execute(`UPDATE audit SET ${set} WHERE number = ${index + 2}`);
      await run(store);
      const found = await problemsOf(store);
      for (const [index, [column]] of columns.entries())
        assert.ok(
          found.some(({ kind, number }) => kind === "entry-changed" && number === index + 2),
          column,
        );
    });
}

function outsideContract(promised: Promised): void {
  promised(
    "AuditTrail: entries that another program added before the beginning are found, and no list has them",
    async ({ store, execute, location }) => {
      await fill(store, 5);
      await drop(store, 3);
      const withoutCheck = location.startsWith("sqlite:")
        ? "PRAGMA ignore_check_constraints = ON"
        : "ALTER TABLE audit DROP CONSTRAINT IF EXISTS audit_number_check";
      for (const number of [1, 0, -5]) await execute(`${withoutCheck}; ${copyOf(4, number)}`);
      assert.deepEqual(await problemsOf(store), [
        { kind: "entries-added", number: -5, to: -5 },
        { kind: "entries-added", number: 0, to: 0 },
        { kind: "entries-added", number: 1, to: 1 },
      ]);
      for (const order of ["oldest", "newest"] as const) {
        const { items } = await store.auditTrail.list({ limit: 99, order });
        assert.deepEqual(items.map(({ number }) => number).toSorted(), [3, 4, 5, 6]);
      }
    },
  );
}
