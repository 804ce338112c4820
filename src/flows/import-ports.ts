/** The port for importing people. The rules of `ports.ts` hold here too. */
import type { Account } from "../identity/account.ts";
import type { Totp } from "../identity/totp.ts";
import type { Digest } from "../values/digest.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { AuditEntry } from "./audit.ts";
import type { UpstreamIdentity } from "./upstream-ports.ts";

/** One person of an import, ready to be kept. */
export interface ImportedPerson {
  /** In its groups, which exist. An existing account has its details replaced, joins the groups, and leaves none. */
  readonly account: Account;
  /** True if `account` was read from the store and changed: it is kept only if its `updatedAt` still stands. */
  readonly isKnown: boolean;
  readonly totp?: Pick<Totp, "sealedSecret">;
  /** What links the account to people at upstreams. One that is taken, or whose upstream is gone, is left out. */
  readonly identities: readonly Pick<UpstreamIdentity, "upstream" | "subject" | "label">[];
}

/** The outcome for a person. "conflict": somebody changed the account meanwhile. "subject-taken": another account keeps the subject, or it is the id of a client. */
export type PersonOutcome =
  | { readonly kind: "created" | "updated"; readonly leftOut: readonly string[] }
  | { readonly kind: "name-taken" | "subject-taken" | "conflict" };

/** How far an import has come. */
interface ImportProgress {
  /** The number of records that have been processed. */
  readonly position: number;
  /** The importer's own notes, as JSON. */
  readonly tally: string;
}

/** A part of an import that is stored as a whole. */
export interface ImportBatch {
  readonly source: Digest;
  /** The position that the last batch noted; 0 at the beginning. */
  readonly from: number;
  readonly people: readonly ImportedPerson[];
  /** The progress after this batch, by the outcome of each person. It may be asked more than once. */
  readonly progressAfter: (outcomes: readonly PersonOutcome[]) => ImportProgress;
  /** The audit entries of this batch, by the same outcomes. */
  readonly auditAfter?: (outcomes: readonly PersonOutcome[]) => readonly AuditEntry[];
  readonly at: Instant;
}

/** Imports under way. */
export interface Imports {
  /** The progress of the import of this source; undefined if none is under way. */
  find(source: Digest): Promise<ImportProgress | undefined>;
  /**
   * Durable, one transaction: keeps the people and notes the progress, so that an import that was cut off goes on behind the last
   * batch. "moved-on": another run has noted another position; then nothing is kept.
   */
  keep(batch: ImportBatch): Promise<Result<readonly PersonOutcome[], "moved-on">>;
  /** Durable. Forgets the progress, and that of imports that nobody went on with for 30 days. */
  finish(source: Digest, now: Instant): Promise<void>;
}
