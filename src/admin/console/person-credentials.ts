import { revokeAppPasswordOf } from "../../flows/operator/app-password.ts";
import { type CredentialProblem, credentialProblems } from "../../flows/operator/credential-problem.ts";
import { removePasskeyOf } from "../../flows/operator/passkey.ts";
import { explain } from "../../flows/operator/problem.ts";
import { removeRecoveryCodesOf, removeTotpOf } from "../../flows/operator/second-factor.ts";
import type { Account } from "../../identity/account.ts";
import { html } from "../../pages/html.ts";
import type { Result } from "../../values/result.ts";
import type { ActOutcome } from "./acts.ts";
import { done, nameIn, type PersonAct, refused, sentence } from "./person-act.ts";
import { registryOf } from "./visit.ts";

/** The acts that remove a credential. */
export const credentialActs: readonly PersonAct[] = [
  {
    path: "/passkeys/{passkey}/remove",
    needsFreshSignIn: true,
    ask: (account) => ({
      title: "Remove the passkey?",
      text: sentence(
        html`${nameIn(account)} can no longer sign in with it and is told by mail. It is removed even if it is the last way to sign in.`,
      ),
      button: "Remove the passkey",
    }),
    act: async (visit, account) => {
      const passkey = visit.names.passkey ?? "";
      const removed = await removePasskeyOf(registryOf(visit), account.id, passkey, { by: visit.operator });
      return outcomeOf(account, removed, "The passkey has been removed.");
    },
  },
  {
    path: "/app-passwords/{app_password}/revoke",
    needsFreshSignIn: true,
    ask: (account) => ({
      title: "Remove the app password?",
      text: sentence(html`Programs that ${nameIn(account)} gave it to can no longer use the application.`),
      button: "Remove the app password",
    }),
    act: async (visit, account) => {
      const id = visit.names.app_password ?? "";
      const revoked = await revokeAppPasswordOf(registryOf(visit), account.id, id, { by: visit.operator });
      return outcomeOf(account, revoked, "The app password has been removed.");
    },
  },
  {
    path: "/totp/remove",
    needsFreshSignIn: true,
    ask: (account) => ({
      title: "Remove the authenticator app?",
      text: sentence(
        html`${nameIn(account)} will sign in without its codes, and has to set up another app if two factors are required.`,
      ),
      button: "Remove the app",
    }),
    act: async (visit, account) => {
      const removed = await removeTotpOf(registryOf(visit), account.id, { by: visit.operator });
      return outcomeOf(account, removed, "The authenticator app has been removed.");
    },
  },
  {
    path: "/recovery-codes/remove",
    needsFreshSignIn: true,
    ask: (account) => ({
      title: "Remove the recovery codes?",
      text: sentence(html`The remaining codes of ${nameIn(account)} will no longer work.`),
      button: "Remove the codes",
    }),
    act: async (visit, account) => {
      const removed = await removeRecoveryCodesOf(registryOf(visit), account.id, { by: visit.operator });
      return outcomeOf(account, removed, "The recovery codes have been removed.");
    },
  },
];

function outcomeOf(account: Account, removed: Result<unknown, CredentialProblem>, text: string): ActOutcome {
  return removed.ok ? done(account, text) : refused(explain(credentialProblems, removed.reason).say);
}
