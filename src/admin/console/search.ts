import {
  type Found,
  type FoundOfKind,
  type SearchedKind,
  searchEverything,
  searchLengthMax,
} from "../../flows/operator/search.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { actName } from "./audit-words.ts";
import { capitalized, searchOf } from "./listing.ts";
import { breakable, counted } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { pagesNamed } from "./search-pages.ts";
import { type Screen, show, type Visit } from "./visit.ts";

/** One search over everything that the operator may see. With scripts, its results appear in a dialog on every page. */
export const searchScreen: Screen = { path: "/search", scope: "any", get: searchPage };

const list = {
  path: "/search",
  label: "Names, addresses, pages, or a whole ID",
  noun: ["result", "results"],
} as const;

interface KindWords {
  readonly heading: string;
  /** The path of the page of a thing, from its key. */
  readonly path: (key: string) => string;
  /** The list of the kind, in which the search can go on; absent if there is none. */
  readonly list?: string;
}

const kindWords: Readonly<Record<SearchedKind, KindWords>> = {
  person: { heading: "People", path: (key) => `/people/${encodeURIComponent(key)}`, list: "/people" },
  application: {
    heading: "Applications",
    path: (key) => `/clients/${encodeURIComponent(key)}`,
    list: "/clients",
  },
  api: { heading: "APIs", path: (key) => `/apis/${encodeURIComponent(key)}` },
  group: { heading: "Groups", path: (key) => `/groups/${encodeURIComponent(key)}`, list: "/groups" },
  provider: { heading: "Providers", path: (key) => `/providers/${encodeURIComponent(key)}` },
  webhook: { heading: "Webhooks", path: (key) => `/webhooks/${encodeURIComponent(key)}` },
  setting: {
    heading: "Settings",
    path: (key) => `/settings?q=${encodeURIComponent(key)}`,
    list: "/settings",
  },
  act: { heading: "In the audit trail", path: (key) => `/audit?act=${encodeURIComponent(key)}` },
};

async function searchPage(visit: Visit): Promise<Reply> {
  const { web, query, operator } = visit;
  const text = query.get("q")?.trim().slice(0, searchLengthMax) ?? "";
  const found = await searchEverything(web.ports, web.administration, { text, by: operator });
  return show(visit, {
    title: "Search",
    main: html`
      <div class="tools">${searchOf(visit, list)}</div>
      <div class="panel"><div class="found" id="results" data-found>${resultsOf(visit, text, found)}</div></div>
      <p class="vh" id="found-count" role="status"></p>`,
    script: scriptFor("search"),
  });
}

function resultsOf(visit: Visit, text: string, found: readonly FoundOfKind[]): Printable {
  if (text === "")
    return html`<p class="muted" id="count">People, applications, APIs, groups, providers, webhooks, settings, acts of the audit trail, and pages of the console by name.</p>`;
  if (text.length < 2) return html`<p class="muted" id="count">Type at least two letters.</p>`;
  const { web } = visit;
  const pages = pagesNamed(visit, text).map(({ path, name }) => ({ href: consolePath(web, path), name }));
  const parts = [
    ...(pages.length === 0 ? [] : [{ heading: "Pages", items: pages, more: undefined }]),
    ...found.map(({ kind, items, hasMore }) => {
      const { heading, list } = kindWords[kind];
      const more = hasMore && list !== undefined ? `${list}?q=${encodeURIComponent(text)}` : undefined;
      return { heading, items: items.map((item) => rowOf(visit, item)), more };
    }),
  ];
  const count = parts.reduce((sum, { items }) => sum + items.length, 0);
  const said = count === 0 ? "Nothing was found." : `${counted(count, ...list.noun)}.`;
  return html`
    <p class="muted small" id="count">${said}</p>
    ${parts.map(
      ({ heading, items, more }) => html`
        <section>
          <h2>${heading}</h2>
          <ul>${items.map(itemOf)}</ul>
          ${more !== undefined && html`<p><a class="more" href="${consolePath(web, more)}">All that match</a></p>`}
        </section>`,
    )}`;
}

interface FoundRow {
  readonly href: string;
  readonly name: Printable;
  readonly detail?: string | undefined;
}

function rowOf({ web }: Visit, { kind, key, name, detail }: Found): FoundRow {
  const shown = kind === "act" ? capitalized(actName(key)) : kind === "setting" ? breakable(name) : name;
  return { href: consolePath(web, kindWords[kind].path(key)), name: shown, detail };
}

function itemOf({ href, name, detail }: FoundRow): SafeHtml {
  return html`<li><a href="${href}"><bdi>${name}</bdi>${detail !== undefined && html` <span class="muted small">${detail}</span>`}</a></li>`;
}
