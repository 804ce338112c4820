import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";
import { startPostgres } from "../support/postgres.ts";

const script = join(import.meta.dirname, "master-key-killed.ts");

/** What kills came to. */
export interface Kills {
  /** Processes that were killed in the middle. */
  readonly killed: number;
  readonly steps: number;
}

/** Replaces a key file beside an SQLite file, and kills that at every step, or at each of `every` steps. */
export async function killAtFileSteps(every = 1): Promise<Kills> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-master-key-"));
  try {
    const place = { databaseUrl: `sqlite:${join(dataDir, "latchkey.db")}`, dataDir, secrets: () => [] };
    return await killAtSteps(place, every);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Replaces the secret of a PostgreSQL, and kills that at every write to its socket, or at each of `every`. */
export async function killAtSocketSteps(every = 1): Promise<Kills> {
  const server = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-master-key-"));
  try {
    const databaseUrl = await server.newSchema();
    let [present, next] = [secretNumbered(1), secretNumbered(2)];
    const secrets = () => [present, next];
    return await killAtSteps({ databaseUrl, dataDir, secrets }, every, (number) => {
      [present, next] = [next, secretNumbered(number + 3)];
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await server.remove();
  }
}

interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secrets: () => readonly string[];
}

async function killAtSteps(
  place: Place,
  every: number,
  onFinished: (number: number) => void = () => {},
): Promise<Kills> {
  const sealed = await withKeyring(place, ({ keyring }) => keyring.seal("code", Buffer.from("before")));
  const requireWhole = (what: string) =>
    withKeyring(place, ({ keyring }) =>
      assert.equal(Buffer.from(keyring.open("code", sealed) ?? []).toString(), "before", what),
    );
  const first = await replace(place, 0);
  assert.equal(first.signal, null);
  onFinished(0);
  const steps = Number(first.output);
  let killed = 0;
  for (let step = 1; step <= steps; step += every) {
    const { signal } = await replace(place, step);
    if (signal === "SIGKILL") killed += 1;
    await requireWhole(`killed at step ${step} of ${steps}`);
    assert.equal((await replace(place, 0)).signal, null, `finished after step ${step}`);
    onFinished(step);
    await requireWhole(`finished after step ${step}`);
  }
  return { killed, steps };
}

async function withKeyring<T>(
  { databaseUrl, dataDir, secrets }: Place,
  work: (opened: Awaited<ReturnType<typeof openAdministration>>) => T,
): Promise<T> {
  const [secret, secretNext] = secrets();
  const administration = await openAdministration(
    configOf(dataDir, {
      LATCHKEY_DATABASE_URL: databaseUrl,
      ...(secret !== undefined && { LATCHKEY_SECRET: secret }),
      ...(secretNext !== undefined && { LATCHKEY_SECRET_NEXT: secretNext }),
    }),
  );
  try {
    return work(administration);
  } finally {
    await administration.close();
  }
}

async function replace(
  { databaseUrl, dataDir, secrets }: Place,
  step: number,
): Promise<{ readonly signal: NodeJS.Signals | null; readonly output: string }> {
  const words = [script, databaseUrl, dataDir, String(step), ...secrets()];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  assert.ok(signal === "SIGKILL" || code === 0, `ended with ${code}`);
  return { signal, output };
}

function secretNumbered(number: number): string {
  return `secret number ${number}, of enough characters`;
}

if (import.meta.main) {
  console.log("key file beside SQLite:", await killAtFileSteps());
  console.log("secret of a PostgreSQL:", await killAtSocketSteps());
}
