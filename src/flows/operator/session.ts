import type { Account } from "../../identity/account.ts";
import { decideSession } from "../../identity/session.ts";
import { formatSessionId, type SessionId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import type { Accounts } from "../account-ports.ts";
import type { Auditor } from "../audit.ts";
import { findItems, type Inventory, type ListQuery, type Page, type Position } from "../listing.ts";
import type { Clock, SessionFacts, Sessions } from "../ports.ts";
import { findAccount } from "./account.ts";
import { accountProblems } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";

/** The ports of managing sessions. */
export interface SessionRegistry {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** Why no session was listed or ended. */
export type SessionProblem = { readonly kind: "unknown-account" | "unknown-session" };

/** The problems of sessions. */
export const sessionProblems: ProblemTable<SessionProblem> = {
  "unknown-account": accountProblems["unknown-account"],
  "unknown-session": { as: "not-found", say: "There is no such session." },
};

/** Lists live sessions, of one account or of all. */
export async function listSessions(
  registry: Omit<SessionRegistry, "audit"> & { readonly inventory: Inventory; readonly idleLimit: Seconds },
  which: { readonly who?: string | undefined } & Omit<ListQuery<Position<SessionId>>, "search">,
): Promise<Result<Page<SessionFacts, Position<SessionId>>, "unknown-account">> {
  const { who, limit, after } = which;
  const account = who === undefined ? undefined : await findAccount(registry.accounts, who);
  if (who !== undefined && account === undefined) return refuse("unknown-account");
  const { idleLimit } = registry;
  const now = registry.clock.now();
  const page = await registry.inventory.sessions({ now, idleLimit, limit, after, accountId: account?.id });
  const sessions = await findItems(page, async (id) => {
    const facts = await registry.sessions.find(id);
    return facts !== undefined && decideSession({ facts, now, idleLimit }) === "live" ? facts : undefined;
  });
  return ok(sessions);
}

/** Ends one session, so that its browser has to sign in again. */
export async function revokeSession(
  registry: SessionRegistry,
  id: SessionId,
): Promise<Result<void, "unknown-session">> {
  const found = await registry.sessions.find(id);
  const owner = found && { user: found.account.id };
  const entry = registry.audit.entry("session-revoked", { kind: "session", id: formatSessionId(id) }, owner);
  const ended = await registry.sessions.end(id, { audit: [entry] });
  return ended ? ok(undefined) : refuse("unknown-session");
}

/** Ends every session and token of an account. Returns the account and the number of sessions. */
export async function revokeSessionsOf(
  registry: SessionRegistry,
  who: string,
): Promise<Result<{ readonly account: Account; readonly ended: number }, "unknown-account">> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse("unknown-account");
  const audit = [registry.audit.entry("sessions-revoked", { kind: "user", id: account.id })];
  return ok({ account, ended: await registry.sessions.endAll(account.id, registry.clock.now(), { audit }) });
}
