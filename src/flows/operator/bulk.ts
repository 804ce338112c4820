import type { Account } from "../../identity/account.ts";
import { isRecoverable } from "../../identity/credentials.ts";
import type { Language } from "../../protocol/language.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Strength } from "../../values/strength.ts";
import type { Groups } from "../account-ports.ts";
import type { Page } from "../listing.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import type { People, PeopleQuery, Person, PersonPosition } from "../people-ports.ts";
import type { Ports } from "../ports.ts";
import {
  type AccountRegistry,
  changeAccount,
  checkTerms,
  findAccount,
  setAccountDisabled,
} from "./account.ts";
import { accountProblems } from "./account-problem.ts";
import { addMember, groupProblems, removeMember } from "./group.ts";
import { explain } from "./problem.ts";
import { type RecoveryPorts, recoverAccount, recoveryProblems } from "./recover.ts";
import type { Terms } from "./rights.ts";
import { revokeSessionsOf, sessionProblems } from "./session.ts";

export type BulkPorts = AccountRegistry &
  MessagePorts &
  RecoveryPorts &
  Pick<Ports, "sessions"> & { readonly people: People; readonly groups: Groups };

/** An act on many people. On each person it is an act of its own, with its own audit entry. */
export type BulkAct =
  | { readonly kind: "disable" | "enable" | "sign-out" }
  | { readonly kind: "require"; readonly strength: Strength }
  | { readonly kind: "add-to-group" | "remove-from-group"; readonly group: string }
  /** "invite" is only for people who never signed in. */
  | { readonly kind: "recover" | "invite"; readonly language: Language };

/** The people that an act is for: named one by one, or a page of a list. */
export type BulkTarget =
  | { readonly kind: "named"; readonly names: readonly string[] }
  | ({ readonly kind: "listed" } & PeopleQuery);

/** The outcome for one person. "due", in a preview: it would be done. */
export interface BulkOutcome {
  /** The person as the operator named them; the id if they were listed. */
  readonly named: string;
  /** Absent if nobody has this name. */
  readonly account?: Account;
  readonly outcome: "done" | "due" | "unchanged" | "refused";
  /** The sentence of a refusal. */
  readonly reason?: string;
}

/** How an act is done. */
interface How {
  readonly isPreview: boolean;
  readonly terms: Pick<Terms, "by">;
  /** The operator's own account, if the operator is a person. An act that would sign them out leaves it out. */
  readonly self?: AccountId | undefined;
  /** The people to whom alone the act may be done: what `expectationOf` makes of their ids. If absent, anybody. */
  readonly expect?: string | undefined;
}

/** An act would now be done to other people than those who were expected. */
interface OtherPeople {
  readonly kind: "other-people";
  /** What `expectationOf` makes of the people to whom it would be done. */
  readonly found: string;
}

/** A text that stands for people: their number, and a digest of their ids in any order. Every node and release makes the same one. */
export function expectationOf(ids: readonly string[]): string {
  return `${ids.length}-${toBase64Url(sha256(ids.toSorted().join(" ")).subarray(0, 16))}`;
}

const ownAccount = "This is your own account, so an act on many people leaves it as it is.";

/** The number of reads or acts under way at once. Acts share commits. */
const underWayMax = 8;

/**
 * Does an act to each person, or says what it would do. A refusal stops only the act on that person. Repeating it changes nothing but
 * sends mails again. It is refused as a whole, before anything is changed, if it would not be done to exactly those who are expected.
 */
export async function actOnPeople(
  ports: BulkPorts,
  act: BulkAct,
  target: BulkTarget,
  how: How,
): Promise<Result<Page<BulkOutcome, PersonPosition> & { readonly expect: string }, OtherPeople>> {
  const { people, next } = await findPeople(ports, target);
  const due = people.map((one) => decideOutcome(act, one, how));
  const expect = expectationOf(
    due.flatMap(({ outcome, account }) => (outcome === "due" && account !== undefined ? [account.id] : [])),
  );
  if (how.expect !== undefined && how.expect !== expect)
    return refuse({ kind: "other-people", found: expect });
  const items = how.isPreview ? due : await inBatches(due, (one) => actOn(ports, act, one, how.terms));
  return ok({ items, total: items.length, expect, ...(next !== undefined && { next }) });
}

/** Makes something of each, a few at once, in the order that they have. */
async function inBatches<One, Made>(
  all: readonly One[],
  make: (one: One) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < all.length; from += underWayMax)
    made.push(...(await Promise.all(all.slice(from, from + underWayMax).map(make))));
  return made;
}

interface Found {
  readonly named: string;
  readonly person: Person | undefined;
}

async function findPeople(
  { accounts, people }: BulkPorts,
  target: BulkTarget,
): Promise<{ readonly people: readonly Found[]; readonly next?: PersonPosition }> {
  if (target.kind === "listed") {
    const { items, next } = await people.list(target);
    const found = items.map((person) => ({ named: person.account.id, person }));
    return { people: found, ...(next !== undefined && { next }) };
  }
  const found = await inBatches(target.names, async (named): Promise<Found> => {
    const id = parseAccountId(named);
    const byId = id && (await people.find(id));
    const account = byId?.account ?? (await findAccount(accounts, named));
    return { named, person: byId ?? (account && (await people.find(account.id))) };
  });
  // A person may be named more than once: by username, address and id.
  const ids = found.map(({ person }) => person?.account.id);
  return {
    people: found.filter((_, index) => ids[index] === undefined || ids.indexOf(ids[index]) === index),
  };
}

/** What an act would do to one person. */
function decideOutcome(act: BulkAct, { named, person }: Found, { terms, self }: How): BulkOutcome {
  if (person === undefined)
    return { named, outcome: "refused", reason: explain(accountProblems, { kind: "unknown-account" }).say };
  const { account } = person;
  const about = { named, account };
  const reach = checkTerms(account, terms);
  if (!reach.ok) return { ...about, outcome: "refused", reason: explain(accountProblems, reach.reason).say };
  if (account.id === self && (act.kind === "disable" || act.kind === "sign-out"))
    return { ...about, outcome: "refused", reason: ownAccount };
  const due = isDue(act, person);
  if (!due.ok) return { ...about, outcome: "refused", reason: due.reason };
  return { ...about, outcome: due.value ? "due" : "unchanged" };
}

/** Does the act, if it is due. */
async function actOn(
  ports: BulkPorts,
  act: BulkAct,
  decided: BulkOutcome,
  terms: Pick<Terms, "by">,
): Promise<BulkOutcome> {
  const { outcome, account } = decided;
  if (outcome !== "due" || account === undefined) return decided;
  const done = await perform(ports, act, account, terms);
  return done.ok ? { ...decided, outcome: "done" } : { ...decided, outcome: "refused", reason: done.reason };
}

/** True if the act would change something; refused with a sentence if it is known to be impossible. */
function isDue(act: BulkAct, { account, lastSignInAt }: Person): Result<boolean, string> {
  switch (act.kind) {
    case "disable":
      // A locked account is disabled too, but a mailed link still opens it.
      return ok(isRecoverable(account));
    case "enable":
      // Somebody has to look at each of these accounts: its owner may have locked a thief out.
      return account.lockedAt === undefined
        ? ok(account.isDisabled)
        : refuse("The owner locked this account. Mail a recovery link, or enable it alone.");
    case "sign-out":
      return ok(true);
    case "require":
      return ok((account.requires ?? "one") !== act.strength);
    case "add-to-group":
    case "remove-from-group":
      return ok((account.groups ?? []).includes(act.group) === (act.kind === "remove-from-group"));
    case "recover":
    case "invite": {
      if (!isRecoverable(account)) return refuse(explain(recoveryProblems, { kind: "account-disabled" }).say);
      if (account.email === undefined) return refuse(explain(recoveryProblems, { kind: "no-address" }).say);
      if (act.kind === "invite" && lastSignInAt !== undefined)
        return refuse("The person has signed in before. Recover the account instead.");
      if (act.kind === "recover" && account.isEmailUnverified)
        return refuse("Nobody has verified the e-mail address, so the link could reach somebody else.");
      return ok(true);
    }
  }
}

async function perform(
  ports: BulkPorts,
  act: BulkAct,
  { id }: Account,
  terms: Pick<Terms, "by">,
): Promise<Result<unknown, string>> {
  switch (act.kind) {
    case "disable":
    case "enable":
      return said(accountProblems, await setAccountDisabled(ports, id, act.kind === "disable", terms));
    case "sign-out":
      return said(sessionProblems, await revokeSessionsOf(ports, id, terms));
    case "require":
      return said(accountProblems, await changeAccount(ports, id, { requires: act.strength }, terms));
    case "add-to-group":
      return said(groupProblems, await addMember(ports, act.group, id, terms));
    case "remove-from-group":
      return said(groupProblems, await removeMember(ports, act.group, id, terms));
    case "recover":
    case "invite": {
      const wish = { who: id, isMailed: true, dropsSecondFactor: false, language: act.language };
      return said(recoveryProblems, await recoverAccount(ports, wish, terms));
    }
  }
}

function said<Reason extends { readonly kind: string }>(
  table: Parameters<typeof explain<Reason>>[0],
  result: Result<unknown, Reason>,
): Result<unknown, string> {
  return result.ok ? result : refuse(explain(table, result.reason).say);
}
