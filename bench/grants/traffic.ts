import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { Store } from "../../src/adapters/store.ts";
import type { Grant } from "../../src/flows/grant-ports.ts";
import { sha256 } from "../../src/values/digest.ts";
import {
  accountIdOf,
  clientIdOf,
  createGrantId,
  type GrantId,
  grantIdOf,
  sessionIdOf,
} from "../../src/values/ids.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";

export const hourSeconds = 3_600;
/** Hours of traffic: enough for the first three to have expired when the last is under way. */
const hoursCount = 6;
/** What one statement of the loading inserts at most. */
const loadRows = 250_000;
const lifetimeSeconds = hourSeconds + 120;

/** Rows of earlier hours, evenly spread, whose ids can be computed: the `index`th lies at `firstAt` plus its share. */
export interface Traffic {
  readonly firstAt: Instant;
  readonly rows: number;
}

/** The hours that end with the one of `now`. */
export function trafficUntil(now: Instant, rows: number): Traffic {
  const hour = instantOf(Math.floor(now / (hourSeconds * 1_000)) * hourSeconds * 1_000);
  return { firstAt: plus(hour, (1 - hoursCount) * hourSeconds), rows };
}

/** When the `index`th of the hours begins; their number when there is none. */
export function hourOf(traffic: Traffic, index: number): Instant {
  return plus(traffic.firstAt, index * hourSeconds);
}

/** The id that `load` gave the row. */
export function idAt(traffic: Traffic, index: number): GrantId {
  const at = traffic.firstAt + Math.trunc((index * hoursCount * hourSeconds * 1_000) / traffic.rows);
  const id = Buffer.alloc(16);
  id.writeUIntBE(at, 0, 6);
  createHash("md5").update(String(index)).digest().copy(id, 6, 0, 10);
  return grantIdOf(id);
}

/** A grant as an exchange makes it. */
export function grantOf(id: GrantId, at: Instant): Grant {
  const digest = sha256(id);
  return {
    id,
    tokenDigest: digest,
    clientId: clientIdOf("benchmark".padStart(20, "0")),
    accountId: accountIdOf(Buffer.from(digest).toString("hex").slice(0, 20)),
    accountEpoch: 1,
    sessionId: sessionIdOf(digest.slice(0, 16)),
    redeemedAt: at,
    tokenExpiresAt: plus(at, hourSeconds),
    keepUntil: plus(at, lifetimeSeconds),
  };
}

/** One more grant of this moment. */
export function newGrant(now: Instant, random: Uint8Array): Grant {
  return grantOf(createGrantId(now, random), now);
}

/** Fills empty partitions in the order of time, with rows that the server makes itself; answers the bytes of WAL for each. */
export async function load(
  { client, store }: { readonly client: Client; readonly store: Store },
  traffic: Traffic,
  progress: (line: string) => void,
): Promise<number> {
  for (let hour = 0; hour < hoursCount; hour += 1) {
    const at = hourOf(traffic, hour);
    await store.grants.redeem(grantOf(createGrantId(at, Buffer.alloc(10, 255)), at));
  }
  const before = await walPosition(client);
  for (let first = 0; first < traffic.rows; first += loadRows) {
    const last = Math.min(first + loadRows, traffic.rows) - 1;
    await client.query(insertRows, [first, last, traffic.firstAt, traffic.rows]);
    progress(`${(last + 1).toLocaleString("en")} of ${traffic.rows.toLocaleString("en")} rows`);
  }
  const bytes = (await walPosition(client)) - before;
  // Whoever first reads a row notes in its page that it is committed, and logs the page. In a life row by row that comes cheap.
  await client.query("ANALYZE grants; SELECT sum(keep_until) FROM grants; CHECKPOINT");
  return bytes / traffic.rows;
}

/** How many bytes of write-ahead log there have been. */
export async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes");
  return Number(rows[0]?.bytes);
}

const insertRows = `
  INSERT INTO grants (id, token_digest, client_id, account_id, account_epoch, session_id, redeemed_at, token_expires_at,
    keep_until, after_revocation)
  SELECT decode(lpad(to_hex(at), 12, '0') || substr(noise, 1, 20), 'hex'), sha256(noise::bytea),
    'lkc' || lpad('benchmark', 20, '0'), 'lku' || substr(noise, 1, 20), 1, decode(noise, 'hex'), at,
    at + ${hourSeconds * 1_000}, at + ${lifetimeSeconds * 1_000}, 0
  FROM (
    SELECT $3::bigint + index * ${hoursCount * hourSeconds * 1_000}::bigint / $4::bigint AS at, md5(index::text) AS noise
    FROM generate_series($1::bigint, $2::bigint) AS index) AS made`;
