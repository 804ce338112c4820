import type { Ports, SessionFacts } from "../../flows/ports.ts";
import { type ActivityEntry, isKnownActivity } from "../../identity/activity.ts";
import { browserParts } from "../../identity/browser-name.ts";
import { renderActivityPage, type ShownActivity, type ShownMethod } from "../../pages/activity.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { formatActivityId, instantOfActivityId, parseActivityId } from "../../values/ids.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { shownNameOf, type Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { settingsFrame } from "./settings.ts";

const page = "account/activity";
const entriesPerPage = 25;

const methods: Readonly<Record<string, ShownMethod>> = {
  pwd: "password",
  hwk: "passkey",
  swk: "passkey",
  otp: "code",
};

/** GET of the page that tells what happened to the account. `before` in the query names the entry that a page begins behind. */
export function getActivity(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => activityPage(web, incoming, person));
}

async function activityPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const query = parseParameters(incoming.query);
  const after = query.ok ? parseActivityId(query.value.get("before") ?? "") : undefined;
  const { items, next } = await web.ports.activity.list(person.account.id, { limit: entriesPerPage, after });
  const frame = await settingsFrame(web, incoming, page, person);
  const href = ownPagePath(web.paths, page);
  const html = renderActivityPage(
    {
      ...frame.model,
      entries: await Promise.all(items.filter(isKnownActivity).map((entry) => shownEntry(web.ports, entry))),
      newestHref: after && href,
      olderHref: next && `${href}?before=${formatActivityId(next)}`,
    },
    frame.texts,
  );
  return frame.reply(200, html);
}

async function shownEntry({ clients }: Pick<Ports, "clients">, entry: ActivityEntry): Promise<ShownActivity> {
  const { kind, network, userAgent, clientId } = entry;
  const client = clientId && (await clients.findReadable(clientId));
  return {
    kind,
    at: instantOfActivityId(entry.id),
    network,
    browser: userAgent === undefined ? undefined : browserParts(userAgent),
    application: client && shownNameOf(client),
    methods: [...new Set((entry.methods ?? []).flatMap((method) => methods[method] ?? []))],
    isToCheck: entry.isNewBrowser,
  };
}
