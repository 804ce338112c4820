import type { Reply } from "../../http/reply.ts";
import type { bulkOperations } from "../../operations/bulk.ts";
import type { AnswerOf } from "../../operations/operation.ts";
import type { Problem } from "../../operations/problem.ts";
import { readPart } from "../../operations/unreadable.ts";
import { filterContent } from "../../operations/user-filter.ts";
import { doneNotice, linkButton, submitButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import type { Parameters as Form } from "../../protocol/parameters.ts";
import { parseAccountId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import { formOf, hiddenFields, selectField } from "./forms.ts";
import { counted, panel } from "./parts.ts";
import { type BulkAct, type BulkView, bulkActs } from "./person-bulk-acts.ts";
import { filterWords, flagWords, peopleList, saidFilter } from "./person-filter.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Column, itemTable } from "./table.ts";
import { formTo, type Screen, show, type Visit } from "./visit.ts";

type Outcome = AnswerOf<(typeof bulkOperations)[number]["answer"]>["items"][number];

/** One preview is for at most this many people, read in pages of `peopleEach`. */
const peopleMax = 1_000;
const peopleEach = 200;
/** One request acts on at most this many, so that the page can show the progress. */
const peopleAtOnce = 100;

/** The preview of each act, and the act. */
export const personBulkScreens: readonly Screen[] = bulkActs.map((act) => ({
  path: act.path,
  scope: act.scope,
  needsFreshSignIn: true,
  get: (visit) => preview(visit, act),
  post: (visit, form) => carryOut(visit, act, form),
}));

const up = (visit: Visit) => ({ href: consolePath(visit.web, peopleList.path), text: "People" });

/** The progress of an act. Its forms carry it from page to page, so that nothing has to be stored. Each person is named by id. */
interface Progress {
  readonly left: readonly string[];
  readonly done: readonly string[];
  /** As the operator named them. */
  readonly refused: readonly string[];
  /** The state that everybody had before the act, to undo it; undefined if it cannot be undone. */
  readonly before?: string | undefined;
  /** True if the filter has more people than one preview shows. */
  readonly isPart: boolean;
}

async function preview(visit: Visit, act: BulkAct): Promise<Reply> {
  const { choice, button } = act;
  if (choice !== undefined && visit.query.get(choice.member) === undefined)
    return choosing(visit, act, choice);
  const met = await run(visit, act, { isPreview: true });
  if (!met.ok) return refusedPage(visit, act, met.reason);
  const progress = await planOf(visit, act, met.value);
  const due = counted(progress.left.length, "person", "people");
  const send = formOf(
    sendTo(visit, act),
    progressFields(progress),
    html`${submitButton(`${button}: ${due}`, { id: "do", kind: "action danger" })}${linkButton(up(visit).href, "Cancel")}`,
  );
  return show(visit, {
    title: `${button}: ${due}?`,
    up: up(visit),
    lead: meantWords(visit, act, progress),
    main: html`
      <section class="panel"><p>${act.text}</p>
        ${progress.isPart && warningNotice(html`One form acts on at most ${peopleMax.toLocaleString("en")} people. Repeat it for the others.`)}
        ${progress.left.length > 0 ? send : html`<p>It would change nothing.</p>`}</section>
      ${outcomesOf(met.value.items)}`,
  });
}

/** The progress at the start of an act, from what its preview has found. */
async function planOf(visit: Visit, act: BulkAct, { items, isWhole }: Met): Promise<Progress> {
  const left = items.flatMap(({ outcome, user_id: id }) => (outcome === "due" && id !== null ? [id] : []));
  const refused = items.filter(isRefused).map(({ user }) => user);
  return { left, done: [], refused, before: await stateBefore(visit, act, left), isPart: !isWhole };
}

async function stateBefore(
  { web, query }: Visit,
  { undo, choice }: BulkAct,
  people: readonly string[],
): Promise<string | undefined> {
  const chosen = (choice && query.get(choice.member)) ?? "";
  const states = new Set<string | undefined>();
  for (const person of people) {
    const id = parseAccountId(person);
    const account = id && (await web.ports.accounts.find(id));
    states.add(account && undo?.before(account, chosen));
  }
  const [state] = states;
  return states.size === 1 ? state : undefined;
}

/** The form of an act. Its address keeps the people, for a preview after a fresh sign-in. */
function sendTo(visit: Visit, { path }: BulkAct): ReturnType<typeof formTo> {
  const form = formTo(visit, path);
  return { ...form, action: `${form.action}?${visit.incoming.query}` };
}

function progressFields({ left, done, refused, before, isPart }: Progress): Printable {
  return hiddenFields({
    left: left.join(" "),
    done: done.join(" "),
    refused: refused.map(encodeURIComponent).join(" "),
    before,
    part: isPart ? "yes" : undefined,
  });
}

/** The progress that a form carries; undefined for a form that did not come from a preview. */
function progressIn(form: Form): Progress | undefined {
  const listed = (name: string) => (form.get(name) ?? "").split(" ").filter(Boolean).slice(0, peopleMax);
  if (form.get("left") === undefined) return undefined;
  return {
    left: listed("left"),
    done: listed("done"),
    refused: listed("refused").map((name) => decoded(name)),
    before: form.get("before"),
    isPart: form.get("part") !== undefined,
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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

/** Acts on the next people, and shows the progress. */
async function carryOut(visit: Visit, act: BulkAct, form: Form): Promise<Reply> {
  let progress = progressIn(form);
  if (progress === undefined) {
    const planned = await run(visit, act, { isPreview: true });
    if (!planned.ok) return refusedPage(visit, act, planned.reason);
    progress = await planOf(visit, act, planned.value);
  }
  const { left, done, refused } = progress;
  const next = left.slice(0, peopleAtOnce);
  const met = next.length === 0 ? undefined : await run(visit, act, { isPreview: false, users: next });
  if (met?.ok === false) return refusedPage(visit, act, met.reason);
  const items = met?.value.items ?? [];
  const gone = {
    ...progress,
    left: left.slice(peopleAtOnce),
    done: [...done, ...items.filter(({ outcome }) => outcome === "done").map(({ user }) => user)],
    refused: [...refused, ...items.filter(isRefused).map(({ user }) => user)],
  };
  return gone.left.length > 0 ? underWay(visit, act, gone) : finished(visit, act, gone);
}

/** The page between two requests of an act. With scripts, it continues by itself. */
function underWay(visit: Visit, act: BulkAct, progress: Progress): Reply {
  const { left, done, refused } = progress;
  const gone = done.length + refused.length;
  const whole = gone + left.length;
  const title = `${act.button}: ${gone.toLocaleString("en")} of ${counted(whole, "person", "people")}`;
  return show(visit, {
    title,
    up: up(visit),
    lead: meantWords(visit, act, progress),
    main: html`
      <section class="panel">
        <progress max="${whole}" value="${gone}" aria-label="${title}"></progress>
        ${formOf(
          sendTo(visit, act),
          progressFields(progress),
          html`${submitButton("Continue", { id: "go-on" })}${linkButton(up(visit).href, "Stop here")}`,
        )}
      </section>`,
    script: scriptFor("goOn"),
  });
}

async function finished(visit: Visit, act: BulkAct, progress: Progress): Promise<Reply> {
  const { done, refused, isPart } = progress;
  const people = counted(done.length, "person", "people");
  return show(visit, {
    title: `${act.button}: ${people}`,
    up: up(visit),
    lead: meantWords(visit, act, progress),
    main: html`
      <section class="panel">
        ${doneNotice(html`Done for ${people}${refused.length > 0 && html`, refused for ${refused.length}`}.`)}
        ${isPart && warningNotice("There are more people in the filter.")}
        <div class="actions">${linkButton(up(visit).href, "Back to the people", "action")}${
          isPart &&
          linkButton(
            `${consolePath(visit.web, act.path)}?${visit.incoming.query}`,
            "Continue with the others",
          )
        }${undoForm(visit, act, progress)}</div>
      </section>
      ${outcomesOf(await reasonsOf(visit, act, refused))}`,
  });
}

/** The button that does the opposite for everybody whom the act changed. */
function undoForm(visit: Visit, act: BulkAct, { done, before }: Progress): Printable {
  const inverse = bulkActs.find(({ operation }) => operation.id === act.undo?.by);
  if (inverse === undefined || before === undefined || done.length === 0) return undefined;
  const form = formTo(visit, inverse.path);
  const choice = inverse.choice && new URLSearchParams([[inverse.choice.member, before]]);
  // To undo the inverse is to repeat the act, so the state before the inverse is what the act chose.
  const chosen = act.choice && visit.query.get(act.choice.member);
  const back = { left: done, done: [], refused: [], before: chosen ?? before, isPart: false };
  return html`
    <form method="post" action="${form.action}${choice && `?${choice}`}">
      <input type="hidden" name="step" value="${form.csrfToken}">
      ${progressFields(back)}
      ${submitButton("Undo", { kind: "action second", id: "undo" })}
    </form>`;
}

/** Why people were refused, found by another preview. */
async function reasonsOf(
  visit: Visit,
  act: BulkAct,
  refused: readonly string[],
): Promise<readonly Outcome[]> {
  if (refused.length === 0) return [];
  const met = await run(visit, act, { isPreview: true, users: refused.slice(0, peopleEach) });
  if (!met.ok) return [];
  return met.value.items.map((item) =>
    isRefused(item)
      ? item
      : { ...item, outcome: "refused", reason: "It could not be done just then. Try it again." },
  );
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

interface Met {
  readonly items: readonly Outcome[];
  readonly isWhole: boolean;
}

/** Runs the act, or its dry run, page by page, for at most `peopleMax` people: those given, or those that the address means. */
async function run(
  visit: Visit,
  { operation, choice }: BulkAct,
  {
    isPreview,
    users = visit.query.all("user"),
  }: { readonly isPreview: boolean; readonly users?: readonly string[] },
): Promise<Result<Met, Problem>> {
  const chosen = choice && visit.query.get(choice.member);
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

function meantWords(visit: Visit, { choice }: BulkAct, { left, done, refused }: Progress): string {
  const users = visit.query.all("user");
  const chosen = choice && visit.query.get(choice.member);
  const filter = filterWords(saidFilter(visit));
  const who =
    users.length > 0
      ? `${counted(users.length, "person", "people")} chosen in the list`
      : filter !== ""
        ? `Everybody in the filter ${filter}`
        : counted(left.length + done.length + refused.length, "person", "people");
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
  const columns: readonly (Column<Outcome> | false)[] = [
    { name: "Username", kind: "wide", cell: ({ user, username }) => username ?? user },
    { name: "What happens", cell: ({ outcome }) => outcomeWords[outcome] },
    items.some(isRefused) && { name: "Why not", kind: "text", cell: ({ reason }) => reason ?? "" },
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
