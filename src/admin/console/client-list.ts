import {
  type ClientKind,
  type ClientOrder,
  type ClientState,
  clientKinds,
  clientStates,
  type ListedClient,
  lastUseOf,
  listUsedClients,
  orderedMax,
} from "../../flows/operator/client-use.ts";
import type { Reply } from "../../http/reply.ts";
import { readClientSort } from "../../operations/client-filter.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type Instant, plus } from "../../values/time.ts";
import { kindOf, stateOf } from "./client-words.ts";
import { filterChip, filterMenu, listHref, listOf, listQueryOf, sortLink } from "./listing.ts";
import { agoOf, dayOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Column, emptyState } from "./table.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

const list = {
  path: "/clients",
  label: "Name, ID or redirect URI",
  noun: ["application", "applications"],
  filters: ["kind", "state"],
} as const;

/** A younger application is not unused: it has just not been used yet. */
const unusedAfterSeconds = 30 * 86_400;

/** The list of applications. */
export const clientListScreen: Screen = { path: list.path, scope: "clients:read", get: listClients };

/** The kinds as the filter names them. */
const kindWords: Readonly<Record<ClientKind, string>> = {
  confidential: "server with a secret",
  public: "public client",
  machine: "service without users",
  "third-party": "third party",
  "self-registered": "registered itself",
  document: "by document",
};

async function listClients(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { ports, administration } = web;
  const page = await listUsedClients(
    { ...ports, statistics: administration.statistics },
    clientQueryOf(visit),
  );
  const add = linkButton(consolePath(web, "/clients/new"), "Add an application", "action");
  const mayChange = mayDo(visit, "clients:write");
  const chip = (text: string, state: ClientState) => filterChip(visit, list, text, ["state", state]);
  return show(visit, {
    title: "Applications",
    lead: "Sign-ins and tokens are those of the last 30 days.",
    actions: mayChange && add,
    main: html`
      ${listOf(visit, list, page, {
        next: page.next === undefined ? undefined : String(page.next),
        chips: [
          filterMenu(
            visit,
            list,
            ["kind", "Kind"],
            clientKinds.map((kind) => [kind, kindWords[kind]]),
          ),
          chip("Disabled", "disabled"),
          chip("Unused for 30 days", "unused"),
        ],
        tools: linkButton(listHref(visit, { ...list, path: "/clients/export" }), "Export", "little"),
        columns: columnsFor(visit, ports.clock.now()),
        href: ({ client }) => consolePath(web, `/clients/${encodeURIComponent(client.id)}`),
        empty: emptyState({
          title: "No applications yet",
          text: "An application is what people sign in to, or a service that calls APIs on its own. Registering one gives it a client ID, and you the settings for its library.",
          actions: mayChange && add,
        }),
      })}
      ${page.isCut && html`<p class="muted small">These are the first ${orderedMax.toLocaleString("en")} that were registered. Search to find others.</p>`}`,
    script: scriptFor("search"),
  });
}

/** What the address asks of the list. */
export function clientQueryOf(visit: Visit) {
  const { query } = visit;
  return {
    ...listQueryOf(visit, (text) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)),
    ...(readClientSort(query.get("sort")) ?? ({ order: "name", isDescending: false } as const)),
    kind: clientKinds.find((known) => known === query.get("kind")),
    state: clientStates.find((known) => known === query.get("state")),
    asking: visit.operator.client.id,
  };
}

function columnsFor(visit: Visit, now: Instant): readonly Column<ListedClient>[] {
  const sort = (order: ClientOrder, first?: "descending") =>
    sortLink(visit, list, order, { first, isDefault: order === "name" });
  return [
    { name: "Name", kind: "wide", sort: sort("name"), cell: ({ client }) => client.name },
    { name: "Kind", isSpare: true, cell: ({ client }) => kindOf(client, { isBrief: true }) },
    { name: "Redirects to", kind: "wide", isLong: true, cell: ({ client }) => redirectHosts(client) },
    {
      name: "Sign-ins",
      kind: "figure",
      sort: sort("sign-ins", "descending"),
      cell: ({ client, signIns }) => !client.metadata.isMachine && signIns.toLocaleString("en"),
    },
    {
      name: "Tokens",
      kind: "figure",
      sort: sort("tokens", "descending"),
      cell: ({ tokens }) => (tokens?.count ?? 0).toLocaleString("en"),
    },
    { name: "Last used", sort: sort("used", "descending"), cell: (listed) => agoOf(lastUseOf(listed), now) },
    {
      name: "Registered",
      isSpare: true,
      sort: sort("registered", "descending"),
      cell: ({ client }) => dayOf(client.createdAt),
    },
    { name: "State", kind: "state", cell: (listed) => statesOf(listed, now) },
  ];
}

/** The hosts of its redirect URIs, the first one by name; all of them appear under the pointer. */
function redirectHosts({ redirectUris }: Client): Printable {
  const hosts = [...new Set(redirectUris.map((uri) => URL.parse(uri)?.host || uri))];
  const [first] = hosts;
  return hosts.length > 1
    ? html`<span class="marked"><bdi title="${hosts.join(", ")}">${first}</bdi><span class="muted">+${hosts.length - 1}</span></span>`
    : first;
}

function statesOf({ client, uses, tokens }: ListedClient, now: Instant): Printable {
  const words = stateOf(client, uses, now);
  if (words.length > 0) return words.map(({ text, tone }) => html`${badge(text, tone)} `);
  if (tokens !== undefined) return badge("in use", "good");
  return badge(plus(client.createdAt, unusedAfterSeconds) > now ? "not used yet" : "unused");
}
