import type { PersonOutcome } from "../../import-ports.ts";
import { shown } from "./check-person.ts";
import type { Prepared } from "./prepare-person.ts";

/** What the report says about one entry. "partly": the person is kept, but not every part of them. */
export interface ReportLine {
  readonly line: number;
  readonly username?: string;
  readonly outcome: "refused" | "skipped" | "partly";
  readonly reason: string;
}

/** The number of entries for each outcome. `partly` counts people who are among created or updated too. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly refused: number;
  readonly partly: number;
}

/** The progress of an import. */
export interface Tally {
  readonly position: number;
  readonly counts: Counts;
  /** The length of the report before the lines of the last batch, and these lines. */
  readonly reportBytes: number;
  readonly lastReport: readonly ReportLine[];
}

/** The start of every import. */
export const emptyTally: Tally = {
  position: 0,
  counts: { created: 0, updated: 0, skipped: 0, refused: 0, partly: 0 },
  reportBytes: 0,
  lastReport: [],
};

/** The tally after a batch; the store says the outcome of each person that was kept. */
export function tallyAfter(
  { position, counts }: Tally,
  prepared: readonly Prepared[],
  outcomes: readonly PersonOutcome[],
  reportBytes: number,
): Tally {
  const sum = { ...counts };
  const lastReport: ReportLine[] = [];
  let kept = 0;
  for (const { line, username, notes, outcome } of prepared) {
    const say = (how: ReportLine["outcome"], reason: string) =>
      lastReport.push({
        line,
        ...(username !== undefined && { username: username.slice(0, 254) }),
        outcome: how,
        reason,
      });
    if (outcome !== "keep") {
      sum[outcome] += 1;
      say(outcome, notes.join(" "));
      continue;
    }
    const done = outcomes[kept];
    kept += 1;
    if (done?.kind !== "created" && done?.kind !== "updated") {
      sum.refused += 1;
      const why = "The file has this name or address more than once, or somebody took it in this moment.";
      say("refused", done?.kind === "conflict" ? "Somebody changed the account in this moment." : why);
      continue;
    }
    sum[done.kind] += 1;
    const left = done.leftOut.map(
      (name) => `The link to the provider ${shown(name)} is left out: it is taken.`,
    );
    const reasons = [...notes, ...left];
    if (reasons.length === 0) continue;
    sum.partly += 1;
    say("partly", reasons.join(" "));
  }
  return { position: position + prepared.length, counts: sum, reportBytes, lastReport };
}
