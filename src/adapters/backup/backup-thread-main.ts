/** The code of the thread that makes a scheduled backup; see `backUpInThread`. */
import { parentPort, workerData } from "node:worker_threads";
import type { BackupLock } from "../../values/backup-lock.ts";
import { Secret } from "../../values/secret.ts";
import { backUpSqlite } from "../sqlite/backup.ts";
import { asUnwritable } from "../sqlite/errors.ts";
import type { BackupAnswer, BackupOrder } from "./backup-thread.ts";

const order: BackupOrder = workerData;

function lockOf({ passphrase, recipients }: BackupOrder): BackupLock | undefined {
  if (passphrase !== undefined) return { kind: "passphrase", passphrase: new Secret(passphrase) };
  return recipients && { kind: "recipients", recipients };
}

function answer(told: BackupAnswer): void {
  parentPort?.postMessage(told);
}

try {
  await backUpSqlite(order.database, order.file, { lock: lockOf(order) });
  answer({ isMade: true });
} catch (error) {
  const { reason, message } = asUnwritable(order.file, error);
  answer({ isMade: false, reason, message });
}
