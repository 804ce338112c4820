import { addUpstream, type WantedUpstream } from "../../flows/operator/upstream.ts";
import type { UpstreamProblem } from "../../flows/operator/upstream-problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { callbackTemplate } from "../../protocol/upstream/callback.ts";
import { type UpstreamKind, upstreamKinds } from "../../protocol/upstream/upstream.ts";
import { box, choiceField, type FormState, formOf, submitButton, textField } from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import {
  problemsOfProvider,
  proofFields,
  providerChangesIn,
  ruleFields,
  sayProblem,
} from "./provider-form.ts";
import { kindWords, mayChange, notAllowed, providerPath } from "./provider-show.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

// A provider may be called "new", so the page is not among them.
const path = "/new-provider";

/** The page that adds a provider. It decides who somebody is, so it is for full administrators, after a fresh proof. */
export const providerNewScreen: Screen = {
  path,
  scope: "upstreams:write",
  isGrave: true,
  get: (visit) =>
    mayChange(visit) ? newPage(visit, { values: visit.kept ?? { kind: "oidc" } }) : notAllowed(visit),
  post: (visit, form) => (mayChange(visit) ? add(visit, form) : notAllowed(visit)),
};

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const kind = upstreamKinds.find((each) => each === form.get("kind"));
  if (kind === undefined) {
    const sentence = "Choose what kind of provider it is.";
    return newPage(visit, { values, problems: { kind: sentence } }, sentence);
  }
  const registry = registryOf(visit);
  const added = await addUpstream({ ...registry, party: registry.upstreamParty }, wantedBy(form, kind));
  if (added.ok)
    return goTo(
      visit,
      providerPath(added.value),
      `${added.value.displayName} is added. Register the redirect URI there.`,
    );
  const problems = problemsOfProvider(added.reason, kind);
  return newPage(visit, { values, problems }, sentenceFor(added.reason), hasFailedCheck(added.reason));
}

function hasFailedCheck({ kind }: UpstreamProblem): boolean {
  return kind === "check-failed";
}

function sentenceFor(problem: UpstreamProblem): string {
  const more = hasFailedCheck(problem) ? " Nothing was kept." : "";
  return `${sayProblem(problem)}${more}`;
}

/** The kinds that may be at an address of the operator's own. */
const withIssuer: ReadonlySet<UpstreamKind> = new Set(["oidc", "github", "gitlab"]);

/** A field that belongs to another kind is not read: the form may have it from an earlier choice. */
function wantedBy(form: Parameters, kind: UpstreamKind): WantedUpstream {
  const text = (name: string) => {
    const typed = (form.get(name) ?? "").trim();
    return typed === "" ? undefined : typed;
  };
  const [teamId, keyId] = [text("team_id"), text("key_id")];
  return {
    ...providerChangesIn(form, {}, kind),
    kind,
    name: text("name"),
    issuer: withIssuer.has(kind) ? text("issuer") : undefined,
    tenant: kind === "microsoft" ? text("tenant") : undefined,
    ...(kind === "apple" && {
      appleKey: { ...(teamId !== undefined && { teamId }), ...(keyId !== undefined && { keyId }) },
    }),
    isChecked: form.get("unchecked") !== "on",
  };
}

const kindsInOrder: readonly UpstreamKind[] = ["oidc", ...upstreamKinds.filter((kind) => kind !== "oidc")];

const hints: Readonly<Partial<Record<UpstreamKind, string>>> = {
  oidc: "Any provider with a discovery document, such as the single sign-on of a company.",
  microsoft: "Accounts of one tenant, or of people without a company.",
  github: "github.com, or your own GitHub Enterprise.",
  gitlab: "gitlab.com, or your own GitLab.",
};

function newPage(visit: Visit, state: FormState, problem?: string, hasFailed = false): Reply {
  const back = consolePath(visit.web, "/providers");
  const buttons = html`${submitButton("Add the provider", { id: "add" })}${linkButton(back, "Cancel")}`;
  const unchecked = (hasFailed || state.values.unchecked === "on") && uncheckedBox(state);
  const fields = html`${placeFields(visit, state)}${proofFields(state)}${ruleFields(state)}${unchecked}`;
  return show(
    visit,
    {
      title: "Add a provider",
      lead: "The provider is asked whether it is what you say before anything is kept.",
      up: { href: back, text: "Providers" },
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, path), fields, buttons)}</section>`,
    },
    problem === undefined ? 200 : 400,
  );
}

function uncheckedBox(state: FormState): SafeHtml {
  return box(
    {
      name: "unchecked",
      label: "Add it without asking the provider",
      hint: "Nobody signs in with it until it answers.",
    },
    state,
  );
}

/** What it is, and where. */
function placeFields({ web }: Visit, state: FormState): SafeHtml {
  const options = kindsInOrder.map((value) => ({ value, label: kindWords[value], hint: hints[value] }));
  const callback = `${web.ports.settings.issuer.replace(/\/$/, "")}${callbackTemplate.replace("{name}", "NAME")}`;
  return html`
    ${choiceField({ name: "kind", label: "What is it?", options }, state)}
    <div class="of-issuers">${textField({ name: "issuer", label: "Issuer", hint: "Its address, as its discovery document has it, such as https://login.example.org. For GitHub and GitLab only where it is your own.", type: "url", maxLength: 1_000 }, state)}</div>
    <div class="of-tenants">${textField({ name: "tenant", label: "Tenant", hint: "Its id, as the Entra admin centre shows it, or consumers.", maxLength: 100 }, state)}</div>
    <div class="of-apple stack">
      ${textField({ name: "team_id", label: "Team ID", maxLength: 100 }, state)}
      ${textField({ name: "key_id", label: "Key ID", maxLength: 100 }, state)}
    </div>
    ${textField({ name: "name", label: "Name in its redirect URI", hint: html`The address that you register at the provider is <code>${callback}</code>. Empty: the word of its kind, such as google.`, maxLength: 32 }, state)}`;
}
