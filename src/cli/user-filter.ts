import { Option } from "commander";
import { personStates } from "../flows/people-ports.ts";
import type { filterParameters } from "../operations/user-filter.ts";
import { ok } from "../values/result.ts";
import { searchOption } from "./list.ts";
import type { OptionGroup } from "./operation-input.ts";

/** A flag of a filter: `--admin`, or `--no-admin` for all others. `write` turns it into the operation's member. */
function flag(name: string, help: string, others: string, write: (is: boolean) => unknown): OptionGroup {
  const option = new Option(`--${name}`, help);
  return {
    options: [option, new Option(`--no-${name}`, others)],
    read: (given) => {
      const said: unknown = given[option.attributeName()];
      return ok(typeof said === "boolean" ? write(said) : undefined);
    },
  };
}

/** The options that narrow a list of people. `write` turns a flag into the operation's member. */
export function filterOptions(
  write: (is: boolean) => unknown,
): Readonly<Record<keyof typeof filterParameters, Option | OptionGroup>> {
  return {
    q: searchOption(
      "the beginning of the username, e-mail address, first or last name; as @domain; or as user id",
    ),
    state: new Option("--state <state>", "only accounts in this state").choices(personStates),
    group: new Option("--group <name>", "only members of this group"),
    admin: flag("admin", "only administrators", "only others", write),
    without_second_factor: {
      options: [
        new Option("--without-second-factor", "only people with neither a passkey nor an authenticator app"),
        new Option("--with-second-factor", "only others"),
      ],
      read: ({ withoutSecondFactor, withSecondFactor }) =>
        ok(withoutSecondFactor ? write(true) : withSecondFactor ? write(false) : undefined),
    },
    unverified: flag("unverified", "only people with an unverified e-mail address", "only others", write),
    not_seen: new Option(
      "--not-seen <days>",
      "only people who have not been seen for this many days, such as 90d",
    ),
    provider: new Option("--provider <name>", "only people who are linked to this provider"),
    imported: flag("imported", "only imported people", "only others", write),
    old_password: flag(
      "old-password",
      "only people whose password is still known only to the product that they were imported from",
      "only others",
      write,
    ),
  };
}
