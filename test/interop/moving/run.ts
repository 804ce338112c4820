/**
 * `npm run interop:moving [NAME…]` moves people from other products as the pages in docs/importing/ say: each product is fetched from the
 * registry of its language or from Debian, makes people and writes its own file, which is imported, and the people sign in with their
 * old passwords.
 * Packages stay in a folder that git ignores. A product that cannot be fetched is skipped by name.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { importProofs } from "../../../scripts/import-proofs.ts";
import { NotHere } from "../apps/support/packages.ts";
import { betterAuth } from "./better-auth.ts";
import { devise } from "./devise.ts";
import { django } from "./django.ts";
import { htpasswd } from "./htpasswd.ts";
import { hydra } from "./hydra.ts";
import { keycloak } from "./keycloak.ts";
import { kratos } from "./kratos.ts";
import { oidcProvider } from "./oidc-provider.ts";
import { openldap } from "./openldap.ts";
import { passwd } from "./passwd.ts";
import { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";
import { wordpress } from "./wordpress.ts";

/** The light ones first. */
const trials: readonly Trial[] = [
  htpasswd,
  passwd,
  openldap,
  devise,
  wordpress,
  betterAuth,
  oidcProvider,
  django,
  kratos,
  hydra,
  keycloak,
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => trials.every((trial) => trial.name !== name));
if (unknown.length > 0) {
  const known = trials.map(({ name }) => name).join(", ");
  throw new Error(`Nothing runs ${unknown.join(", ")}. There are: ${known}.`);
}

const rows: string[] = [];
after(() => console.log(`\n${rows.join("\n")}\n`));

for (const trial of trials.filter(({ name }) => asked.length === 0 || asked.includes(name)))
  test(`${trial.name} ${trial.version}`, async (context) => {
    const note = (outcome: string) => rows.push(`${trial.name} ${trial.version}  ${outcome}`);
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
  if (trial.format !== undefined) {
    const proof = importProofs[trial.format];
    assert.deepEqual(
      [proof?.test, proof?.version],
      [trial.name, trial.version],
      "The page names another proof.",
    );
  }
  await using stage = await Stage.start(trial.name);
  const step = async (title: string, act: () => Promise<void>) => {
    await act();
    done.push(title);
  };
  try {
    await trial.prove(stage, step, installed);
  } catch (error) {
    console.error(stage.describe());
    throw error;
  }
}
