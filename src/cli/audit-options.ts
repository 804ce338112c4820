import { type Command, InvalidArgumentError, Option } from "commander";
import type { Administration } from "../administration.ts";
import type { AuditFilter } from "../flows/audit-ports.ts";
import {
  findAuditFilter,
  readWhen,
  type When,
  type WrittenFilter,
  whenRule,
} from "../flows/operator/audit.ts";

/** The filters as they are typed. */
export type FilterOptions = WrittenFilter;

/** Adds the filters that `list`, `tail` and `export` have. */
export function withFilters(command: Command): Command {
  return command
    .option("--act <act>", "only this act, such as client-created; docs/audit.md has all")
    .option("--actor <who>", "only acts of this person, client or system user")
    .option("--target <what>", "only acts on this person, client, API, group, provider or session")
    .addOption(
      new Option("--from <when>", "from 2026-03-01, 2026-03-01T12:00Z, or 24h ago on").argParser(readMoment),
    )
    .addOption(new Option("--until <when>", "before this moment, written alike").argParser(readMoment));
}

/** The filter that the options name. */
export function filterOf(
  { store, clock }: Pick<Administration, "store" | "clock">,
  options: FilterOptions,
): Promise<AuditFilter> {
  return findAuditFilter({ accounts: store.accounts, now: clock.now() }, options);
}

function readMoment(text: string): When {
  const when = readWhen(text);
  if (when === undefined) throw new InvalidArgumentError(`Write ${whenRule}.`);
  return when;
}
