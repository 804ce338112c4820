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

/** The turn of one process to make the scheduled backup. */
export interface BackupTurn {
  /** A word that no other process has. */
  readonly holder: string;
  readonly now: Instant;
  /** It ends then by itself, unless it is taken again. */
  readonly until: Instant;
}

/** What the database remembers of its backups. */
export interface BackupRuns {
  latest(): Promise<LastBackups>;
  /**
   * Of all processes that share the database one has the turn: where `isDue` is true of the last runs, and no other process has it. The
   * holder takes it again for a later end. A turn that ends later than this one would is of a clock that was set back, and no longer holds.
   */
  takeTurn(turn: BackupTurn, isDue: (last: LastBackups) => boolean): Promise<boolean>;
  /** Ends the turn of a holder that made no backup. */
  giveTurnBack(holder: string): Promise<void>;
  /** Durable. Takes the place of the last one of its occasion. A scheduled one ends the turn. */
  noteMade(occasion: BackupOccasion, backup: MadeBackup, besides?: Besides): Promise<void>;
  /** Durable. Takes the place of the last failure, and ends the turn. */
  noteFailed(failure: FailedBackup): Promise<void>;
}
