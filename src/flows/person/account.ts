import type { Client } from "../../protocol/client/client.ts";
import type { AccountId, ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

/** A client that has the person's consent, for the person to see. */
export interface OwnConsent {
  readonly client: Client;
  readonly scope: readonly string[];
  readonly grantedAt: Instant;
}

/** The consents of this person, newest first. */
export async function listOwnConsents(
  ports: Pick<Ports, "consents" | "clients">,
  accountId: AccountId,
): Promise<readonly OwnConsent[]> {
  const own: OwnConsent[] = [];
  for (const { clientId, scope, grantedAt } of await ports.consents.list(accountId)) {
    const client = await ports.clients.find(clientId);
    if (client !== undefined) own.push({ client, scope, grantedAt });
  }
  return own;
}

/** A posted form of the account page. */
export interface WithdrawAttempt {
  /** Undefined for a text that cannot be a client id. */
  readonly clientId: ClientId | undefined;
  readonly step: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly browserCookie: string | undefined;
  readonly context: RequestContext;
}

/** The next page. */
export type WithdrawOutcome =
  | { readonly kind: "signed-out" }
  /** The form was not made for this session in this browser, so the page comes again for the person who is signed in now. */
  | { readonly kind: "ask-again"; readonly facts: SessionFacts }
  /** `client` is absent where there was nothing to withdraw, as after a reload. */
  | { readonly kind: "withdrawn"; readonly facts: SessionFacts; readonly client: Client | undefined };

/** Withdraws the person's consent to a client. The client's tokens and refresh tokens for this person die with it. */
export async function withdrawOwnConsent(ports: Ports, attempt: WithdrawAttempt): Promise<WithdrawOutcome> {
  const { clientId } = attempt;
  const now = ports.clock.now();
  const facts = await findLiveSession(ports, attempt.sessionCookie, now);
  if (facts === undefined) return { kind: "signed-out" };
  const shown = verifyCsrfToken(ports.sealer, attempt.step, {
    step: "account",
    browser: attempt.browserCookie,
    request: "",
    sessionId: facts.session.id,
  });
  if (!shown.ok) return { kind: "ask-again", facts };
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  const wasAllowed =
    client !== undefined && (await ports.consents.withdraw(facts.account.id, client.id, now));
  if (wasAllowed)
    ports.events.record(
      { kind: "consent-withdrawn", clientId: client.id, accountId: facts.account.id },
      attempt.context,
    );
  return { kind: "withdrawn", facts, client: wasAllowed ? client : undefined };
}
