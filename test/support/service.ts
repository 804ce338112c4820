import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { freePort } from "./free-port.ts";
import { launchFlagsOf, launchVariablesOf } from "./launch-flags.ts";

const root = path.resolve(import.meta.dirname, "../..");
const entry = path.join(root, "bin/latchkey.js");

/** A client as `client create --json` prints it. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly name?: string;
  readonly email?: string;
}

/** The outcome of a command. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The stdin of a command that never ends, and never says anything. */
export const endless = Symbol("endless");

type Environment = Readonly<Record<string, string>>;
export type LatchkeyProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * One installation in a folder of its own and the real process that serves it. The process may be stopped, killed and started
 * again on the same data and the same port.
 */
export class LiveService {
  readonly dataDir: string;
  readonly logLines: string[] = [];
  readonly #environment: Environment;
  readonly #program: string;
  readonly #awaited = new Map<string, () => void>();
  #child: LatchkeyProcess | undefined;
  #url: string | undefined;
  #port: string | undefined;

  /** `program` is the launcher of another release. Without a port it takes a free one. */
  constructor(dataDir: string, environment: Environment, program = entry, port?: number) {
    this.dataDir = dataDir;
    this.#port = port?.toString();
    this.#environment = environment;
    this.#program = program;
  }

  /** The base URL, without a trailing slash. */
  get url(): string {
    if (this.#url === undefined) throw new Error("The service was never started.");
    return this.#url;
  }

  /** The address that the service listens on, which may differ from its base URL. */
  get port(): number {
    return Number(this.#port);
  }

  /** The process that was started; undefined where none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts `latchkey serve` and waits until it says that it listens. */
  async start(): Promise<void> {
    this.#port ??= String(await freePort());
    const child = this.#spawn(["serve"], { LATCHKEY_PORT: this.#port });
    this.#child = child;
    child.stderr.on("data", (chunk: Buffer) => this.logLines.push(`stderr: ${chunk.toString().trimEnd()}`));
    const listening = Promise.withResolvers<string>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.logLines.push(line);
      const { msg, issuer } = readLogLine(line);
      this.#awaited.get(msg)?.();
      if (msg === "listening") listening.resolve(issuer);
    });
    child.once("exit", (code, signal) =>
      listening.reject(new Error(`latchkey serve ended (${code ?? signal}):\n${this.logLines.join("\n")}`)),
    );
    this.#url = await listening.promise;
  }

  /** Resolves when the next log line with this `msg` arrives. */
  logged(msg: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(msg, resolve));
  }

  /** The exit code of the running process, once it has ended by itself and its last line is read. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) throw new Error("No process runs.");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    return child.exitCode;
  }

  /** Asks the process to end as a supervisor does, and returns its exit code; null when a signal ended it. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** Ends the process without any warning. */
  async kill9(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Runs a command beside the server, on the same data. */
  async run(words: readonly string[], input: string | typeof endless = ""): Promise<CommandResult> {
    const child = this.#spawn(words, {});
    child.stdin.on("error", () => {});
    if (input !== endless) child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { exitCode: child.exitCode, stdout, stderr };
  }

  async createClient(
    name: string,
    redirectUris: readonly string[],
    options: readonly string[] = [],
  ): Promise<RegisteredClient> {
    const uris = redirectUris.flatMap((uri) => ["--redirect-uri", uri]);
    const answer = await this.#runForJson([
      "client",
      "create",
      "--name",
      name,
      ...uris,
      ...options,
      "--json",
    ]);
    return {
      clientId: String(answer.client_id),
      clientSecret: String(answer.client_secret),
      redirectUris,
    };
  }

  async createUser({ username, password, name, email }: NewUser): Promise<void> {
    const words = ["user", "create", "--username", username, "--password-stdin", "--json"];
    if (name !== undefined) words.push("--name", name);
    if (email !== undefined) words.push("--email", email);
    await this.#runForJson(words, `${password}\n`);
  }

  /** Ends the process and removes the data. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGKILL");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #runForJson(words: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const { exitCode, stdout, stderr } = await this.run(words, input);
    if (exitCode !== 0) throw new Error(`latchkey ${words.join(" ")} failed (${exitCode}): ${stderr}`);
    return JSON.parse(stdout);
  }

  #spawn(words: readonly string[], extra: Environment): LatchkeyProcess {
    return spawnLatchkey(
      words,
      this.dataDir,
      { ...this.#environment, ...extra },
      this.dataDir,
      this.#program,
    );
  }

  async #end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    this.#child = undefined;
    if (child.exitCode === null && child.signalCode === null) {
      // Not "exit", because the last log lines may still be on their way then.
      const closed = once(child, "close");
      child.kill(signal);
      await closed;
    }
    return child.exitCode;
  }
}

/** Tests need no grace for a load balancer unless they set one. */
const noGrace = { LATCHKEY_STOP_GRACE_SECONDS: "0" };

/** Starts `latchkey` with the Node that runs the tests; the data folder is also its working directory unless `cwd` says another. */
export function spawnLatchkey(
  words: readonly string[],
  dataDir: string,
  environment: Environment = {},
  cwd = dataDir,
  program = entry,
): LatchkeyProcess {
  const env = {
    ...inheritedEnvironment(),
    ...launchVariablesOf(program),
    LATCHKEY_DATA_DIR: dataDir,
    ...noGrace,
    ...environment,
  };
  return spawn(process.execPath, [...launchFlagsOf(program), program, ...words], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** An empty data folder of its own. */
export function newDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "latchkey-test-"));
}

/** A running service with an empty database on a free port; dispose of it after the tests. */
export async function startService(environment: Environment = {}): Promise<LiveService> {
  const service = new LiveService(await newDataDir(), { LATCHKEY_LOG_LEVEL: "info", ...environment });
  await service.start();
  return service;
}

// The service must see neither the developer's own settings nor the test runner's channel.
function inheritedEnvironment(): Record<string, string | undefined> {
  const isForeign = (name: string) => name.startsWith("LATCHKEY_") || name.startsWith("NODE_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
}

function readLogLine(line: string): { msg: string; issuer: string } {
  const entry: { msg?: unknown; issuer?: unknown } = line.startsWith("{") ? JSON.parse(line) : {};
  return { msg: String(entry.msg), issuer: String(entry.issuer) };
}
