import { isSeen } from "../../flows/operator/rights.ts";
import { updateUpstream } from "../../flows/operator/upstream.ts";
import type { UpstreamProblem } from "../../flows/operator/upstream-problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { linesOf } from "./form-field.ts";
import { type FormState, formOf, hiddenFields, submitButton, type Values } from "./forms.ts";
import { linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import {
  problemsOfProvider,
  proofFields,
  providerChangesIn,
  ruleFields,
  sayProblem,
  valuesOfProvider,
} from "./provider-form.ts";
import { mayChange, noProvider, notAllowed, providerOf, providerPath } from "./provider-show.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf, versionIn } from "./visit.ts";

/** The form that changes a provider. Kind and issuer cannot change, because linked people are known by the issuer's subjects. */
export const providerEditScreen: Screen = {
  path: "/providers/{name}/edit",
  scope: "upstreams:write",
  needsFreshSignIn: true,
  get: (visit) =>
    withProvider(visit, (upstream) =>
      editPage(visit, upstream, { values: visit.savedForm ?? valuesOfProvider(upstream) }),
    ),
  post: (visit, form) => withProvider(visit, (upstream) => change(visit, upstream, form)),
};

async function withProvider(
  visit: Visit,
  answer: (upstream: Upstream) => Reply | Promise<Reply>,
): Promise<Reply> {
  const upstream = await providerOf(visit);
  if (upstream === undefined) return noProvider(visit);
  return mayChange(visit) ? answer(upstream) : notAllowed(visit);
}

async function change(visit: Visit, upstream: Upstream, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const terms = { by: visit.operator, seen: [versionIn(form)] };
  if (!isSeen(terms, upstream)) return conflictPage(visit, upstream, values);
  const changes = providerChangesIn(form, valuesOfProvider(upstream), upstream.kind);
  if (Object.values(changes).every((value) => value === undefined))
    return goTo(visit, providerPath(upstream), "Nothing was changed: the form still has the stored values.");
  const changed = await updateUpstream(registryOf(visit), upstream.name, changes, terms);
  if (changed.ok)
    return goTo(visit, providerPath(upstream), `${changed.value.displayName} has been changed.`);
  return refused(visit, upstream, values, changed.reason);
}

function refused(
  visit: Visit,
  upstream: Upstream,
  values: Values,
  reason: UpstreamProblem,
): Promise<Reply> | Reply {
  if (reason.kind === "changed-meanwhile")
    return withProvider(visit, (now) => conflictPage(visit, now, values));
  if (reason.kind === "unknown") return noProvider(visit);
  const problems = problemsOfProvider(reason, upstream.kind);
  return editPage(visit, upstream, { values, problems }, sayProblem(reason));
}

/** Keeps everything that was typed; each field that differs from the stored value now shows both. */
function conflictPage(visit: Visit, upstream: Upstream, typed: Values): Reply {
  const { updated_at, ...stored } = valuesOfProvider(upstream);
  const boxNames = ["trust_email", "create_accounts"];
  const names = new Set([...Object.keys(stored), ...boxNames]);
  const differing = [...names].filter((name) => linesOf(typed[name]).join("\n") !== (stored[name] ?? ""));
  const theirs = Object.fromEntries(
    differing.map((name) => [name, boxNames.includes(name) ? (stored[name] ?? "off") : (stored[name] ?? "")]),
  );
  const sentence =
    "Somebody else changed this provider in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";
  return editPage(visit, upstream, { values: { ...typed, updated_at }, theirs }, sentence, 409);
}

function editPage(
  visit: Visit,
  upstream: Upstream,
  state: FormState,
  problem?: string,
  status = problem ? 400 : 200,
): Reply {
  const back = consolePath(visit.web, providerPath(upstream));
  const fields = html`
    ${hiddenFields({ updated_at: state.values.updated_at })}
    ${proofFields(state, upstream.kind)}
    ${ruleFields(state, upstream.kind)}`;
  const buttons = html`${submitButton("Save")}${linkButton(back, "Cancel")}`;
  return show(
    visit,
    {
      title: `Change ${upstream.displayName}`,
      up: { href: back, text: upstream.displayName },
      lead: upstream.issuer,
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, visit.path), fields, buttons)}</section>`,
    },
    status,
  );
}
