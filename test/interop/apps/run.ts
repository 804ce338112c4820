/**
 * `npm run interop:apps [NAME…]` runs applications as their guides in docs/apps/ say: each is installed from the registry of its
 * language, registered by its template, set up with exactly what that prints, and used in a real browser: those that trust
 * headers behind a real proxy. Packages stay in a folder that git ignores. A product that cannot be fetched is skipped by name.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applications } from "../../../src/apps/applications.ts";
import { withoutBrowser } from "../../support/browser.ts";
import { airflow } from "./airflow.ts";
import { calibreWeb } from "./calibre-web.ts";
import { chainlit } from "./chainlit.ts";
import { datasette } from "./datasette.ts";
import { jupyterhub } from "./jupyterhub.ts";
import { miniflux } from "./miniflux.ts";
import { mlflow } from "./mlflow.ts";
import { nodeRed } from "./node-red.ts";
import { octoprint } from "./octoprint.ts";
import { panel } from "./panel.ts";
import { pgadmin } from "./pgadmin.ts";
import { radicale } from "./radicale.ts";
import { roundup } from "./roundup.ts";
import { superset } from "./superset.ts";
import { NotHere } from "./support/packages.ts";
import { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";
import { synapse } from "./synapse.ts";

/** The light ones first. */
const trials: readonly Trial[] = [
  radicale,
  datasette,
  roundup,
  calibreWeb,
  octoprint,
  nodeRed,
  panel,
  miniflux,
  chainlit,
  jupyterhub,
  synapse,
  mlflow,
  pgadmin,
  superset,
  airflow,
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => trials.every((trial) => trial.name !== name));
if (unknown.length > 0) {
  const known = trials.map(({ name }) => name).join(", ");
  throw new Error(`Nothing runs ${unknown.join(", ")}. There are: ${known}.`);
}

const rows: (readonly [name: string, version: string, outcome: string])[] = [];
after(() => console.log(`\n${table(rows)}\n`));

for (const trial of trials.filter(({ name }) => asked.length === 0 || asked.includes(name)))
  test(`${trial.name} ${trial.version}`, { skip: withoutBrowser }, async (context) => {
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
      await run(trial, installed, done);
      note(`passed: ${done.join("; ")}`);
    } catch (error) {
      note(`FAILED after: ${done.join("; ") || "nothing"}`);
      throw error;
    }
  });

async function run(trial: Trial, installed: string, done: string[]): Promise<void> {
  const application = applications.find(({ name }) => name === trial.name);
  assert.ok(application, `There is no guide of ${trial.name}.`);
  const { proof } = application;
  assert.ok(
    proof.by === "test" && proof.test.endsWith(`/${trial.name}.ts`),
    "The guide does not name this test.",
  );
  assert.equal(proof.version, trial.version, "The guide names another version.");
  await using stage = await Stage.start(application);
  const step = async (title: string, act: () => Promise<void>) => {
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

function table(lines: typeof rows): string {
  const width = (column: 0 | 1) => Math.max(...lines.map((line) => line[column].length));
  return lines
    .map(([name, version, outcome]) => `${name.padEnd(width(0))}  ${version.padEnd(width(1))}  ${outcome}`)
    .join("\n");
}
