/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
  /** The repair in words; absent if none is needed. */
  readonly repair?: string;
  /** The commands that repair it, as `latchkey …`. A page of the console may do the same. */
  readonly commands?: readonly string[];
  /** Measured values for programs, named as in `--json`, units last. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** The repair with its commands, for people at a shell. `runLatchkey` is the command that works there, so that it can be pasted. */
export function repairText(
  { repair, commands = [] }: Pick<Finding, "repair" | "commands">,
  runLatchkey = "latchkey",
): string | undefined {
  if (repair === undefined || commands.length === 0) return repair;
  const spelled = commands.map((command) => `\`${command.replace(/^latchkey /, `${runLatchkey} `)}\``);
  return `${repair}: ${spelled.join(", ")}`;
}

/** The finding for programs. */
export function findingRecord(finding: Finding) {
  const { check, state, detail } = finding;
  return { check, state, detail, repair: repairText(finding) ?? null };
}
