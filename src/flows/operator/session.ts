import type { Account } from "../../identity/account.ts";
import { decideSession } from "../../identity/session.ts";
import { formatSessionId, parseSessionId, type SessionId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import type { Accounts } from "../account-ports.ts";
import type { Auditor } from "../audit.ts";
import { findItems, type Inventory, type ListQuery, type Page, type Position } from "../listing.ts";
import type { Clock, SessionFacts, Sessions } from "../ports.ts";
import { checkTerms, findAccount, openAccount } from "./account.ts";
import { type ClosedAccount, closedAccounts } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of managing sessions. */
export interface SessionRegistry {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** Why no session was listed or ended. */
export type SessionProblem = ClosedAccount | { readonly kind: "unknown-session" };

/** The problems of sessions. */
export const sessionProblems: ProblemTable<SessionProblem> = {
  ...closedAccounts,
  "unknown-session": { as: "not-found", say: "There is no such session." },
};

/** Lists live sessions, of one account or of all. */
export async function listSessions(
  registry: Omit<SessionRegistry, "audit"> & { readonly inventory: Inventory; readonly idleLimit: Seconds },
  which: { readonly who?: string | undefined } & Omit<ListQuery<Position<SessionId>>, "search">,
): Promise<
  Result<
    Page<SessionFacts, Position<SessionId>>,
    Extract<SessionProblem, { readonly kind: "unknown-account" }>
  >
> {
  const { who, limit, after } = which;
  const account = who === undefined ? undefined : await findAccount(registry.accounts, who);
  if (who !== undefined && account === undefined) return refuse({ kind: "unknown-account" });
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
  { sessions, audit }: Pick<SessionRegistry, "sessions" | "audit">,
  text: string,
  terms: Terms,
): Promise<Result<void, SessionProblem>> {
  const id = parseSessionId(text);
  const found = id && (await sessions.find(id));
  if (found === undefined) return refuse({ kind: "unknown-session" });
  const owner = checkTerms(found.account, terms);
  if (!owner.ok) return owner;
  const target = { kind: "session", id: formatSessionId(found.session.id) } as const;
  const entry = audit.entry("session-revoked", target, { user: owner.value.id });
  const sideEffects = { claims: accountClaims(terms, owner.value), audit: [entry] };
  const ended = await sessions.end(found.session.id, sideEffects);
  if (ended === "claim-lost") return refuse({ kind: "changed-meanwhile" });
  return ended === undefined ? refuse({ kind: "unknown-session" }) : ok(undefined);
}

/** Ends every session and token of an account. Returns the account and the number of sessions. */
export async function revokeSessionsOf(
  registry: SessionRegistry,
  who: string,
  terms: Terms,
): Promise<Result<{ readonly account: Account; readonly ended: number }, ClosedAccount>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const entry = registry.audit.entry("sessions-revoked", { kind: "user", id: account.id });
  const sideEffects = { claims: accountClaims(terms, account), audit: [entry] };
  const ended = await registry.sessions.endAll(account.id, registry.clock.now(), sideEffects);
  return ended === "claim-lost" ? refuse({ kind: "changed-meanwhile" }) : ok({ account, ended });
}
