import type { Account } from "../../identity/account.ts";
import { canonicalAccountName } from "../../identity/account-name.ts";
import { choiceOf, readOtherAccounts } from "../../identity/browser-accounts.ts";
import { decideAccount, type LiveAccount } from "../../protocol/authorization/account-selection.ts";
import type { AuthorizationRequest } from "../../protocol/authorization/request.ts";
import type { Client } from "../../protocol/client/client.ts";
import { findSubject } from "../find-subject.ts";
import { noteUse } from "../session/find-session.ts";
import { findOtherSessions } from "../session/other-accounts.ts";
import { verifyHint } from "../verify-hint.ts";
import { type DispatchPorts, type Facts, factsOf, type Person, type Visit } from "./visit.ts";

/** The target of a browser with several accounts. */
interface Selecting {
  readonly client: Client | undefined;
  /** Absent on the way to a page of the service. */
  readonly request: AuthorizationRequest | undefined;
  /** The facts of the active account. */
  readonly active: Facts;
}

/**
 * Finds the accounts of the browser and decides which of them the visit is for. Returns what differs from the facts of the active account:
 * nothing if there is no other account, unless the person wants to see the list.
 */
export async function selectAccount(
  ports: DispatchPorts,
  visit: Visit,
  { client, request, active }: Selecting,
): Promise<Partial<Facts>> {
  const { now, issuer, person } = active;
  const held = await findOtherSessions(ports, visit.browser, { active: person, now });
  const others = await Promise.all(held.map((facts) => factsOf(ports, visit, client, facts)));
  const isListed = visit.choice === "choose-account";
  const all = [active, ...others].filter(({ person }) => person !== undefined);
  const among = all.flatMap(({ person }) => person ?? []);
  if (isListed || (request === undefined && person === undefined))
    return among.length === 0 ? {} : { selection: { kind: "ask", among } };
  if (request === undefined || held.length === 0) return {};
  const accounts = await liveAccounts(ports, request, { visit, among, active: person });
  const selection = decideAccount(request, accounts, issuer);
  if (selection?.kind !== "taken") return { selection };
  noteUse(ports, selection.person, now);
  const taken = all.find(({ person }) => person === selection.person);
  return { ...taken, selection };
}

async function liveAccounts(
  ports: DispatchPorts,
  { client, idTokenHint, loginHint }: AuthorizationRequest,
  {
    visit,
    among,
    active,
  }: { readonly visit: Visit; readonly among: readonly Person[]; readonly active: Person | undefined },
): Promise<readonly LiveAccount<Person>[]> {
  const hint = idTokenHint === undefined ? undefined : await verifyHint(ports, idTokenHint);
  const { choices } = readOtherAccounts(visit.browser.accountsCookie);
  const name = loginHint === undefined ? undefined : canonicalAccountName(loginHint);
  return among.map((person) => ({
    person,
    hint,
    subject: findSubject(ports, client, person.account),
    isActive: person === active,
    isNamed: name !== undefined && isNameOf(person.account, name),
    isChosen: choices.includes(choiceOf(client.id, person.session.id)),
  }));
}

/** An unverified address decides nothing. */
function isNameOf({ username, email, isEmailUnverified }: Account, name: string): boolean {
  return username === name || (email === name && !isEmailUnverified);
}
