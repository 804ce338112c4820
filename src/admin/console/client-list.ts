import { findItems } from "../../flows/listing.ts";
import { countClientTokens } from "../../flows/operator/overview.ts";
import { latestOf } from "../../flows/operator/status.ts";
import type { SecretUse } from "../../flows/ports.ts";
import type { ClientCount } from "../../flows/statistics-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { parseClientId } from "../../values/ids.ts";
import { kindOf, stateOf } from "./client-words.ts";
import { listOf, listQueryOf, positionText, readPosition } from "./listing.ts";
import { agoOf, badge, dayOf, linkButton } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { emptyState } from "./table.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

const list = {
  path: "/clients",
  label: "Name, ID or redirect URI",
  noun: ["application", "applications"],
} as const;

/** The list of applications. */
export const clientListScreen: Screen = { path: list.path, scope: "clients:read", get: listClients };

/** An application with what its row says. */
interface Listed {
  readonly client: Client;
  readonly uses: readonly SecretUse[];
  /** Absent if it got no token in 30 days. */
  readonly tokens: ClientCount | undefined;
}

async function listClients(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { ports, administration } = web;
  const query = listQueryOf(visit, readPosition(parseClientId));
  const [found, tokens] = await Promise.all([
    ports.inventory.clients(query),
    countClientTokens({ statistics: administration.statistics, clock: ports.clock }),
  ]);
  const page = await findItems(found, async (id): Promise<Listed | undefined> => {
    const client = await ports.clients.find(id);
    return client && { client, uses: await ports.secretUses.list(id), tokens: tokens.get(id) };
  });
  const now = ports.clock.now();
  const add = linkButton(consolePath(web, "/clients/new"), "Add an application", "action");
  const mayChange = mayDo(visit, "clients:write");
  return show(visit, {
    title: "Applications",
    actions: mayChange && add,
    main: listOf(visit, list, page, {
      next: page.next && positionText(page.next, String),
      columns: [
        { name: "Name", kind: "wide", cell: ({ client }) => client.name },
        { name: "Kind", kind: "wide", cell: ({ client }) => kindOf(client) },
        { name: "Redirects to", kind: "wide", cell: ({ client }) => redirectHosts(client) },
        {
          name: "Tokens, 30 days",
          kind: "figure",
          cell: ({ tokens }) => (tokens?.count ?? 0).toLocaleString("en"),
        },
        { name: "Last used", cell: (each) => agoOf(lastUseOf(each), now) },
        { name: "Registered", isSpare: true, cell: ({ client }) => dayOf(client.createdAt) },
        { name: "State", cell: (each) => statesOf(each, stateOf(each.client, each.uses, now)) },
      ],
      href: ({ client }) => consolePath(web, `/clients/${encodeURIComponent(client.id)}`),
      empty: emptyState({
        title: "No applications yet",
        text: "An application is what people sign in to, or a service that calls APIs on its own. Registering one gives it a client ID, and you the settings for its library.",
        actions: mayChange && add,
      }),
    }),
    script: scriptFor("search"),
    isLive: true,
  });
}

/** The hosts of its redirect URIs, the first one by name. */
function redirectHosts({ redirectUris }: Client): string | undefined {
  const hosts = [...new Set(redirectUris.map((uri) => URL.parse(uri)?.host || uri))];
  const [first] = hosts;
  return hosts.length > 1 ? `${first} and ${hosts.length - 1} more` : first;
}

/** Tokens are counted by the hour and for 30 days; the use of a secret is kept to the minute, and for good. */
function lastUseOf({ uses, tokens }: Listed) {
  return latestOf([tokens?.lastAt, ...uses.map(({ usedAt }) => usedAt)]);
}

function statesOf(listed: Listed, words: ReturnType<typeof stateOf>): Printable {
  if (words.length > 0) return html`${words.map(({ text, tone }) => badge(text, tone))}`;
  return listed.tokens === undefined ? badge("unused") : badge("in use", "good");
}
