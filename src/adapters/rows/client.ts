import type { Client, ClientProfile } from "../../protocol/client/client.ts";
import { digestOf } from "../../values/digest.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { metadataOf } from "./client-metadata.ts";
import { jsonStrings } from "./json.ts";
import type { Row } from "./rows.ts";
import { blobAs, DamagedRow, flag, has, integer, parsed, text } from "./rows.ts";

/** Reads the id alone: that much can be read of a damaged row too. */
export function clientIdIn(row: Row): ClientId {
  return parsed("id", parseClientId(text(row, "id")));
}

/** Reads a row of `clients`. */
export function clientOf(row: Row): Client {
  return {
    id: clientIdIn(row),
    name: text(row, "name"),
    redirectUris: jsonStrings(row, "redirect_uris"),
    profile: parsed("profile", profileOf(text(row, "profile"))),
    isPublic: flag(row, "is_public"),
    ...(has(row, "metadata") && { metadata: metadataOf(row) }),
    ...(has(row, "secret_digest") && { secretDigest: blobAs(row, "secret_digest", digestOf) }),
    ...(has(row, "previous_secret_digest") && {
      previousSecretDigest: blobAs(row, "previous_secret_digest", digestOf),
    }),
    ...(has(row, "secret_exposed_at") && { secretExposedAt: instantOf(integer(row, "secret_exposed_at")) }),
    ...(has(row, "codes_void_until") && { codesVoidUntil: instantOf(integer(row, "codes_void_until")) }),
    ...(has(row, "unused_until") && { unusedUntil: instantOf(integer(row, "unused_until")) }),
    isDisabled: flag(row, "is_disabled"),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}

/** The clients that can be read: one that is damaged, or that a newer release made, must not stop what is done for all. */
export function readableClientsOf(rows: readonly Row[]): readonly Client[] {
  return rows.flatMap((row) => {
    try {
      return clientOf(row);
    } catch (error) {
      if (error instanceof DamagedRow) return [];
      throw error;
    }
  });
}

function profileOf(word: string): ClientProfile | undefined {
  return word === "interface" || word === "strict" ? word : undefined;
}
