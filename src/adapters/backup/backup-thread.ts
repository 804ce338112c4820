import { Worker } from "node:worker_threads";
import type { BackupLock } from "../../values/backup-lock.ts";
import type { Seconds } from "../../values/time.ts";
import { StoreUnopenable, type UnopenableReason } from "../store.ts";
import type { BackupHome } from "./content.ts";

/** A backup to make. Secrets are plain text here, because only plain values reach a thread. */
export interface BackupOrder {
  readonly database: string;
  readonly file: string;
  readonly passphrase?: string;
  readonly recipients?: readonly string[];
  readonly home: {
    readonly dataDir: string;
    readonly sessionIdle: Seconds;
    readonly secret?: string;
    readonly secretNext?: string;
  };
}

export type BackupAnswer =
  | { readonly isMade: true; readonly unproved: string | undefined }
  | { readonly isMade: false; readonly reason: UnopenableReason; readonly message: string };

/**
 * Makes a backup and proves it, in a thread of its own, so that no request waits for encryption or for reading the copy. Resolves with
 * why it could not be restored into a copy, or with undefined. An abort ends the thread; the next backup removes what it leaves
 * behind. Rejects with `StoreUnopenable`.
 */
export function backUpInThread(
  subject: { database: string; file: string; lock: BackupLock | undefined; home: BackupHome },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { database, file, lock } = subject;
  const { dataDir, sessionIdle, secret, secretNext } = subject.home;
  const order: BackupOrder = {
    database,
    file,
    ...(lock?.kind === "passphrase" && { passphrase: lock.passphrase.reveal() }),
    ...(lock?.kind === "recipients" && { recipients: lock.recipients }),
    home: {
      dataDir,
      sessionIdle,
      ...(secret && { secret: secret.reveal() }),
      ...(secretNext && { secretNext: secretNext.reveal() }),
    },
  };
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./backup-thread-main.${extension}`, import.meta.url), {
    workerData: order,
  });
  signal.addEventListener("abort", () => void worker.terminate(), { once: true });
  worker.once("message", (answer: BackupAnswer) => {
    if (answer.isMade) resolve(answer.unproved);
    else reject(new StoreUnopenable(answer.reason, answer.message));
  });
  worker.once("error", (error) => reject(new Error("The thread of a backup failed.", { cause: error })));
  worker.once("exit", () => reject(new Error("The thread of a backup ended early.")));
  return promise;
}
