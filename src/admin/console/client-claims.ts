import { changeClient } from "../../flows/operator/client.ts";
import { previewClaims } from "../../flows/operator/client-claims.ts";
import { clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { mayReachClient } from "../../flows/operator/rights.ts";
import type { Reply } from "../../http/reply.ts";
import { factsOf, linkButton, submitButton, warningNotice } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import {
  type ClaimRule,
  claimPlaces,
  describeClaimRule,
  readClaimRule,
} from "../../protocol/client/claim-rule.ts";
import { type Client, isProtected } from "../../protocol/client/client.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { clientSaid } from "./client-form.ts";
import { clientPath } from "./client-path.ts";
import { findClient, noClient, outOfReach, withClient } from "./client-show.ts";
import { box, hiddenFields, linesField, moreFields, selectField, textField, type Values } from "./forms.ts";
import { offeredGroups } from "./group-parts.ts";
import { panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

const claimsPath = (client: { readonly id: string }, more = "") => clientPath(client, `/claims${more}`);

const placeWords = {
  id_token: "ID token",
  userinfo: "Userinfo",
  access_token: "JWT access token",
  header: "Header",
} as const;

/** An application behind a proxy gets headers alone. */
const tokenPlaces = claimPlaces.filter((place) => place !== "header");

/** The pages with what an application learns about people besides its scopes. A new rule is tried on a person before it is saved. */
export const clientClaimScreens: readonly Screen[] = [
  {
    path: "/clients/{id}/claims",
    scope: "clients:read",
    get: (visit) => withClient(visit, (client) => claimsPage(visit, client)),
  },
  actScreen({
    path: "/clients/{id}/claims/add",
    scope: "clients:write",
    needsFreshSignIn: true,
    ask: async (visit, typed) => {
      const client = await changeable(visit);
      if ("status" in client) return client;
      const values = typed ?? valuesOf(visit.query);
      if (Object.keys(values).length === 0) return claimsPage(visit, client);
      const text = values.rule ?? JSON.stringify(ruleIn(values));
      const read = readClaimRule(text);
      if (!read.ok) return claimsPage(visit, client, { values, problem: `The rule ${read.reason}.` });
      const rules = [...client.metadata.claimRules, read.value];
      return {
        title: "Save this claim?",
        text: html`<p><strong>${describeClaimRule(read.value)}</strong></p>${await previewOf(visit, client, rules, values.user)}${
          isProtected(client) &&
          html`<p>Then give the proxy its new configuration, which the page of the application shows: until it has it, visitors can send this header themselves.</p>`
        }`,
        fields: html`${hiddenFields({ rule: text, user: values.user })}`,
        button: "Save",
        back: { path: claimsPath(client), text: "Claims" },
      };
    },
    act: (visit, form) =>
      change(visit, "The claim has been saved. It counts from the next token or request on.", (rules) => {
        const read = readClaimRule(form.get("rule") ?? "");
        return read.ok ? [...rules, read.value] : rules;
      }),
  }),
  actScreen({
    path: "/clients/{id}/claims/remove",
    scope: "clients:write",
    needsFreshSignIn: true,
    ask: async (visit, typed) => {
      const client = await changeable(visit);
      if ("status" in client) return client;
      const text = typed?.rule ?? visit.query.get("rule");
      if (text === undefined) return claimsPage(visit, client);
      const rule = client.metadata.claimRules.find((each) => JSON.stringify(each) === text);
      if (rule === undefined)
        return claimsPage(visit, client, { problem: "This rule is gone. Somebody may have removed it." });
      return {
        title: "Remove this claim?",
        text: html`<p><strong>${describeClaimRule(rule)}</strong></p><p>${client.name} does not get it from the next token or request on.</p>`,
        fields: html`${hiddenFields({ rule: text })}`,
        button: "Remove",
        back: { path: claimsPath(client), text: "Claims" },
      };
    },
    act: (visit, form) =>
      change(visit, "The claim has been removed.", (rules) =>
        rules.filter((rule) => JSON.stringify(rule) !== form.get("rule")),
      ),
  }),
];

/** The application, or the page for an operator who may not change it. */
async function changeable(visit: Visit): Promise<Client | Reply> {
  const client = await findClient(visit);
  if (client === undefined) return noClient(visit);
  return mayReachClient(visit.operator, client, visit.web.ports) ? client : outOfReach(visit, client);
}

async function claimsPage(
  visit: Visit,
  client: Client,
  { values = {}, problem }: { readonly values?: Values; readonly problem?: string } = {},
): Promise<Reply> {
  const { web } = visit;
  const { claimRules: rules, isThirdParty, isOpenid } = client.metadata;
  const mayChange = mayDo(visit, "clients:write") && (isOpenid || isProtected(client)) && !isThirdParty;
  const removal = (rule: ClaimRule) =>
    `${consolePath(web, claimsPath(client, "/remove"))}?${new URLSearchParams({ rule: JSON.stringify(rule) })}`;
  return show(
    visit,
    {
      title: "Claims",
      up: { href: consolePath(web, clientPath(client)), text: client.name },
      lead: "What the application learns about people besides its scopes. Of rules with one name, the first that gives a value counts.",
      problem,
      main: html`
        ${panel(
          "Rules",
          rowsOf(
            rules.map((rule) => ({
              name: rule.name,
              detail: describeClaimRule(rule).slice(rule.name.length + 2),
              ...(mayChange && { state: linkButton(removal(rule), "Remove", "little") }),
            })),
            `None yet: ${client.name} learns what ${isProtected(client) ? "every application behind a proxy learns" : "its scopes open"}.`,
          ),
        )}
        ${mayChange ? panel("Add a rule", newRule(visit, client, values, await offeredGroups(visit))) : whyFixed(client)}`,
    },
    problem === undefined ? 200 : 422,
  );
}

function whyFixed(client: Client): SafeHtml | false {
  const { isOpenid, isThirdParty } = client.metadata;
  if (!isOpenid && !isProtected(client))
    return html`<p class="muted">Only applications of OpenID Connect get claims about people. Turn it on first.</p>`;
  return (
    isThirdParty &&
    html`<p class="muted">It belongs to a third party, so people are asked for scopes, and it learns nothing besides them.</p>`
  );
}

const sources = [
  { value: "groups", label: "The person's groups" },
  { value: "claim", label: "A claim or an attribute" },
  { value: "value", label: "The same for everybody" },
];

function newRule(visit: Visit, client: Client, values: Values, offered: readonly string[]): SafeHtml {
  const isHeader = isProtected(client);
  const state = { values: { source: "claim", id_token: "on", userinfo: "on", ...values } };
  const group = { name: "group", label: "Only for people of the group" };
  const isSaid = ["map", "single", "group", "access_token"].some((name) => (values[name] ?? "") !== "");
  const refinements = html`
    ${linesField({ name: "map", label: "Translate", hint: html`One per line, such as <code>staff=Editor</code>. Whatever has no line is left out; without lines, everything is sent as it is.`, rows: 3 }, state)}
    ${box({ name: "single", label: "Only the first group of these lines, as a text" }, state)}
    ${
      offered.length > 0
        ? selectField(
            { ...group, options: ["", ...offered].map((value) => ({ value, label: value || "everybody" })) },
            state,
          )
        : textField({ ...group, hint: "Leave it empty for everybody.", maxLength: 64 }, state)
    }
    ${
      !isHeader &&
      html`<fieldset class="field"><legend>Where it stands</legend><div class="choices">
      ${tokenPlaces.map((place) => box({ name: place, label: placeWords[place] }, state))}</div></fieldset>`
    }`;
  return html`<form class="stack" method="get" action="${consolePath(visit.web, claimsPath(client, "/add"))}">
    ${textField({ name: "name", label: isHeader ? "Name of the header" : "Name of the claim", hint: html`As the application reads it, such as <code>${isHeader ? "Remote-Role" : "role"}</code>.`, isRequired: true, maxLength: 100 }, state)}
    ${selectField({ name: "source", label: "Where it comes from", options: sources }, state)}
    <div class="of-sources">${textField({ name: "what", label: "Claim, attribute or value", hint: html`For example <code>department</code> or <code>preferred_username</code>.`, maxLength: 100 }, state)}</div>
    ${isHeader && hiddenFields({ header: "on" })}
    ${moreFields(isHeader ? "Translate it, or limit it to a group" : "Translate it, limit it to a group, or choose its place", isSaid, refinements)}
    ${mayDo(visit, "users:read") && textField({ name: "user", label: "Try it on", hint: "Username, e-mail address or ID. The next page shows what this person would get.", maxLength: 320 }, state)}
    <div class="actions">${submitButton("Continue", { id: "preview" })}</div>
  </form>`;
}

/** The rule that the fields describe. What they lack is said by the rule's reader. */
function ruleIn(values: Values): object {
  const { name = "", source, what = "", map = "", group = "" } = values;
  const lines = map.split(/\r?\n/).filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => {
    const at = line.indexOf("=");
    return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  const places = values.header === "on" ? ["header"] : tokenPlaces.filter((place) => values[place] === "on");
  return {
    name: name.trim(),
    ...(source === "groups" && { from: "groups" }),
    ...(source === "claim" && { from: `claim:${what.trim()}` }),
    ...(source === "value" && { value: what === "true" || (what === "false" ? false : what) }),
    ...(pairs.length > 0 && { map: Object.fromEntries(pairs) }),
    ...(values.single === "on" && { single: true }),
    ...(group.trim() !== "" && { group: group.trim().normalize("NFC") }),
    ...(places.join() !== "id_token,userinfo" && { in: places }),
  };
}

async function previewOf(
  visit: Visit,
  client: Client,
  rules: readonly ClaimRule[],
  who = "",
): Promise<SafeHtml | false> {
  if (who.trim() === "" || !mayDo(visit, "users:read")) return false;
  const tried = await previewClaims(registryOf(visit), { clientId: client.id, who: who.trim(), rules });
  if (!tried.ok) return warningNotice(html`There is no account ${who}, so there is nothing to show.`);
  const { account, places } = tried.value;
  const shown = isProtected(client) ? (["header"] as const) : tokenPlaces;
  return html`<p>With all rules, ${account.name ?? account.username} would get:</p>${factsOf(
    shown.map((place) => [
      placeWords[place],
      ...(Object.keys(places[place]).length === 0
        ? ["nothing"]
        : Object.entries(places[place]).map(
            ([name, value]) => html`<code>${name}: ${JSON.stringify(value)}</code>`,
          )),
    ]),
  )}`;
}

async function change(
  visit: Visit,
  text: string,
  changed: (rules: readonly ClaimRule[]) => readonly ClaimRule[],
): Promise<ActOutcome> {
  const client = await findClient(visit);
  if (client === undefined) return { kind: "page", reply: noClient(visit) };
  const claimRules = changed(client.metadata.claimRules).map((rule) => JSON.stringify(rule));
  const terms = { by: visit.operator, seen: [client.updatedAt] };
  const done = await changeClient(registryOf(visit), client.id, { metadata: { claimRules } }, terms);
  if (done.ok) return { kind: "done", path: claimsPath(client), text };
  const { reason } = done;
  return { kind: "refused", problem: clientSaid(reason)?.say ?? explain(clientProblems, reason).say };
}
