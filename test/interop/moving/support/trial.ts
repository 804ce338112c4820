import type { PeopleFormat } from "../../../../src/flows/operator/import/sources.ts";
import type { Trial as AnyTrial } from "../../support/trials.ts";
import type { Stage } from "./stage.ts";

/** One product from which people move as docs/importing/ says. */
export interface Trial extends AnyTrial<Stage> {
  /** The page of the source; undefined for a product without one. */
  readonly format: PeopleFormat | undefined;
}
