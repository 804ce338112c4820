import type { Trial as AnyTrial } from "../../support/trials.ts";
import type { Stage } from "./stage.ts";

/** One application that is run as its guide says. Its name is that of docs/apps/ and `--template`. */
export type Trial = AnyTrial<Stage>;
