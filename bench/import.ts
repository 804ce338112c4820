import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { bcrypt } from "../test/support/foreign-files.ts";
import { runAsProgram, runFolder } from "./frame.ts";
import { describeMachine } from "./machine.ts";
import { startServer } from "./postgres-server.ts";

const usage = `node bench/import.ts [--people N] [--folder DIR]

How long \`latchkey import users\` takes for N people (default 50000) with bcrypt hashes, addresses, names and groups: into a SQLite file, and
into a PostgreSQL that it starts, with the settings that initdb gives.
`;

const latchkey = resolve(import.meta.dirname, "../bin/latchkey.js");
const groupsCount = 20;

function* lines(people: number): Generator<string> {
  for (let number = 0; number < people; number += 1) {
    const username = `person${number}`;
    const person = {
      username,
      email: `${username}@example.org`,
      email_verified: true,
      name: `Person ${number}`,
      groups: [`group${number % groupsCount}`],
      password_hash: bcrypt,
    };
    yield `${JSON.stringify(person)}\n`;
  }
}

/** Seconds that the command took, start included. */
async function importInto(folder: string, file: string, settings: Readonly<Record<string, string>>) {
  mkdirSync(folder);
  const env = { ...process.env, LATCHKEY_DATA_DIR: folder, ...settings };
  const run = async (words: readonly string[]) => {
    const child = spawn(process.execPath, [latchkey, ...words], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
    if (child.exitCode !== 0) throw new Error(`latchkey ${words[0]} ended with ${child.exitCode}.`);
    return said;
  };
  await run(["db", "migrate", "--json"]);
  const begun = performance.now();
  const counts = JSON.parse(await run(["import", "users", file, "--create-groups", "--json"]));
  return { seconds: (performance.now() - begun) / 1_000, created: Number(counts.created) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      people: { type: "string", default: "50000" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const people = Number(values.people);
  if (!Number.isSafeInteger(people) || people < 1)
    throw new Error(`--people is ${values.people}; give a whole number above 0.`);
  const folder = runFolder(values.folder);
  const { cpu, cores, filesystem, node, loadBefore } = describeMachine(folder);
  process.stdout.write(`${cpu}, ${cores} cores, load ${loadBefore}, ${filesystem}, Node ${node}\n`);
  const file = join(folder, "people.jsonl");
  await pipeline(Readable.from(lines(people)), createWriteStream(file));
  const megabytes = (statSync(file).size / (1024 * 1024)).toFixed(0);
  // In a folder of its own, because a server that root starts runs as another user.
  await using server = await startServer(values.folder);
  for (const [name, settings] of [
    ["SQLite", {}],
    [
      "PostgreSQL",
      { LATCHKEY_DATABASE_URL: server.url, LATCHKEY_SECRET: "a-master-key-of-the-benchmark-alone" },
    ],
  ] as const) {
    const { seconds, created } = await importInto(join(folder, name), file, settings);
    if (created !== people) throw new Error(`Only ${created} of ${people} people were imported.`);
    process.stdout.write(`${name}: ${people} people, ${megabytes} MB: ${seconds.toFixed(1)} s\n`);
  }
}

await runAsProgram(main);
