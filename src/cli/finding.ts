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
