import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../support/free-port.ts";

/** A sample of the guide, as it runs. */
export interface RunningSample extends AsyncDisposable {
  readonly resource: string;
  /** What it has printed so far; everything once it was stopped. */
  printed(): string;
  stop(): Promise<void>;
  call(token?: string, method?: "GET" | "POST"): Promise<Response>;
}

/** What the samples, uvicorn and Spring print once they take calls. */
const readiness = /listening at|Uvicorn running on|Started App in/;

/** A resource at a free port, for an API that is about to start there. */
export async function freeResource(): Promise<string> {
  return `http://localhost:${await freePort()}/orders`;
}

/** Starts a sample for the tokens of `issuer`, and waits until it is ready. */
export async function startSample(
  command: readonly [string, ...string[]],
  issuer: string,
  resource: string,
): Promise<RunningSample> {
  const [program, ...words] = command;
  const env = { ...process.env, LATCHKEY_URL: issuer, RESOURCE: resource };
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ready = Promise.withResolvers<void>();
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      printed += data.toString();
      if (readiness.test(printed)) ready.resolve();
    });
  const closed = once(child, "close");
  void closed.then(() => ready.reject(new Error(`The sample ended:\n${printed}`)));
  await ready.promise;
  const stop = async () => {
    child.kill();
    await closed;
  };
  return {
    resource,
    printed: () => printed,
    stop,
    call: (token, method = "GET") =>
      fetch(resource, { method, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
    [Symbol.asyncDispose]: stop,
  };
}
