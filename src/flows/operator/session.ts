import type { Account } from "../../identity/account.ts";
import { decideSession } from "../../identity/session.ts";
import { type AccountId, type SessionId, sessionIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant, Seconds } from "../../values/time.ts";
import type { Accounts } from "../account-ports.ts";
import type { Clock, SessionFacts, Sessions } from "../ports.ts";
import { findAccount } from "./account.ts";

/** The ports of managing sessions. */
export interface SessionRegistry {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** A list of sessions for an operator. The session that was used last comes first. */
export interface SessionInventory {
  sessions(which: {
    readonly now: Instant;
    readonly idleLimit: Seconds;
    readonly accountId?: AccountId;
    readonly limit: number;
  }): Promise<{ readonly ids: readonly SessionId[]; readonly total: number }>;
}

/** The `limit` live sessions that were used last, and the number of all live ones. */
export interface SessionList {
  readonly sessions: readonly SessionFacts[];
  readonly total: number;
}

/** Lists live sessions, of one account or of all. */
export async function listSessions(
  registry: SessionRegistry & { readonly inventory: SessionInventory; readonly idleLimit: Seconds },
  which: { readonly who?: string | undefined; readonly limit: number },
): Promise<Result<SessionList, "unknown-account">> {
  const { who, limit } = which;
  const account = who === undefined ? undefined : await findAccount(registry.accounts, who);
  if (who !== undefined && account === undefined) return refuse("unknown-account");
  const { idleLimit } = registry;
  const now = registry.clock.now();
  const { ids, total } = await registry.inventory.sessions({
    now,
    idleLimit,
    limit,
    ...(account === undefined ? {} : { accountId: account.id }),
  });
  const sessions: SessionFacts[] = [];
  for (const id of ids) {
    const facts = await registry.sessions.find(id);
    if (facts !== undefined && decideSession({ facts, now, idleLimit }) === "live") sessions.push(facts);
  }
  return ok({ sessions, total });
}

/** Ends one session, so that its browser has to sign in again. */
export async function revokeSession(
  registry: SessionRegistry,
  id: SessionId,
): Promise<Result<void, "unknown-session">> {
  return (await registry.sessions.end(id)) ? ok(undefined) : refuse("unknown-session");
}

/** Ends every session and token of an account. Answers the account and the number of sessions. */
export async function revokeSessionsOf(
  registry: SessionRegistry,
  who: string,
): Promise<Result<{ readonly account: Account; readonly ended: number }, "unknown-account">> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse("unknown-account");
  return ok({ account, ended: await registry.sessions.endAll(account.id, registry.clock.now()) });
}

/** Formats a session id for an operator: 32 hexadecimal digits. */
export function formatSessionId(id: SessionId): string {
  return Buffer.from(id).toString("hex");
}

/** Reads the text of `formatSessionId`; undefined for any other text. */
export function parseSessionId(text: string): SessionId | undefined {
  return /^[0-9a-f]{32}$/i.test(text) ? sessionIdOf(Buffer.from(text, "hex")) : undefined;
}
