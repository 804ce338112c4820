import { type PeopleOrder, type Person, peopleOrders } from "../../flows/people-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { readPersonPosition, writePersonPosition } from "../../operations/user-filter.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { keptFields, listHref, listOf, listQueryOf, sortLink } from "./listing.ts";
import { addressIn, agoOf, breakable, dayOf } from "./parts.ts";
import { bulkActs } from "./person-bulk-acts.ts";
import { chipsFor, factorMenu, filterIn, peopleList, stateMenu } from "./person-filter.ts";
import { disabledBadge, factorWords, personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Column, emptyNote, emptyState } from "./table.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

/** The list of people. */
export const personListScreen: Screen = { path: peopleList.path, scope: "users:read", get: listPeople };

/** A form may have 64 values, so longer pages have no boxes to tick. */
const tickedMax = 50;

async function listPeople(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const order: PeopleOrder = peopleOrders.find((each) => each === visit.query.get("sort")) ?? "created";
  const filter = filterIn(visit);
  const { search: _, ...query } = listQueryOf(visit, (text) => readPersonPosition(text, order));
  const page = filter.ok
    ? await web.ports.people.list({ ...query, order, filter: filter.value })
    : { items: [], total: 0, isTotalExact: true };
  const add =
    mayDo(visit, "users:write") && linkButton(consolePath(web, "/people/new"), "Add a person", "action");
  const isToBeContinued = page.items.length === 0 && page.next !== undefined;
  return show(visit, {
    title: "People",
    actions: add,
    problem: filter.ok ? undefined : filter.reason.detail,
    main: listOf(visit, peopleList, page, {
      next: page.next && writePersonPosition(page.next),
      chips: await chipsFor(visit),
      tools: html`${linkButton(listHref(visit, { ...peopleList, path: "/people/export" }), "Export", "little")}${actsOn(visit)}`,
      columns: columnsFor(visit, query.limit <= tickedMax),
      href: ({ account }) => consolePath(web, personPath(account)),
      ...(isToBeContinued && {
        nothing: emptyNote("Nobody so far. There are more people to look through on the next page."),
      }),
      empty: emptyState({
        title: "Nobody has an account yet",
        text: "Add people one by one, invite them, or import everybody with the command line.",
        actions: add,
      }),
    }),
    script: scriptFor("search", "choose"),
  });
}

function columnsFor(visit: Visit, areTicked: boolean): readonly (Column<Person> | false)[] {
  const now = visit.web.ports.clock.now();
  const sort = (name: string, options = {}) => sortLink(visit, peopleList, name, options);
  return [
    areTicked &&
      bulkActs.some(({ scope }) => mayDo(visit, scope)) && {
        name: "Choose",
        kind: "tick",
        cell: ({ account }) =>
          html`<input type="checkbox" form="acts" name="user" value="${account.id}" aria-label="Choose ${personName(account)}">`,
      },
    { name: "Name", kind: "wide", sort: sort("name"), cell: ({ account }) => personName(account) },
    {
      name: "Username",
      kind: "wide",
      isSpare: true,
      sort: sort("username"),
      cell: ({ account }) => html`<bdi>${breakable(account.username)}</bdi>`,
    },
    { name: "E-mail address", kind: "wide", isLong: true, sort: sort("email"), cell: addressOf },
    { name: "Factors", menu: factorMenu(visit), cell: ({ account }) => factorWords(account) },
    {
      name: "Last sign-in",
      sort: sort("last_sign_in", { first: "descending" }),
      cell: ({ lastSignInAt }) => agoOf(lastSignInAt, now),
    },
    {
      name: "Created",
      isSpare: true,
      sort: sort("created", { isDefault: true }),
      cell: ({ account }) => dayOf(account.createdAt),
    },
    { name: "State", kind: "state", menu: stateMenu(visit), cell: statesOf },
  ];
}

function addressOf({ account }: Person): Printable {
  const { email, isEmailUnverified } = account;
  return email && addressIn(email, isEmailUnverified ? badge("unverified", "warn") : undefined);
}

function statesOf({ account }: Person): Printable {
  return [
    disabledBadge(account),
    account.deleteAfter !== undefined && badge("leaving", "bad"),
    account.isAdmin && badge("admin"),
  ];
}

/** The acts on the ticked people, or on everybody in the filter. Each leads to a preview, so nothing happens here. */
function actsOn(visit: Visit): Printable {
  const acts = bulkActs.filter(({ scope }) => mayDo(visit, scope));
  if (acts.length === 0) return false;
  return html`
    <form id="acts" method="get" action="${consolePath(visit.web, peopleList.path)}">
      ${keptFields(visit, peopleList, "sort", "rows")}
      <details class="chip-menu" name="chips">
        <summary class="little" id="act-on">Act on people</summary>
        <div class="drop">
          <p class="hint">For the people that you ticked, or else for everybody in the filter. A preview comes first.</p>
          ${acts.map(({ path, button }) => html`<button formaction="${consolePath(visit.web, path)}">${button}</button>`)}
        </div>
      </details>
    </form>`;
}
