import { existsSync, linkSync, renameSync } from "node:fs";
import type { Besides } from "../../flows/alongside-ports.ts";
import type { KeyRecords } from "../../flows/key-ports.ts";
import type { Random } from "../../flows/ports.ts";
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

/** What a replacement came to. */
export interface ReplacedMasterKey {
  /** The id of the master key that seals everything from now on. */
  readonly id: string;
  /** How many keys it seals; 0 where it did so before. */
  readonly keys: number;
  /** The file that keeps the old one, which older backups need. */
  readonly retired?: string;
}

interface Replacement {
  readonly source: MasterKeySource;
  readonly records: KeyRecords;
  readonly random: Random;
  /** The content of the new key file; a random one where it is absent. */
  readonly content?: Secret | undefined;
  readonly besides?: Besides;
}

/**
 * Puts another master key in the place of the one in use, beside running services. Everything is sealed anew in one transaction, and a
 * process that starts takes either key until the end, so the same call finishes what was interrupted anywhere (ADR 0057). Rejects with
 * `MasterKeyUnusable`.
 */
export async function replaceMasterKey(replacement: Replacement): Promise<ReplacedMasterKey> {
  return replacement.source.secret === undefined ? replaceFile(replacement) : replaceSecret(replacement);
}

/** The settings of the nodes are their operator's, so only the database changes here. */
async function replaceSecret(replacement: Replacement): Promise<ReplacedMasterKey> {
  const masterKeys = readMasterKeys(replacement.source);
  const next = masterKeys[1];
  if (next === undefined)
    throw new MasterKeyUnusable(
      "The master key is LATCHKEY_SECRET. First set LATCHKEY_SECRET_NEXT to the new one on every node, and start each again: then all of them know both.",
    );
  return { id: masterKeyId(next), keys: await sealAllAnew(replacement, masterKeys, next) };
}

async function replaceFile(replacement: Replacement): Promise<ReplacedMasterKey> {
  const { source, random, content } = replacement;
  const [file, nextFile] = [masterKeyFile(source), nextMasterKeyFile(source)];
  if (!existsSync(nextFile)) {
    const [present] = readMasterKeys(source);
    if (content !== undefined && present !== undefined) {
      const id = masterKeyId(masterKeyFromSecret(content, "The new master key"));
      if (id === masterKeyId(present)) return { id, keys: 0 };
    }
    createMasterKeyFile(nextFile, content ?? new Secret(toBase64Url(random.bytes(32))));
  }
  const masterKeys = readMasterKeys(source);
  const [present, next] = masterKeys;
  if (present === undefined || next === undefined)
    throw new MasterKeyUnusable("The master key is replaced by another process at this moment. Try again.");
  if (content !== undefined && masterKeyId(masterKeyFromSecret(content)) !== masterKeyId(next))
    throw new MasterKeyUnusable(
      `Another replacement was begun, with the key in ${nextFile}. Finish it first: \`latchkey key rotate-master\``,
    );
  const keys = await sealAllAnew(replacement, masterKeys, next);
  const retired = `${file}.retired-${masterKeyId(present)}`;
  if (!existsSync(retired)) linkSync(file, retired);
  renameSync(nextFile, file);
  syncFolder(file);
  return { id: masterKeyId(next), keys, retired };
}

function sealAllAnew(
  { records, random, besides }: Replacement,
  from: readonly MasterKey[],
  masterKey: MasterKey,
): Promise<number> {
  const seal: Parameters<KeyRecords["sealAnew"]>[1] = (key) => sealAnew(key, { from, masterKey, random });
  return records.sealAnew(masterKeyId(masterKey), seal, besides);
}
