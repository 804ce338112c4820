import type { Account } from "../../../identity/account.ts";
import type { AuditEntry, Auditor } from "../../audit.ts";
import type { ImportedPerson } from "../../import-ports.ts";
import type { CheckedPerson } from "./check-person.ts";
import type { Note } from "./person-texts.ts";

/** The account with what the file says, but for a password. What the file does not say stays as it is. */
export function updateOf(
  known: Account,
  {
    username,
    saysUsername,
    facts,
    groups,
    isEmailVerified,
    isDisabled,
    isAdmin,
    lockedAt: says,
  }: CheckedPerson,
): Account {
  const { isEmailUnverified: wasUnverified = false, requires: before, lockedAt, ...others } = known;
  const { claims, requires = before, ...details } = facts;
  const { email } = facts;
  const isSameAddress = email === undefined || email === known.email;
  // An address that was verified here stays verified. Another one counts as verified only if the file vouches for it.
  const isUnverified = isSameAddress
    ? wasUnverified && (email === undefined || isEmailVerified !== true)
    : isEmailVerified !== true;
  // Disabled by the file, unless it is an export that says why.
  const staysLocked = isDisabled === undefined || (isDisabled && says !== undefined);
  const isNamedByAddress = known.username === known.email && email !== undefined;
  return {
    ...others,
    ...details,
    ...((saysUsername || isNamedByAddress) && { username }),
    ...(requires !== undefined && requires !== "one" && { requires }),
    ...((known.claims ?? claims) && { claims: { ...known.claims, ...claims } }),
    ...(isUnverified && { isEmailUnverified: true }),
    isDisabled: isDisabled ?? known.isDisabled,
    ...(lockedAt !== undefined && staysLocked && { lockedAt }),
    isAdmin: isAdmin ?? known.isAdmin,
    groups,
  };
}

/** What an import does to the rights of a person, as the report calls it. A new person who may sign in is not "enabled". */
export type Raised = "administrator" | "enabled";

/** How the account is raised above the one that was here before; undefined: nobody was. */
export function raisedBy(known: Account | undefined, account: Account): readonly Raised[] {
  const isAdministrator = account.isAdmin && known?.isAdmin !== true;
  const isEnabled = known?.isDisabled === true && !account.isDisabled;
  return [...(isAdministrator ? ["administrator" as const] : []), ...(isEnabled ? ["enabled" as const] : [])];
}

/** Why a person is refused without --admins; undefined where nobody gets or loses rights, or the account of somebody with rights. */
export function whyAdmins(
  known: Account | undefined,
  account: Account,
  checked: CheckedPerson,
): Note | undefined {
  const [raised] = raisedBy(known, account);
  const losesRight = known?.isAdmin === true && !account.isAdmin;
  const isLedInto = known?.isAdmin === true && changesWaysIn(known, account, checked);
  const what = losesRight
    ? "takes the right of an administrator away"
    : isLedInto
      ? "changes how an administrator signs in"
      : raised && whatIsRaised[raised];
  if (what === undefined) return undefined;
  return {
    about: `the line ${what} (--admins)`,
    says: `This line ${what}. Only an import with --admins does that.`,
  };
}

/** True if the account would be found, or opened, by something else than before. The person of a file may only have the same name. */
function changesWaysIn(
  known: Account,
  account: Account,
  { password, oldDigest, passwordHash = known.passwordHash, totpSecret, identities }: CheckedPerson,
): boolean {
  const isOther = (["username", "email", "isEmailUnverified", "requires"] as const).some(
    (member) => known[member] !== account[member],
  );
  const isOpenedAnew =
    password !== undefined || oldDigest !== undefined || passwordHash !== known.passwordHash;
  return isOther || isOpenedAnew || totpSecret !== undefined || identities.length > 0;
}

const whatIsRaised: Readonly<Record<Raised, string>> = {
  administrator: "makes an administrator",
  enabled: "enables an account that is disabled",
};

/**
 * The entries that the ordinary acts would have left. A new person has none of their own, because the entry of the batch counts them,
 * unless they are an administrator.
 */
export function auditOfPerson(
  audit: Auditor,
  known: Account | undefined,
  { account, totp }: ImportedPerson,
): readonly AuditEntry[] {
  const target = { kind: "user", id: account.id } as const;
  if (known === undefined)
    return account.isAdmin ? [audit.entry("user-created", target, { byImport: true, isAdmin: true })] : [];
  const { groups = [] } = known;
  const joined = account.groups?.filter((group) => !groups.includes(group)) ?? [];
  const changed = [...changesBetween(known, account), ...(totp ? ["totp"] : [])].join(" ");
  const isAdminChanged = known.isAdmin !== account.isAdmin;
  const details = { byImport: true, changed, ...(isAdminChanged && { isAdmin: account.isAdmin }) };
  const isPasswordNew = account.passwordHash !== known.passwordHash;
  return [
    audit.entry("user-changed", target, details),
    ...(isPasswordNew ? [audit.entry("password-set", target, { byImport: true })] : []),
    ...(known.isDisabled === account.isDisabled && known.lockedAt === account.lockedAt
      ? []
      : [audit.entry(account.isDisabled ? "user-disabled" : "user-enabled", target, { byImport: true })]),
    ...joined.map((name) =>
      audit.entry("group-member-added", { kind: "group", id: name }, { byImport: true, user: account.id }),
    ),
  ];
}

/** Members that have an entry of their own. */
const toldApart: ReadonlySet<string> = new Set(["groups", "passwordHash", "isDisabled", "lockedAt"]);

function changesBetween(known: Account, account: Account): readonly string[] {
  const [before, after] = [known, account].map((each): Readonly<Record<string, unknown>> => ({ ...each }));
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter(
    (name) => !toldApart.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
}
