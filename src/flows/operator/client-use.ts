import type { Client } from "../../protocol/client/client.ts";
import type { ClientId } from "../../values/ids.ts";
import { findItems, type Inventory, type ListQuery, type Page } from "../listing.ts";
import type { Clients, Clock } from "../ports.ts";
import type { ClientCount, Statistics } from "../statistics-ports.ts";
import { monthRange } from "./overview.ts";

/** An application, and what it was used for in the last 30 days. */
export interface UsedClient {
  readonly client: Client;
  /** The number of codes that it got. */
  readonly signIns: number;
  /** The tokens that it got; absent if there were none. */
  readonly tokens?: ClientCount | undefined;
}

/** What the list can be ordered by. Applications that are equal in it are ordered by name. */
export const clientOrders = ["name", "sign-ins", "tokens", "used", "registered"] as const;
export type ClientOrder = (typeof clientOrders)[number];

/** Which applications are wanted. "unused": those that got no token in 30 days. */
export const clientStates = ["disabled", "unused"] as const;
export type ClientState = (typeof clientStates)[number];

interface ClientQuery extends ListQuery<number> {
  readonly order: ClientOrder;
  readonly isDescending: boolean;
  readonly state?: ClientState | undefined;
}

interface Ports {
  readonly inventory: Pick<Inventory, "clients">;
  readonly clients: Pick<Clients, "find">;
  readonly statistics: Pick<Statistics, "topClients" | "topSignIns">;
  readonly clock: Clock;
}

/** At most this many applications are ordered. All of them are read, and this many are in memory anyway. */
export const orderedMax = 2_000;

/**
 * A page of the applications that match. The cursor is the number of applications before it. If more than `orderedMax` match the search,
 * only those that were registered first are ordered, and `isCut` is true.
 */
export async function listUsedClients(
  { inventory, clients, statistics, clock }: Ports,
  { search, limit, after = 0, state, order, isDescending }: ClientQuery,
): Promise<Page<UsedClient, number> & { readonly isCut: boolean }> {
  const range = monthRange(clock.now());
  const [found, tokens, signIns] = await Promise.all([
    inventory.clients({ search, limit: orderedMax }),
    statistics.topClients(range, orderedMax).then(byClient),
    statistics.topSignIns(range, orderedMax).then(byClient),
  ]);
  const all = await findItems(found, async (id): Promise<UsedClient | undefined> => {
    const client = await clients.find(id);
    return client && { client, signIns: signIns.get(id)?.count ?? 0, tokens: tokens.get(id) };
  });
  const wanted = all.items.filter(
    (used) =>
      state === undefined || (state === "disabled" ? used.client.isDisabled : used.tokens === undefined),
  );
  const ordered = wanted.toSorted((one, other) => {
    const difference = compare[order](one, other);
    return (isDescending ? -difference : difference) || compare.name(one, other);
  });
  const end = after + limit;
  return {
    items: ordered.slice(after, end),
    total: wanted.length,
    isCut: found.next !== undefined,
    ...(end < ordered.length && { next: end }),
  };
}

function byClient(counts: readonly ClientCount[]): ReadonlyMap<ClientId, ClientCount> {
  return new Map(counts.map((count) => [count.clientId, count]));
}

const names = new Intl.Collator("en", { numeric: true });

const compare: Readonly<Record<ClientOrder, (one: UsedClient, other: UsedClient) => number>> = {
  name: ({ client: one }, { client: other }) =>
    names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  "sign-ins": ({ signIns: one }, { signIns: other }) => one - other,
  tokens: ({ tokens: one }, { tokens: other }) => (one?.count ?? 0) - (other?.count ?? 0),
  used: ({ tokens: one }, { tokens: other }) => (one?.lastAt ?? 0) - (other?.lastAt ?? 0),
  registered: ({ client: one }, { client: other }) => one.createdAt - other.createdAt,
};
