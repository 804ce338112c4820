import { removePasskeyOf } from "../../flows/operator/passkey.ts";
import { listFactorsOf, removeRecoveryCodesOf, removeTotpOf } from "../../flows/operator/second-factor.ts";
import { html } from "../../pages/html.ts";
import { done, gone, nameIn, type PersonAct, sentence } from "./person-act.ts";
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
      const removed = await removePasskeyOf(registryOf(visit), account.id, visit.names.passkey ?? "");
      return removed.ok ? done(account, "The passkey has been removed.") : gone;
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
      const registry = registryOf(visit);
      const factors = await listFactorsOf(registry, account.id);
      const removed = factors.ok && (await removeTotpOf(registry, factors.value));
      return removed !== false && removed.ok
        ? done(account, "The authenticator app has been removed.")
        : gone;
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
      const registry = registryOf(visit);
      const factors = await listFactorsOf(registry, account.id);
      const removed = factors.ok && (await removeRecoveryCodesOf(registry, factors.value));
      return removed !== false && removed.ok ? done(account, "The recovery codes have been removed.") : gone;
    },
  },
];
