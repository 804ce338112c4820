import type { SecretUse } from "../../flows/ports.ts";
import { digestOf } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { BoundedCache, textOf } from "../bounded-cache.ts";
import type { Row } from "./rows.ts";
import { blobAs, integer, parsed, text } from "./rows.ts";

const intervalSeconds = 60;
const secretsMax = 20_000;

type Note = (use: SecretUse) => Promise<void>;

/** Reads a row of `secret_uses`. */
export function secretUseOf(row: Row): SecretUse {
  return {
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    secretDigest: blobAs(row, "secret_digest", digestOf),
    usedAt: instantOf(integer(row, "used_at")),
  };
}

/** Passes on one use of each secret a minute, and drops the others: a secret is used all the time. */
export function onceAMinute(write: Note): Note {
  const writtenAt = new BoundedCache<string, Instant>(secretsMax);
  return async (use) => {
    const secret = use.clientId + textOf(use.secretDigest);
    const last = writtenAt.get(secret);
    if (last !== undefined && use.usedAt < plus(last, intervalSeconds)) return;
    writtenAt.set(secret, use.usedAt);
    try {
      await write(use);
    } catch (error) {
      writtenAt.delete(secret);
      throw error;
    }
  };
}
