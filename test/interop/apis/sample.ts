import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../support/free-port.ts";

/** A sample of the guide, as it runs. */
export interface RunningSample extends AsyncDisposable {
  readonly resource: string;
  /** Everything that it has printed. */
  printed(): string;
  call(token?: string, method?: "GET" | "POST"): Promise<Response>;
}

const startMilliseconds = 60_000;

/** A resource at a free port, for an API that is about to start there. */
export async function freeResource(): Promise<string> {
  return `http://localhost:${await freePort()}/orders`;
}

/** Starts a sample for the tokens of `issuer`, and waits until it answers. */
export async function startSample(
  command: readonly [string, ...string[]],
  issuer: string,
  resource: string,
): Promise<RunningSample> {
  const [program, ...words] = command;
  const env = { ...process.env, LATCHKEY_URL: issuer, RESOURCE: resource };
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (printed += data.toString()));
  await untilItAnswers(child, resource, () => printed);
  return {
    resource,
    printed: () => printed,
    call: (token, method = "GET") =>
      fetch(resource, { method, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

async function untilItAnswers(child: ChildProcess, resource: string, printed: () => string): Promise<void> {
  const giveUpAt = performance.now() + startMilliseconds;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The sample ended:\n${printed()}`);
    const answer = await fetch(resource).catch(() => undefined);
    if (answer !== undefined) return void (await answer.body?.cancel());
    if (performance.now() > giveUpAt) throw new Error(`The sample does not answer:\n${printed()}`);
    await setTimeout(100);
  }
}
