import { existsSync } from "node:fs";
import type { Secret } from "../../values/secret.ts";
import type { Instant, Seconds } from "../../values/time.ts";
import { unwrapWithAny, WrongMasterKey } from "../keys/key-wrap.ts";
import {
  createMasterKeyFile,
  type MasterKey,
  type MasterKeySource,
  MasterKeyUnusable,
  masterKeyFile,
  masterKeyFromSecret,
  readMasterKeys,
} from "../keys/master-key.ts";
import { openSqliteStore } from "../sqlite/store.ts";
import type { Store } from "../store.ts";
import { StoreUnopenable } from "../store.ts";
import { systemClock } from "../system/clock.ts";

/** The installation that a backup would be restored to. */
export interface BackupHome extends MasterKeySource {
  readonly sessionIdle: Seconds;
}

/** What a backup holds, for the operator who has to decide. */
export interface BackupContent {
  readonly schemaVersion: number;
  readonly clients: number;
  readonly accounts: number;
  /** How far time had come in it. */
  readonly asOf: Instant | undefined;
  /** Which master key opens its keys: the one of this installation, or the one that it encloses. */
  readonly masterKey: "here" | "enclosed";
}

/**
 * Makes the look into a copy of a backup: reads everything, and opens its keys. With "keep" an enclosed master key is kept as the
 * key file where this installation has none. Rejects with `StoreUnopenable`, `MasterKeyUnusable` or `WrongMasterKey`.
 */
export function inspectorOf(
  home: BackupHome,
  purpose: "check" | "keep",
  tell: (content: BackupContent) => void = () => {},
): (copy: string, enclosed: Secret | undefined) => Promise<void> {
  return async (copy, enclosed) => {
    const store = await openSqliteStore({ path: copy, clock: systemClock, isCopy: true });
    try {
      const { problems, schemaVersion } = await store.check();
      const [problem] = problems;
      if (problem !== undefined)
        throw new StoreUnopenable("damaged", `The backup is damaged: ${problem}. Use an older one.`);
      const masterKey = await provenKey(home, store, enclosed);
      const { clients, accounts } = await store.inventory.counts({
        now: systemClock.now(),
        idleLimit: home.sessionIdle,
      });
      tell({ schemaVersion, clients, accounts, asOf: await store.watermark.latest(), masterKey });
      if (purpose === "keep" && masterKey === "enclosed" && enclosed !== undefined)
        createMasterKeyFile(masterKeyFile(home), enclosed);
    } finally {
      await store.close();
    }
  };
}

async function provenKey(
  home: BackupHome,
  store: Store,
  enclosed: Secret | undefined,
): Promise<BackupContent["masterKey"]> {
  const file = masterKeyFile(home);
  const isHere = home.secret !== undefined || existsSync(file);
  const records = await store.keyRecords.list();
  const opens = (masterKeys: readonly MasterKey[]): boolean => {
    try {
      for (const record of records) unwrapWithAny(record, masterKeys);
      return true;
    } catch (error) {
      if (error instanceof WrongMasterKey) return false;
      throw error;
    }
  };
  if (!isHere && enclosed === undefined)
    throw new MasterKeyUnusable(
      `The backup cannot be used without the master key of its time, which is not in it. Put that key back as ${file}, or set LATCHKEY_SECRET to its content.`,
    );
  const isEnclosedRight = enclosed !== undefined && opens([masterKeyFromSecret(enclosed, "The backup")]);
  if (!isHere && isEnclosedRight) return "enclosed";
  if (isHere && opens(readMasterKeys(home))) return "here";
  const sealedBy = records.find(({ masterKeyId }) => masterKeyId !== undefined)?.masterKeyId;
  const place = home.secret === undefined ? file : "LATCHKEY_SECRET";
  throw new MasterKeyUnusable(
    isEnclosedRight
      ? `The backup encloses the master key of its time, and ${place} is another one. Move that away, and try again.`
      : `${isHere ? place : "The enclosed master key"} does not open the keys in the backup. Put back the master key of its time${sealedBy === undefined ? "" : `, which has the id ${sealedBy}: where it was replaced, that is ${file}.retired-${sealedBy}`}.`,
  );
}
