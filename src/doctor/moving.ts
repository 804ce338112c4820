import type { Inventory } from "../flows/listing.ts";
import type { OldSystem } from "../flows/old-system-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import type { People } from "../flows/people-ports.ts";
import type { Random } from "../flows/ports.ts";
import { endOfDay } from "../ops/settings/moving.ts";
import { type Instant, plus } from "../values/time.ts";

/** The old product, and the last day on which it is asked. */
interface Moving {
  readonly inventory: Pick<Inventory, "oldPasswords">;
  readonly people: Pick<People, "list">;
  readonly oldSystem: OldSystem;
  readonly until: string;
  readonly random: Random;
  readonly now: Instant;
}

/** How long before the last day the people who are left are a warning. */
const noticeSeconds = 14 * 86_400;

/** How many people have not brought their password from the old product, and whether that product can be asked. */
export async function* movingFindings(moving: Moving): AsyncGenerator<Finding> {
  const { inventory, oldSystem, until, now } = moving;
  const left = await inventory.oldPasswords();
  yield peopleFinding(left, until, now);
  if (left === 0 || oldSystem.phaseAt(now) === "over") return;
  const asked = await askingFinding(moving);
  yield asked;
  if (asked.state === "ok") yield* seekingFindings(moving);
}

/** The people whose password only the old product knows. */
export function peopleFinding(left: number, until: string, now: Instant): Finding {
  const check = "old passwords";
  const figures = { people: left };
  const everybody = "everybody has moved; the settings LATCHKEY_IMPORT_CHECK_… can be removed";
  if (left === 0) return { check, state: "ok", detail: everybody, figures };
  const people = left === 1 ? "1 person" : `${left} people`;
  const mail = "mail them a link to a new password";
  const commands = ["latchkey people recover --old-password"];
  const end = endOfDay(until);
  if (now >= end) {
    const detail = `of ${people} only the old product knows the password; it was asked until ${until}`;
    return { check, state: "warning", detail, repair: mail, commands, figures };
  }
  const detail = `of ${people} only the old product knows the password; it is asked until ${until}`;
  if (now < plus(end, -noticeSeconds)) return { check, state: "ok", detail, figures };
  const repair = `set a later LATCHKEY_IMPORT_CHECK_UNTIL, or ${mail}`;
  return { check, state: "warning", detail, repair, commands, figures };
}

/** Whether the public keys of the product that had the issuer before are still published. */
export function oldKeysFinding(until: string, now: Instant): Finding {
  const check = "old keys";
  if (now < endOfDay(until)) return { check, state: "ok", detail: `published until ${until}` };
  return {
    check,
    state: "warning",
    detail: `not published any more since ${until}`,
    repair: "remove LATCHKEY_OLD_KEYS and LATCHKEY_OLD_KEYS_UNTIL, and the file",
  };
}

/** Asks about a name that nobody has. */
async function askingFinding({ oldSystem, random }: Moving): Promise<Finding> {
  const check = "old product";
  const answer = await oldSystem.check({
    username: `nobody-${random.alphanumeric(20)}`.toLowerCase(),
    subject: undefined,
    password: random.alphanumeric(20),
  });
  const setting = "LATCHKEY_IMPORT_CHECK_URL";
  if (answer.kind === "invalid" || answer.kind === "expired")
    return { check, state: "ok", detail: `${setting} answers` };
  if (answer.kind === "valid")
    return {
      check,
      state: "failed",
      detail: `${setting} says that an invented password is right, so everybody can sign in as the people who are left`,
      repair: `remove ${setting} until the old product checks passwords`,
    };
  const reason = answer.reason === undefined ? "it failed within the last half minute" : answer.reason;
  return {
    check,
    state: "failed",
    detail: `${setting} gives no usable answer (${reason})`,
    repair: repairOf(reason),
  };
}

/** The reasons of a directory, and what to do about them. */
const repairs: readonly (readonly [reason: RegExp, repair: string])[] = [
  [
    /^(?:bind-dn|ldap)-8$/,
    "the directory wants an encrypted connection: use ldaps://, or LATCHKEY_IMPORT_CHECK_START_TLS=yes",
  ],
  [
    /^bind-dn-/,
    "the directory refuses LATCHKEY_IMPORT_CHECK_BIND_DN: compare the name, its password, and whether the account is locked",
  ],
  [
    /^search-32$/,
    "there is no entry LATCHKEY_IMPORT_CHECK_BASE_DN, or the account that searches may not see it",
  ],
  [
    /^search-/,
    "the directory refuses the search: let LATCHKEY_IMPORT_CHECK_BIND_DN search below LATCHKEY_IMPORT_CHECK_BASE_DN",
  ],
  [/^starttls-/, "the directory refuses StartTLS: give it a certificate, or use ldaps://"],
];

function repairOf(reason: string): string {
  const known = repairs.find(([known]) => known.test(reason))?.[1];
  return known ?? "look at the old product's log, and compare the other settings LATCHKEY_IMPORT_CHECK_…";
}

/** How many of the people who are left are looked for. */
const soughtMax = 5;

/** Whether some of the people who are left are found. A directory that hides its entries answers as if they did not exist. */
async function* seekingFindings({ people, oldSystem }: Moving): AsyncGenerator<Finding> {
  const { items } = await people.list({ limit: soughtMax, filter: { hasOldPassword: true } });
  const lost: string[] = [];
  for (const { account } of items) {
    const { username, subject } = account;
    const { kind } = await oldSystem.find({ username, subject });
    if (kind === "unknown") return;
    if (kind !== "found") lost.push(`${username} (${kind})`);
  }
  const check = "old accounts";
  const sought = items.length === 1 ? "1 person who is left" : `${items.length} people who are left`;
  const detail = `of ${sought}, the old product finds ${items.length - lost.length}`;
  if (lost.length === 0) yield { check, state: "ok", detail };
  else
    yield {
      check,
      state: "warning",
      detail: `${detail}; not ${lost.join(", ")}`,
      repair:
        "compare LATCHKEY_IMPORT_CHECK_FILTER, _BASE_DN and _SUBJECT with an entry there, and what the account that searches may read",
    };
}
