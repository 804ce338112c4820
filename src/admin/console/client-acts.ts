import {
  type ClientWithSecret,
  removeClient,
  retireOldSecret,
  rotateClientSecret,
  setClientDisabled,
} from "../../flows/operator/client.ts";
import { type ClientProblem, clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { mayReachClient } from "../../flows/operator/rights.ts";
import type { Reply } from "../../http/reply.ts";
import { factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type ActOutcome, actScreen, type Question } from "./acts.ts";
import { clientPath } from "./client-path.ts";
import { recipesOf } from "./client-recipes.ts";
import { findClient, noClient, outOfReach } from "./client-show.ts";
import { trialForm } from "./client-try.ts";
import { useFacts } from "./client-use.ts";
import { boxes, type Values } from "./forms.ts";
import { copyable, counted, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { showOnce, showsOnce } from "./shown-once.ts";
import { type FormScreen, registryOf, type Screen, type Visit } from "./visit.ts";

interface ClientAct {
  readonly verb: string;
  readonly needsFreshSignIn: boolean;
  /** True if the act ends the use of the application; the question then shows how much it is used. */
  readonly endsUse?: boolean;
  readonly ask: (
    client: Client,
    typed: Values | undefined,
  ) => Pick<Question, "title" | "text" | "button" | "fields">;
  readonly act: Parameters<typeof actScreen>[0]["act"] extends (visit: Visit, form: infer Form) => unknown
    ? (visit: Visit, client: Client, form: Form) => Promise<ActOutcome>
    : never;
}

function clientAct({ verb, needsFreshSignIn, endsUse = false, ask, act }: ClientAct): FormScreen {
  return actScreen({
    path: `/clients/{id}/${verb}`,
    scope: "clients:write",
    needsFreshSignIn,
    ask: async (visit, typed) => {
      const client = await findClient(visit);
      if (client === undefined) return noClient(visit);
      if (!mayReachClient(visit.operator, client, visit.web.ports)) return outOfReach(visit, client);
      const { text, ...asked } = ask(client, typed);
      return {
        ...asked,
        text: html`${text}${endsUse && (await useFacts(visit, client))}`,
        back: { path: clientPath(client), text: client.name },
      };
    },
    act: async (visit, form) => {
      const client = await findClient(visit);
      return client === undefined ? { kind: "page", reply: noClient(visit) } : act(visit, client, form);
    },
  });
}

const sentence = (text: Printable) => html`<p>${text}</p>`;

/** The acts on an application that ask for confirmation. */
export const clientActScreens: readonly Screen[] = [
  clientAct({
    verb: "disable",
    needsFreshSignIn: false,
    endsUse: true,
    ask: ({ name }) => ({
      title: "Disable the application?",
      text: sentence(html`Every request of ${strongNameOf(name)} will be refused, and all its tokens are revoked. You can enable it
        again; people then sign in anew.`),
      button: "Disable",
    }),
    act: (visit, client) => setDisabled(visit, client, true),
  }),
  clientAct({
    verb: "enable",
    needsFreshSignIn: true,
    ask: ({ name }) => ({
      title: "Enable the application?",
      text: sentence(html`${strongNameOf(name)} will work again. Tokens from before stay revoked.`),
      button: "Enable",
    }),
    act: (visit, client) => setDisabled(visit, client, false),
  }),
  clientAct({
    verb: "delete",
    needsFreshSignIn: true,
    endsUse: true,
    ask: ({ name }) => ({
      title: "Delete the application?",
      text: sentence(html`${strongNameOf(name)} is deleted with its tokens and people's consents. This cannot be undone: an application that
        is registered again gets another client ID.`),
      button: "Delete permanently",
    }),
    act: async (visit, { id }) => {
      const removed = await removeClient(registryOf(visit), id, { by: visit.operator });
      if (!removed.ok) return refused(removed.reason);
      return { kind: "done", path: "/clients", text: `${removed.value.name} has been deleted.` };
    },
  }),
  clientAct({
    verb: "retire",
    needsFreshSignIn: true,
    ask: ({ name }) => ({
      title: "Retire the old secret?",
      text: sentence(
        html`Only the newest secret of ${strongNameOf(name)} will work. The application's page shows when the old one was last used.`,
      ),
      button: "Retire the old secret",
    }),
    act: async (visit, client) => {
      const retired = await retireOldSecret(registryOf(visit), client.id, { by: visit.operator });
      if (!retired.ok) return refused(retired.reason);
      return { kind: "done", path: clientPath(client), text: "The old secret no longer works." };
    },
  }),
  showsOnce(
    clientAct({
      verb: "rotate",
      needsFreshSignIn: true,
      ask: ({ name, previousSecretDigest }, typed = { keeps_old: "on" }) => ({
        title: "Make a new secret?",
        text: sentence(html`${strongNameOf(name)} gets a new secret, which is shown once.`),
        ...(previousSecretDigest === undefined && {
          fields: boxes(
            "The current secret",
            [
              {
                name: "keeps_old",
                label: "Keep it working until you retire it",
                hint: "Choose this to change the secret of a running application without an interruption.",
              },
            ],
            { values: typed },
          ),
        }),
        button: "Make a new secret",
      }),
      act: async (visit, client, form) => {
        const rotated = await rotateClientSecret(registryOf(visit), client.id, {
          by: visit.operator,
          keepsOld: form.get("keeps_old") === "on",
        });
        if (!rotated.ok) return refused(rotated.reason);
        return { kind: "page", reply: await secretPage(visit, rotated.value, "The new secret") };
      },
    }),
    { say: "If you did not copy the secret, make another one.", text: "The application" },
  ),
];

/** What to do about the secret of a new application that was not copied in time. */
export const lostSecret = {
  say: "If you did not copy the secret, make a new one on the application's page.",
  text: "Applications",
  path: "/clients",
} as const;

/** The only page that shows a secret, with ready settings. */
export function secretPage(
  visit: Visit,
  { client, secret }: ClientWithSecret,
  title: string,
  settings?: Printable,
): Promise<Reply> {
  const { web } = visit;
  const text = secret?.reveal();
  return showOnce(visit, {
    title,
    up: { href: consolePath(web, clientPath(client)), text: client.name },
    main: html`
      ${
        text !== undefined &&
        panel(
          "Client secret",
          html`${warningNotice("Copy it now. This page shows it for ten minutes. Then only its digest is left, so it can never be shown again.")}${copyable(text, { id: "secret" })}`,
        )
      }
      <div class="pair">${panel(
        "Client ID and issuer",
        factsOf([
          ["Client ID", copyable(client.id, { id: "client-id" })],
          ["Issuer", copyable(web.ports.settings.issuer, { id: "issuer" })],
        ]),
      )}${trialForm(visit, client, text)}</div>
      ${settings ?? panel("Settings to copy", recipesOf(web, client, text))}
      <div class="actions">${linkButton(consolePath(web, clientPath(client)), "Continue to the application")}</div>`,
  });
}

async function setDisabled(visit: Visit, client: Client, isDisabled: boolean): Promise<ActOutcome> {
  const set = await setClientDisabled(registryOf(visit), client.id, isDisabled, {
    by: visit.operator,
  });
  if (!set.ok) return refused(set.reason);
  const revoked = set.value.revokedTokens;
  const text = isDisabled
    ? `${client.name} has been disabled${revoked > 0 ? `, and ${counted(revoked, "token")} revoked` : ""}.`
    : `${client.name} has been enabled.`;
  const undo = { path: clientPath(client, isDisabled ? "/enable" : "/disable") };
  return { kind: "done", path: clientPath(client), text, undo };
}

function refused(reason: ClientProblem): ActOutcome {
  return { kind: "refused", problem: explain(clientProblems, reason).say };
}
