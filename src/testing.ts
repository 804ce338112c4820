/**
 * `latchkey/testing`: a whole sign-in service for the test suite of an application, with nothing of it replaced. Its data lies in a
 * temporary folder, in memory on Linux, and is gone when it is closed.
 */
import type { LibraryCalls, TestOptions } from "./library/options.ts";
import { type Credentials, signIn } from "./library/sign-in.ts";
import { start } from "./library/start.ts";

export type {
  ApiOptions,
  ClaimsFunction,
  ClaimsQuestion,
  ClientOptions,
  CreatedClient,
  CreatedConfidentialClient,
  CreatedUser,
  TestMail,
  TestOptions,
  UserOptions,
} from "./library/options.ts";
export type { Credentials } from "./library/sign-in.ts";

/** A running service for tests. */
export interface TestLatchkey extends LibraryCalls {
  /** What the application is configured with. */
  readonly issuer: string;
  readonly url: string;
  /**
   * Does what a person does in a browser: opens the authorization URL that the application made, signs in, allows what is asked for, and
   * returns the address at the application to which the browser is sent back. Rejects with what the page says otherwise.
   */
  signIn(authorizationUrl: string | URL, credentials: Credentials): Promise<URL>;
}

/** Starts a service on a free port. Rejects with an error whose message says what to repair. */
export async function startTestLatchkey(options: TestOptions = {}): Promise<TestLatchkey> {
  const { issuer, url, calls } = await start({ kind: "test", options });
  return { issuer, url, ...calls, signIn };
}
