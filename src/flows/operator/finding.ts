/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
  /** The repair; absent where none is needed. */
  readonly repair?: string;
  /** The measured values for programs, under the names of `--json`, units last. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** The finding with the command that works here in place of `latchkey …`, so that people can paste it. */
export function spelledFinding(finding: Finding, runLatchkey: string): Finding {
  const spelled = (text: string) => text.replaceAll("`latchkey ", `\`${runLatchkey} `);
  const { detail, repair } = finding;
  return { ...finding, detail: spelled(detail), ...(repair !== undefined && { repair: spelled(repair) }) };
}

/** The finding for programs. */
export function findingRecord({ check, state, detail, repair }: Finding) {
  return { check, state, detail, repair: repair ?? null };
}
