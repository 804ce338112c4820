import { actSentence, allAuditActs } from "../../flows/audit.ts";
import type { AuditFilter } from "../../flows/audit-ports.ts";
import { findAuditFilter, readWhen, type WrittenFilter, whenRule } from "../../flows/operator/audit.ts";
import type { Reply } from "../../http/reply.ts";
import { mayReadTrail } from "../../operations/whole-trail.ts";
import { type Fact, factsOf, linkButton, submitButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { isoTime } from "../../values/time.ts";
import { auditExport } from "./audit-export.ts";
import {
  byColumn,
  detailsColumn,
  fromColumn,
  onColumn,
  type ToldEntry,
  tellEntry,
  whatColumn,
  whenColumn,
} from "./audit-rows.ts";
import { auditVerifyScreen, waitPage } from "./audit-verify.ts";
import {
  actName,
  detailName,
  detailValue,
  momentToSecond,
  nameOfActor,
  nameOfTarget,
  namesFor,
} from "./audit-words.ts";
import { type FormState, textField } from "./forms.ts";
import { capitalized, pageLength } from "./listing.ts";
import { mayGoOn, streamTo } from "./live.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Column, itemRows, itemTable } from "./table.ts";
import { mayDo, notHere, type Screen, show, type Visit } from "./visit.ts";

const path = "/audit";
const scope = "audit:read";
const filterNames = ["act", "actor", "target", "from", "until"] as const;

/** The audit trail, and its verification. */
export const auditScreens: readonly Screen[] = [
  { path, scope, get: listPage },
  { path: "/audit/live", scope, answers: "stream", get: liveEntries },
  {
    path: "/audit/export",
    scope,
    answers: "download",
    get: async (visit) => {
      const { filter, problems } = await filterOf(visit);
      // With a filter that cannot be read, the export would contain entries that nobody asked for.
      return Object.keys(problems).length > 0
        ? listPage(visit)
        : mayReadTrail(visit.operator)
          ? auditExport(visit, filter, () => mayGoOn(visit, scope))
          : waitPage(visit);
    },
  },
  auditVerifyScreen,
  { path: "/audit/{number}", scope, get: entryPage },
];

interface ReadFilter {
  readonly filter: AuditFilter;
  readonly values: Readonly<Record<string, string>>;
  /** Sentences by field. */
  readonly problems: Readonly<Record<string, string>>;
}

/** A time as a browser's field for it writes it, without a zone. It is one in UTC, like all times of the console. */
const pickedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The filter in the query. A time that cannot be read is reported and left out. */
async function filterOf(visit: Visit): Promise<ReadFilter> {
  const { web, query } = visit;
  const values: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const name of filterNames) {
    const text = query.get(name)?.trim().slice(0, 200);
    if (text) values[name] = text;
  }
  const whenOf = (name: "from" | "until") => {
    const text = values[name];
    const when = text === undefined ? undefined : readWhen(pickedTime.test(text) ? `${text}Z` : text);
    if (text !== undefined && when === undefined) problems[name] = `Write ${whenRule}.`;
    return when;
  };
  const { act, actor, target } = values;
  const written: WrittenFilter = { act, actor, target, from: whenOf("from"), until: whenOf("until") };
  // Otherwise the trail would tell whose address it is.
  const accounts = mayDo(visit, "users:read") ? web.ports.accounts : undefined;
  const now = web.ports.clock.now();
  return { filter: await findAuditFilter({ accounts, now }, written), values, problems };
}

async function listPage(visit: Visit): Promise<Reply> {
  const { web, query } = visit;
  const { auditTrail } = web.administration;
  const { filter, values, problems } = await filterOf(visit);
  const afterText = query.get("after") ?? "";
  const after = /^[1-9]\d{0,14}$/.test(afterText) ? Number(afterText) : undefined;
  // The head is read first: entries written in the meantime are then sent twice rather than not at all.
  const since = (await auditTrail.head())?.last ?? 0;
  const page = await auditTrail.list({ ...filter, limit: pageLength, after });
  const first = page.items[0]?.number ?? 0;
  const here = consolePath(web, path);
  const address = (more: Readonly<Record<string, string>>, place = here) => {
    const text = new URLSearchParams({ ...values, ...more }).toString();
    return text === "" ? place : `${place}?${text}`;
  };
  const isFirst = after === undefined;
  const live = address({ since: String(Math.max(since, first)) }, `${here}/live`);
  const names = namesFor(visit);
  const items = await Promise.all(page.items.map((entry) => tellEntry(entry, names)));
  const isWrong = Object.keys(problems).length > 0;
  const content = {
    title: "Audit trail",
    lead: "Who did what to whom. An entry cannot be changed or removed unnoticed.",
    actions: linkButton(`${here}/verify`, "Verify the trail"),
    problem: isWrong ? "Part of the filter cannot be read and was left out." : undefined,
    main: html`
      <div class="list">
      ${filterForm(here, { values: { ...values, ...pickedTimes(filter) }, problems })}
      <div class="over">
        ${stretchLinks(values.from, address)}
        <div class="actions">
          <p class="small muted"><span id="live-state" role="status"></span> <a href="${address({})}">Reload</a></p>
          ${exportMenu((format) => address({ format }, `${here}/export`))}
        </div>
      </div>
      <div class="live"${isFirst && html` data-live="${live}"`}>${itemTable({ caption: "Entries", ...tableFor(visit), items })}</div>
      </div>
      ${page.items.length === 0 && html`<p class="muted">No entry matches.</p>`}
      <div class="actions">
        ${!isFirst && linkButton(address({}), "Newest", "little")}
        ${page.next !== undefined && linkButton(address({ after: String(page.next) }), "Older", "little", html` id="next"`)}
      </div>`,
    script: isFirst ? scriptFor("live") : undefined,
  };
  return show(visit, content, isWrong ? 400 : 200);
}

function filterForm(action: string, state: FormState): SafeHtml {
  return html`
    <form class="find" id="filter" method="get" action="${action}" role="search">
      ${textField({ name: "act", label: "Act", maxLength: 64, attributes: html` list="acts" placeholder="Any act"` }, state)}
      <datalist id="acts">${allAuditActs.map((act) => html`<option value="${act}">${actName(act)}</option>`)}</datalist>
      ${textField({ name: "actor", label: "By", maxLength: 200, attributes: whom }, state)}
      ${textField({ name: "target", label: "On", maxLength: 200, attributes: whom }, state)}
      ${textField({ name: "from", label: "From (UTC)", type: "datetime-local" }, state)}
      ${textField({ name: "until", label: "Until (UTC)", type: "datetime-local" }, state)}
      ${submitButton("Filter", { kind: "action second", id: "find" })}
    </form>`;
}

const whom = html` placeholder="Username or ID" title="A username, an e-mail address, a client ID or another ID"`;

/** Stretches of time that end now, as the address has them. */
const stretches = [
  ["1h", "Last hour"],
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
] as const;

function stretchLinks(
  from: string | undefined,
  address: (more: Readonly<Record<string, string>>) => string,
): SafeHtml {
  const links = stretches.map(
    ([value, name]) =>
      html`<li><a class="chip" href="${address({ from: value })}"${value === from && html` aria-current="true"`}>${name}</a></li>`,
  );
  return html`
    <nav aria-label="Period"><ul class="chips"><li class="for-phones"><a class="chip" href="#filter">Filter</a></li>${links}</ul></nav>`;
}

function exportMenu(address: (format: string) => string): SafeHtml {
  return html`
    <details class="chip-menu" name="chips">
      <summary class="little">Export</summary>
      <div class="drop"><ul>
        <li><a href="${address("csv")}">CSV, for a spreadsheet</a></li>
        <li><a href="${address("jsonl")}">JSON lines, for a program</a></li>
      </ul></div>
    </details>`;
}

/** The moments of a filter as a browser's field for times takes them. */
function pickedTimes({ from, until }: AuditFilter): Readonly<Record<string, string>> {
  const picked = (at: NonNullable<typeof from>) => isoTime(at).slice(0, 16);
  return {
    ...(from !== undefined && { from: picked(from) }),
    ...(until !== undefined && { until: picked(until) }),
  };
}

function tableFor({ web }: Visit) {
  return {
    // One line each: the page of an entry tells the whole.
    columns: [
      { name: "Act", cell: whatColumn.cell },
      whenColumn,
      { ...byColumn, kind: "wide" },
      { ...onColumn, kind: "wide" },
      fromColumn,
      { ...detailsColumn, kind: "wide" },
    ] satisfies readonly Column<ToldEntry>[],
    href: ({ number }: ToldEntry) => consolePath(web, `${path}/${number}`),
  };
}

const entriesAtOnceMax = 100;

async function liveEntries(visit: Visit): Promise<Reply> {
  const { web, incoming, query } = visit;
  const { filter } = await filterOf(visit);
  // A browser that reconnects names the last entry that it got.
  const from = incoming.header("last-event-id") ?? query.get("since") ?? "";
  let after = /^\d{1,15}$/.test(from)
    ? Number(from)
    : ((await web.administration.auditTrail.head())?.last ?? 0);
  const names = namesFor(visit);
  return streamTo(visit, {
    scope,
    everySeconds: 1,
    look: async () => {
      const query = { ...filter, order: "oldest", after, limit: entriesAtOnceMax } as const;
      const { items } = await web.administration.auditTrail.list(query);
      const last = items.at(-1);
      if (last === undefined) return undefined;
      after = last.number;
      const told = await Promise.all(items.map((entry) => tellEntry(entry, names)));
      const rows = itemRows({ ...tableFor(visit), items: told.toReversed() });
      return { event: "rows", markup: rows.join(""), id: after };
    },
  });
}

async function entryPage(visit: Visit): Promise<Reply> {
  const { web, names: inPath } = visit;
  const number = /^[1-9]\d{0,14}$/.test(inPath.number ?? "") ? Number(inPath.number) : 0;
  // The one after it too, if there is one.
  const wanted = { order: "oldest", after: number - 1, limit: 2 } as const;
  const [entry, next] = number === 0 ? [] : (await web.administration.auditTrail.list(wanted)).items;
  if (entry === undefined || entry.number !== number)
    return notHere(visit, "There is no such entry. Old entries are removed.", {
      path,
      text: "Audit trail",
    });
  const { at, act, details = {}, network, requestId, target } = entry;
  const first = (await web.administration.auditTrail.head())?.first ?? number;
  const to = (more: string) => consolePath(web, `${path}${more}`);
  const names = namesFor(visit);
  const told = await Promise.all(
    Object.entries(details).map(async ([name, value]): Promise<Fact> => {
      const text = detailName(name);
      return [`${text.charAt(0).toUpperCase()}${text.slice(1)}`, await detailValue(name, value, names)];
    }),
  );
  return show(visit, {
    title: capitalized(actName(act)),
    up: { href: to(""), text: "Audit trail" },
    lead: html`Entry ${number.toLocaleString("en")}${actSentence(act) !== undefined && html`: ${actSentence(act)}`}`,
    actions: [
      number > first && linkButton(to(`/${number - 1}`), "Earlier"),
      next !== undefined && linkButton(to(`/${next.number}`), "Later"),
      target !== undefined &&
        linkButton(to(`?target=${encodeURIComponent(target.id)}`), "All about the same"),
    ],
    main: panel(
      "What happened",
      factsOf([
        ["At", momentToSecond(at)],
        ["By", await nameOfActor(entry, names)],
        ["On", await nameOfTarget(entry, names)],
        ...told,
        ["Network", network],
        ["Request", requestId && html`<code>${requestId}</code>`],
        ["In the API and in webhooks", html`<code>${act}</code>`],
      ]),
    ),
  });
}
