import type { Inventory } from "../flows/listing.ts";
import type { OldSystem } from "../flows/old-system-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import type { Random } from "../flows/ports.ts";
import { endOfDay } from "../ops/settings/moving.ts";
import { type Instant, plus } from "../values/time.ts";

/** The old product, and the last day on which it is asked. */
interface Moving {
  readonly inventory: Pick<Inventory, "oldPasswords">;
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
  if (left > 0 && oldSystem.phaseAt(now) === "asking") yield await askingFinding(moving);
}

/** The people whose password only the old product knows. */
export function peopleFinding(left: number, until: string, now: Instant): Finding {
  const check = "old passwords";
  const figures = { people: left };
  const everybody = "everybody has moved; the settings LATCHKEY_IMPORT_CHECK_… can be removed";
  if (left === 0) return { check, state: "ok", detail: everybody, figures };
  const people = left === 1 ? "1 person" : `${left} people`;
  const mail = "`latchkey people recover --old-password` mails them a link to a new password";
  const end = endOfDay(until);
  if (now >= end) {
    const detail = `of ${people} only the old product knows the password; it was asked until ${until}`;
    return { check, state: "warning", detail, repair: mail, figures };
  }
  const detail = `of ${people} only the old product knows the password; it is asked until ${until}`;
  if (now < plus(end, -noticeSeconds)) return { check, state: "ok", detail, figures };
  const repair = `set a later LATCHKEY_IMPORT_CHECK_UNTIL; or ${mail}`;
  return { check, state: "warning", detail, repair, figures };
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
  if (answer.kind === "invalid") return { check, state: "ok", detail: `${setting} answers` };
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
    repair: "look at the old product's log, and compare the other settings LATCHKEY_IMPORT_CHECK_…",
  };
}
