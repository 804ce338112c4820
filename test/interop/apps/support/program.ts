import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** Applications in Python load for long on a busy machine. */
const startSecondsMax = 120;
const endSecondsMax = 10;
const printSecondsMax = 20;

export interface ProgramWords {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A page that it shows when it is ready. */
  readonly ready: string;
  /** How long it may take to start, or to end if it is expected to. */
  readonly secondsMax?: number;
}

/** An application that runs, with all that it started itself. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  #printed = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
    const add = (chunk: Buffer) => {
      this.#printed += chunk.toString();
    };
    child.stdout?.on("data", add);
    child.stderr?.on("data", add);
  }

  /** Resolves when it answers. Fails with what it printed when it ends before. */
  static async start(words: ProgramWords): Promise<Program> {
    const program = Program.spawn(words);
    try {
      await program.#answersAt(words.ready, words.secondsMax ?? startSecondsMax);
    } catch (cause) {
      await program[Symbol.asyncDispose]();
      throw cause;
    }
    return program;
  }

  /** For a program that is expected to end: what it printed until then. */
  static async printsBeforeItEnds(words: Omit<ProgramWords, "ready">): Promise<string> {
    await using program = Program.spawn(words);
    if (!program.hasEnded)
      await Promise.race([
        once(program.#child, "close"),
        wait((words.secondsMax ?? startSecondsMax) * 1_000, undefined, { ref: false }),
      ]);
    if (!program.hasEnded) throw new Error(`It runs and should have ended. It printed:\n${program.printed}`);
    return program.printed;
  }

  /** It leads a group of its own, so that what it starts can be ended with it. */
  private static spawn({ command: [file, ...more], cwd, environment }: Omit<ProgramWords, "ready">): Program {
    const isForeign = (name: string) => /^(?:LATCHKEY|NODE)_/.test(name);
    const own = Object.entries(process.env).filter(([name]) => !isForeign(name));
    const env = { ...Object.fromEntries(own), ...environment };
    return new Program(spawn(file, more, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] }));
  }

  /** All that it wrote, for people who look for the reason of a failure. */
  get printed(): string {
    return this.#printed;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves when it has printed this. */
  async prints(words: string): Promise<void> {
    const until = Date.now() + printSecondsMax * 1_000;
    while (!this.#printed.includes(words)) {
      if (Date.now() > until) throw new Error(`"${words}" is not in what it printed:\n${this.#printed}`);
      await wait(100);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hasEnded) return;
    const closed = once(this.#child, "close");
    this.#signal("SIGTERM");
    const ended = await Promise.race([closed, wait(endSecondsMax * 1_000, undefined, { ref: false })]);
    if (ended !== undefined) return;
    this.#signal("SIGKILL");
    await closed;
  }

  async #answersAt(url: string, secondsMax: number): Promise<void> {
    const until = Date.now() + secondsMax * 1_000;
    while (Date.now() < until) {
      if (this.hasEnded) throw new Error(`The application ended before it answered:\n${this.#printed}`);
      const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      );
      if (answer !== undefined && answer.status < 400) return;
      await wait(200);
    }
    throw new Error(`The application does not answer at ${url}:\n${this.#printed}`);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
  }
}
