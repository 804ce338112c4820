import type { Account } from "./account.ts";
import { type AccountName, readAccountName, readEmail } from "./account-name.ts";
import { isRecoverable } from "./credentials.ts";
import { isReservedUsername } from "./reserved-usernames.ts";

/** The person whom an upstream names, and what the operator trusts the upstream with. */
interface UpstreamFacts {
  /** The account that is linked to the subject. */
  readonly linked: Account | undefined;
  /** The account that has the upstream's address. None is looked up for an address that is not verified, or not to be believed. */
  readonly ofAddress: Account | undefined;
  /** True if that account is linked to another subject of the same upstream. */
  readonly isOfAnother: boolean;
  readonly createsAccounts: boolean;
  /** True if the upstream is for everybody, or the verified address is in one of its domains. */
  readonly isInDomains: boolean;
}

/** The account that a sign-in opens. "link": the account of the verified address, which is linked from now on. "create": a new account. */
type UpstreamDecision =
  | { readonly kind: "sign-in"; readonly account: Account }
  | { readonly kind: "link"; readonly account: Account }
  | { readonly kind: "create" }
  | { readonly kind: "refused"; readonly reason: UpstreamRefusal };

/** Why the upstream's person gets in nowhere. */
export type UpstreamRefusal =
  | "account-disabled"
  /** The upstream has proved the person, but the account is locked until they recover it. */
  | "account-locked"
  | "outside-domains"
  /** The account of the address is linked to another person there. */
  | "address-taken"
  | "unknown-person";

/**
 * Decides which account a sign-in opens. A linked subject opens its account; the address that the upstream tells does not matter then.
 */
export function decideUpstreamAccount(facts: UpstreamFacts): UpstreamDecision {
  const { linked, ofAddress } = facts;
  if (linked !== undefined)
    return linked.isDisabled
      ? { kind: "refused", reason: whyClosed(linked) }
      : { kind: "sign-in", account: linked };
  if (!facts.isInDomains) return { kind: "refused", reason: "outside-domains" };
  if (ofAddress !== undefined) {
    if (facts.isOfAnother) return { kind: "refused", reason: "address-taken" };
    return ofAddress.isDisabled
      ? { kind: "refused", reason: whyClosed(ofAddress) }
      : { kind: "link", account: ofAddress };
  }
  return facts.createsAccounts ? { kind: "create" } : { kind: "refused", reason: "unknown-person" };
}

function whyClosed(account: Account): UpstreamRefusal {
  if (isRecoverable(account)) return "account-locked";
  return "account-disabled";
}

/** The names of a new account. */
interface NewNames {
  readonly username: AccountName;
  readonly email?: AccountName;
  readonly name?: string;
}

const attemptsMax = 5;
const nameLengthMax = 200;

/**
 * The names to try for a new account, the best first: the name that the person has at the upstream, the part of the address before the
 * `@`, and then these with `suffix` behind, because somebody may have them already. Reserved names are left out. The address is taken
 * over if `email` is given.
 */
export function namesToTry(
  told: {
    readonly username: string | undefined;
    readonly address: string | undefined;
    readonly name: string | undefined;
  },
  {
    email,
    upstream,
    suffix,
  }: { readonly email: AccountName | undefined; readonly upstream: string; readonly suffix: () => string },
): readonly NewNames[] {
  const local = told.address?.slice(0, told.address.lastIndexOf("@"));
  const wanted = [told.username, local].flatMap((text) => {
    const name = text === undefined ? undefined : readAccountName(text);
    return name?.ok && !isReservedUsername(name.value) ? [name.value] : [];
  });
  const stem = wanted[0] ?? upstream;
  const suffixed = Array.from({ length: attemptsMax }, () => readAccountName(`${stem}-${suffix()}`));
  const usernames = [...wanted, ...suffixed.flatMap((name) => (name.ok ? [name.value] : []))];
  const name = told.name
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim()
    .slice(0, nameLengthMax);
  return [...new Set(usernames)].map((username) => ({
    username,
    ...(email !== undefined && { email }),
    ...(name !== undefined && name !== "" && { name }),
  }));
}

/**
 * The address that leads to an account: one that the upstream says it verified, while the operator believes the upstream. Everybody can
 * write any address into a profile, so no other one is looked up or taken over.
 */
export function believedAddress(
  { email, isEmailVerified }: { readonly email?: string; readonly isEmailVerified: boolean },
  { trustsEmail }: { readonly trustsEmail: boolean },
): AccountName | undefined {
  const read = email !== undefined && isEmailVerified && trustsEmail ? readEmail(email) : undefined;
  return read?.ok ? read.value : undefined;
}
