import type { Account } from "../identity/account.ts";
import { type SessionId, sessionIdOf } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { findAccount } from "./manage-accounts.ts";
import type { Accounts, Clock, SessionFacts, Sessions } from "./ports.ts";

/** What managing sessions needs. */
export interface SessionRegistry {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** Lists the sessions that have not expired, of one account or of all. */
export async function listSessions(
  registry: SessionRegistry,
  who?: string,
): Promise<Result<readonly SessionFacts[], "unknown-account">> {
  const account = who === undefined ? undefined : await findAccount(registry.accounts, who);
  if (who !== undefined && account === undefined) return refuse("unknown-account");
  const now = registry.clock.now();
  const all = await registry.sessions.list(account?.id);
  return ok(all.filter(({ session }) => session.expiresAt > now));
}

/** Ends one session: that browser has to sign in again. */
export async function revokeSession(
  registry: SessionRegistry,
  id: SessionId,
): Promise<Result<void, "unknown-session">> {
  return (await registry.sessions.end(id)) ? ok(undefined) : refuse("unknown-session");
}

/** Ends every session and token of an account; answers whose and how many sessions. */
export async function revokeSessionsOf(
  registry: SessionRegistry,
  who: string,
): Promise<Result<{ readonly account: Account; readonly ended: number }, "unknown-account">> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse("unknown-account");
  return ok({ account, ended: await registry.sessions.endAll(account.id, registry.clock.now()) });
}

/** A session id as an operator sees it: 32 hexadecimal digits. */
export function formatSessionId(id: SessionId): string {
  return Buffer.from(id).toString("hex");
}

/** Reads what `formatSessionId` wrote; undefined for anything else. */
export function parseSessionId(text: string): SessionId | undefined {
  return /^[0-9a-f]{32}$/i.test(text) ? sessionIdOf(Buffer.from(text, "hex")) : undefined;
}
