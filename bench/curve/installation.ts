import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SignedInUser } from "../latchkey.ts";
import type { BenchClient } from "../requests.ts";
import type { UserPlan } from "../scripts.ts";
import { cookieHeader } from "../sign-in-form.ts";
import { programIn, type TargetPlan } from "../target.ts";
import type { CurveContext } from "./context.ts";

const run = promisify(execFile);
const databaseName = "latchkey.db";

/** A copy of the installation with a database of its own. */
export interface Copy {
  readonly plan: TargetPlan;
  readonly databaseFile: string;
}

/** Copies the stopped installation. `env` are settings for the copy alone. */
export function copyInstallation(
  { latchkey, folder }: CurveContext,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Copy {
  const from = latchkey.plan.env.LATCHKEY_DATA_DIR;
  if (from === undefined) throw new Error("The installation has no folder.");
  const to = join(folder, name.replaceAll(/[^a-z0-9]+/gi, "-"));
  mkdirSync(to);
  for (const file of readdirSync(from)) copyFileSync(join(from, file), join(to, file));
  return {
    plan: {
      ...latchkey.plan,
      name,
      env: { ...latchkey.plan.env, ...env, LATCHKEY_DATA_DIR: to },
      logFile: join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.log`),
    },
    databaseFile: join(to, databaseName),
  };
}

/** The database and its write-ahead log in MB. */
export function databaseMegabytes(file: string): number {
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  return files.map((path) => statSync(path).size / 1e6).reduce((sum, megabytes) => sum + megabytes, 0);
}

/** Milliseconds that one command takes beside the server, from spawning it to its end. Rejects when it fails. */
export async function commandMilliseconds(plan: TargetPlan, words: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await run(process.execPath, [programIn(plan), ...words], {
    env: { ...process.env, ...plan.env },
    maxBuffer: 64e6,
  });
  return performance.now() - startedAt;
}

/** The concurrent users, each a signed-in person. */
export function flowUsers(
  client: BenchClient,
  people: readonly SignedInUser[],
  count: number,
): readonly UserPlan[] {
  return Array.from({ length: count }, (_, index): UserPlan => {
    const cookies = people[index % people.length]?.cookies ?? {};
    return { kind: "flow", client, cookie: cookieHeader(new Map(Object.entries(cookies))) };
  });
}
