/** The code of the thread that makes a scheduled backup and proves it; see `backUpInThread`. */
import { parentPort, workerData } from "node:worker_threads";
import type { BackupLock } from "../../values/backup-lock.ts";
import { Secret } from "../../values/secret.ts";
import { backUpSqlite } from "../sqlite/backup.ts";
import { asUnwritable } from "../sqlite/errors.ts";
import type { BackupAnswer, BackupOrder } from "./backup-thread.ts";
import type { BackupHome } from "./content.ts";
import { whyUnproved } from "./proof.ts";

const order: BackupOrder = workerData;

function lockOf({ passphrase, recipients }: BackupOrder): BackupLock | undefined {
  if (passphrase !== undefined) return { kind: "passphrase", passphrase: new Secret(passphrase) };
  return recipients && { kind: "recipients", recipients };
}

function homeOf({ home: { secret, secretNext, ...home } }: BackupOrder): BackupHome {
  const secretOf = (text: string | undefined) => (text === undefined ? undefined : new Secret(text));
  return { ...home, secret: secretOf(secret), secretNext: secretOf(secretNext) };
}

function answer(told: BackupAnswer): void {
  parentPort?.postMessage(told);
}

try {
  let unproved: string | undefined;
  await backUpSqlite(order.database, order.file, {
    lock: lockOf(order),
    prove: async (made) => {
      unproved = await whyUnproved(made, homeOf(order), order.file);
    },
  });
  answer({ isMade: true, unproved });
} catch (error) {
  const { reason, message } = asUnwritable(order.file, error);
  answer({ isMade: false, reason, message });
}
