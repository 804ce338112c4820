import type { PeopleFormat } from "../../../../src/flows/operator/import/sources.ts";
import type { Stage } from "./stage.ts";

/** Runs one step and notes that it went well; a step that fails ends the trial. */
export type Step = (title: string, act: () => Promise<void>) => Promise<void>;

/** One product from which people move as docs/importing/ says. */
export interface Trial {
  readonly name: string;
  /** The page of the source; undefined for a product without one. */
  readonly format: PeopleFormat | undefined;
  readonly version: string;
  /** Installs what is needed and returns where it lies. Throws `NotHere` where that cannot be had. */
  readonly install: () => Promise<string>;
  readonly prove: (stage: Stage, step: Step, installed: string) => Promise<void>;
}
