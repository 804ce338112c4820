import { registerClient } from "../../flows/operator/client.ts";
import { checkNewClient, type NewClient } from "../../flows/operator/client-check.ts";
import { type ClientProblem, clientProblems } from "../../flows/operator/client-problem.ts";
import {
  type ClientTemplate,
  clientTemplates,
  findClientTemplate,
} from "../../flows/operator/client-template.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { isProtected } from "../../protocol/client/client.ts";
import type { MetadataChanges } from "../../protocol/client/metadata-change.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { strengths } from "../../values/strength.ts";
import { lostSecret, secretPage } from "./client-acts.ts";
import { clientSaid } from "./client-form.ts";
import { chooseApplicationForm } from "./client-from-app.ts";
import { proxyPanel } from "./client-proxies.ts";
import {
  boxes,
  choiceField,
  chosenNames,
  type FormState,
  formOf,
  linesField,
  linesOf,
  moreFields,
  selectField,
  textField,
  type Values,
} from "./forms.ts";
import { groupsControl, offeredGroups, otherGroupMeant } from "./group-parts.ts";
import { consolePath } from "./places.ts";
import { refuse } from "./refused-form.ts";
import { showsOnce } from "./shown-once.ts";
import { formTo, registryOf, show, type Visit, valuesOf } from "./visit.ts";

const protectedKind = "protected";
const kinds = [
  ...clientTemplates.map(({ name, label, hint }) => ({ value: name, label, hint })),
  {
    value: protectedKind,
    label: "Application behind a proxy",
    hint: "It does not support OpenID Connect. The proxy in front of it asks this service about each request.",
  },
];

/** The page that adds an application. */
export const clientNewScreen = showsOnce(
  {
    path: "/clients/new",
    scope: "clients:write",
    needsFreshSignIn: true,
    get: (visit) =>
      newPage(
        visit,
        visit.refusedForm ?? { values: visit.savedForm ?? { kind: "web", openid: "on" } },
        visit.refusedForm?.sentence,
      ),
    post: add,
  },
  lostSecret,
);

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const wanted = wantedBy(form);
  if (wanted === undefined)
    return refused(
      visit,
      { values, problems: { kind: "Choose a kind." } },
      "Choose what kind of application it is.",
    );
  const registered = await registerClient(registryOf(visit), wanted, { by: visit.operator });
  if (registered.ok) {
    const { client } = registered.value;
    const settings = isProtected(client) ? proxyPanel(visit, client) : undefined;
    return secretPage(visit, registered.value, `${client.name} is registered`, settings);
  }
  const meant = await otherGroupMeant(visit, registered.reason);
  const { at, say: why } = sentenceOf(registered.reason);
  const problems = { ...problemsBeside(wanted), ...(at !== undefined && { [at]: why + meant }) };
  const count = Object.keys(problems).length;
  const say = count > 1 ? `${count} fields have to be corrected.` : why + meant;
  return refused(visit, { values, problems }, say);
}

function refused(visit: Visit, state: FormState, sentence: string): Reply | Promise<Reply> {
  return refuse(visit, { ...state, sentence, status: 400 }, () => newPage(visit, state, sentence));
}

/** Fields have the names of members. */
function problemsOf(problem: ClientProblem): Values {
  const { at, say } = sentenceOf(problem);
  return at === undefined ? {} : { [at]: say };
}

function sentenceOf(problem: ClientProblem): { readonly at?: string | undefined; readonly say: string } {
  const { at, say } = explain(clientProblems, problem);
  return { at, say: clientSaid(problem)?.say ?? say };
}

/** The problems other than an unusable name, so that all of them are shown at once. */
function problemsBeside(wanted: NewClient): Values {
  const named = checkNewClient({ ...wanted, name: "Named" });
  return named.ok ? {} : problemsOf(named.reason);
}

/** The client that the form describes; undefined if no kind was chosen. */
function wantedBy(form: Parameters): NewClient | undefined {
  if (form.get("kind") === protectedKind) return protectedBy(form);
  const template = findClientTemplate(form.get("kind"));
  if (template === undefined) return undefined;
  const { profile, isPublic, metadata } = template;
  const hasRedirect = !metadata.isMachine && !metadata.mayUseDeviceGrant;
  return {
    name: form.get("name") ?? "",
    redirectUris: hasRedirect ? linesOf(form.get("redirect_uris")) : [],
    profile,
    isPublic,
    metadata: metadataFor(template, form),
  };
}

/** An application behind a proxy is named after its host unless the form says otherwise. */
function protectedBy(form: Parameters): NewClient {
  const protectedOrigins = linesOf(form.get("protect"));
  const pathRules = linesOf(form.get("path_rules")).map((path) => `${path} public`);
  const strength = strengths.find((one) => one === form.get("require"));
  const [first = ""] = protectedOrigins;
  const name = form.get("name")?.trim() || (URL.parse(first)?.host ?? "");
  const metadata = {
    // An empty list would make it an application of another kind.
    protectedOrigins: protectedOrigins.length === 0 ? [""] : protectedOrigins,
    ...(pathRules.length > 0 && { pathRules }),
    ...(strength !== undefined && { requiredStrength: strength }),
    ...groupsIn(form),
  };
  return { name, redirectUris: [], profile: "interface", isPublic: true, metadata };
}

function groupsIn(form: Parameters): Pick<MetadataChanges, "onlyGroups"> {
  const names = form.get("who") === "groups" ? chosenNames("only_groups", valuesOf(form)) : [];
  return names.length > 0 ? { onlyGroups: names.map((name) => name.normalize("NFC")) } : {};
}

function metadataFor({ metadata }: ClientTemplate, form: Parameters): MetadataChanges {
  const { isOpenid, idTokenAlgorithm, ...fixed } = metadata;
  const isOn = (name: string) => form.get(name) === "on";
  const resources = linesOf(form.get("resources"));
  if (fixed.isMachine) {
    const machineScope = (form.get("machine_scope") ?? "").split(/\s+/).filter(Boolean);
    return {
      ...fixed,
      ...(machineScope.length > 0 && { machineScope }),
      ...(resources.length > 0 && { resources }),
    };
  }
  return {
    ...fixed,
    ...(isOpenid && isOn("openid") && { isOpenid, ...(idTokenAlgorithm && { idTokenAlgorithm }) }),
    ...(isOn("refresh") && { mayRefresh: true }),
    ...(isOn("third_party") && { isThirdParty: true }),
    ...groupsIn(form),
    ...(resources.length > 0 && { resources }),
  };
}

async function newPage(visit: Visit, state: FormState, problem?: string): Promise<Reply> {
  const back = consolePath(visit.web, "/clients");
  const buttons = html`${submitButton("Add the application", { id: "add" })}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: "Add an application",
      up: { href: back, text: "Applications" },
      problem,
      main: html`${chooseApplicationForm(visit)}<section class="panel">${formOf(formTo(visit, "/clients/new"), fieldsOf(state, await offeredGroups(visit)), buttons)}</section>`,
    },
    problem === undefined ? 200 : 400,
  );
}

function fieldsOf(state: FormState, offered: readonly string[]) {
  const { values, problems } = state;
  const isWrong = (...names: readonly string[]) => names.some((name) => problems?.[name] !== undefined);
  const isSaid = (...names: readonly string[]) => names.some((name) => (values[name] ?? "") !== "");
  return html`
    ${choiceField({ name: "kind", label: "Kind of application", options: kinds }, state)}
    ${textField({ name: "name", label: "Name", hint: "What people read on the sign-in page.", isRequired: true, maxLength: 100 }, state)}
    <div class="of-redirects">${linesField(
      {
        name: "redirect_uris",
        label: "Redirect URIs",
        hint: html`Where people are sent back to, one per line, such as <code>https://app.example/callback</code>.`,
      },
      state,
    )}</div>
    <div class="of-hosts">${linesField(
      {
        name: "protect",
        label: "Hosts",
        hint: html`Where people open it, one per line, such as <code>https://wiki.example.org</code>.`,
        rows: 2,
      },
      state,
    )}</div>
    <div class="of-people">${whoFields(state, offered)}</div>
    <div class="of-hosts">${selectField(
      {
        name: "require",
        label: "How strong a sign-in must be",
        options: [
          { value: "", label: "As the installation requires" },
          { value: "two", label: "Two factors" },
          { value: "phr", label: "A passkey" },
        ],
      },
      state,
    )}</div>
    <div class="of-hosts">${linesField(
      {
        name: "path_rules",
        label: "Public paths",
        hint: html`Open to everybody without a sign-in, one per line, such as <code>/assets/*</code>. Other rules are added later.`,
        rows: 2,
      },
      state,
    )}</div>
    <div class="of-people of-tokens">${boxes("What it receives", gifts, state)}</div>
    <div class="of-people of-tokens">${boxes("Whose it is", [ownership], state)}</div>
    <div class="of-tokens">${moreFields(
      "APIs it calls",
      isWrong("resources", "machine_scope") || isSaid("resources", "machine_scope"),
      html`${linesField({ name: "resources", label: "APIs it may ask for", hint: "Their resource indicators, one per line.", rows: 2 }, state)}
        <div class="of-machines">${textField({ name: "machine_scope", label: "Scope", hint: "The scope values it may ask for, separated by spaces." }, state)}</div>`,
    )}</div>`;
}

const gifts = [
  {
    name: "openid",
    label: "OpenID Connect",
    hint: "An ID token says who signed in. Most libraries need it.",
  },
  { name: "refresh", label: "Refresh tokens", hint: "The application keeps access without asking again." },
] as const;

const ownership = {
  name: "third_party",
  label: "It belongs to a third party",
  hint: "People are asked for consent before it learns anything about them.",
} as const;

function whoFields(state: FormState, offered: readonly string[]): SafeHtml {
  const options = [
    { value: "everybody", label: "Everybody with an account" },
    { value: "groups", label: "Only members of these groups" },
  ];
  const chosen = { ...state, values: { who: "everybody", ...state.values } };
  return html`
    <div class="stack">
      ${choiceField({ name: "who", label: "Who can sign in?", options }, chosen)}
      <div class="of-groups">${groupsControl("only_groups", { names: offered, hint: "They must exist." }, state)}</div>
    </div>`;
}
