import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { ShownCodes } from "../person/recovery-codes.ts";
import { startUsingTotp, type TotpInUse } from "../person/set-up-totp.ts";
import type { SetUpRefusal } from "../person/totp.ts";
import type { Ports } from "../ports.ts";
import { readShownForm } from "../session/shown-form.ts";
import { dispatch, dispatchUnproved, type NextStep } from "./dispatch.ts";

/** The step that has the person set up a credential. */
export type Enrolment = Extract<NextStep, { kind: "enrol" }>;

interface EnrolAttempt {
  readonly query: string;
  /** The hidden field with the secret of the app. */
  readonly sealed: string | undefined;
  readonly otp: string | undefined;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

export type EnrolOutcome =
  | { readonly kind: "again"; readonly form: Enrolment; readonly problem: SetUpRefusal }
  /** The app is set up: the codes are shown, and their form leads on. */
  | ({ readonly kind: "codes"; readonly form: Enrolment; readonly codes: ShownCodes } & TotpInUse)
  /** The same for a person who has codes. */
  | ({ readonly kind: "set-up"; readonly next: NextStep } & TotpInUse)
  /** Nothing is missing, or the session has ended. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

/**
 * Sets up an authenticator app in the middle of a sign-in that needs one. The session proves two factors from then on. The form of the
 * recovery codes, which follow, posts here too: then nothing is missing any more, and the dispatcher goes on.
 */
export async function enrol(ports: Ports, attempt: EnrolAttempt): Promise<EnrolOutcome> {
  const { query, browser, context } = attempt;
  const target = readReturnTarget(query);
  const shown = readShownForm(ports, attempt.step, { step: "enrol", browser, request: query });
  const evidence = shown && ({ step: "enrol", sessionId: shown.sessionId } as const);
  const visit = { target, ...(evidence && { evidence, isFromForm: true }) };
  const goOn = shown === undefined ? dispatchUnproved : dispatch;
  const form = await goOn(ports, { ...visit, browser }, context);
  if (form.kind !== "enrol") return { kind: "elsewhere", next: form };
  if (shown === undefined || form.strength !== "two") return { kind: "again", form, problem: "stale" };

  const set = await startUsingTotp(ports, form.person, attempt, { browser, context });
  if (!set.ok) return { kind: "again", form, problem: set.reason };
  const { codes, sessionCookie } = set.value;
  if (codes !== undefined) return { kind: "codes", form, ...set.value, codes };
  const next = await dispatch(ports, { ...visit, browser: { ...browser, sessionCookie } }, context);
  return { kind: "set-up", ...set.value, next };
}
