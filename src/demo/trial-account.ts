import type { Secret } from "../values/secret.ts";

/** An account that the demo offers to sign in with. */
export interface TrialAccount {
  readonly username: string;
  readonly name: string;
  /** Known only to the process that created the account, until somebody sets another. */
  readonly password?: Secret;
}
