import type { SecretUse, SecretUses } from "../../flows/ports.ts";
import { digestOf } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { Engine } from "./fact.ts";
import type { Row } from "./rows.ts";
import { blobAs, integer, parsed, text } from "./rows.ts";

const intervalSeconds = 60;
const secretsMax = 20_000;

type Note = (use: SecretUse) => Promise<void>;

/** When each secret of a client was last used, to the minute. */
export function secretUsesOn(engine: Engine): SecretUses {
  const sql = statements(engine);
  return {
    list: (clientId) => engine.all(sql.list, { clientId }, (rows) => rows.map(secretUseOf)),
    note: onceAMinute(async ({ clientId, secretDigest, usedAt }) => {
      await engine.run("relaxed", sql.note, { clientId, secretDigest, usedAt });
    }),
  };
}

/** Passes on one use of each secret a minute, and drops the others: a secret is used all the time. */
export function onceAMinute(write: Note): Note {
  const writtenAt = new BoundedCache<string, Instant>(secretsMax);
  return async (use) => {
    const secret = use.clientId + use.secretDigest.toHex();
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

function statements({ sql, greatest }: Engine) {
  return {
    list: sql("SELECT client_id, secret_digest, used_at FROM secret_uses WHERE client_id = :clientId"),
    // Nothing is noted of a secret that the client does not have.
    note: sql(
      `INSERT INTO secret_uses (client_id, secret_digest, used_at)
       SELECT id, CASE WHEN secret_digest = :secretDigest THEN secret_digest ELSE previous_secret_digest END,
         CAST(:usedAt AS bigint)
       FROM clients
       WHERE id = :clientId AND (secret_digest = :secretDigest OR previous_secret_digest = :secretDigest)
       ON CONFLICT (client_id, secret_digest)
         DO UPDATE SET used_at = ${greatest("secret_uses.used_at", "excluded.used_at")}`,
    ),
  };
}

function secretUseOf(row: Row): SecretUse {
  return {
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    secretDigest: blobAs(row, "secret_digest", digestOf),
    usedAt: instantOf(integer(row, "used_at")),
  };
}
