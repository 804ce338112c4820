/**
 * Room: bench/floor. Bare `node:http` servers that do one well-described part of the work and nothing else, written as fast
 * as plain, careful Node is. They are what a measurement of Latchkey is divided by; they import nothing of it and are no
 * servers to sign in with.
 */
import { createServer, type RequestListener } from "node:http";

/** Somebody whose access tokens can be looked up. */
export interface TokenHolder {
  /** The `sub` of the answers. */
  readonly userId: string;
  readonly username: string;
  /** Each a prefix of five characters and base64url of a time-ordered key (16 bytes) and a secret (32 bytes). */
  readonly tokens: readonly string[];
}

/** What a floor is told about the one client and the signed-in users of the run. */
export interface Fixture {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Values of the session cookie, one for each user. */
  readonly sessions: readonly string[];
  readonly holders: readonly TokenHolder[];
  /** An existing folder for the database of those floors that have one. */
  readonly folder: string;
}

/** The environment variable that holds the fixture as JSON. */
export const fixtureVariable = "BENCH_FIXTURE";

/** Reads the fixture that the run left in the environment. */
export function readFixture(): Fixture {
  return JSON.parse(process.env[fixtureVariable] ?? "") as Fixture;
}

/** Listens on a free port of the loopback and says so in one line, the way Latchkey does. */
export function listen(listener: RequestListener): void {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The floor has no port.");
    process.stdout.write(`{"msg":"listening","url":"http://127.0.0.1:${address.port}"}\n`);
  });
}
