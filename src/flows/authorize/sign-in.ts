import type { Account } from "../../identity/account.ts";
import type { SignInStep } from "../../protocol/authorization/next-step.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { type Result, refuse } from "../../values/result.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../session/begin-session.ts";
import { readSignInForm } from "../session/shown-form.ts";
import { type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts";
import { dispatch, type NextStep } from "./dispatch.ts";
import { type AssertionRefusal, isPasskeyAnswer, provePasskey, recordGoingBack } from "./prove-passkey.ts";
import { type PasswordRefusal, provePassword, type TypedPassword } from "./prove-password.ts";
import type { Person } from "./visit.ts";

/** The answered form, which names the target of the sign-in. */
export type SignInForm = Extract<NextStep, SignInStep<Person>>;

/** True for every step that shows the sign-in form. */
export function isSignInForm(step: NextStep): step is SignInForm {
  return step.kind === "sign-in" || step.kind === "sign-in-for-page" || step.kind === "sign-in-for-document";
}

/** A posted sign-in form, with the rest of the browser's request. */
interface SignInAttempt extends TypedPassword {
  /** The answer of a passkey, which takes the place of name and password; or `passkeyAvailable`. */
  readonly passkey: string | undefined;
  /** True if the browser can keep a passkey, and has not been told "not now". */
  readonly offersPasskey: boolean;
  /** The query of the authorization request, or the one that names a page of the service. */
  readonly query: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** The reason why the same form is shown again. */
export type SignInProblem =
  | { readonly kind: "stale" }
  /** The browser sent no cookie, although the page of the form had set one. */
  | { readonly kind: "no-cookie" }
  | PasswordRefusal
  | AssertionRefusal;

type SignInOutcome =
  | { readonly kind: "again"; readonly form: SignInForm; readonly problem: SignInProblem }
  | ({ readonly kind: "signed-in" } & CompletedSignIn)
  /** The request takes no sign-in any more: nothing was tried. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

export async function signIn(ports: Ports, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { query, browser, context } = attempt;
  const step = readSignInForm(ports, attempt.step, attempt);
  const target = readReturnTarget(query);
  const isForSession = step.ok && step.value.isForSession;
  const choice = isForSession ? "prove-again" : "another-account";
  const form = await dispatch(ports, { target, isFromForm: step.ok, browser, choice }, context);
  if (!isSignInForm(form)) return { kind: "elsewhere", next: form };
  const clientId = form.kind === "sign-in" ? form.request.client.id : undefined;
  const refused = (reason: string, account?: Account): void => {
    const whose = { ...(clientId && { clientId }), ...(account && { accountId: account.id }) };
    ports.events.record({ kind: "sign-in-refused", reason, ...whose }, context);
  };
  const proof = await prove(ports, attempt, step, refused);
  if (!proof.ok) return { kind: "again", form, problem: proof.reason };
  // The page named a person, so nobody else can answer it.
  const own = isForSession ? form.person?.account : undefined;
  if (own !== undefined && own.id !== proof.value.account.id) {
    refused("another-account", proof.value.account);
    const kind = isPasskeyAnswer(attempt.passkey) ? "passkey-refused" : "mismatch";
    return { kind: "again", form, problem: { kind } };
  }
  const signingIn = { target, clientId, browser, context, offersPasskey: attempt.offersPasskey };
  const completed = await completeSignIn(ports, proof.value, signingIn);
  if (completed.ok) {
    recordGoingBack(ports, proof.value, context);
    return { kind: "signed-in", ...completed.value };
  }
  if (completed.reason === "claim-lost") {
    refused("passkey-used", proof.value.account);
    return { kind: "again", form, problem: { kind: "stale" } };
  }
  // The account was disabled or got another password while the proof was checked.
  refused("mismatch", proof.value.account);
  return { kind: "again", form, problem: { kind: "mismatch" } };
}

async function prove(
  ports: Ports,
  attempt: SignInAttempt,
  step: ReturnType<typeof readSignInForm>,
  refused: (reason: string, account?: Account) => void,
): Promise<Result<Proof, SignInProblem>> {
  if (!step.ok) {
    refused(`step-${step.reason}`);
    return refuse({ kind: step.reason === "no-cookie" ? "no-cookie" : "stale" });
  }
  const { passkey, step: token = "", context } = attempt;
  return isPasskeyAnswer(passkey)
    ? provePasskey(ports, passkey, { token, shownAt: step.value.shownAt }, context, refused)
    : provePassword(ports, attempt, attempt, refused);
}
