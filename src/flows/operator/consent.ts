import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import type { Consent } from "../consent-ports.ts";
import type { Ports } from "../ports.ts";
import { openAccount } from "./account.ts";
import { type ClosedAccount, closedAccounts } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of looking after what people allowed. */
export type ConsentRegistry = Pick<Ports, "accounts" | "clients" | "consents" | "clock" | "random"> & {
  readonly audit: Auditor;
};

/** What a person allowed to a client. The name is absent if the client is gone. */
export interface NamedConsent extends Consent {
  readonly clientName: string | undefined;
}

/** Finds what a person allowed, newest first. */
export async function listConsentsOf(
  { consents, clients }: Pick<ConsentRegistry, "consents" | "clients">,
  account: Account,
): Promise<readonly NamedConsent[]> {
  const named: NamedConsent[] = [];
  for (const consent of await consents.list(account.id))
    named.push({ ...consent, clientName: (await clients.find(consent.clientId))?.name });
  return named;
}

/** Why no consent was withdrawn. */
export type ConsentProblem = ClosedAccount | { readonly kind: "unknown-client" | "unknown-consent" };

/** The problems of consents. */
export const consentProblems: ProblemTable<ConsentProblem> = {
  ...closedAccounts,
  "unknown-client": { as: "not-found", say: "There is no such client." },
  "unknown-consent": { as: "not-found", say: "The person has not consented to anything for this client." },
};

/** A consent that was withdrawn. */
export interface WithdrawnConsent {
  readonly account: Account;
  readonly client: Client;
}

/** Withdraws what a person allowed a client. The client's tokens for this person die with it, and the person's activity shows it. */
export async function withdrawConsentOf(
  registry: ConsentRegistry,
  who: string,
  clientId: string,
  terms: Terms,
): Promise<Result<WithdrawnConsent, ConsentProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const id = parseClientId(clientId);
  const client = id && (await registry.clients.find(id));
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const of = { accountId: account.id, clientId: client.id };
  const entry = activityEntry(registry, { ...of, kind: "consent-withdrawn" });
  const audit = [
    registry.audit.entry("consent-withdrawn", { kind: "user", id: account.id }, { client: client.id }),
  ];
  const now = registry.clock.now();
  const sideEffects = { claims: accountClaims(terms, account), activity: [entry], audit };
  const withdrawn = await registry.consents.withdraw(account.id, client.id, now, sideEffects);
  if (withdrawn === "withdrawn") return ok({ account, client });
  return refuse({ kind: withdrawn === "none" ? "unknown-consent" : "changed-meanwhile" });
}
