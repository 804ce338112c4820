/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
  /** The repair; absent if none is needed. */
  readonly repair?: string;
  /** Measured values for programs, named as in `--json`, units last. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** The finding with `latchkey …` replaced by the command that works here, so that it can be pasted. */
export function spelledFinding(finding: Finding, runLatchkey: string): Finding {
  const spelled = (text: string) => text.replaceAll("`latchkey ", `\`${runLatchkey} `);
  const { detail, repair } = finding;
  return { ...finding, detail: spelled(detail), ...(repair !== undefined && { repair: spelled(repair) }) };
}

/** The finding for programs. */
export function findingRecord({ check, state, detail, repair }: Finding) {
  return { check, state, detail, repair: repair ?? null };
}
