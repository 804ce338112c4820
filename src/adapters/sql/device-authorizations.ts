import type { DeviceAuthorizations } from "../../flows/device-ports.ts";
import type { DeviceAuthorization, DeviceDecision } from "../../protocol/device/device-authorization.ts";
import type { UserCode } from "../../protocol/device/user-code.ts";
import { digestOf } from "../../values/digest.ts";
import { grantIdOf, parseAccountId, parseClientId, sessionIdOf } from "../../values/ids.ts";
import { type Instant, instantOf, secondsOf } from "../../values/time.ts";
import { columnList } from "./columns.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { detailsOf, detailsText } from "./grant-details.ts";
import { blobAs, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The devices that wait, with their part of expiry. */
interface StoredDeviceAuthorizations extends DeviceAuthorizations {
  /** Part of a fact: removes up to `rowsMax` expired devices and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

const columns = [
  "code_digest",
  "user_code",
  "client_id",
  "details",
  "network",
  "created_at",
  "expires_at",
  "poll_interval",
  "polled_at",
  "decision",
  "grant_id",
  "account_id",
  "account_epoch",
  "session_id",
  "authenticated_at",
] as const;

/**
 * Devices that wait for their person. A row goes with its client, and once somebody has allowed it with that account too: ON DELETE
 * CASCADE. The row of the grant, and not this one, spends the device code.
 */
export function deviceAuthorizationsOn(engine: Engine, effects: SideEffectFacts): StoredDeviceAuthorizations {
  const sql = statements(engine);
  return {
    find: (codeDigest) => engine.get(sql.find, { codeDigest }, deviceAuthorizationOf),
    findByUserCode: (userCode) => engine.get(sql.findByUserCode, { userCode }, deviceAuthorizationOf),
    create: (device) =>
      engine.write<"created" | "taken" | "unknown-client">("durable", function* () {
        const { clientId, scope, audience, dpopThumbprint } = device;
        if (!(yield* get(sql.holdClient, { clientId }))) return "unknown-client";
        const created = yield* run(sql.create, {
          code_digest: device.codeDigest,
          user_code: device.userCode,
          client_id: clientId,
          details: detailsText({
            scope,
            ...(audience !== undefined && { audience }),
            ...(dpopThumbprint !== undefined && { dpopThumbprint }),
          }),
          network: device.network,
          created_at: device.createdAt,
          expires_at: device.expiresAt,
          poll_interval: device.interval,
        });
        return created === 1 ? "created" : "taken";
      }),
    notePoll: async (codeDigest, seen, { polledAt, interval }) => {
      const statement = seen === undefined ? sql.noteFirstPoll : sql.notePoll;
      const values = { codeDigest, polledAt, interval, ...(seen !== undefined && { seen }) };
      return (await engine.run("relaxed", statement, values)) === 1;
    },
    decide: (codeDigest, decision, sideEffects = {}) =>
      engine.write("durable", function* () {
        if (decision.kind === "denied") return (yield* run(sql.deny, { codeDigest })) === 1;
        const { kind: _, ...allowed } = decision;
        // The lock puts the answer and changes of the account into one order.
        if (!(yield* get(sql.holdAccount, allowed))) return false;
        if ((yield* run(sql.allow, { codeDigest, ...allowed })) === 0) return false;
        yield* effects.record(sideEffects);
        return true;
      }),
    removeAll: async () => {
      await engine.run("durable", sql.removeAll, {});
    },
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function statements({ sql, keyLock, rowLock, skipLocked }: Engine) {
  const devices = `SELECT ${columnList(columns)} FROM device_authorizations`;
  const ofCode = "WHERE code_digest = :codeDigest";
  const created = columns.slice(0, 8);
  const note = `UPDATE device_authorizations SET polled_at = :polledAt, poll_interval = :interval
    ${ofCode} AND decision IS NULL AND polled_at`;
  return {
    find: sql(`${devices} ${ofCode}`),
    findByUserCode: sql(`${devices} WHERE user_code = :userCode`),
    holdClient: sql(`SELECT id FROM clients WHERE id = :clientId${keyLock}`),
    create: sql(
      `INSERT INTO device_authorizations (${columnList(created)})
       VALUES (${created.map((column) => `:${column}`).join(", ")}) ON CONFLICT DO NOTHING`,
    ),
    noteFirstPoll: sql(`${note} IS NULL`),
    notePoll: sql(`${note} = :seen`),
    deny: sql(`UPDATE device_authorizations SET decision = 'denied' ${ofCode} AND decision IS NULL`),
    holdAccount: sql(
      `SELECT id FROM accounts WHERE id = :accountId AND epoch = :accountEpoch AND NOT is_disabled${rowLock}`,
    ),
    allow: sql(
      `UPDATE device_authorizations SET decision = 'allowed', grant_id = :grantId, account_id = :accountId,
         account_epoch = :accountEpoch, session_id = :sessionId, authenticated_at = :authenticatedAt
       ${ofCode} AND decision IS NULL`,
    ),
    removeAll: sql("DELETE FROM device_authorizations"),
    removeExpired: sql(
      `DELETE FROM device_authorizations WHERE code_digest IN
         (SELECT code_digest FROM device_authorizations WHERE expires_at < :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function deviceAuthorizationOf(row: Row): DeviceAuthorization {
  const { scope, audience, dpopThumbprint } = detailsOf(row);
  return {
    codeDigest: blobAs(row, "code_digest", digestOf),
    userCode: text(row, "user_code") as UserCode,
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    scope,
    ...(audience !== undefined && { audience }),
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    network: text(row, "network"),
    createdAt: instantOf(integer(row, "created_at")),
    expiresAt: instantOf(integer(row, "expires_at")),
    interval: secondsOf(integer(row, "poll_interval")),
    ...(has(row, "polled_at") && { polledAt: instantOf(integer(row, "polled_at")) }),
    ...(has(row, "decision") && { decision: decisionOf(row) }),
  };
}

function decisionOf(row: Row): DeviceDecision {
  const kind = text(row, "decision");
  if (kind === "denied") return { kind };
  return {
    kind: parsed("decision", kind === "allowed" ? kind : undefined),
    grantId: blobAs(row, "grant_id", grantIdOf),
    accountId: parsed("account_id", parseAccountId(text(row, "account_id"))),
    accountEpoch: integer(row, "account_epoch"),
    sessionId: blobAs(row, "session_id", sessionIdOf),
    authenticatedAt: instantOf(integer(row, "authenticated_at")),
  };
}
