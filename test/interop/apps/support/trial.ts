import type { Stage } from "./stage.ts";

/** Runs one step and notes that it went well; a step that fails ends the trial. */
export type Step = (title: string, act: () => Promise<void>) => Promise<void>;

/** One application that is run as its guide says. */
export interface Trial {
  /** Of the application, as in docs/apps/ and `--template`. */
  readonly name: string;
  /** As the guide says it. */
  readonly version: string;
  /** Installs what is needed and returns where it lies. Throws `NotHere` where that cannot be had. */
  readonly install: () => Promise<string>;
  readonly prove: (stage: Stage, step: Step, installed: string) => Promise<void>;
}
