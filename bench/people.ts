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
import { instantOf } from "../src/values/time.ts";
import { peopleRows } from "../test/support/people-rows.ts";
import { runAsProgram, runFolder } from "./frame.ts";
import { describeMachine } from "./machine.ts";
import { startServer } from "./postgres-server.ts";

const usage = `node bench/people.ts [--people N] [--folder DIR]

How long a page of people takes, for every filter in every order, with N people (default 1000000) in a SQLite file and in a PostgreSQL that
it starts, with the settings that initdb gives. The goal is at most 300 ms for each.
`;

const goalMilliseconds = 300;
const pageLength = 50;
/** The number of pages that are read of each list, from its beginning. */
const pagesEach = 3;

function filtersFor(people: number): Readonly<Record<string, PeopleFilter>> {
  return {
    everybody: {},
    "state=enabled": { state: "enabled" },
    "state=disabled": { state: "disabled" },
    "group=staff (half)": { group: "staff" as never },
    "group=late (6,000, the newest)": { group: "late" as never },
    administrators: { isAdmin: true },
    "no second factor (few, the newest)": { lacksSecondFactor: true },
    "unverified (a third)": { isUnverified: true },
    "not seen (all)": { notSeenSince: instantOf(people * 4) },
    "provider (a fifth)": { upstream: "acme" as never },
    "imported (half)": { isImported: true },
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
  };
}

/** Reads a list and returns the milliseconds of each page. */
async function timesOf(
  { people }: Store,
  filter: PeopleFilter,
  order: PeopleOrder,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let after: PersonPosition | undefined; times.length < pagesEach; ) {
    const begun = performance.now();
    const page = await people.list({ filter, order, limit: pageLength, after });
    times.push(performance.now() - begun);
    if (page.next === undefined) break;
    after = page.next;
  }
  return times;
}

/** Measures every list; true if each page met the goal. */
async function measure(name: string, store: Store, people: number): Promise<boolean> {
  process.stdout.write(`\n${name}: milliseconds, the slowest of the pages in each order\n`);
  let isMet = true;
  for (const [said, filter] of Object.entries(filtersFor(people))) {
    const worst: string[] = [];
    for (const order of peopleOrders) {
      const slowest = Math.max(...(await timesOf(store, filter, order)));
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
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const people = Number(values.people);
  if (!Number.isSafeInteger(people) || people < 10_000)
    throw new Error(`--people is ${values.people}; give a whole number of at least 10000.`);
  const folder = runFolder(values.folder);
  const { cpu, cores, filesystem, node, loadBefore } = describeMachine(folder);
  process.stdout.write(`${cpu}, ${cores} cores, load ${loadBefore}, ${filesystem}, Node ${node}\n`);
  process.stdout.write(`${people} people. Orders: ${peopleOrders.join(", ")}.\n`);
  const clock = { now: () => instantOf(people * 5) };
  const path = join(folder, "latchkey.db");
  await (await openSqliteStore({ path, clock })).close();
  const file = new DatabaseSync(path);
  file.exec("PRAGMA synchronous = OFF; BEGIN");
  for (const text of peopleRows("SQLite", people)) file.exec(text);
  file.exec("COMMIT");
  file.close();
  const sqlite = await openSqliteStore({ path, clock });
  const isMetBySqlite = await measure("SQLite", sqlite, people);
  await sqlite.close();
  await using server = await startServer(values.folder);
  const postgres = await openPostgresStore({ url: server.url, clock });
  for (const text of peopleRows("PostgreSQL", people)) await server.client.query(text);
  await server.client.query("VACUUM ANALYZE");
  const isMetByPostgres = await measure("PostgreSQL", postgres, people);
  await postgres.close();
  process.stdout.write(
    `\nAt most ${goalMilliseconds} ms: ${isMetBySqlite && isMetByPostgres ? "met" : "MISSED"}\n`,
  );
}

await runAsProgram(main);
