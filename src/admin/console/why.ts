import { explain } from "../../flows/operator/problem.ts";
import type { Rule } from "../../flows/operator/why.ts";
import {
  type AccessReport,
  type AccountReport,
  accessProblems,
  explainAccess,
  explainAccount,
} from "../../flows/operator/why-access.ts";
import type { RefusalReport } from "../../flows/operator/why-refusal.ts";
import { explainToken } from "../../flows/operator/why-token.ts";
import type { Reply } from "../../http/reply.ts";
import { findRefusal } from "../../operations/why.ts";
import { type ButtonKind, badge, factsOf, submitButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { actName } from "./audit-words.ts";
import { type FormState, selectField, textField } from "./forms.ts";
import { capitalized } from "./listing.ts";
import { reasonName } from "./overview-words.ts";
import { momentOf, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { repairOf } from "./repairs.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, type Screen, show, type Visit } from "./visit.ts";

const path = "/why";
/** A token is posted, because addresses are kept in histories and logs. */
const tokenPath = "/why/token";

/** Why somebody or something was refused: four questions, and their answers on the same page. */
export const whyScreens: readonly Screen[] = [
  {
    path,
    scope: "users:read",
    get: (visit) => {
      const value = (name: string) => visit.query.get(name)?.trim().slice(0, 320) ?? "";
      const asked = { reference: value("reference"), user: value("user"), client_id: value("client_id") };
      if (asked.reference !== "" && mayDo(visit, "audit:read")) return refusalPage(visit, asked);
      if (asked.user !== "") return accessPage(visit, asked);
      return whyPage(visit, asked);
    },
  },
  { path: tokenPath, scope: "users:read", changes: "tokens:read", post: tokenPage },
];

type Asked = Readonly<Partial<Record<"reference" | "user" | "client_id" | "resource", string>>>;

async function refusalPage(visit: Visit, asked: Asked): Promise<Reply> {
  const { reference = "" } = asked;
  const report = await findRefusal(visit.call, reference);
  if (report !== undefined) return whyPage(visit, asked, { answer: await refusalAnswer(visit, report) });
  const problem = `No refusal with the reference ${reference} is in the audit trail or in the memory of this process. The log of the service may have it.`;
  return whyPage(visit, asked, { problem });
}

async function accessPage(visit: Visit, asked: Asked): Promise<Reply> {
  const { user: who = "", client_id: clientId = "" } = asked;
  const { registry } = visit.call;
  if (clientId === "") {
    const explained = await explainAccount(registry, who);
    return explained.ok
      ? whyPage(visit, asked, { answer: await accountAnswer(visit, explained.value) })
      : whyPage(visit, asked, { problem: explain(accessProblems, explained.reason).say });
  }
  const explained = await explainAccess(registry, { who, clientId }, visit.operator);
  return explained.ok
    ? whyPage(visit, asked, { answer: await accessAnswer(visit, explained.value) })
    : whyPage(visit, asked, { problem: explain(accessProblems, explained.reason).say });
}

async function tokenPage(visit: Visit, form: Parameters): Promise<Reply> {
  const token = form.get("token")?.trim() ?? "";
  const resource = form.get("resource")?.trim() || undefined;
  if (token === "") return whyPage(visit, {}, { problem: "Paste the token." });
  const { isLive, rules } = await explainToken(visit.call.registry, { token, resource }, visit.operator);
  const answer = panel(isLive ? "The token works" : "The token does not work", await rulesOf(visit, rules));
  return whyPage(visit, { resource: resource ?? "" }, { answer });
}

/** The form offers at most this many applications by name. If there are more, the client ID is typed. */
const applicationsOffered = 200;

/** Asks for the application, by name where the operator may see those. */
async function applicationField(visit: Visit, state: FormState): Promise<SafeHtml> {
  const field = {
    name: "client_id",
    label: "Application",
    hint: "Without one, only the account is explained.",
  };
  const clients = mayDo(visit, "clients:read") ? await visit.web.ports.clients.list() : [];
  if (clients.length === 0 || clients.length > applicationsOffered)
    return textField({ ...field, label: "Client ID", maxLength: 250 }, state);
  const names = Map.groupBy(clients, ({ name }) => name);
  const isUnique = (name: string) => names.get(name)?.length === 1;
  const named = clients
    .map(({ id, name }) => ({ value: id, label: isUnique(name) ? name : `${name} (${id})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return selectField({ ...field, options: [{ value: "", label: "none" }, ...named] }, state);
}

async function whyPage(
  visit: Visit,
  values: Asked,
  { answer, problem }: { readonly answer?: SafeHtml; readonly problem?: string } = {},
): Promise<Reply> {
  const action = consolePath(visit.web, path);
  const state = { values };
  const explainButton = (id: string, kind: ButtonKind = "action second") =>
    html`<div class="actions">${submitButton("Explain", { kind, id })}</div>`;
  const access = html`<form class="find asked" method="get" action="${action}">
      ${textField({ name: "user", label: "Person", maxLength: 320, hint: "Username, e-mail address or ID." }, state)}
      ${await applicationField(visit, state)}
      ${explainButton("why-access", "action")}</form>`;
  const refusal = html`<form class="find asked" method="get" action="${action}">
      ${textField({ name: "reference", label: "Reference", maxLength: 100, hint: "It is on the page that the person saw." }, state)}
      ${explainButton("why-reference")}</form>`;
  const token = formTo(visit, tokenPath);
  return show(
    visit,
    {
      title: "Explain access",
      lead: "Why something was refused, which rule decided it, and where that is changed. Nothing here changes anything.",
      problem,
      main: html`
        ${answer}
        ${panel("Can this person sign in?", access)}
        ${mayDo(visit, "audit:read") && panel("Why was this refused?", refusal)}
        ${
          mayDo(visit, "tokens:read") &&
          panel(
            "Does this token work?",
            html`<form class="find asked" method="post" action="${token.action}" novalidate>
              <input type="hidden" name="step" value="${token.csrfToken}">
              ${textField({ name: "token", label: "Token", type: "password", hint: "It is neither stored nor shown again." }, state)}
              ${textField({ name: "resource", label: "Sent to the API", hint: "Its address, to learn whether the token is for it." }, state)}
              ${explainButton("why-token")}</form>`,
          )
        }`,
      script: scriptFor("copy"),
    },
    problem === undefined ? 200 : 404,
  );
}

async function refusalAnswer(visit: Visit, report: RefusalReport): Promise<SafeHtml> {
  const { at, act, reason, sentence, command, access, source } = report;
  const facts = factsOf([
    ["Refused", `${capitalized(actName(act))}${reason === undefined ? "" : `: ${reasonName(reason)}`}`],
    ["At", momentOf(at)],
    ["Because", sentence],
    ["Found in", source === "audit" ? "the audit trail" : "the memory of this process"],
    ["Repair", command !== undefined && (await repairOf(visit, command, "repair"))],
  ]);
  return html`${panel("The refusal", facts)}${access && (await accessAnswer(visit, access))}`;
}

async function accessAnswer(
  visit: Visit,
  { account, client, opens, rules }: AccessReport,
): Promise<SafeHtml> {
  const title = `${account.name ?? account.username} ${opens ? "can" : "cannot"} sign in to ${client.name}`;
  return panel(
    title,
    html`<p class="muted">The rules in the order in which they decide, as they stand now, for a browser that nobody has used before.</p>${await rulesOf(visit, rules)}`,
  );
}

async function accountAnswer(visit: Visit, { account, rules }: AccountReport): Promise<SafeHtml> {
  return panel(
    `The account of ${account.name ?? account.username}`,
    html`<p class="muted">What decides in every application, and whether mail arrives.</p>${await rulesOf(visit, rules)}`,
  );
}

const tones = { passes: "good", asks: "warn", blocks: "bad", unreached: "plain" } as const;

/** The rules that decided, each with what changes it. */
export async function rulesOf(visit: Visit, rules: readonly Rule[]): Promise<SafeHtml> {
  const facts = rules.map(
    async ({ rule, outcome, value, command }, index) =>
      [
        capitalized(rule),
        html`${badge(outcome, tones[outcome])} ${value}`,
        command !== undefined && (await repairOf(visit, command, `rule-${index}`)),
      ] as const,
  );
  return factsOf(await Promise.all(facts));
}
