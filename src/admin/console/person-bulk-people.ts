import type { Account } from "../../identity/account.ts";
import { badge } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { parseAccountId } from "../../values/ids.ts";
import { addressIn } from "./parts.ts";
import { isRefused, type Outcome } from "./person-bulk-run.ts";
import { factorWords, personName } from "./person-words.ts";
import { type Column, itemTable } from "./table.ts";
import type { Visit } from "./visit.ts";

/** A page shows this many people: enough to see who they are. */
const shownMax = 50;

const outcomeBadges: Readonly<Record<Outcome["outcome"], SafeHtml | undefined>> = {
  done: undefined,
  due: undefined,
  unchanged: badge("nothing to do"),
  refused: badge("refused", "bad"),
};

/** An outcome, and the account that it is about, if there still is one. */
interface Shown extends Outcome {
  readonly account: Account | undefined;
}

/**
 * A table of people of an act, and how many of `whole` are not in it. People with an outcome of their own, refused or nothing to do, come
 * first, because an operator has to know them. Every act on many people needs the right to see people.
 */
export async function outcomesOf(
  { web }: Visit,
  items: readonly Outcome[],
  whole: number,
): Promise<Printable> {
  if (items.length === 0) return false;
  const others = items.filter((item) => outcomeBadges[item.outcome] !== undefined);
  const sorted = [
    ...others.filter(isRefused),
    ...others.filter((item) => !isRefused(item)),
    ...items.filter((item) => outcomeBadges[item.outcome] === undefined),
  ];
  const shown = await Promise.all(
    sorted.slice(0, shownMax).map(async (item): Promise<Shown> => {
      const id = item.user_id !== null ? parseAccountId(item.user_id) : undefined;
      return { ...item, account: id && (await web.ports.accounts.find(id)) };
    }),
  );
  const columns: readonly (Column<Shown> | false)[] = [
    {
      name: "Name",
      kind: "wide",
      cell: ({ account, user }) => (account === undefined ? user : personName(account)),
    },
    { name: "Username", kind: "wide", isBroad: true, cell: ({ username, user }) => username ?? user },
    {
      name: "E-mail address",
      kind: "wide",
      cell: ({ account }) => account?.email && addressIn(account.email),
    },
    { name: "Factors", isSpare: true, isBroad: true, cell: ({ account }) => account && factorWords(account) },
    others.length > 0 && { name: "Outcome", kind: "state", cell: ({ outcome }) => outcomeBadges[outcome] },
    items.some(isRefused) && { name: "Why not", kind: "text", cell: ({ reason }) => reason ?? "" },
  ];
  const left = whole - shown.length;
  return html`
    <div class="list">
      ${itemTable({ caption: "People", columns, items: shown })}
      ${left > 0 && html`<p class="paging">And ${left.toLocaleString("en")} more.</p>`}
    </div>`;
}
