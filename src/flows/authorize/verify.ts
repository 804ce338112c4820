import type { Account } from "../../identity/account.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { type Proof, strengthenSession } from "../session/begin-session.ts";
import { readShownForm } from "../session/shown-form.ts";
import { trustBrowser } from "../session/trust-browser.ts";
import { knowingCookie } from "./complete-sign-in.ts";
import { dispatch, dispatchUnproved, type NextStep } from "./dispatch.ts";
import { type OneTimeCodeRefusal, proveOneTimeCode } from "./prove-one-time-code.ts";
import { type AssertionRefusal, isPasskeyAnswer, provePasskey, recordGoingBack } from "./prove-passkey.ts";

/** The step that asks for one more factor. */
export type StepUp = Extract<NextStep, { kind: "step-up" }>;

/** A posted form with a code. */
interface VerifyAttempt {
  /** The query of the authorization request, or the one that names a page of the service. */
  readonly query: string;
  readonly otp: string | undefined;
  /** The answer of a passkey, which takes the place of the code. */
  readonly passkey: string | undefined;
  /** True if the person does not want to be asked in this browser for a while. */
  readonly trusts: boolean;
  /** True if the person wants to remove a way into the account, and goes back to the list of them. */
  readonly isRemoving: boolean;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** The reason why the same form is shown again. "stale": it was made for another session, browser or request. */
export type VerifyProblem = OneTimeCodeRefusal | AssertionRefusal;

type VerifyOutcome =
  | { readonly kind: "again"; readonly form: StepUp; readonly problem: VerifyProblem }
  | {
      readonly kind: "verified";
      readonly sessionCookie: string;
      readonly deviceCookie: string | undefined;
      readonly trustCookie: string | undefined;
      readonly next: NextStep;
    }
  /** The session has ended, or nothing more is missing: nothing was tried. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

/**
 * Takes the code of a second factor. The session keeps its id and the time of the sign-in, and proves one factor more; the code is
 * claimed in the same durable write. Then the dispatcher goes on with the interrupted request.
 */
export async function verify(ports: Ports, attempt: VerifyAttempt): Promise<VerifyOutcome> {
  const { query, browser, context } = attempt;
  const target = readReturnTarget(query);
  const shown = readShownForm(ports, attempt.step, { step: "verify", browser, request: query });
  // The form was shown after everything else that the request asks for, such as a fresh sign-in.
  const evidence = shown && ({ step: "step-up", sessionId: shown.sessionId } as const);
  const reviewsWaysIn = attempt.isRemoving ? ("removing" as const) : undefined;
  const visit = { target, ...(evidence && { evidence, isFromForm: true, reviewsWaysIn }) };
  const goOn = shown === undefined ? dispatchUnproved : dispatch;
  const form = await goOn(ports, { ...visit, browser }, context);
  if (form.kind !== "step-up") return { kind: "elsewhere", next: form };
  if (shown === undefined) return { kind: "again", form, problem: { kind: "stale" } };

  const { account, session } = form.person;
  const client = form.request?.client;
  const whose = { accountId: account.id, ...(client && { clientId: client.id }) };
  const again = (problem: VerifyProblem, reason: string): VerifyOutcome => {
    ports.events.record({ kind: "second-factor-refused", reason, ...whose }, context);
    return { kind: "again", form, problem };
  };
  const proof = await proveFactor(ports, account, attempt, shown.shownAt);
  if (!proof.ok) return again(proof.reason, proof.reason.kind);
  const { factor } = proof.value;
  const strengthened = await strengthenSession(ports, session, proof.value, browser);
  if (!strengthened.ok) {
    if (strengthened.reason === "claim-lost") return again({ kind: "spent" }, "spent");
    return { kind: "elsewhere", next: await dispatch(ports, { target, browser }, context) };
  }
  ports.events.record({ kind: "second-factor-proved", factor, ...whose }, context);
  recordGoingBack(ports, proof.value, context);
  const { sessionCookie } = strengthened.value;
  const trusts = attempt.trusts && form.mayTrust;
  return {
    kind: "verified",
    sessionCookie,
    deviceCookie: knowingCookie(ports, account, strengthened.value.session, browser),
    trustCookie: trusts ? await trustBrowser(ports, account, browser, context) : undefined,
    next: await dispatch(ports, { ...visit, browser: { ...browser, sessionCookie } }, context),
  };
}

interface FactorProof extends Proof {
  readonly factor: "totp" | "recovery-code" | "passkey";
}

/** A passkey must be of the person who is signed in. */
async function proveFactor(
  ports: Ports,
  account: Account,
  { otp, passkey, step: token = "", browser, context }: VerifyAttempt,
  shownAt: Instant,
): Promise<Result<FactorProof, VerifyProblem>> {
  if (!isPasskeyAnswer(passkey)) return proveOneTimeCode(ports, account, otp, browser);
  const proof = await provePasskey(ports, passkey, { token, shownAt }, context, () => {});
  // A new password is not a second factor.
  if (!proof.ok)
    return proof.reason.kind === "throttled" ? refuse({ ...proof.reason, left: undefined }) : proof;
  if (proof.value.account.id !== account.id) return refuse({ kind: "passkey-refused" });
  return ok({ ...proof.value, factor: "passkey" });
}
