import { closeSync, existsSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BackupLock } from "../../values/backup-lock.ts";
import type { Secret } from "../../values/secret.ts";
import { encryptFile } from "../backup/age.ts";
import { type BackupOptions, StoreUnopenable } from "../store.ts";
import { type Aside, openAside } from "./aside.ts";
import { connect, copyDatabase, pragma, requireOurs } from "./connection.ts";
import { encloseMasterKey } from "./enclosed-key.ts";
import { asUnwritable } from "./errors.ts";
import { placeNew } from "./files.ts";

/** Other writes must still find room while the copy for an encrypted backup is beside the database. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Writes one consistent, checked state of the database into a new file (0600), while other processes may use the database. An
 * encrypted backup is never in the clear outside the database's own folder. Rejects with `StoreUnopenable`.
 */
export async function backUpSqlite(path: string, file: string, options: BackupOptions = {}): Promise<void> {
  const { lock, masterKey, prove = async () => {}, onProgress = () => {} } = options;
  if (existsSync(file)) throw taken(file);
  const beside = lock === undefined ? `${file}.new-` : `${path}.backup-`;
  let aside: Aside | undefined;
  try {
    aside = openAside(beside);
    if (lock !== undefined) requireRoom(path);
    const copy = join(aside.folder, "backup");
    closeSync(openSync(copy, "wx", 0o600));
    onProgress("copying", 0);
    await copyDatabase(path, copy, (share) => onProgress("copying", share));
    onProgress("checking", 0);
    finishCopy(path, copy, masterKey);
    if (lock?.kind !== "passphrase") {
      const besidePrefix = lock === undefined ? `${file}.new-` : `${path}.restore-`;
      await prove({ file: copy, key: undefined, besidePrefix });
    }
    if (lock === undefined) {
      if (!placeNew(copy, file)) throw taken(file);
      return;
    }
    await placeEncrypted(copy, file, {
      lock,
      onShare: (share) => onProgress("encrypting", share),
      onMade: async (made) => {
        if (lock.kind === "passphrase")
          await prove({ file: made, key: lock, besidePrefix: `${path}.restore-` });
      },
    });
  } catch (error) {
    throw asUnwritable(file, error);
  } finally {
    aside?.remove();
  }
}

async function placeEncrypted(
  copy: string,
  file: string,
  options: {
    readonly lock: BackupLock;
    readonly onShare: (share: number) => void;
    readonly onMade: (made: string) => Promise<void>;
  },
): Promise<void> {
  const { lock, onShare, onMade } = options;
  const aside = openAside(`${file}.new-`);
  try {
    const made = join(aside.folder, "backup");
    await encryptFile({ from: copy, to: made, lock, onShare });
    await onMade(made);
    if (!placeNew(made, file)) throw taken(file);
  } finally {
    aside.remove();
  }
}

/** Reads the copy once, because a damaged page is copied like any other, and puts the master key in. */
function finishCopy(path: string, copy: string, masterKey: Secret | undefined): void {
  const connection = connect(copy);
  try {
    requireOurs(path, connection);
    const finding = pragma(connection, "quick_check(1)");
    if (finding !== "ok")
      throw new StoreUnopenable(
        "damaged",
        `The database ${path} is damaged, so no backup of it was kept. Look at it with \`latchkey db check\`.`,
        new Error(String(finding)),
      );
    if (masterKey !== undefined) encloseMasterKey(connection, masterKey);
  } finally {
    connection.close();
  }
}

function requireRoom(path: string): void {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const needed = statSync(path).size + wal + spareBytes;
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize >= needed) return;
  throw new StoreUnopenable(
    "unreachable",
    `An encrypted backup needs ${Math.ceil(needed / 2 ** 20)} MiB free beside ${path} while it is made, and ${Math.floor((bavail * bsize) / 2 ** 20)} MiB are. Make room on that disk.`,
  );
}

function taken(file: string): StoreUnopenable {
  return new StoreUnopenable("exists", `${file} exists already. Name a new file for the backup.`);
}
