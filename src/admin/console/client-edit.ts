import { type ClientChanges, changeClient } from "../../flows/operator/client.ts";
import { type ClientProblem, clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { fieldOfMember, metadataChangesIn, metadataForm, metadataValues } from "./client-form.ts";
import { clientPath, withReachableClient } from "./client-show.ts";
import { linesOf } from "./form-field.ts";
import {
  choiceField,
  type FormState,
  formOf,
  hiddenFields,
  linesField,
  submitButton,
  textField,
  type Values,
} from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf, versionIn } from "./visit.ts";

/** The form that changes an application. It decides who may enter, so it requires a fresh sign-in. */
export const clientEditScreen: Screen = {
  path: "/clients/{id}/edit",
  scope: "clients:write",
  needsFreshSignIn: true,
  get: (visit) =>
    withReachableClient(visit, (client) =>
      editPage(visit, client, { values: visit.savedForm ?? valuesOfClient(client) }),
    ),
  post: (visit, form) => withReachableClient(visit, (client) => change(visit, client, form)),
};

/** The client as the form shows it. */
function valuesOfClient(client: Client): Values {
  return {
    name: client.name,
    redirect_uris: client.redirectUris.join("\n"),
    profile: client.profile,
    ...metadataValues(client),
    updated_at: String(client.updatedAt),
  };
}

async function change(visit: Visit, client: Client, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const terms = { by: visit.operator, seen: [versionIn(form)] };
  const changed = await changeClient(registryOf(visit), client.id, changesIn(form, client), terms);
  if (changed.ok) return goTo(visit, clientPath(client), `${changed.value.name} has been changed.`);
  if (changed.reason.kind === "changed-meanwhile") {
    const now = await visit.web.ports.clients.find(client.id);
    return now === undefined ? editPage(visit, client, { values }) : conflictPage(visit, now, values);
  }
  return editPage(
    visit,
    client,
    { values, problems: problemsOf(changed.reason) },
    explain(clientProblems, changed.reason).say,
  );
}

function changesIn(form: Parameters, client: Client): ClientChanges {
  return {
    name: form.get("name") ?? "",
    redirectUris: linesOf(form.get("redirect_uris")),
    profile: form.get("profile") === "strict" ? "strict" : "interface",
    metadata: metadataChangesIn(form, client),
  };
}

/** Keeps everything that was typed; each field that differs from the stored value now shows both. */
function conflictPage(visit: Visit, client: Client, typed: Values): Reply {
  const stored = valuesOfClient(client);
  const theirs = Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => name !== "updated_at" && value !== normal(typed[name])),
  );
  const values = { ...typed, updated_at: stored.updated_at };
  const sentence =
    "Somebody else changed this application in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";
  return editPage(visit, client, { values, theirs }, sentence, 409);
}

function normal(text: string | undefined): string {
  return linesOf(text).join("\n");
}

/** Puts the sentence of a problem at the field that it is about. */
export function problemsOf(problem: ClientProblem): Values {
  const { at, say } = explain(clientProblems, problem);
  return at === undefined ? {} : { [fieldOfMember(at)]: say };
}

function editPage(
  visit: Visit,
  client: Client,
  state: FormState,
  problem?: string,
  status = problem ? 400 : 200,
): Reply {
  const { web } = visit;
  const path = clientPath(client, "/edit");
  const back = consolePath(web, clientPath(client));
  const fields = html`
    ${hiddenFields({ updated_at: state.values.updated_at })}
    ${textField({ name: "name", label: "Name", hint: "What people read on the sign-in page.", isRequired: true, maxLength: 100 }, state)}
    ${
      !client.metadata.isMachine &&
      html`${linesField({ name: "redirect_uris", label: "Redirect URIs", hint: "Where people are sent back to, one per line, compared character by character.", rows: 4 }, state)}
    ${choiceField(
      {
        name: "profile",
        label: "Rules",
        options: [
          { value: "strict", label: "OAuth 2.1", hint: "PKCE, response_type and redirect_uri are required." },
          {
            value: "interface",
            label: "The interface",
            hint: "For applications that only know the plain interface.",
          },
        ],
      },
      state,
    )}`
    }
    ${metadataForm(client, state)}`;
  const buttons = html`${submitButton("Save")}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: `Change ${client.name}`,
      up: { href: back, text: client.name },
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, path), fields, buttons)}</section>`,
    },
    status,
  );
}
