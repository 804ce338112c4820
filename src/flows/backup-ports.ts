/** The port for backups: what is known of the last ones. */

import type { Instant } from "../values/time.ts";
import type { Besides } from "./alongside-ports.ts";

/** The occasion of a backup: the service's own schedule, or an operator's command. */
export type BackupOccasion = "schedule" | "command";

/** A backup that was made and checked. */
export interface MadeBackup {
  readonly at: Instant;
  /** The absolute path on the machine that made it. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly isEncrypted: boolean;
}

/** A scheduled backup that failed. */
export interface FailedBackup {
  readonly at: Instant;
  /** Sentences for the operator: the cause and, where one is known, the repair. */
  readonly cause: string;
}

/** The last runs; absent where there was none. A restored database knows what it knew when its backup was made. */
export interface LastBackups {
  readonly schedule?: MadeBackup;
  readonly command?: MadeBackup;
  readonly failed?: FailedBackup;
}

/** What the database remembers of its backups. */
export interface BackupRuns {
  latest(): Promise<LastBackups>;
  /** Durable. Takes the place of the last one of its occasion. */
  noteMade(occasion: BackupOccasion, backup: MadeBackup, besides?: Besides): Promise<void>;
  /** Durable. Takes the place of the last failure. */
  noteFailed(failure: FailedBackup): Promise<void>;
}
