import type { KeyPurpose, KeyRecord } from "../../flows/key-ports.ts";
import { parseKeyId } from "../../values/ids.ts";
import { symmetricPurposes } from "../../values/key-purpose.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { blob, has, integer, parsed, text } from "./rows.ts";

const purposes: readonly KeyPurpose[] = [...symmetricPurposes, "sign-RS256", "sign-ES256", "sign-EdDSA"];

/**
 * Reads rows of `sealing_keys`. Keys for a purpose that only a newer release knows are left out: it makes and rotates them,
 * and this release is asked to open nothing that they sealed.
 */
export function keyRecordsOf(rows: readonly Row[]): readonly KeyRecord[] {
  return rows.flatMap((row) => {
    const purpose = purposeOf(text(row, "purpose"));
    return purpose === undefined ? [] : keyRecordOf(row, purpose);
  });
}

function keyRecordOf(row: Row, purpose: KeyPurpose): KeyRecord {
  return {
    id: parsed("id", parseKeyId(text(row, "id"))),
    purpose,
    createdAt: instantOf(integer(row, "created_at")),
    ...(has(row, "retired_at") && { retiredAt: instantOf(integer(row, "retired_at")) }),
    sealedKey: blob(row, "sealed_key"),
  };
}

function purposeOf(word: string): KeyPurpose | undefined {
  return purposes.find((purpose) => purpose === word);
}
