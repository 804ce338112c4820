import type { Account } from "../../identity/account.ts";
import { canonicalAccountName } from "../../identity/account-name.ts";
import type { GroupName } from "../../identity/group.ts";
import { accountIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Accounts } from "../account-ports.ts";
import type { Auditor } from "../audit.ts";
import type { Clock, Random } from "../ports.ts";
import {
  checkNewAccount,
  checkTerms,
  findMissingRight,
  idLength,
  type NewAccount,
  requirementOf,
} from "./account.ts";
import type { AccountProblem } from "./account-problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of declaring people. */
export interface DeclaredPeoplePorts {
  readonly accounts: Pick<Accounts, "findByName" | "create" | "replace">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
}

/** Everything that a declaration says of a person. What is absent is not there. */
export interface DeclaredAccount extends Omit<NewAccount, "password" | "groups"> {
  readonly groups: readonly GroupName[];
  readonly isDisabled: boolean;
  /** False if nobody vouches for the address. One that was verified here stays verified. */
  readonly vouchesForEmail: boolean;
}

/** Finds the person whose username is declared. */
export async function findDeclared(
  accounts: DeclaredPeoplePorts["accounts"],
  text: string,
): Promise<Result<Account | undefined, AccountProblem>> {
  const name = canonicalAccountName(text);
  const found = name === undefined ? undefined : await accounts.findByName(name);
  // The address of somebody whose username is another one.
  return found === undefined || found.username === name ? ok(found) : refuse({ kind: "name-taken" });
}

/**
 * Brings a person to what is declared, in one transaction with an entry for each act. Does nothing if nothing differs. A new account has no
 * password. A lock of the person's own ("this was not me") stays, unless the declaration disables the account.
 */
export async function declareAccount(
  { accounts, clock, random, audit }: DeclaredPeoplePorts,
  wanted: DeclaredAccount,
  terms: Terms,
): Promise<Result<Account, AccountProblem>> {
  const found = await findDeclared(accounts, wanted.username);
  if (!found.ok) return found;
  const known = found.value;
  const reached = known === undefined ? ok(known) : checkTerms(known, terms);
  if (!reached.ok) return reached;
  const [joined, left] = [without(wanted.groups, known?.groups), without(known?.groups, wanted.groups)];
  const missing = findMissingRight(terms.by, { isAdmin: wanted.isAdmin, groups: [...joined, ...left] });
  if (missing !== undefined) return refuse(missing);
  const checked = checkNewAccount(wanted);
  if (!checked.ok) return checked;
  const { email, ...facts } = checked.value;
  const now = clock.now();
  const isSameAddress = known !== undefined && email === known.email;
  const isUnverified = !wanted.vouchesForEmail && !(isSameAddress && known.isEmailUnverified !== true);
  const isLocked = known?.lockedAt !== undefined && !wanted.isDisabled;
  const person = {
    ...facts,
    ...(email !== undefined && { email, ...(isUnverified && { isEmailUnverified: true }) }),
    ...requirementOf(wanted.requires),
    ...(wanted.groups.length > 0 && { groups: wanted.groups.toSorted() }),
    ...(isLocked && { lockedAt: known.lockedAt }),
    isDisabled: wanted.isDisabled || isLocked,
  };
  const target = (id: string) => ({ kind: "user", id }) as const;
  if (known === undefined) {
    const id = accountIdOf(random.alphanumeric(idLength));
    const account: Account = { id, ...person, epoch: 0, createdAt: now, updatedAt: now };
    const details = {
      isAdmin: account.isAdmin,
      ...(account.isDisabled && { disabled: true }),
      ...(wanted.groups.length > 0 && { groups: wanted.groups.join(" ") }),
    };
    const entry = audit.entry("user-created", target(id), details);
    const created = await accounts.create(account, { audit: [entry] });
    return created.ok ? ok(account) : refuse({ kind: created.reason });
  }
  const account: Account = { ...withoutDetails(known), ...person };
  const changed = details.filter((name) => written(known[name]) !== written(account[name]));
  const isSwitched = known.isDisabled !== account.isDisabled || known.lockedAt !== account.lockedAt;
  const { id } = known;
  const entries = [
    ...(changed.length > 0
      ? [
          audit.entry("user-changed", target(id), {
            changed: changed.join(" "),
            ...(known.isAdmin !== account.isAdmin && { isAdmin: account.isAdmin }),
          }),
        ]
      : []),
    ...(isSwitched ? [audit.entry(account.isDisabled ? "user-disabled" : "user-enabled", target(id))] : []),
    ...joined.map((name) => audit.entry("group-member-added", { kind: "group", id: name }, { user: id })),
    ...left.map((name) => audit.entry("group-member-removed", { kind: "group", id: name }, { user: id })),
  ];
  if (entries.length === 0) return ok(known);
  const sideEffects = { claims: accountClaims(terms, known), audit: entries };
  const replaced = await accounts.replace(account, now, sideEffects);
  return replaced.ok ? replaced : refuse({ kind: problemOfClaim[replaced.reason] });
}

const problemOfClaim = {
  unknown: "unknown-account",
  conflict: "changed-meanwhile",
  "claim-lost": "changed-meanwhile",
  "name-taken": "name-taken",
} as const;

/** What a declaration says of a person beside groups and state. */
const details = [
  "email",
  "isEmailUnverified",
  "name",
  "phoneNumber",
  "address",
  "claims",
  "requires",
  "isAdmin",
] as const;

/** The account without anything that a declaration says. */
function withoutDetails({
  email: _email,
  isEmailUnverified: _isEmailUnverified,
  name: _name,
  phoneNumber: _phoneNumber,
  address: _address,
  claims: _claims,
  requires: _requires,
  groups: _groups,
  lockedAt: _lockedAt,
  ...others
}: Account): Omit<Account, "email"> {
  return others;
}

/** A value as a text that does not depend on the order of its members. */
function written(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function without(names: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return names.filter((name) => !others.includes(name));
}
