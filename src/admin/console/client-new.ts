import { mayReachClient } from "../../flows/operator/access.ts";
import { checkNewClient, type NewClient, registerClient } from "../../flows/operator/client.ts";
import { type ClientProblem, describeClientProblem } from "../../flows/operator/client-problem.ts";
import { findMissingGroup } from "../../flows/operator/group.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { MetadataChanges } from "../../protocol/client/metadata-change.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { secretPage } from "./client-acts.ts";
import { problemsOf } from "./client-edit.ts";
import { linesOf } from "./client-form.ts";
import { noAdminRights } from "./client-show.ts";
import {
  boxes,
  choiceField,
  type FormState,
  formOf,
  linesField,
  moreFields,
  submitButton,
  textField,
  type Values,
} from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import { formTo, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

/** The kinds of applications, in the words of people who build them. */
const kinds = [
  {
    value: "web",
    label: "Web application with a server",
    hint: "Its server keeps a secret: Express, Next.js, Spring, Django, PHP …",
  },
  {
    value: "spa",
    label: "Single-page application",
    hint: "It runs in the browser alone and has no secret: React, Vue, Angular …",
  },
  {
    value: "native",
    label: "Application on a phone or computer",
    hint: "It opens the browser and comes back by its own scheme or a loopback address.",
  },
  {
    value: "device",
    label: "Device without a browser",
    hint: "People type a code on their phone: televisions, printers, command lines.",
  },
  {
    value: "machine",
    label: "Service without people",
    hint: "It asks for tokens by itself: jobs, servers that call an API.",
  },
  {
    value: "interface",
    label: "Application of the plain interface",
    hint: "It knows client ID, secret and redirect URI, and nothing of scopes.",
  },
] as const;

type Kind = (typeof kinds)[number]["value"];

/** The page that adds an application. */
export const clientNewScreen: Screen = {
  path: "/clients/new",
  scope: "clients:write",
  isGrave: true,
  get: (visit) => newPage(visit, { values: visit.kept ?? { kind: "web", openid: "on" } }),
  post: add,
};

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const wanted = wantedBy(form);
  if (wanted === undefined)
    return newPage(
      visit,
      { values, problems: { kind: "Choose what it is." } },
      "Choose what kind of application it is.",
    );
  const registry = registryOf(visit);
  const refusedAs = (problem: ClientProblem, beside: Values = {}) =>
    newPage(
      visit,
      { values, problems: { ...beside, ...problemsOf(problem) } },
      describeClientProblem(problem),
    );
  const missing = await findMissingGroup(registry.groups, wanted.metadata?.onlyGroups ?? []);
  if (missing !== undefined) return refusedAs({ kind: "unknown-group", name: missing });
  const checked = checkNewClient(wanted);
  if (!checked.ok) return refusedAs(checked.reason, problemsBeside(wanted));
  if (!mayReachClient(visit.operator, checked.value, registry))
    return newPage(visit, { values }, noAdminRights);
  const registered = await registerClient(registry, wanted);
  return registered.ok
    ? secretPage(visit, registered.value, `${registered.value.client.name} is registered`)
    : refusedAs(registered.reason);
}

/** What else is wrong beside a name that is: somebody who mends one field should not come back for the next. */
function problemsBeside(wanted: NewClient): Values {
  const named = checkNewClient({ ...wanted, name: "Named" });
  return named.ok ? {} : problemsOf(named.reason);
}

/** The client that the form describes; undefined where no kind was chosen. */
function wantedBy(form: Parameters): NewClient | undefined {
  const kind = kinds.find(({ value }) => value === form.get("kind"))?.value;
  if (kind === undefined) return undefined;
  const hasRedirect = kind !== "machine" && kind !== "device";
  return {
    name: form.get("name") ?? "",
    redirectUris: hasRedirect ? linesOf(form.get("redirect_uris")) : [],
    profile: kind === "interface" ? "interface" : "strict",
    isPublic: kind === "spa" || kind === "native" || kind === "device",
    metadata: metadataFor(kind, form),
  };
}

function metadataFor(kind: Kind, form: Parameters): MetadataChanges {
  const isOn = (name: string) => form.get(name) === "on";
  const resources = linesOf(form.get("resources"));
  if (kind === "machine") {
    const machineScope = (form.get("machineScope") ?? "").split(/\s+/).filter(Boolean);
    return {
      isMachine: true,
      ...(machineScope.length > 0 && { machineScope }),
      ...(resources.length > 0 && { resources }),
    };
  }
  const onlyGroups =
    form.get("who") === "groups" ? linesOf(form.get("onlyGroups")).map((name) => name.normalize("NFC")) : [];
  return {
    ...(kind !== "interface" && isOn("openid") && { isOpenid: true }),
    ...(kind === "device" && { mayUseDeviceGrant: true }),
    ...(isOn("refresh") && { mayRefresh: true }),
    ...(isOn("third_party") && { isThirdParty: true }),
    ...(onlyGroups.length > 0 && { onlyGroups }),
    ...(resources.length > 0 && { resources }),
  };
}

function newPage(visit: Visit, state: FormState, problem?: string): Reply {
  const back = consolePath(visit.web, "/clients");
  const buttons = html`${submitButton("Add the application", { id: "add" })}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: "Add an application",
      up: { href: back, text: "Applications" },
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, "/clients/new"), fieldsOf(state), buttons)}</section>`,
    },
    problem === undefined ? 200 : 400,
  );
}

function fieldsOf(state: FormState) {
  const { values, problems } = state;
  const isWrong = (...names: readonly string[]) => names.some((name) => problems?.[name] !== undefined);
  const isSaid = (...names: readonly string[]) => names.some((name) => (values[name] ?? "") !== "");
  return html`
    ${choiceField({ name: "kind", label: "What is it?", options: kinds }, state)}
    ${textField({ name: "name", label: "Name", hint: "What people read on the sign-in page.", isRequired: true, maxLength: 100 }, state)}
    <div class="of-redirects">${linesField(
      {
        name: "redirect_uris",
        label: "Redirect URIs",
        hint: html`Where people come back to, one a line, such as <code>https://app.example/callback</code>.`,
      },
      state,
    )}</div>
    <div class="of-people">${whoFields(state)}</div>
    <div class="of-people">${boxes("What it gets", gifts, state)}</div>
    ${moreFields(
      "APIs that it calls",
      isWrong("resources", "machineScope") || isSaid("resources", "machineScope"),
      html`${linesField({ name: "resources", label: "APIs that it may ask for", hint: "Their resource indicators, one a line.", rows: 2 }, state)}
        <div class="of-machines">${textField({ name: "machineScope", label: "Scope", hint: "The scope values that it may ask for, with blanks between them." }, state)}</div>`,
    )}`;
}

const gifts = [
  {
    name: "openid",
    label: "OpenID Connect",
    hint: "An ID token that says who signed in. Most libraries need it.",
  },
  { name: "refresh", label: "Refresh tokens", hint: "It stays signed in without asking again." },
  {
    name: "third_party",
    label: "It belongs to somebody else",
    hint: "People are asked before it learns anything about them.",
  },
] as const;

function whoFields(state: FormState): SafeHtml {
  const options = [
    { value: "everybody", label: "Everybody with an account" },
    { value: "groups", label: "Only people of these groups" },
  ];
  const chosen = { ...state, values: { who: "everybody", ...state.values } };
  return html`
    <div class="stack">
      ${choiceField({ name: "who", label: "Who may enter?", options }, chosen)}
      <div class="of-groups">${linesField({ name: "onlyGroups", label: "Groups", hint: "One a line. They must exist.", rows: 2 }, state)}</div>
    </div>`;
}
