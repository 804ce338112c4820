import type { Reply } from "../../http/reply.ts";
import { bulkOperations } from "../../operations/bulk.ts";
import type { AnswerOf, Operation } from "../../operations/operation.ts";
import type { Problem } from "../../operations/problem.ts";
import { readPart } from "../../operations/unreadable.ts";
import { filterContent } from "../../operations/user-filter.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { languages } from "../../protocol/language.ts";
import { ok, type Result } from "../../values/result.ts";
import { formOf, hiddenFields, selectField, submitButton } from "./forms.ts";
import { counted, linkButton, panel } from "./parts.ts";
import { filterWords, flagWords, peopleList, saidFilter } from "./person-filter.ts";
import { strengthWords } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { type Column, itemTable } from "./table.ts";
import { formTo, type Screen, show, type Visit } from "./visit.ts";

type Outcome = AnswerOf<(typeof bulkOperations)[number]["answer"]>["items"][number];

/** One form acts on at most this many people, in pages of `peopleEach`. */
const peopleMax = 1_000;
const peopleEach = 200;

/** How the console presents an act on many people. */
interface BulkView {
  readonly button: string;
  readonly text: string;
  /** A choice that comes before the preview. */
  readonly choice?: {
    readonly member: string;
    readonly label: string;
    readonly options: (visit: Visit) => Promise<readonly (readonly [value: string, text: string])[]>;
  };
}

const groupsOf = async ({ web }: Visit) =>
  (await web.ports.groups.list({ limit: 1_000 })).items.map(({ name }) => [name, name] as const);
const languageChoice = {
  member: "language",
  label: "The language of the mail, if the account has none",
  options: async () => languages.map((language) => [language, language] as const),
};

const views: Readonly<Record<(typeof bulkOperations)[number]["id"], BulkView>> = {
  disableUsers: {
    button: "Disable",
    text: "They are signed out everywhere and cannot sign in until they are enabled again.",
  },
  enableUsers: { button: "Enable", text: "They can sign in again." },
  signUsersOut: {
    button: "Sign out everywhere",
    text: "They have to sign in again in every browser, and every token ends.",
  },
  requireOfUsers: {
    button: "Require factors",
    text: "It applies from their next sign-in.",
    choice: {
      member: "require",
      label: "What they have to prove",
      options: async () => Object.entries(strengthWords),
    },
  },
  addUsersToGroup: {
    button: "Put into a group",
    text: "Applications see it at the next sign-in.",
    choice: { member: "to_group", label: "The group", options: groupsOf },
  },
  removeUsersFromGroup: {
    button: "Take out of a group",
    text: "Access by the group ends with the next refresh.",
    choice: { member: "from_group", label: "The group", options: groupsOf },
  },
  recoverUsers: {
    button: "Mail recovery links",
    text: "Each gets a link with which a new password can be set within a day. Only verified addresses get mail.",
    choice: languageChoice,
  },
  inviteUsers: {
    button: "Invite",
    text: "People who never signed in get a link with which a password can be set within a day.",
    choice: languageChoice,
  },
};

/** The acts on many people, with their scopes, paths and words. */
export const bulkActs = bulkOperations.map((operation) => {
  const view = views[operation.id];
  return {
    operation: operation as Operation,
    ...view,
    scope: operation.scope,
    path: operation.path.replace("/bulk/users", "/people/bulk"),
  };
});

type BulkAct = (typeof bulkActs)[number];

/** The preview of each act, and the act. */
export const personBulkScreens: readonly Screen[] = bulkActs.map((act) => ({
  path: act.path,
  scope: act.scope,
  needsFreshSignIn: true,
  get: (visit) => preview(visit, act),
  post: (visit) => carryOut(visit, act),
}));

const up = (visit: Visit) => ({ href: consolePath(visit.web, peopleList.path), text: "People" });

async function preview(visit: Visit, act: BulkAct): Promise<Reply> {
  const { choice, button, path } = act;
  if (choice !== undefined && visit.query.get(choice.member) === undefined)
    return choosing(visit, act, choice);
  const met = await run(visit, act, { isPreview: true });
  if (!met.ok) return refusedPage(visit, act, met.reason);
  const { items, isWhole } = met.value;
  const due = items.filter(({ outcome }) => outcome === "due").length;
  const form = formTo(visit, path);
  const send = formOf(
    { ...form, action: `${form.action}?${visit.incoming.query}` },
    undefined,
    html`${submitButton(`${button}: ${counted(due, "person", "people")}`, { id: "do", isDangerous: true })}${linkButton(up(visit).href, "Cancel")}`,
  );
  return show(visit, {
    title: `${button}: ${counted(due, "person", "people")}?`,
    up: up(visit),
    lead: meantWords(visit, act),
    main: html`
      <section class="panel"><p>${act.text}</p>
        ${!isWhole && html`<p class="warning">One form acts on at most ${peopleMax.toLocaleString("en")} people. Repeat it for the others.</p>`}
        ${due > 0 ? send : html`<p>It would change nothing.</p>`}</section>
      ${outcomesOf(items)}`,
  });
}

/** Asks for the choice of an act. The address keeps the people. */
async function choosing(
  visit: Visit,
  { path, button, text }: BulkAct,
  { member, label, options }: NonNullable<BulkView["choice"]>,
): Promise<Reply> {
  const choices = (await options(visit)).map(([value, label]) => ({ value, label }));
  return show(visit, {
    title: `${button}?`,
    up: up(visit),
    lead: text,
    main: html`
      <section class="panel">
        <form class="stack" method="get" action="${consolePath(visit.web, path)}">
          ${hiddenFields(saidFilter(visit))}
          ${visit.query.all("user").map((user) => hiddenFields({ user }))}
          ${selectField({ name: member, label, options: choices }, { values: {} })}
          <div class="actions">${submitButton("Preview", { id: "preview" })}${linkButton(up(visit).href, "Cancel")}</div>
        </form>
      </section>`,
  });
}

async function carryOut(visit: Visit, act: BulkAct): Promise<Reply> {
  const met = await run(visit, act, { isPreview: false });
  if (!met.ok) return refusedPage(visit, act, met.reason);
  const { items, isWhole } = met.value;
  const count = (outcome: Outcome["outcome"]) => items.filter((item) => item.outcome === outcome).length;
  const unchanged = count("unchanged");
  return show(visit, {
    title: `${act.button}: ${counted(count("done"), "person", "people")}`,
    up: up(visit),
    lead: meantWords(visit, act),
    main: html`
      <section class="panel">
        <p>Done for ${counted(count("done"), "person", "people")}, refused for ${count("refused")}${unchanged > 0 && `, and nothing to do for ${unchanged}`}.</p>
        ${!isWhole && html`<p class="warning">There are more people in the filter.</p>`}
        <div class="actions">${linkButton(up(visit).href, "Back to the people", "action")}${
          !isWhole &&
          linkButton(`${consolePath(visit.web, act.path)}?${visit.incoming.query}`, "Go on with the others")
        }</div>
      </section>
      ${outcomesOf(items.filter(isRefused))}`,
  });
}

function refusedPage(visit: Visit, { button }: BulkAct, { kind, detail }: Problem): Reply {
  const isLacking = kind === "insufficient-scope";
  const content = { title: isLacking ? "Not allowed" : `${button}?`, up: up(visit) };
  const isNobodyNamed =
    visit.query.all("user").length === 0 && !Object.values(saidFilter(visit)).some((said) => said.trim());
  const sentence =
    isNobodyNamed && kind === "invalid-content"
      ? "Tick people in the list or choose a filter first. Without either, everybody would be meant."
      : detail;
  return show(
    visit,
    {
      ...content,
      ...(!isLacking && { problem: sentence }),
      main: isLacking ? html`<p>${sentence}</p>` : linkButton(up(visit).href, "Back to the people"),
    },
    isLacking ? 403 : 409,
  );
}

/** Runs the act, or its dry run, page by page, for at most `peopleMax` people. */
async function run(
  visit: Visit,
  { operation, choice }: BulkAct,
  { isPreview }: { readonly isPreview: boolean },
): Promise<Result<{ readonly items: readonly Outcome[]; readonly isWhole: boolean }, Problem>> {
  const chosen = choice && visit.query.get(choice.member);
  const users = visit.query.all("user");
  const content = {
    ...Object.fromEntries(
      Object.entries(saidFilter(visit)).map(([name, value]) => [name, asContent(name, value)]),
    ),
    ...(users.length > 0 && { users }),
    ...(choice !== undefined && { [choice.member]: chosen }),
    ...(isPreview && { dry_run: true }),
  };
  // If people were ticked, the act is for them alone, not for the filter in which they were found.
  const named = users.length === 0 ? content : withoutFilter(content);
  const body = readPart(operation.body, named, { isContent: true });
  if (!body.ok) return body;
  const items: Outcome[] = [];
  for (let after: string | undefined; ; ) {
    const query = { limit: String(peopleEach), after };
    const answered = await operation.run({
      ...visit.call,
      params: {},
      query,
      body: body.value,
      ifMatch: undefined,
    });
    if (!answered.ok) return answered;
    const page = answered.value.body as { items: readonly Outcome[]; next: string | null };
    items.push(...page.items);
    if (page.next === null || items.length >= peopleMax) return ok({ items, isWhole: page.next === null });
    after = page.next;
  }
}

function withoutFilter(content: object): object {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !Object.hasOwn(filterContent, name)));
}

/** In an address, a flag is a text. */
function asContent(name: string, value: string): unknown {
  const isFlag = Object.hasOwn(flagWords, name) && (value === "true" || value === "false");
  return isFlag ? value === "true" : value;
}

function meantWords(visit: Visit, { choice }: BulkAct): string {
  const users = visit.query.all("user");
  const chosen = choice && visit.query.get(choice.member);
  const who =
    users.length > 0
      ? `${counted(users.length, "person", "people")} chosen in the list`
      : `Everybody in the filter ${filterWords(saidFilter(visit))}`;
  return chosen === undefined ? `${who}.` : `${who}. ${choice?.label}: ${chosen}.`;
}

const outcomeWords: Readonly<Record<Outcome["outcome"], string>> = {
  done: "done",
  due: "will be done",
  unchanged: "nothing to do",
  refused: "refused",
};

function outcomesOf(items: readonly Outcome[]): Printable {
  if (items.length === 0) return false;
  const columns: readonly Column<Outcome>[] = [
    { name: "Username", kind: "wide", cell: ({ user, username }) => username ?? user },
    { name: "What happens", cell: ({ outcome }) => outcomeWords[outcome] },
    { name: "Why not", kind: "text", cell: ({ reason }) => reason ?? "" },
  ];
  // Refusals come first, because an operator has to know them.
  const shown = [...items.filter(isRefused), ...items.filter((item) => !isRefused(item))].slice(
    0,
    peopleEach,
  );
  const table: SafeHtml = itemTable({ caption: "People", columns, items: shown });
  const left = items.length - shown.length;
  return panel(
    "People",
    html`${table}${left > 0 && html`<p class="muted">And ${left.toLocaleString("en")} more.</p>`}`,
  );
}

function isRefused({ outcome }: Outcome): boolean {
  return outcome === "refused";
}
