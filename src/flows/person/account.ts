import { ownActReservations } from "../../identity/try-limits.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Language } from "../../protocol/language.ts";
import type { ClientId } from "../../values/ids.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import { personAuditor } from "../audit.ts";
import type { Browser } from "../browser.ts";
import { type Step, verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports, SessionFacts } from "../ports.ts";

/** A posted form of a page of the account. */
export interface OwnForm {
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** Counts a form that the person posted to the account. Undefined if there was room; else the time to wait. */
export async function countOwnAct(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  { account, session }: SessionFacts,
): Promise<Seconds | undefined> {
  const now = clock.now();
  const reservations = ownActReservations({ accountId: account.id, sessionId: session.id });
  const counted = await attempts.reserve(reservations, now);
  return counted.ok ? undefined : secondsUntil(now, counted.reason.retryAt);
}

/** True for the form that this browser was shown for this step and session. */
export function isOwnForm(
  { sealer }: Pick<Ports, "sealer">,
  step: Step,
  { session }: SessionFacts,
  form: OwnForm,
): boolean {
  return verifyCsrfToken(sealer, form.step, {
    step,
    browser: form.browser.browserCookie,
    request: "",
    sessionId: session.id,
  }).ok;
}

/** "stale": the form was not made for this session in this browser. `client` is absent if there was nothing to withdraw. */
export type WithdrawOutcome =
  | { readonly kind: "stale" }
  | { readonly kind: "withdrawn"; readonly client: Client | undefined };

/**
 * Ends the access of a client: the person's consent, if it needed one, its tokens and refresh tokens for this person, and the app
 * passwords that open it. `clientId` is undefined for a text that cannot be one.
 */
export async function withdrawOwnConsent(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  clientId: ClientId | undefined,
): Promise<WithdrawOutcome> {
  if (!isOwnForm(ports, "account", person, form)) return { kind: "stale" };
  const client = clientId === undefined ? undefined : await ports.clients.find(clientId);
  if (client === undefined) return { kind: "withdrawn", client };
  const of = { accountId: person.account.id, clientId: client.id };
  const entry = activityEntry(ports, { ...of, kind: "consent-withdrawn", browser: form.browser });
  const now = ports.clock.now();
  const withdrawn = await ports.consents.withdraw(of.accountId, client.id, now, { activity: [entry] });
  if (withdrawn !== "withdrawn") return { kind: "withdrawn", client: undefined };
  ports.events.record({ kind: "consent-withdrawn", ...of }, form.context);
  return { kind: "withdrawn", client };
}

/** Keeps the language in which the person reads pages and mails. False if the form was stale, or the account was changed meanwhile. */
export async function keepLanguage(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  language: Language,
): Promise<boolean> {
  if (!isOwnForm(ports, "account", person, form)) return false;
  const { account } = person;
  const claims = { ...account.claims, locale: language };
  const auditor = personAuditor(ports, account.id, form.context);
  const audit = [auditor.entry("language-changed", { kind: "user", id: account.id }, { language })];
  const updated = await ports.accounts.update({ ...account, claims }, ports.clock.now(), { audit });
  return updated.ok;
}
