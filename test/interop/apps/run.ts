/**
 * `npm run interop:apps [NAME…]` runs applications as their guides in docs/apps/ say: each is installed from the registry of its
 * language, registered by its template, set up with exactly what that prints, and used in a real browser: those that trust
 * headers behind a real proxy. Packages stay in a folder that git ignores. A product that cannot be fetched is skipped by name.
 */
import assert from "node:assert/strict";
import { applications } from "../../../src/apps/applications.ts";
import { withoutBrowser } from "../../support/browser.ts";
import { runTrials } from "../support/trials.ts";
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

runTrials(trials, {
  skip: withoutBrowser,
  start: async (trial) => {
    const application = applications.find(({ name }) => name === trial.name);
    assert.ok(application, `There is no guide of ${trial.name}.`);
    const { proof } = application;
    assert.ok(
      proof.by === "test" && proof.test.endsWith(`/${trial.name}.ts`),
      "The guide does not name this test.",
    );
    assert.equal(proof.version, trial.version, "The guide names another version.");
    return Stage.start(application);
  },
});
