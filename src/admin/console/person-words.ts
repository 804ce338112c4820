import type { Account } from "../../identity/account.ts";
import { badge } from "../../pages/components.ts";
import type { SafeHtml } from "../../pages/html.ts";

/** What pages need to name a person and to link to them. */
export interface NamedPerson {
  readonly id: string;
  readonly username: string;
  readonly name?: string | undefined;
}

/** A person of a record. */
export interface PersonRecord {
  readonly user_id: string;
  readonly username: string;
  readonly name: string | null;
}

/** The person that a record is about. */
export function personIn({ user_id: id, username, name }: PersonRecord): NamedPerson {
  return { id, username, name: name ?? undefined };
}

/** The path of a person below the console. */
export function personPath({ id }: Pick<NamedPerson, "id">, more = ""): string {
  return `/people/${encodeURIComponent(id)}${more}`;
}

/** A person as pages of the console name them. */
export function personName({ name, username }: Pick<NamedPerson, "name" | "username">): string {
  return name ?? username;
}

/** The word for an account that nobody can sign in to. */
export function disabledBadge({ isDisabled, lockedAt }: Account): SafeHtml | false {
  return isDisabled && badge(lockedAt === undefined ? "disabled" : "locked", "bad");
}

/** The word for an account whose deletion the person asked for. */
export function leavingBadge({ deleteAfter }: Account): SafeHtml | false {
  return deleteAfter !== undefined && badge("leaving", "bad");
}

/** The factors with which the person signs in; empty if there are none. */
export function factorWords({ passwordHash, hasPasskey, hasTotp }: Account): string {
  const factors = [
    passwordHash !== undefined && "password",
    hasPasskey === true && "passkey",
    hasTotp === true && "app",
  ];
  return factors.filter((factor) => factor !== false).join(", ");
}

/** What an operator should notice about an account. */
export function personBadges(account: Account): readonly (SafeHtml | false)[] {
  return [
    account.isAdmin && badge("administrator", "good"),
    account.isEmailUnverified === true && badge("unverified address", "warn"),
    disabledBadge(account),
    leavingBadge(account),
  ];
}
