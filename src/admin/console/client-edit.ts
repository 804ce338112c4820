import { clientOperations } from "../../operations/client.ts";
import { byId } from "../../operations/operation.ts";
import { clientSaid, propertyFields } from "./client-form.ts";
import { clientPath } from "./client-path.ts";
import { noClient, refusalFor } from "./client-show.ts";
import { offeredGroups } from "./group-parts.ts";
import { formScreen } from "./operation-form.ts";
import { goTo } from "./visit.ts";

const { getClient, updateClient } = byId(clientOperations);

/** The form that changes an application. It decides who may enter, so it requires a fresh sign-in. */
export const clientEditScreen = formScreen(updateClient, {
  path: "/clients/{client_id}/edit",
  reads: getClient,
  title: ({ name }) => `Edit ${name}`,
  up: ({ client_id: id, name }) => ({ path: clientPath({ id }), text: name }),
  button: { text: "Save" },
  fields: async (visit, { public: isPublic, grant_types, ...others }) => {
    const isMachine = grant_types.includes("client_credentials");
    // Its redirect URIs follow from its hosts.
    const isProtected = "protect" in others;
    const addresses = isMachine || isProtected ? [] : addressFields;
    return [
      nameField,
      ...addresses,
      ...propertyFields({ isPublic, isMachine, isProtected }, await offeredGroups(visit)),
    ];
  },
  refuses: (visit, { client_id }) => refusalFor(visit, client_id),
  missing: noClient,
  said: clientSaid,
  done: (visit, { client_id: id, name, ...others }) => {
    const changed = `${name} has been changed.`;
    const ofProxy =
      "protect" in others
        ? " If that concerns its hosts or app passwords, its proxy needs the new configuration."
        : "";
    return goTo(visit, clientPath({ id }), changed + ofProxy);
  },
});

const nameField = {
  member: "name",
  label: "Name",
  hint: "What people read on the sign-in page.",
  isRequired: true,
  maxLength: 100,
} as const;

const addressFields = [
  {
    member: "redirect_uris",
    label: "Redirect URIs",
    hint: "Where people are sent back to, one per line, compared character by character.",
    as: "list",
    rows: 4,
  },
  {
    member: "profile",
    label: "Rules",
    as: "choice",
    options: [
      { value: "strict", label: "OAuth 2.1", hint: "PKCE, response_type and redirect_uri are required." },
      {
        value: "interface",
        label: "The interface",
        hint: "For applications that only know the plain interface.",
      },
    ],
  },
] as const;
