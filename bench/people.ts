import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../src/adapters/postgres/store.ts";
import { openSqliteStore } from "../src/adapters/sqlite/store.ts";
import type { Store } from "../src/adapters/store.ts";
import {
  type PeopleFilter,
  type PeopleOrder,
  type PersonPosition,
  peopleOrders,
} from "../src/flows/people-ports.ts";
import type { Clock } from "../src/flows/ports.ts";
import type { AccountId } from "../src/values/ids.ts";
import { instantOf } from "../src/values/time.ts";
import { peopleRows } from "../test/support/people-rows.ts";
import { runAsProgram, runFolder } from "./frame.ts";
import { describeMachine } from "./machine.ts";
import { startServer } from "./postgres-server.ts";

const usage = `node bench/people.ts [--people N] [--only ENGINE] [--folder DIR]

How long a page of people takes, for every filter in every order, with N people (default 1000000) in a SQLite file and in a PostgreSQL that
it starts, with the settings that initdb gives; with --only in one of them: sqlite or postgres. Each page is read three times, and the quickest
counts, because other work on the machine makes a read longer and never shorter. The goal is at most 300 ms for each.
`;

const goalMilliseconds = 300;
const pageLength = 50;
/** The number of pages that are read of each list, from its beginning. */
const pagesEach = 3;
const readsEach = 3;
/**
 * Places in the lists by name and by address from which a page looks through most: nearly as many people as one page looks through have a
 * name or an address, and behind them begin those who have none.
 */
const turns: Partial<Record<PeopleOrder, string>> = {
  name: "z",
  "-name": "ada nr109",
  email: "p991",
  "-email": "p109",
};

function filtersFor(people: number): Readonly<Record<string, PeopleFilter>> {
  return {
    everybody: {},
    "enabled, imported, verified (a third)": { state: "enabled", isImported: true, isUnverified: false },
    "state=enabled": { state: "enabled" },
    "state=disabled": { state: "disabled" },
    "state=locked (few)": { state: "locked" },
    "state=leaving (few)": { state: "leaving" },
    "group=staff (half)": { group: "staff" as never },
    "group=late (6,000, the newest)": { group: "late" as never },
    "in one of both groups": { inOneOf: [["staff", "late"]] },
    administrators: { isAdmin: true },
    "no administrators": { isAdmin: false },
    "no second factor (few, the newest)": { lacksSecondFactor: true },
    "a second factor (nearly all)": { lacksSecondFactor: false },
    "unverified (a third)": { isUnverified: true },
    "no unverified address": { isUnverified: false },
    "not seen (all)": { notSeenSince: instantOf(people * 4) },
    "provider (a fifth)": { upstream: "acme" as never },
    "imported (half)": { isImported: true },
    "not imported": { isImported: false },
    "old password (a third)": { hasOldPassword: true },
    "no old password": { hasOldPassword: false },
    "imported, unverified, no second factor": {
      isImported: true,
      isUnverified: true,
      lacksSecondFactor: true,
    },
    "search p (all)": { search: "p" },
    "search of one person": { search: `p${people - 1}` },
    "search of a last name": { search: `nr${people - 1}` },
    "search @example.org (all)": { search: "@example.org" },
    "search that finds nobody": { search: "zzz" },
    "search of an id": { search: `lku${String(people).padStart(20, "0")}` },
    "search ada (all), staff, imported": { search: "ada", group: "staff" as never, isImported: true },
    "search p9, provider, enabled, not seen": {
      search: "p9",
      upstream: "acme" as never,
      state: "enabled",
      notSeenSince: instantOf(people * 4),
    },
    "search @example.org, disabled, no factor": {
      search: "@example.org",
      state: "disabled",
      lacksSecondFactor: true,
    },
  };
}

/** Reads a list from a place in it, and returns the milliseconds of each page. */
async function timesOf(
  { people }: Store,
  filter: PeopleFilter,
  order: PeopleOrder,
  from?: PersonPosition,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let after = from; times.length < pagesEach; ) {
    const reads: number[] = [];
    let next: PersonPosition | undefined;
    while (reads.length < readsEach) {
      const begun = performance.now();
      ({ next } = await people.list({ filter, order, limit: pageLength, after }));
      reads.push(performance.now() - begun);
    }
    times.push(Math.min(...reads));
    if (next === undefined) break;
    after = next;
  }
  return times;
}

const firstId = `lku${"0".repeat(20)}` as AccountId;

/** Measures every list; true if each page met the goal. */
async function measure(name: string, store: Store, people: number): Promise<boolean> {
  process.stdout.write(`\n${name}: milliseconds, the slowest of the pages in each order\n`);
  let isMet = true;
  for (const [said, filter] of Object.entries(filtersFor(people))) {
    const worst: string[] = [];
    for (const order of peopleOrders) {
      const turn = turns[order];
      const times = [
        ...(await timesOf(store, filter, order)),
        ...(turn === undefined ? [] : await timesOf(store, filter, order, { at: turn, id: firstId })),
      ];
      const slowest = Math.max(...times);
      isMet &&= slowest <= goalMilliseconds;
      worst.push(slowest.toFixed(0).padStart(5));
    }
    process.stdout.write(`${said.padEnd(42)}${worst.join("")}\n`);
  }
  return isMet;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      people: { type: "string", default: "1000000" },
      only: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const people = Number(values.people);
  if (!Number.isSafeInteger(people) || people < 10_000)
    throw new Error(`--people is ${values.people}; give a whole number of at least 10000.`);
  if (values.only !== undefined && !["sqlite", "postgres"].includes(values.only))
    throw new Error(`--only is ${values.only}; give sqlite or postgres.`);
  const folder = runFolder(values.folder);
  const { cpu, cores, filesystem, node, loadBefore } = describeMachine(folder);
  process.stdout.write(`${cpu}, ${cores} cores, load ${loadBefore}, ${filesystem}, Node ${node}\n`);
  process.stdout.write(`${people} people. Orders: ${peopleOrders.join(", ")}.\n`);
  const clock = { now: () => instantOf(people * 5) };
  const isMet: boolean[] = [];
  if (values.only !== "postgres") isMet.push(await measureSqlite(folder, people, clock));
  if (values.only !== "sqlite") isMet.push(await measurePostgres(values.folder, people, clock));
  process.stdout.write(
    `\nAt most ${goalMilliseconds} ms: ${isMet.every((each) => each) ? "met" : "MISSED"}\n`,
  );
}

async function measureSqlite(folder: string, people: number, clock: Clock): Promise<boolean> {
  const path = join(folder, "latchkey.db");
  await (await openSqliteStore({ path, clock })).close();
  const file = new DatabaseSync(path);
  file.exec("PRAGMA synchronous = OFF; BEGIN");
  for (const text of peopleRows("SQLite", people)) file.exec(text);
  file.exec("COMMIT");
  file.close();
  const store = await openSqliteStore({ path, clock });
  const isMet = await measure("SQLite", store, people);
  await store.close();
  return isMet;
}

async function measurePostgres(folder: string, people: number, clock: Clock): Promise<boolean> {
  await using server = await startServer(folder);
  const store = await openPostgresStore({ url: server.url, clock });
  for (const text of peopleRows("PostgreSQL", people)) await server.client.query(text);
  await server.client.query("VACUUM ANALYZE");
  const isMet = await measure("PostgreSQL", store, people);
  await store.close();
  return isMet;
}

await runAsProgram(main);
