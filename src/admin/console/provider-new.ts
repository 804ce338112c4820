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

// A provider may be named "new", so this page has a path outside of theirs.
const path = "/new-provider";

/** The page that adds a provider. It decides who somebody is, so it requires a full administrator and a fresh sign-in. */
export const providerNewScreen: Screen = {
  path,
  scope: "upstreams:write",
  needsFreshSignIn: true,
  get: (visit) =>
    mayChange(visit) ? newPage(visit, { values: visit.savedForm ?? { kind: "oidc" } }) : notAllowed(visit),
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
  const ports = { ...registry, party: registry.upstreamParty };
  const added = await addUpstream(ports, wantedBy(form, kind), { by: visit.operator });
  if (added.ok)
    return goTo(
      visit,
      providerPath(added.value),
      `${added.value.displayName} has been added. Register the redirect URI there.`,
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

/** The kinds that an operator may host. */
const withIssuer: ReadonlySet<UpstreamKind> = new Set(["oidc", "github", "gitlab"]);

/** Ignores fields of other kinds: without scripts the form sends all of them. */
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
  oidc: "Any provider with a discovery document, such as a company's single sign-on.",
  microsoft: "Accounts of one tenant, or personal accounts.",
  github: "github.com, or your own GitHub Enterprise Server.",
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
      lead: "The provider's metadata is checked before anything is saved.",
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
      label: "Add it without checking the provider",
      hint: "Nobody can sign in with it until it answers.",
    },
    state,
  );
}

/** What it is, and where. */
function placeFields({ web }: Visit, state: FormState): SafeHtml {
  const options = kindsInOrder.map((value) => ({ value, label: kindWords[value], hint: hints[value] }));
  const callback = `${web.ports.settings.issuer.replace(/\/$/, "")}${callbackTemplate.replace("{name}", "NAME")}`;
  return html`
    ${choiceField({ name: "kind", label: "Kind of provider", options }, state)}
    <div class="of-issuers">${textField({ name: "issuer", label: "Issuer", hint: "Exactly as in its discovery document, such as https://login.example.org. For GitHub and GitLab only if you host it yourself.", type: "url", maxLength: 1_000 }, state)}</div>
    <div class="of-tenants">${textField({ name: "tenant", label: "Tenant", hint: "The tenant id from the Entra admin centre, or consumers.", maxLength: 100 }, state)}</div>
    <div class="of-apple stack">
      ${textField({ name: "team_id", label: "Team ID", maxLength: 100 }, state)}
      ${textField({ name: "key_id", label: "Key ID", maxLength: 100 }, state)}
    </div>
    ${textField({ name: "name", label: "Name in the redirect URI", hint: html`The redirect URI to register at the provider is <code>${callback}</code>. If empty, the name of its kind, such as google.`, maxLength: 32 }, state)}`;
}
