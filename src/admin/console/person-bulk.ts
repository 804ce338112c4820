import { isFreshOperator } from "../../flows/operator/access.ts";
import type { Reply } from "../../http/reply.ts";
import { idsOfDue, namedMax } from "../../operations/bulk.ts";
import type { Problem } from "../../operations/problem.ts";
import { doneNotice, linkButton, submitButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Parameters as Form } from "../../protocol/parameters.ts";
import { buttonForm, formOf, hiddenFields, selectField } from "./forms.ts";
import { counted } from "./parts.ts";
import { type BulkAct, type BulkView, bulkActs } from "./person-bulk-acts.ts";
import { outcomesOf } from "./person-bulk-people.ts";
import {
  carryOut,
  createRunId,
  findRun,
  inverseOf,
  isRefused,
  isUnderWay,
  type Meant,
  mayGoOn,
  type Outcome,
  peopleEach,
  peopleMax,
  peopleOf,
  type Run,
  type StoredRun,
  startRun,
  stopRun,
  takeStep,
} from "./person-bulk-run.ts";
import { filterWords, peopleList, saidFilter } from "./person-filter.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, goTo, notHere, type Screen, show, type Visit } from "./visit.ts";

/** A preview that looks through at most this many pages of people is shown at once. A larger one is made in several requests. */
const previewPagesMax = 5;

/** The preview of each act, the act, and what it did. */
export const personBulkScreens: readonly Screen[] = bulkActs.map((act) => ({
  path: act.path,
  scope: act.scope,
  needsFreshSignIn: true,
  goesOn: (visit, form) => goesOn(visit, act, form),
  get: (visit) => {
    const id = visit.query.get("run");
    return id === undefined ? preview(visit, act) : runPage(visit, act, id);
  },
  post: (visit, form) => send(visit, act, form),
}));

/** The sign-in has to be recent when an act begins, but not while the act goes on, nor to look at what it did. */
async function goesOn(visit: Visit, act: BulkAct, form: Form | undefined): Promise<boolean> {
  const stored = await findRun(visit, act, form === undefined ? visit.query.get("run") : form.get("run"));
  if (stored === undefined) return false;
  const { phase } = stored.run;
  return phase === "acting" || (form === undefined && (phase === "done" || phase === "stopped"));
}

const up = (visit: Visit) => ({ href: consolePath(visit.web, peopleList.path), text: "People" });

/** Whom the address means. */
function meantIn(visit: Visit, { choice }: BulkAct): Meant {
  return {
    users: visit.query.all("user"),
    filter: saidFilter(visit),
    chosen: choice && visit.query.get(choice.member),
  };
}

async function preview(visit: Visit, act: BulkAct): Promise<Reply> {
  const meant = meantIn(visit, act);
  if (act.choice !== undefined && meant.chosen === undefined) return choosing(visit, act, act.choice);
  const met = await carryOut(visit, act, meant, { isPreview: true, pages: previewPagesMax });
  if (!met.ok) return refusedPage(visit, act, met.reason);
  const { items, next } = met.value;
  const lead = meantWords(act, { ...meant, ticked: meant.users.length, people: items.length });
  const own = { run: createRunId(visit) };
  if (next !== undefined) return lookingPage(visit, act, { lead, seen: items.length, own });
  const due = idsOfDue(items);
  const refused = items.filter(isRefused).map(({ user }) => encodeURIComponent(user));
  const fields = { ...own, left: due.join(" "), refused: refused.join(" ") };
  const { chosen } = meant;
  return previewPage(visit, act, { lead, chosen, items, fields, people: due.length, shown: items.length });
}

interface Preview {
  readonly lead: string;
  readonly chosen: string | undefined;
  readonly items: readonly Outcome[];
  readonly fields: Readonly<Record<string, string>>;
  readonly people: number;
  /** How many people it looked through. */
  readonly shown: number;
  readonly note?: Printable;
}

async function previewPage(
  visit: Visit,
  act: BulkAct,
  { lead, chosen, items, fields, people, shown, note }: Preview,
): Promise<Reply> {
  const deed = act.deed(counted(people, "person", "people"), chosen);
  const send = formOf(
    sendTo(visit, act),
    hiddenFields(fields),
    html`${submitButton(deed, { id: "do", kind: "action danger" })}${linkButton(up(visit).href, "Cancel")}`,
  );
  return show(visit, {
    title: `${deed}?`,
    up: up(visit),
    lead,
    main: html`
      <section class="panel"><p>${act.text}</p>
        ${note}
        ${people > 0 ? send : html`<p>It would change nothing.</p>`}</section>
      ${await outcomesOf(visit, items, shown)}`,
  });
}

/** Asks for the choice of an act. The address keeps the people. */
async function choosing(
  visit: Visit,
  { path, deed, text }: BulkAct,
  { member, label, options }: NonNullable<BulkView["choice"]>,
): Promise<Reply> {
  const users = visit.query.all("user").length;
  const people = users > 0 ? counted(users, "person", "people") : "everybody in the filter";
  const choices = (await options(visit)).map(([value, label]) => ({ value, label }));
  return show(visit, {
    title: deed(people),
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

/** The page while the people of a large filter are gathered. With scripts, it continues by itself. */
function lookingPage(
  visit: Visit,
  act: BulkAct,
  {
    lead,
    seen,
    own,
  }: { readonly lead: string; readonly seen: number; readonly own: Readonly<Record<string, string>> },
): Reply {
  const title = `${act.button}: looking for the people`;
  return show(visit, {
    title,
    up: up(visit),
    lead,
    main: html`
      <section class="panel">
        <p>Looked through ${counted(seen, "person", "people")} so far. Nothing has been changed. A preview comes next.</p>
        <progress aria-label="${title}"></progress>
        ${formOf(
          sendTo(visit, act),
          hiddenFields({ ...own, phase: "looking" }),
          html`${submitButton("Continue", { id: "go-on" })}${linkButton(up(visit).href, "Cancel")}`,
        )}
      </section>`,
    script: scriptFor("goOn"),
  });
}

/** The form of an act. Its address keeps the people, for a preview after a fresh sign-in. */
function sendTo(visit: Visit, { path }: BulkAct): ReturnType<typeof formTo> {
  const form = formTo(visit, path);
  return { ...form, action: `${form.action}?${visit.incoming.query}` };
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

/** Starts a run, or takes its next step. The page that follows is asked for with GET, so that it can be reloaded. */
async function send(visit: Visit, act: BulkAct, form: Form): Promise<Reply> {
  const id = form.get("run");
  const known = await findRun(visit, act, id);
  // A run that was there when the request was let in may have expired since.
  if (known === undefined && isFreshOperator(visit.operator, visit.web.ports.clock.now()))
    await start(visit, act, form);
  const stored = known ?? (await findRun(visit, act, id));
  if (stored === undefined) return goTo(visit, `${act.path}?${visit.incoming.query}`);
  if (form.get("stop") !== undefined) await stopRun(visit, act, stored);
  // A page that shows an earlier phase takes no step: its operator has not seen the preview yet.
  else if (known === undefined || form.get("phase") === known.run.phase) await takeStep(visit, act, stored);
  return goTo(visit, `${act.path}?run=${stored.id}`);
}

async function start(visit: Visit, act: BulkAct, form: Form): Promise<void> {
  const id = form.get("run");
  const { users, filter, chosen } = meantIn(visit, act);
  const about = { filter, chosen, ticked: users.length };
  const listed = (name: string) =>
    (form.get(name) ?? "")
      .split(" ")
      .filter(Boolean)
      .slice(0, peopleEach * previewPagesMax);
  const undone = await findRun(visit, undefined, form.get("undo"));
  if (undone !== undefined) {
    const inverse = inverseOf(undone.run);
    if (inverse?.act !== act) return;
    return startRun(visit, act, id, {
      phase: "acting",
      filter: {},
      ticked: 0,
      chosen: inverse.chosen,
      undoes: undone,
    });
  }
  if (form.get("left") !== undefined) {
    const refusedNames = listed("refused").map((name) => decoded(name));
    return startRun(visit, act, id, { ...about, phase: "acting", people: listed("left"), refusedNames });
  }
  if (form.get("phase") === "looking") return startRun(visit, act, id, { ...about, phase: "looking" });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The page of a run: how far it is, its preview, or what it did. */
async function runPage(visit: Visit, act: BulkAct, id: string): Promise<Reply> {
  const stored = await findRun(visit, act, id);
  if (stored === undefined)
    return notHere(visit, "This act is no longer known. The audit trail says what was done.", {
      path: peopleList.path,
      text: "People",
    });
  const { run } = stored;
  const own = { run: id };
  if (run.phase === "looking")
    return lookingPage(visit, act, { lead: meantWords(act, run), seen: run.seen, own });
  if (run.phase === "ready") return readyPage(visit, act, stored);
  return run.phase === "acting" ? underWay(visit, act, stored) : finished(visit, act, stored);
}

async function readyPage(visit: Visit, act: BulkAct, stored: StoredRun): Promise<Reply> {
  const { id, run } = stored;
  // A part has at most half as many people as one request may name.
  const users = [...run.refusedNames.slice(0, namedMax / 2), ...(await peopleOf(visit, stored, 1))];
  const meant = { users, filter: {}, chosen: run.chosen };
  const met = users.length === 0 ? undefined : await carryOut(visit, act, meant, { isPreview: true });
  return previewPage(visit, act, {
    lead: meantWords(act, run),
    chosen: run.chosen,
    items: met?.ok ? met.value.items : [],
    fields: { run: id, phase: run.phase },
    people: run.people,
    shown: run.seen,
    note: html`
      ${run.unchanged > 0 && html`<p>For ${counted(run.unchanged, "person", "people")} there is nothing to do.</p>`}
      ${run.refused > 0 && html`<p>It would be refused for ${counted(run.refused, "person", "people")}.</p>`}
      ${run.isPart && warningNotice(html`One form acts on at most ${peopleMax.toLocaleString("en")} people. Repeat it for the others.`)}`,
  });
}

/** The page between two requests of an act. With scripts, it continues by itself, unless another window does so. */
function underWay(visit: Visit, act: BulkAct, { id, run }: StoredRun): Reply {
  const gone = run.done + run.refused;
  const whole = run.people + run.refused;
  const people = `${gone.toLocaleString("en")} of ${counted(whole, "person", "people")}`;
  const title = act.deed(people, run.chosen);
  const isBusy = isUnderWay(visit, run);
  const { isStopping = false } = run;
  const reply = show(visit, {
    title,
    up: up(visit),
    lead: meantWords(act, run),
    main: html`
      <section class="panel">
        <progress max="${whole}" value="${gone}" aria-label="${title}"></progress>
        ${isBusy && html`<p>${isStopping ? "It stops after the people on whom it is acting now." : "Another window continues this act."}</p>`}
        ${formOf(
          sendTo(visit, act),
          hiddenFields({ run: id, phase: run.phase }),
          html`${submitButton(isStopping ? "Show what was done" : "Continue", { id: "go-on" })}${!isStopping && stopButton}`,
        )}
      </section>`,
    ...(!isBusy && { script: scriptFor("goOn") }),
  });
  return isBusy && isStopping ? { ...reply, headers: { ...reply.headers, refresh: "1" } } : reply;
}

/** With scripts, each page is there for a moment only. The button has the focus, so that Enter stops the act. */
const stopButton = submitButton("Stop here", {
  kind: "action second",
  id: "stop",
  name: "stop",
  value: "true",
  attributes: html` autofocus`,
});

async function finished(visit: Visit, act: BulkAct, { id, run }: StoredRun): Promise<Reply> {
  const people = counted(run.done, "person", "people");
  const refused = await reasonsOf(visit, act, run);
  const isStopped = mayGoOn(run);
  const who = isStopped
    ? `${run.done.toLocaleString("en")} of ${counted(run.people, "person", "people")}`
    : people;
  return show(visit, {
    title: act.deed(people, run.chosen),
    up: up(visit),
    lead: meantWords(act, run),
    problem: run.problem && `The act ended before it was done for everybody: ${run.problem}`,
    main: html`
      <section class="panel">
        ${doneNotice(html`${isStopped && "Stopped. "}Done for ${who}${run.refused > 0 && html`, refused for ${run.refused.toLocaleString("en")}`}.`)}
        ${run.isPart && warningNotice("There are more people in the filter.")}
        <div class="actions">${linkButton(up(visit).href, "Back to the people", "action")}${undoForm(visit, id, run)}${
          isStopped &&
          buttonForm(
            { ...sendTo(visit, act), values: { run: id, phase: run.phase } },
            "Continue",
            "action second",
          )
        }</div>
      </section>
      ${await outcomesOf(visit, refused, run.refused)}`,
  });
}

/** The button that does the opposite for everybody whom the act changed. */
function undoForm(visit: Visit, id: string, run: Run): Printable {
  const inverse = inverseOf(run);
  if (inverse === undefined) return undefined;
  const form = formTo(visit, inverse.act.path);
  return html`
    <form method="post" action="${form.action}">
      <input type="hidden" name="step" value="${form.csrfToken}">
      ${hiddenFields({ run: createRunId(visit), undo: id })}
      ${submitButton("Undo", { kind: "action second", id: "undo" })}
    </form>`;
}

/** Why people were refused, found by another preview. */
async function reasonsOf(
  visit: Visit,
  act: BulkAct,
  { refusedNames, chosen }: Run,
): Promise<readonly Outcome[]> {
  if (refusedNames.length === 0) return [];
  const meant = { users: refusedNames.slice(0, namedMax), filter: {}, chosen };
  const met = await carryOut(visit, act, meant, { isPreview: true });
  if (!met.ok) return [];
  return met.value.items.map((item) =>
    isRefused(item)
      ? item
      : { ...item, outcome: "refused", reason: "It could not be done just then. Try it again." },
  );
}

function meantWords(
  { choice }: BulkAct,
  { filter, ticked, people, chosen }: Pick<Run, "filter" | "ticked" | "people" | "chosen">,
): string {
  const words = filterWords(filter);
  const who =
    ticked > 0
      ? `${counted(ticked, "person", "people")} chosen in the list`
      : words !== ""
        ? `Everybody in the filter (${words})`
        : counted(people, "person", "people");
  return chosen === undefined ? `${who}.` : `${who}. ${choice?.label}: ${chosen}.`;
}
