import type { SecretUse, SecretUses } from "../../flows/ports.ts";
import { digestOf } from "../../values/digest.ts";
import { toHex } from "../../values/hex.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { Engine } from "./fact.ts";
import { blobAs, integer, parsed, type Row, text } from "./rows.ts";

const intervalSeconds = 60;
const secretsMax = 20_000;

type Write = (use: SecretUse) => Promise<void>;

/** When each secret of a client was last used, to the minute. `note` writes one use of a secret that the client has. */
export function secretUsesOn(engine: Engine, write: Write): SecretUses {
  const list = engine.sql(
    "SELECT client_id, secret_digest, used_at FROM secret_uses WHERE client_id = :clientId",
  );
  return {
    list: (clientId) => engine.all(list, { clientId }, (rows) => rows.map(secretUseOf)),
    note: onceAMinute(write),
  };
}

/** Passes on one use of each secret a minute, and drops the others: a secret is used all the time. */
export function onceAMinute(write: Write): SecretUses["note"] {
  const writtenAt = new BoundedCache<string, Instant>(secretsMax);
  return (use) => {
    const secret = use.clientId + toHex(use.secretDigest);
    const last = writtenAt.get(secret);
    if (last !== undefined && use.usedAt < plus(last, intervalSeconds)) return undefined;
    writtenAt.set(secret, use.usedAt);
    return write(use).catch((error: unknown) => {
      writtenAt.delete(secret);
      throw error;
    });
  };
}

function secretUseOf(row: Row): SecretUse {
  return {
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    secretDigest: blobAs(row, "secret_digest", digestOf),
    usedAt: instantOf(integer(row, "used_at")),
  };
}
