import { type Command, InvalidArgumentError, Option } from "commander";
import type { Administration } from "../administration.ts";
import type { AuditFilter } from "../flows/audit-ports.ts";
import { findAccount } from "../flows/operator/account.ts";
import { type Instant, instantOf, plus } from "../values/time.ts";

/** The filters as they are typed. */
export interface FilterOptions {
  readonly act?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly from?: When;
  readonly until?: When;
}

/** A moment, or how long ago it was. */
type When = { readonly at: Instant } | { readonly secondsAgo: number };

/** Adds the filters that `list`, `tail` and `export` have. */
export function withFilters(command: Command): Command {
  return command
    .option("--act <act>", "only this act, such as client-created; docs/audit.md has all")
    .option("--actor <who>", "only acts of this person, client, or user of the machine")
    .option("--target <what>", "only acts on this person, client, API, group, provider or session")
    .addOption(
      new Option("--from <when>", "from 2026-03-01, 2026-03-01T12:00Z, or 24h ago on").argParser(readWhen),
    )
    .addOption(new Option("--until <when>", "before this moment, written alike").argParser(readWhen));
}

/** The filter that the options name. A username or e-mail address stands for the id of the account. */
export async function filterOf(
  { store, clock }: Pick<Administration, "store" | "clock">,
  { act, actor, target, from, until }: FilterOptions,
): Promise<AuditFilter> {
  const idOf = async (text: string | undefined) =>
    text === undefined ? undefined : ((await findAccount(store.accounts, text))?.id ?? text);
  return {
    act,
    actor: await idOf(actor),
    target: await idOf(target),
    from: from && instantFrom(from, clock.now()),
    until: until && instantFrom(until, clock.now()),
  };
}

const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

function readWhen(text: string): When {
  const ago = /^(\d{1,9})([smhd])$/.exec(text);
  if (ago !== null) return { secondsAgo: Number(ago[1]) * seconds[ago[2] as keyof typeof seconds] };
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError(
      "Write a date, a time with its zone such as 2026-03-01T12:00Z, or 24h, 30m, 7d.",
    );
  return { at: instantOf(Math.max(0, at)) };
}

function instantFrom(when: When, now: Instant): Instant {
  return "at" in when ? when.at : instantOf(Math.max(0, plus(now, -when.secondsAgo)));
}
