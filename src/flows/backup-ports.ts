/** The port for backups: what is known of the last ones. */

import type { Instant } from "../values/time.ts";
import type { SideEffects } from "./side-effect-ports.ts";

/** The occasion of a backup: the service's own schedule, or an operator's command. */
type BackupOccasion = "schedule" | "command";

/** A backup that was made and checked. */
export interface MadeBackup {
  readonly at: Instant;
  /** The absolute path on the machine that made it. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly isEncrypted: boolean;
  /**
   * Why it could not be restored into a copy, in sentences for the operator. Absent if it was, and for backups of releases that did not
   * try; `LastBackups.proved` tells the two apart.
   */
  readonly unproved?: string;
}

/** A scheduled backup that failed. */
export interface FailedBackup {
  readonly at: Instant;
  /** Sentences for the operator: the cause and, if one is known, the repair. */
  readonly cause: string;
}

/** The last runs; absent if there was none. A restored database knows what it knew when its backup was made. */
export interface LastBackups {
  readonly schedule?: MadeBackup;
  readonly command?: MadeBackup;
  /** The last one that was restored into a copy, read, and its keys opened. */
  readonly proved?: MadeBackup;
  readonly failed?: FailedBackup;
}

/** A process's lease on making the scheduled backup. */
interface BackupLease {
  /** A value that is unique to the process. */
  readonly holder: string;
  readonly now: Instant;
  /** The lease ends by itself at this time, unless it is renewed. */
  readonly until: Instant;
}

/** What the database remembers of its backups. */
export interface BackupRuns {
  latest(): Promise<LastBackups>;
  /**
   * Takes or renews the lease, which one of the processes that share the database can hold, if `isDue` is true of the last runs. A lease
   * that would end later than this one by more than a whole lease was taken before the clock was set back, and is ignored. One that
   * would end a little later is another process's, which read its clock later or whose clock is ahead.
   */
  takeLease(lease: BackupLease, isDue: (last: LastBackups) => boolean): Promise<boolean>;
  /** Ends the lease of a holder that made no backup. */
  releaseLease(holder: string): Promise<void>;
  /** Durable. Replaces the last success of its kind, and the last proved one unless it is unproved. A scheduled one ends the lease. */
  noteMade(occasion: BackupOccasion, backup: MadeBackup, sideEffects?: SideEffects): Promise<void>;
  /** Durable. Replaces the last failure and ends the lease. */
  noteFailed(failure: FailedBackup): Promise<void>;
}
