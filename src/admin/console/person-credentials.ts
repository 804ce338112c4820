import { removePasskeyOf } from "../../flows/operator/passkey.ts";
import { listFactorsOf, removeRecoveryCodesOf, removeTotpOf } from "../../flows/operator/second-factor.ts";
import { html } from "../../pages/html.ts";
import { done, gone, nameIn, type PersonAct, sentence } from "./person-act.ts";
import { registryOf } from "./visit.ts";

/** Removing what somebody signs in with. */
export const credentialActs: readonly PersonAct[] = [
  {
    path: "/passkeys/{passkey}/remove",
    isGrave: true,
    ask: (account) => ({
      title: "Remove the passkey?",
      text: sentence(
        html`${nameIn(account)} cannot sign in with it any more, and is told by mail. It goes even where it is the last way in.`,
      ),
      button: "Remove the passkey",
    }),
    act: async (visit, account) => {
      const removed = await removePasskeyOf(registryOf(visit), account.id, visit.names.passkey ?? "");
      return removed.ok ? done(account, "The passkey is removed.") : gone;
    },
  },
  {
    path: "/totp/remove",
    isGrave: true,
    ask: (account) => ({
      title: "Remove the authenticator app?",
      text: sentence(
        html`${nameIn(account)} signs in without its codes from then on, and sets up another one where two factors are required.`,
      ),
      button: "Remove the app",
    }),
    act: async (visit, account) => {
      const registry = registryOf(visit);
      const factors = await listFactorsOf(registry, account.id);
      const removed = factors.ok && (await removeTotpOf(registry, factors.value));
      return removed !== false && removed.ok ? done(account, "The authenticator app is removed.") : gone;
    },
  },
  {
    path: "/recovery-codes/remove",
    isGrave: true,
    ask: (account) => ({
      title: "Remove the recovery codes?",
      text: sentence(html`None of the codes that ${nameIn(account)} has left works any more.`),
      button: "Remove the codes",
    }),
    act: async (visit, account) => {
      const registry = registryOf(visit);
      const factors = await listFactorsOf(registry, account.id);
      const removed = factors.ok && (await removeRecoveryCodesOf(registry, factors.value));
      return removed !== false && removed.ok ? done(account, "The recovery codes are removed.") : gone;
    },
  },
];
