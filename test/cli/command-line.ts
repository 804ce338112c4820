import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";

const entry = resolve(import.meta.dirname, "../../bin/latchkey.js");

/** How a command ended and what it said. */
export interface Answer {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What stderr says to people, with the problem that `--json` makes one object of. */
export function toldIn(stderr: string): string {
  const lines = stderr
    .trimEnd()
    .split("\n")
    .map((line) => {
      if (!line.startsWith("{")) return line;
      const { cause, repair } = JSON.parse(line);
      return `latchkey: ${cause}\n  ${repair ?? ""}`;
    });
  return lines.join("\n");
}

/** A command that keeps running. */
export interface Running extends AsyncDisposable {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The next line of stdout; rejects when there is none any more. */
  nextLine(): Promise<string>;
  /** The exit code, once it ended. */
  readonly ended: Promise<number | null>;
  readonly stderr: Promise<string>;
}

/** An empty folder in which commands are started; it goes away with the test. */
export async function openEmptyFolder() {
  const path = await mkdtemp(join(tmpdir(), "latchkey-cli-"));

  function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return spawn(process.execPath, [entry, ...words], {
      cwd: path,
      env: { ...inheritedEnvironment(), LATCHKEY_STOP_GRACE_SECONDS: "0", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  async function run(
    words: readonly string[],
    options: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
  ): Promise<Answer> {
    const child = start(words, options.env);
    child.stdin.on("error", () => {}).end(options.input ?? "");
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { exitCode: child.exitCode, stdout, stderr };
  }

  return {
    path,
    run,
    /** Runs with `--json` and reads the one line or the lines. */
    async json(words: readonly string[], input?: string): Promise<Record<string, unknown>[]> {
      const answer = await run([...words, "--json"], input === undefined ? {} : { input });
      if (answer.exitCode !== 0) throw new Error(`latchkey ${words.join(" ")}: ${answer.stderr}`);
      return answer.stdout
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
    /** Starts something that runs until it is told to stop. */
    begin(words: readonly string[], env?: Readonly<Record<string, string>>): Running {
      return runningOf(start(words, env), words);
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** The same with a new installation in it. */
export async function openFolder() {
  const folder = await openEmptyFolder();
  const administration = await openAdministration(
    configOf(folder.path, { LATCHKEY_DATA_DIR: join(folder.path, "data") }),
  );
  await administration.close();
  return folder;
}

function runningOf(child: Running["process"], words: readonly string[]): Running {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    process: child,
    ended,
    stderr: text(child.stderr),
    nextLine: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`latchkey ${words.join(" ")} ended without a further line.`);
      return value;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

function inheritedEnvironment(): Record<string, string | undefined> {
  const isForeign = (name: string) => name.startsWith("LATCHKEY_") || name.startsWith("NODE_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
}
