import { existsSync, linkSync, renameSync } from "node:fs";
import type { KeyRecords, SealedKey } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
import type { SideEffects } from "../../flows/side-effect-ports.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { Secret } from "../../values/secret.ts";
import { sealAnew } from "./key-wrap.ts";
import {
  createMasterKeyFile,
  type MasterKey,
  type MasterKeySource,
  MasterKeyUnusable,
  masterKeyFile,
  masterKeyFromSecret,
  masterKeyId,
  nextMasterKeyFile,
  readMasterKeys,
  syncFolder,
} from "./master-key.ts";

export interface ReplacedMasterKey {
  /** The id of the master key that seals everything from now on. */
  readonly id: string;
  /** How many keys were resealed; 0 if it sealed them all before. */
  readonly keys: number;
  /** The file that keeps the old one, which older backups need. */
  readonly retired?: string;
}

interface Replacement {
  readonly source: MasterKeySource;
  readonly records: KeyRecords;
  readonly random: Random;
  /** The content of the new key file; a random one if it is absent. */
  readonly content?: Secret | undefined;
  readonly sideEffects?: SideEffects;
}

/**
 * Replaces the master key in use, beside running services. Everything is resealed in one transaction, and a
 * process that starts takes either key until the end, so the same call finishes what was interrupted anywhere (ADR 0057). Rejects with
 * `MasterKeyUnusable`.
 */
export async function replaceMasterKey(replacement: Replacement): Promise<ReplacedMasterKey> {
  return replacement.source.secret === undefined ? replaceFile(replacement) : replaceSecret(replacement);
}

/** The operator changes the settings of the nodes; only the database changes here. */
async function replaceSecret({
  source,
  records,
  random,
  sideEffects,
}: Replacement): Promise<ReplacedMasterKey> {
  const masterKeys = readMasterKeys(source);
  const next = masterKeys[1];
  if (next === undefined)
    throw new MasterKeyUnusable(
      "The master key is LATCHKEY_SECRET. First set LATCHKEY_SECRET_NEXT to the new one on every node, and start each again: then all of them know both.",
    );
  return {
    id: masterKeyId(next),
    keys: await records.sealAnew(() => sealingWith(next, masterKeys, random), sideEffects),
  };
}

/** NOTE: the files change only while the database is held: of two replacements at once, one would put the other's key in place. */
async function replaceFile(replacement: Replacement): Promise<ReplacedMasterKey> {
  const { source, records, random, content, sideEffects } = replacement;
  const file = masterKeyFile(source);
  if (content !== undefined && !existsSync(nextMasterKeyFile(source))) {
    const [present] = readMasterKeys(source);
    const id = masterKeyId(masterKeyFromSecret(content, "The new master key"));
    if (present !== undefined && id === masterKeyId(present)) return { id, keys: 0 };
  }
  let replaced: FilePair | undefined;
  const choose = () => {
    replaced = openPair(replacement);
    return sealingWith(replaced.next, [replaced.present, replaced.next], random);
  };
  const keys = await records.sealAnew(choose, sideEffects);
  if (replaced === undefined) throw new Error("The keys were sealed anew without a master key.");
  await records.hold((sealedBy) => takePlace(source, sealedBy));
  const { present, next } = replaced;
  return { id: masterKeyId(next), keys, retired: retiredFile(file, present) };
}

interface FilePair {
  readonly present: MasterKey;
  readonly next: MasterKey;
}

/** The key in use and the one that replaces it, which is created if there is none. */
function openPair({ source, random, content }: Replacement): FilePair {
  const nextFile = nextMasterKeyFile(source);
  if (!existsSync(nextFile))
    createMasterKeyFile(nextFile, content ?? new Secret(toBase64Url(random.bytes(32))));
  const [present, next] = readMasterKeys(source);
  if (present === undefined || next === undefined)
    throw new MasterKeyUnusable("The master key is replaced by another process at this moment. Try again.");
  if (content !== undefined && masterKeyId(masterKeyFromSecret(content)) !== masterKeyId(next))
    throw new MasterKeyUnusable(
      `Another replacement was begun, with the key in ${nextFile}. Finish it first: \`latchkey key rotate-master\``,
    );
  return { present, next };
}

/** Puts the next key in place once it seals everything, and keeps the previous one in a file named by its id. */
function takePlace(source: MasterKeySource, sealedBy: string | undefined): void {
  const [file, nextFile] = [masterKeyFile(source), nextMasterKeyFile(source)];
  const [present, next] = readMasterKeys(source);
  if (present === undefined || next === undefined || masterKeyId(next) !== sealedBy) return;
  const retired = retiredFile(file, present);
  if (!existsSync(retired)) linkSync(file, retired);
  renameSync(nextFile, file);
  syncFolder(file);
}

function retiredFile(file: string, masterKey: MasterKey): string {
  return `${file}.retired-${masterKeyId(masterKey)}`;
}

function sealingWith(masterKey: MasterKey, from: readonly MasterKey[], random: Random) {
  return {
    masterKeyId: masterKeyId(masterKey),
    seal: (key: SealedKey) => sealAnew(key, { from, masterKey, random }),
  };
}
