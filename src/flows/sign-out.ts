import { findLiveSession } from "./authorize.ts";
import type { Origin } from "./events.ts";
import type { Ports, SessionFacts } from "./ports.ts";
import { openStep } from "./step-token.ts";

/** A posted sign-out form. */
export interface SignOutAttempt {
  readonly step: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly browserCookie: string | undefined;
  readonly origin: Origin;
}

export type SignOutOutcome =
  | { readonly kind: "signed-out" }
  /** The form was not made for this session in this browser: ask again, naming who is signed in now. */
  | { readonly kind: "ask-again"; readonly facts: SessionFacts };

/** Ends the session that the form named; without a live session there is nothing to end and the person is signed out already. */
export async function signOut(ports: Ports, attempt: SignOutAttempt): Promise<SignOutOutcome> {
  const facts = await findLiveSession(ports, attempt.sessionCookie, ports.clock.now());
  if (facts === undefined) return { kind: "signed-out" };
  const step = openStep(ports.sealer, attempt.step, {
    step: "sign-out",
    browser: attempt.browserCookie,
    request: "",
    sessionId: facts.session.id,
  });
  if (!step.ok) return { kind: "ask-again", facts };
  await ports.sessions.end(facts.session.id);
  ports.events.record({ kind: "signed-out", accountId: facts.account.id }, attempt.origin);
  return { kind: "signed-out" };
}
