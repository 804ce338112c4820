import { after, test } from "node:test";
import { NotHere } from "../apps/support/packages.ts";

/** Runs one step and notes that it went well; a step that fails ends the trial. */
export type Step = (title: string, act: () => Promise<void>) => Promise<void>;

/** Another program that is installed, and used as its page in the documents says. */
export interface Trial<Stage> {
  readonly name: string;
  /** As the page says it. */
  readonly version: string;
  /** Installs what is needed and returns where it lies. Throws `NotHere` where that cannot be had. */
  readonly install: () => Promise<string>;
  readonly prove: (stage: Stage, step: Step, installed: string) => Promise<void>;
}

/** What a program is tried on. */
interface AnyStage extends AsyncDisposable {
  /** What is to be read after a failure. */
  describe(): string | Promise<string>;
}

interface TrialOptions<Stage, One> {
  /** Why none can run here; false if they can. */
  readonly skip?: string | false;
  /** Checks that the documents name this trial, and makes its stage. */
  readonly start: (trial: One) => Promise<Stage>;
}

/**
 * Makes a test of each trial that the arguments of the command name, or of all. One that cannot be installed is skipped by name. A table
 * at the end says what each did. Throws if an argument names none.
 */
export function runTrials<Stage extends AnyStage, One>(
  trials: readonly (One & Trial<Stage>)[],
  { skip = false, start }: TrialOptions<Stage, One>,
): void {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => trials.every((trial) => trial.name !== name));
  if (unknown.length > 0) {
    const known = trials.map(({ name }) => name).join(", ");
    throw new Error(`Nothing runs ${unknown.join(", ")}. There are: ${known}.`);
  }
  const rows: Row[] = [];
  after(() => console.log(`\n${table(rows)}\n`));
  for (const trial of trials.filter(({ name }) => asked.length === 0 || asked.includes(name)))
    test(`${trial.name} ${trial.version}`, { skip }, async (context) => {
      const note = (outcome: string) => rows.push([trial.name, trial.version, outcome]);
      let installed: string;
      try {
        installed = await trial.install();
      } catch (error) {
        if (!(error instanceof NotHere)) throw error;
        note(`skipped: ${error.message}`);
        return context.skip(error.message);
      }
      const done: string[] = [];
      try {
        await using stage = await start(trial);
        await prove(trial, stage, { installed, done });
        note(`passed: ${done.join("; ")}`);
      } catch (error) {
        note(`FAILED after: ${done.join("; ") || "nothing"}`);
        throw error;
      }
    });
}

/** Runs the steps of a trial and adds the title of each to `done`. */
async function prove<Stage extends AnyStage>(
  trial: Trial<Stage>,
  stage: Stage,
  { installed, done }: { readonly installed: string; readonly done: string[] },
): Promise<void> {
  const step: Step = async (title, act) => {
    await act();
    done.push(title);
  };
  try {
    await trial.prove(stage, step, installed);
  } catch (error) {
    console.error(await stage.describe());
    throw error;
  }
}

type Row = readonly [name: string, version: string, outcome: string];

function table(rows: readonly Row[]): string {
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  return rows
    .map(([name, version, outcome]) => `${name.padEnd(width(0))}  ${version.padEnd(width(1))}  ${outcome}`)
    .join("\n");
}
