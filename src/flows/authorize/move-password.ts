import type { Account } from "../../identity/account.ts";
import type { NormalizedPassword } from "../../identity/password.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Passwords } from "../account-ports.ts";
import { personAuditor } from "../audit.ts";
import type { RequestContext } from "../events.ts";
import type { OldSystem } from "../old-system-ports.ts";
import type { Ports } from "../ports.ts";

/**
 * "unavailable": the old product gives no usable answer now. "expired": the password is right there, and has to be changed. "not-moved": it
 * is not asked any more. "busy": the queue of hashes is full.
 */
type MoveRefusal = "mismatch" | "unavailable" | "expired" | "not-moved" | "busy";

/** A password that matches no hash here. */
interface UnmatchedPassword {
  /** Undefined if nobody has the name, or the account has no tries left: then nobody is asked about. */
  readonly account: Account | undefined;
  readonly typed: string;
  readonly password: NormalizedPassword;
  readonly caller: Parameters<Passwords["verify"]>[2];
  readonly context: RequestContext;
}

/**
 * Asks the old product about a person whose password only that product knows, and stores the password here if it is right, however weak
 * it is. Everybody else whose password does not match gets the same answer after the same time. A refusal's `cause` is for the log.
 */
export async function movePassword(
  ports: Pick<Ports, "accounts" | "passwords" | "clock">,
  oldSystem: OldSystem,
  { account, typed, password, caller, context }: UnmatchedPassword,
): Promise<Result<Account, { readonly refusal: MoveRefusal; readonly cause?: string }>> {
  if (oldSystem.phaseAt(ports.clock.now()) === "over") return refuse({ refusal: "not-moved" });
  const waiting = account !== undefined && hasToMove(account) ? account : undefined;
  const answer = await oldSystem.check(
    waiting && { username: waiting.username, subject: waiting.subject, password: typed },
  );
  if (answer.kind === "unavailable") {
    const cause = answer.reason && `old-system-${answer.reason}`;
    return refuse({ refusal: "unavailable", ...(cause && { cause }) });
  }
  if (answer.kind === "invalid")
    return refuse({ refusal: "mismatch", ...(answer.state && { cause: `old-account-${answer.state}` }) });
  if (answer.kind === "expired") return refuse({ refusal: "expired", cause: "old-password-expired" });
  if (waiting === undefined) return refuse({ refusal: "mismatch" });
  const hash = await ports.passwords.hash(password);
  if (!hash.ok) return refuse({ refusal: "busy", cause: "busy" });
  const target = { kind: "user", id: waiting.id } as const;
  const audit = [personAuditor(ports, waiting.id, context).entry("password-moved", target)];
  if (await ports.accounts.moveOldPassword(waiting.id, hash.value, { audit }))
    return ok({ ...withoutMark(waiting), passwordHash: hash.value });
  // Another sign-in was first, or the person has set a password meanwhile: the hash that is stored decides.
  const current = await ports.accounts.find(waiting.id);
  if (current?.passwordHash === undefined || current.isDisabled) return refuse({ refusal: "mismatch" });
  const verified = await ports.passwords.verify(password, current.passwordHash, caller);
  return verified.ok && verified.value.matches ? ok(current) : refuse({ refusal: "mismatch" });
}

/** An account that is locked or disabled is not asked about. */
function hasToMove({ hasOldPassword = false, passwordHash, isDisabled }: Account): boolean {
  return hasOldPassword && passwordHash === undefined && !isDisabled;
}

function withoutMark({ hasOldPassword: _, ...others }: Account): Account {
  return others;
}
