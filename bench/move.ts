import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openSqliteStore } from "../src/adapters/sqlite/store.ts";
import { sha256 } from "../src/values/digest.ts";
import { accountIdOf, clientIdOf, createGrantId, sessionIdOf } from "../src/values/ids.ts";
import { instantOf, plus } from "../src/values/time.ts";
import { describeMachine } from "./machine.ts";
import { startServer } from "./postgres-server.ts";

const usage = `node bench/move.ts [--rows N] [--folder DIR]

How long \`latchkey db copy\` holds the file's lock: fills a SQLite file with N grants (default 1000000: about 200 MB), and moves it
to a PostgreSQL that it starts, with the settings that initdb gives.
`;

const latchkey = resolve(import.meta.dirname, "../bin/latchkey.js");
const roundRows = 5_000;

async function fill(path: string, rows: number): Promise<void> {
  const now = instantOf(Date.now());
  const store = await openSqliteStore({ path, clock: { now: () => now } });
  const owner = {
    clientId: clientIdOf("0".repeat(20)),
    accountId: accountIdOf("0".repeat(20)),
    accountEpoch: 1,
    sessionId: sessionIdOf(new Uint8Array(16)),
    redeemedAt: now,
    tokenExpiresAt: plus(now, 3_600),
    keepUntil: plus(now, 3_900),
  };
  const random = Buffer.alloc(10);
  for (let made = 0; made < rows; made += roundRows)
    await Promise.all(
      Array.from({ length: Math.min(roundRows, rows - made) }, (_, index) => {
        random.writeUInt32BE(made + index, 6);
        const id = createGrantId(now, random);
        return store.grants.redeem({ ...owner, id, tokenDigest: sha256(id) });
      }),
    );
  await store.close();
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "latchkey-bench-move-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Seconds that the command took, start included. */
async function move(folder: string, from: string, to: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [latchkey, "db", "copy", `sqlite:${from}`, to], {
    cwd: folder,
    env: { ...process.env, LATCHKEY_DATA_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`The copy ended with ${child.exitCode}.`);
  return (performance.now() - begun) / 1_000;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "1000000" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const rows = Number(values.rows);
  if (!Number.isSafeInteger(rows) || rows < 1)
    throw new Error(`--rows is ${values.rows}; give a whole number above 0.`);
  const folder = newFolder(values.folder);
  const { cpu, cores, filesystem, node } = describeMachine(folder);
  const file = join(folder, "latchkey.db");
  await fill(file, rows);
  // In a folder of its own, because a server that root starts runs as another user.
  await using server = await startServer(values.folder);
  const seconds = await move(folder, file, server.url);
  const megabytes = statSync(file).size / (1024 * 1024);
  process.stdout.write(`${cpu}, ${cores} cores, ${filesystem}, Node ${node}\n`);
  process.stdout.write(
    `${rows} grants, ${megabytes.toFixed(0)} MB: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second\n`,
  );
}

await main();
