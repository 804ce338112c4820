import { countsOf, type MergedRow } from "../flows/operator/shadow/report.ts";

/** The counts of an application, in words. */
export function summaryOf(rows: readonly MergedRow[]): string {
  const counts = countsOf(rows);
  return [
    `${counts.same + counts.expected} the same`,
    `${counts.differs} different`,
    `${counts["missing-here"]} missing here`,
    `${counts["missing-there"]} missing there`,
  ].join(", ");
}
