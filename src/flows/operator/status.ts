import { type Instant, isoTime, type Seconds } from "../../values/time.ts";
import type { BackupRuns } from "../backup-ports.ts";
import type { Inventory } from "../listing.ts";
import type { Clock } from "../ports.ts";
import type { KeyAdministration } from "./key.ts";

/** Which installation it is. */
export interface Installation {
  readonly version: string;
  readonly issuer: string;
  /** False if the command line found no service at its address. */
  readonly isRunning: boolean;
  /** Where the database is, without its password. */
  readonly database: string;
}

/** An installation, and how much is in it. */
export interface Status extends Installation {
  readonly clients: number;
  readonly users: number;
  readonly sessions: number;
  /** Absent if the database does not exist yet. */
  readonly databaseBytes?: number;
  readonly lastBackupAt?: Instant;
  readonly lastProvedBackupAt?: Instant;
  readonly newestKeyAt?: Instant;
}

/** What the status is read from. */
export interface StatusSources {
  readonly store: {
    status(): Promise<{ readonly isReady: true; readonly sizeBytes: number } | { readonly isReady: false }>;
    readonly inventory: Pick<Inventory, "counts">;
    readonly backupRuns: Pick<BackupRuns, "latest">;
  };
  readonly keyring: Pick<KeyAdministration, "list">;
  readonly clock: Clock;
}

/** Reads how much is in the installation. Sessions that were not used for `idleLimit` do not count. */
export async function readStatus(
  { store, keyring, clock }: StatusSources,
  installation: Installation,
  idleLimit: Seconds,
): Promise<Status> {
  const [state, counts, backups] = await Promise.all([
    store.status(),
    store.inventory.counts({ now: clock.now(), idleLimit }),
    store.backupRuns.latest(),
  ]);
  const lastBackupAt = latestOf([backups.schedule?.at, backups.command?.at]);
  const newestKeyAt = latestOf(keyring.list().map(({ createdAt }) => createdAt));
  return {
    ...installation,
    clients: counts.clients,
    users: counts.accounts,
    sessions: counts.sessions,
    ...(state.isReady && { databaseBytes: state.sizeBytes }),
    ...(lastBackupAt !== undefined && { lastBackupAt }),
    ...(backups.proved && { lastProvedBackupAt: backups.proved.at }),
    ...(newestKeyAt !== undefined && { newestKeyAt }),
  };
}

/** The latest of the moments that are known. */
export function latestOf(instants: readonly (Instant | undefined)[]): Instant | undefined {
  const known = instants.filter((at) => at !== undefined);
  return known.reduce<Instant | undefined>(
    (latest, at) => (latest === undefined || at > latest ? at : latest),
    undefined,
  );
}

/** The status for programs. */
export function statusRecord(status: Status) {
  const { isRunning, databaseBytes, lastBackupAt, lastProvedBackupAt, newestKeyAt } = status;
  const timeOf = (at: Instant | undefined) => (at === undefined ? null : isoTime(at));
  return {
    version: status.version,
    issuer: status.issuer,
    running: isRunning,
    database: status.database,
    clients: status.clients,
    users: status.users,
    sessions: status.sessions,
    database_bytes: databaseBytes ?? null,
    last_backup_at: timeOf(lastBackupAt),
    last_proved_backup_at: timeOf(lastProvedBackupAt),
    newest_key_at: timeOf(newestKeyAt),
  };
}
