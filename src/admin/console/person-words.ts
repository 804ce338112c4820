import type { Account } from "../../identity/account.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { badge, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import type { Visit } from "./visit.ts";

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

/** What each strength requires of a person. */
export const strengthWords = { one: "one factor", two: "two factors", phr: "a passkey" } as const;

/** People as rows of a list. `act` is the button of a row, beside what an operator should notice. */
export function personRows(
  { web }: Pick<Visit, "web">,
  people: readonly Account[],
  empty: string,
  act?: (account: Account) => SafeHtml,
): SafeHtml {
  const rows = people.map((account) => ({
    href: consolePath(web, personPath(account)),
    name: account.name ?? account.username,
    detail: html`${account.username}${account.email !== undefined && account.email !== account.username && html` · ${account.email}`}`,
    state: html`${personBadges(account)}${act?.(account)}`,
  }));
  return rowsOf(rows, empty);
}

/** What an operator should notice about an account. */
export function personBadges(account: Account): readonly (SafeHtml | false)[] {
  return [
    account.isAdmin && badge("administrator", "good"),
    account.hasPasskey === true && badge("passkey"),
    account.hasTotp === true && badge("authenticator app"),
    account.isEmailUnverified === true && badge("address not verified", "bad"),
    account.isDisabled && badge("disabled", "bad"),
    account.deleteAfter !== undefined && badge("leaving", "bad"),
  ];
}
