/**
 * `npm run interop:moving [NAME…]` moves people from other products as the pages in docs/importing/ say: each product is fetched from the
 * registry of its language or from Debian, makes people and writes its own file, which is imported, and the people sign in with their
 * old passwords.
 * Packages stay in a folder that git ignores. A product that cannot be fetched is skipped by name.
 */
import assert from "node:assert/strict";
import { importProofs } from "../../../scripts/import-proofs.ts";
import { runTrials } from "../support/trials.ts";
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

runTrials(trials, {
  start: async ({ name, version, format }) => {
    if (format !== undefined) {
      const proof = importProofs[format];
      assert.deepEqual([proof?.test, proof?.version], [name, version], "The page names another proof.");
    }
    return Stage.start(name);
  },
});
