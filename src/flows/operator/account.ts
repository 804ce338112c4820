import type { Account } from "../../identity/account.ts";
import {
  type AccountName,
  canonicalAccountName,
  readAccountName,
  readEmail,
} from "../../identity/account-name.ts";
import type { GroupName } from "../../identity/group.ts";
import { type PasswordHash, readNewPassword } from "../../identity/password.ts";
import { type PhoneNumber, readPhoneNumber } from "../../identity/phone-number.ts";
import { type PostalAddress, readPostalAddress } from "../../identity/postal-address.ts";
import {
  attributesMax,
  givenClaims,
  isAttributeName,
  readAttribute,
  readGivenClaim,
} from "../../protocol/openid/person-claims.ts";
import { accountIdOf, parseAccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import type { Strength } from "../../values/strength.ts";
import type { Accounts, Passwords } from "../account-ports.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor, AuditTarget } from "../audit.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import { createNotices } from "../mail/create-notice.ts";
import {
  checkNewPassword,
  type NewPasswordPorts,
  type PasswordChooser,
  passwordChooserOf,
} from "../person/new-password.ts";
import type { Clock, Random } from "../ports.ts";
import type { AccountProblem, ClosedAccount } from "./account-problem.ts";
import { readDisplayName } from "./display-name.ts";
import { accountClaims, isSeen, mayReachAccount, type Rights, type Terms } from "./rights.ts";

/** The ports of managing accounts. */
export interface AccountRegistry extends NewPasswordPorts {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
}

/** The details of a person as an operator writes them. An empty text stands for none. */
export interface PersonTexts {
  readonly email?: string;
  readonly name?: string;
  readonly phoneNumber?: string;
  /** The postal address, with its lines. */
  readonly address?: string;
  /** Further claims, by their names. */
  readonly claims?: Readonly<Record<string, string>>;
  /** What the installation keeps beyond claims, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The strength that every sign-in of the person needs; "one" asks for nothing. */
  readonly requires?: Strength;
  /** The right to enter the console. */
  readonly isAdmin?: boolean;
}

/** The details of a new account as an operator writes them. */
export interface NewAccount extends PersonTexts {
  readonly username: string;
  readonly password: Secret;
  readonly isAdmin: boolean;
  /** Names of existing groups. */
  readonly groups?: readonly GroupName[];
}

/** The length of the random part of an account id. */
export const idLength = 20;

/** The details of a person as they are kept. */
export interface PersonFacts {
  readonly email?: AccountName;
  readonly name?: string;
  readonly phoneNumber?: PhoneNumber;
  readonly address?: PostalAddress;
  /** Claims and attributes. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** A new account whose parts are usable. Only the store knows whether its names are free. */
export interface CheckedAccount extends PersonFacts {
  readonly username: AccountName;
  readonly isAdmin: boolean;
}

/** Checks the details of a new account without looking at other accounts or estimating the password. */
export function checkNewAccount(
  wanted: Omit<NewAccount, "password"> & { readonly password?: Secret | undefined },
): Result<CheckedAccount, AccountProblem> {
  const facts = readPersonTexts(withoutEmpty(wanted));
  if (!facts.ok) return facts;
  const { email } = facts.value;
  const username = readAccountName(wanted.username, email);
  if (!username.ok) return refuse({ kind: "username-unusable", problem: username.reason });
  const checked: CheckedAccount = { username: username.value, ...facts.value, isAdmin: wanted.isAdmin };
  if (wanted.password === undefined) return ok(checked);
  const password = readNewPassword(wanted.password.reveal(), { hasSecondFactor: false });
  return password.ok ? ok(checked) : refuse({ kind: "password-unusable", problem: password.reason });
}

/** The right that creating this account needs and `by` lacks. Ask before its groups are looked up: the answer would tell their names. */
export function findMissingRight(
  by: Rights,
  { isAdmin, groups = [] }: { readonly isAdmin: boolean; readonly groups?: readonly string[] | undefined },
): Extract<AccountProblem, { readonly kind: "right-missing" }> | undefined {
  if (!mayReachAccount(by, { isAdmin })) return adminsOnly;
  return groups.length === 0 || by.scopes.has("groups:write")
    ? undefined
    : { kind: "right-missing", scope: "groups:write" };
}

/** Creates an account that can sign in at once. */
export async function createAccount(
  registry: AccountRegistry,
  wanted: NewAccount,
  { by }: Pick<Terms, "by">,
): Promise<Result<Account, AccountProblem>> {
  const { groups = [] } = wanted;
  const missing = findMissingRight(by, wanted);
  if (missing !== undefined) return refuse(missing);
  const checked = checkNewAccount(wanted);
  if (!checked.ok) return checked;
  const facts = checked.value;
  const passwordHash = await hashNewPassword(registry, wanted.password, { ...facts, hasSecondFactor: false });
  if (!passwordHash.ok) return passwordHash;
  const now = registry.clock.now();
  const account: Account = {
    id: accountIdOf(registry.random.alphanumeric(idLength)),
    ...facts,
    ...requirementOf(wanted.requires),
    ...(groups.length > 0 && { groups: groups.toSorted() }),
    passwordHash: passwordHash.value,
    epoch: 0,
    isDisabled: false,
    createdAt: now,
    updatedAt: now,
  };
  const entry = registry.audit.entry("user-created", targetOf(account), {
    isAdmin: account.isAdmin,
    ...(groups.length > 0 && { groups: groups.join(" ") }),
  });
  const created = await registry.accounts.create(account, { audit: [entry] });
  return created.ok ? ok(account) : refuse({ kind: "name-taken" });
}

/** Finds an account by username, e-mail address or id; an operator may write any of them. */
export async function findAccount(accounts: Accounts, text: string): Promise<Account | undefined> {
  const id = parseAccountId(text);
  const byId = id === undefined ? undefined : await accounts.find(id);
  if (byId !== undefined) return byId;
  const name = canonicalAccountName(text);
  return name === undefined ? undefined : accounts.findByName(name);
}

/** Finds an account that may be changed on these terms. */
export async function openAccount(
  accounts: Accounts,
  who: string,
  terms: Terms,
): Promise<Result<Account, ClosedAccount>> {
  const account = await findAccount(accounts, who);
  return account === undefined ? refuse({ kind: "unknown-account" }) : checkTerms(account, terms);
}

/** Checks that an account may be changed on these terms. What is written afterwards claims it again: `accountClaims`. */
export function checkTerms(account: Account, terms: Terms): Result<Account, ClosedAccount> {
  if (!mayReachAccount(terms.by, account)) return refuse(adminsOnly);
  return isSeen(terms, account) ? ok(account) : refuse({ kind: "changed-meanwhile" });
}

const adminsOnly = { kind: "right-missing", scope: "admins:write" } as const;

const problemOfClaim = { unknown: "unknown-account", "claim-lost": "changed-meanwhile" } as const;

/**
 * Changes the named details. An empty text removes a detail, and absent ones stay. A username that is the e-mail address changes with
 * it. Sessions and tokens live on.
 */
export async function changeAccount(
  { accounts, clock, audit }: Pick<AccountRegistry, "accounts" | "clock" | "audit">,
  who: string,
  changes: PersonTexts,
  terms: Terms,
): Promise<Result<Account, AccountProblem>> {
  const found = await openAccount(accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const { email, isEmailUnverified, name, phoneNumber, address, claims, requires, ...others } = account;
  const isUsername = email === account.username;
  if (isUsername && changes.email === "") return refuse({ kind: "email-is-username" });
  const facts = readPersonTexts(withoutEmpty(changes));
  if (!facts.ok) return facts;
  const changed: Account = {
    ...others,
    ...(email !== undefined && changes.email === undefined && { email }),
    // With an address that the operator writes, also the same one, the operator vouches for it.
    ...(isEmailUnverified === true && changes.email === undefined && { isEmailUnverified }),
    ...(name !== undefined && changes.name === undefined && { name }),
    ...(phoneNumber !== undefined && changes.phoneNumber === undefined && { phoneNumber }),
    ...(address !== undefined && changes.address === undefined && { address }),
    ...facts.value,
    ...requirementOf(changes.requires ?? requires),
    ...(changes.isAdmin !== undefined && { isAdmin: changes.isAdmin }),
    // Replaces the claims in `facts`, which are the new ones alone.
    ...claimsAfter(claims, { ...changes.claims, ...changes.attributes }, facts.value.claims),
    ...(isUsername && facts.value.email !== undefined && { username: facts.value.email }),
  };
  if (!mayReachAccount(terms.by, changed)) return refuse(adminsOnly);
  if (Object.keys(changed.claims ?? {}).filter(isAttributeName).length > attributesMax)
    return refuse({ kind: "claim-unusable", problem: { kind: "attributes-too-many" } });
  const { claims: named = {}, attributes = {}, ...texts } = changes;
  const details = {
    changed: [...Object.keys(texts), ...Object.keys(named), ...Object.keys(attributes)].join(" "),
    ...(changes.isAdmin !== undefined && { isAdmin: changes.isAdmin }),
  };
  const entry = audit.entry("user-changed", targetOf(account), details);
  const updated = await accounts.update(changed, clock.now(), { audit: [entry] });
  if (updated.ok) return updated;
  return refuse({ kind: problemOfUpdate[updated.reason] });
}

/** The strength as an account has it: "one" is none. */
export function requirementOf(requires: Strength | undefined): Pick<Account, "requires"> {
  return requires === undefined || requires === "one" ? {} : { requires };
}

const problemOfUpdate = {
  unknown: "unknown-account",
  conflict: "changed-meanwhile",
  "name-taken": "name-taken",
} as const;

/** The claims after a change. Unnamed claims stay. Absent if none is left. */
function claimsAfter(
  before: Readonly<Record<string, string>> | undefined,
  named: Readonly<Record<string, string>> | undefined,
  said: Readonly<Record<string, string>> | undefined,
): { readonly claims?: Readonly<Record<string, string>> } {
  const kept = Object.entries(before ?? {}).filter(([name]) => !Object.hasOwn(named ?? {}, name));
  const claims = Object.fromEntries([...kept, ...Object.entries(said ?? {})]);
  return Object.keys(claims).length === 0 ? {} : { claims };
}

function withoutEmpty(texts: PersonTexts): PersonTexts {
  const { email, name, phoneNumber, address, claims = {}, attributes = {} } = texts;
  const said = Object.entries(claims).filter(
    ([name, text]) => text !== "" || !givenClaims.some((given) => given.name === name),
  );
  const kept = Object.entries(attributes).filter(([name, text]) => text !== "" || !isAttributeName(name));
  return {
    ...(email && { email }),
    ...(name && { name }),
    ...(phoneNumber && { phoneNumber }),
    ...(address && { address }),
    claims: Object.fromEntries(said),
    attributes: Object.fromEntries(kept),
  };
}

/** Sets the password and signs the person out everywhere. The person is told, in the same transaction. */
export async function setAccountPassword(
  registry: AccountRegistry & MessagePorts,
  who: string,
  password: Secret,
  terms: Terms,
): Promise<Result<Account, AccountProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const passwordHash = await hashNewPassword(registry, password, passwordChooserOf(account));
  if (!passwordHash.ok) return passwordHash;
  const kind = "password-changed";
  const at = registry.clock.now();
  const set = await registry.accounts.setPassword(account.id, passwordHash.value, at, {
    claims: accountClaims(terms, account),
    messages: await createNotices(registry, account, { kind, at }),
    activity: [activityEntry(registry, { accountId: account.id, kind })],
    audit: [registry.audit.entry("password-set", targetOf(account))],
  });
  return set.ok ? set : refuse({ kind: problemOfClaim[set.reason] });
}

/** Disabling signs the person out everywhere and ends every token; enabling lets the person sign in again. */
export async function setAccountDisabled(
  { accounts, clock, audit }: Pick<AccountRegistry, "accounts" | "clock" | "audit">,
  who: string,
  isDisabled: boolean,
  terms: Terms,
): Promise<Result<Account, AccountProblem>> {
  const found = await openAccount(accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const entry = audit.entry(isDisabled ? "user-disabled" : "user-enabled", targetOf(account));
  const sideEffects = { claims: accountClaims(terms, account), audit: [entry] };
  const set = await accounts.setDisabled(account.id, isDisabled, clock.now(), sideEffects);
  return set.ok ? set : refuse({ kind: problemOfClaim[set.reason] });
}

/** Deletes the account, its sessions and tokens; returns what it was. */
export async function removeAccount(
  { accounts, audit }: Pick<AccountRegistry, "accounts" | "audit">,
  who: string,
  terms: Terms,
): Promise<Result<Account, AccountProblem>> {
  const found = await openAccount(accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const entry = audit.entry("user-deleted", targetOf(account));
  const removed = await accounts.remove(account.id, {
    claims: accountClaims(terms, account),
    audit: [entry],
  });
  return removed.ok ? ok(account) : refuse({ kind: problemOfClaim[removed.reason] });
}

function targetOf({ id }: Account): AuditTarget {
  return { kind: "user", id };
}

/** Creates a random password: four groups of five letters and digits, 119 bits, easy to copy by hand. */
export function randomPassword(random: Random): Secret {
  return new Secret(Array.from({ length: 4 }, () => random.alphanumeric(5)).join("-"));
}

/** In the queue of estimates all operators are one caller, whose places nobody else can take. */
const operators = { network: "operators", known: "operators" };

async function hashNewPassword(
  registry: AccountRegistry,
  password: Secret,
  person: PasswordChooser,
): Promise<Result<PasswordHash, AccountProblem>> {
  const checked = await checkNewPassword(registry, password.reveal(), { person, caller: operators });
  if (!checked.ok)
    return refuse(
      checked.reason === "busy" ? { kind: "busy" } : { kind: "password-unusable", problem: checked.reason },
    );
  const hash = await registry.passwords.hash(checked.value);
  return hash.ok ? hash : refuse({ kind: "busy" });
}

/** Checks the details of a person, and brings them into the form in which they are kept. */
export function readPersonTexts(texts: PersonTexts): Result<PersonFacts, AccountProblem> {
  const email = texts.email === undefined ? undefined : readEmail(texts.email);
  if (email?.ok === false) return refuse({ kind: "email-unusable", problem: email.reason });
  const name = texts.name === undefined ? undefined : readDisplayName(texts.name);
  if (name?.ok === false) return name;
  const phoneNumber = texts.phoneNumber === undefined ? undefined : readPhoneNumber(texts.phoneNumber);
  if (phoneNumber?.ok === false)
    return refuse({ kind: "phone-number-unusable", problem: phoneNumber.reason });
  const address = texts.address === undefined ? undefined : readPostalAddress(texts.address);
  if (address?.ok === false) return refuse({ kind: "address-unusable", problem: address.reason });
  const claims = readClaims(texts);
  if (!claims.ok) return claims;
  return ok({
    ...(email && { email: email.value }),
    ...(name && { name: name.value }),
    ...(phoneNumber && { phoneNumber: phoneNumber.value }),
    ...(address && { address: address.value }),
    ...(Object.keys(claims.value).length > 0 && { claims: claims.value }),
  });
}

function readClaims({
  claims = {},
  attributes = {},
}: PersonTexts): Result<Readonly<Record<string, string>>, AccountProblem> {
  const reads = [
    ...Object.entries(claims).map(([name, text]) => readGivenClaim(name, text)),
    ...Object.entries(attributes).map(([name, text]) => readAttribute(name, text)),
  ];
  const texts: [string, string][] = [];
  for (const read of reads) {
    if (!read.ok) return refuse({ kind: "claim-unusable", problem: read.reason });
    texts.push([read.value.name, read.value.value]);
  }
  return Object.keys(attributes).length > attributesMax
    ? refuse({ kind: "claim-unusable", problem: { kind: "attributes-too-many" } })
    : ok(Object.fromEntries(texts));
}
