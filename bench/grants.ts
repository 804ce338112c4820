import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../src/adapters/postgres/store.ts";
import { instantOf } from "../src/values/time.ts";
import { type Farewell, type Measure, measure, measureFarewell } from "./grants/measure.ts";
import { load, trafficUntil } from "./grants/traffic.ts";
import { describeMachine } from "./machine.ts";
import { type Server, startServer } from "./postgres-server.ts";
import { asMarkdown, asText, figure, type Section, type Table } from "./report.ts";

const usage = `npm run bench:grants -- [--rows N] [--seconds N] [--markdown] [--json FILE] [--folder DIR]

  --rows N     the largest table (default 10000000: about 6 minutes and 6 GB of disk); smaller ones come before it
  --seconds N  how long each kind of call is measured at most (default 5)
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --folder DIR where the database lies while it runs (default: the system's folder for temporary files)
`;

const rowsMin = 10_000;
const clock = { now: () => instantOf(Date.now()) };

function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "10000000" },
      seconds: { type: "string", default: "5" },
      markdown: { type: "boolean", default: false },
      json: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  const [rows, seconds] = [Number(values.rows), Number(values.seconds)];
  if (!Number.isSafeInteger(rows) || rows < rowsMin)
    throw new Error(`--rows is ${values.rows}; give a whole number of at least ${rowsMin}.`);
  if (!(seconds > 0)) throw new Error(`--seconds is ${values.seconds}; give a number above 0.`);
  return { ...values, rows, seconds };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** 10⁴, 10⁵, … and at last `rows`. */
function sizesUpTo(rows: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = rowsMin; size < rows; size *= 10) sizes.push(size);
  return [...sizes, rows];
}

interface Round {
  readonly measure: Measure;
  readonly farewell: Farewell;
}

/** Fills a schema of its own, so that every size is loaded in the order of time. */
async function runRound(server: Server, rows: number, seconds: number): Promise<Round> {
  progress(`== ${rows.toLocaleString("en")} rows`);
  await server.client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const store = await openPostgresStore({ url: server.url, clock });
  try {
    const bench = { client: server.client, store, traffic: trafficUntil(clock.now(), rows) };
    const walBytesPerRow = await load(bench, bench.traffic, progress);
    progress("redeeming and looking up");
    const measured = await measure(bench, walBytesPerRow, seconds);
    progress("expiring");
    return { measure: measured, farewell: await measureFarewell(bench) };
  } finally {
    await store.close();
  }
}

function sectionOf(rounds: readonly Round[]): Section {
  return {
    key: "grants",
    tables: [callsTable(rounds), sizeTable(rounds), farewellTable(rounds)],
    goals: [],
    figures: rounds,
  };
}

function callsTable(rounds: readonly Round[]): Table {
  return {
    title: "Redeeming and looking up",
    explanation:
      "Through the adapter, each redemption on disk before it is answered: one caller alone, then 64 that each wait for their answer.",
    columns: [
      "rows",
      "redeem p50 ms",
      "p99 ms",
      "64: p50 ms",
      "p99 ms",
      "a second",
      "find p50 ms",
      "p99 ms",
      "64: p50 ms",
      "p99 ms",
      "a second",
    ],
    rows: rounds.map(({ measure: { rows, redeem, find } }) => [
      figure(rows, 0),
      ...[redeem, find].flatMap(({ alone, together }) => [
        figure(alone.p50, 2),
        figure(alone.p99, 2),
        figure(together.p50, 2),
        figure(together.p99, 2),
        figure(together.perSecond, 0),
      ]),
    ]),
  };
}

function sizeTable(rounds: readonly Round[]): Table {
  return {
    title: "Size",
    explanation:
      "Table and index on disk; write-ahead log for each row when loaded in bulk, and when redeemed by 64 callers right after a " +
      "checkpoint; pages and partitions that EXPLAIN (ANALYZE, BUFFERS) says one look-up reads.",
    columns: [
      "rows",
      "table MB",
      "index MB",
      "bytes a row",
      "WAL loaded",
      "WAL redeemed",
      "pages",
      "partitions",
    ],
    rows: rounds.map(
      ({ measure: { rows, tableBytes, indexBytes, walBytesPerRow, redeem, pages, partitions } }) => [
        figure(rows, 0),
        figure(tableBytes / 1e6, 1),
        figure(indexBytes / 1e6, 1),
        figure((tableBytes + indexBytes) / rows, 0),
        figure(walBytesPerRow, 0),
        figure(redeem.walBytes, 0),
        figure(pages, 0),
        figure(partitions, 0),
      ],
    ),
  };
}

function farewellTable(rounds: readonly Round[]): Table {
  return {
    title: "Letting an hour go",
    explanation:
      "The rows of one partition: DELETE and the VACUUM that it needs; asking the rows whether any is still needed; the sweep that drops the partition.",
    columns: ["rows of the hour", "DELETE ms", "VACUUM ms", "WAL MB", "asking ms", "drop ms", "WAL MB"],
    rows: rounds.map(({ farewell }) => [
      figure(farewell.rows, 0),
      figure(farewell.deleteMilliseconds, 0),
      figure(farewell.vacuumMilliseconds, 0),
      figure(farewell.deleteWalBytes / 1e6, 1),
      figure(farewell.askMilliseconds, 0),
      figure(farewell.dropMilliseconds, 0),
      figure(farewell.dropWalBytes / 1e6, 2),
    ]),
  };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  await using server = await startServer(options.folder);
  const machine = {
    ...describeMachine(server.folder),
    pinning: "PostgreSQL and its caller share all cores; settings of initdb, fsync on",
  };
  const rounds: Round[] = [];
  for (const rows of sizesUpTo(options.rows)) rounds.push(await runRound(server, rows, options.seconds));
  const section = sectionOf(rounds);
  process.stdout.write(options.markdown ? asMarkdown(machine, [section]) : asText(machine, [section]));
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ machine, rounds }, null, 2)}\n`);
}

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  await run();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe benchmark failed, its figures would be worth nothing.\n${reason}\n`);
  process.exitCode = 1;
}
