import { type Client, isFromDocument } from "../../protocol/client/client.ts";
import type { ClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import {
  findItems,
  type IdPage,
  type Inventory,
  type ListQuery,
  type Page,
  type Position,
} from "../listing.ts";
import type { Clients, Clock, SecretUse, SecretUses } from "../ports.ts";
import type { ClientCount, Statistics } from "../statistics-ports.ts";
import { monthRange } from "./overview.ts";
import { latestOf } from "./status.ts";

/** An application, and what it was used for in the last 30 days. */
export interface UsedClient {
  readonly client: Client;
  /** The number of codes that it got. */
  readonly signIns: number;
  /** The tokens that it got; absent if there were none. */
  readonly tokens?: ClientCount | undefined;
}

/** An application of a list, with the uses of its secrets. */
export interface ListedClient extends UsedClient {
  readonly uses: readonly SecretUse[];
}

/** Tokens are counted by the hour and for 30 days; the use of a secret is kept to the minute, and for good. */
export function lastUseOf({ uses, tokens }: Pick<ListedClient, "uses" | "tokens">): Instant | undefined {
  return latestOf([tokens?.lastAt, ...uses.map(({ usedAt }) => usedAt)]);
}

/** What the list can be ordered by. Applications that are equal in it are ordered by name. */
export const clientOrders = ["name", "sign-ins", "tokens", "used", "registered"] as const;
export type ClientOrder = (typeof clientOrders)[number];

/** Which applications are wanted. "unused": those that got no token in 30 days. */
export const clientStates = ["disabled", "unused"] as const;
export type ClientState = (typeof clientStates)[number];

/** A server with a secret or key of its own, an app without one, or a service without users; and where the registration came from. */
export const clientKinds = [
  "confidential",
  "public",
  "machine",
  "third-party",
  "self-registered",
  "document",
] as const;
export type ClientKind = (typeof clientKinds)[number];

/** Which applications are wanted, and in what order. */
export interface ClientChoice {
  readonly order: ClientOrder;
  readonly isDescending: boolean;
  readonly state?: ClientState | undefined;
  readonly kind?: ClientKind | undefined;
  /** The application that asks for the list. It is in use, even if the minute of its first token has not been counted yet. */
  readonly asking?: ClientId | undefined;
}

interface Ports {
  readonly inventory: Pick<Inventory, "clients">;
  readonly clients: Pick<Clients, "find">;
  readonly secretUses: Pick<SecretUses, "list">;
  readonly statistics: Pick<Statistics, "topClients" | "topSignIns">;
  readonly clock: Clock;
}

/** A page of the applications that match, in the order of their registration. */
export async function listClients(
  ports: Ports,
  { asking, ...query }: ListQuery<Position<ClientId>> & Pick<ClientChoice, "asking">,
): Promise<Page<ListedClient, Position<ClientId>>> {
  const { items, ...page } = await usedClients(ports, await ports.inventory.clients(query), asking);
  return { ...page, items: await withSecretUses(ports, items) };
}

/** At most this many applications are ordered. All of them are read, and this many are in memory anyway. */
export const orderedMax = 2_000;

/**
 * A page of the applications that match. The cursor is the number of applications before it. If more than `orderedMax` match the search,
 * only those that were registered first are ordered, and `isCut` is true.
 */
export async function listUsedClients(
  ports: Ports,
  { search, limit, after = 0, ...choice }: ListQuery<number> & ClientChoice,
): Promise<Page<ListedClient, number> & { readonly isCut: boolean }> {
  const found = await ports.inventory.clients({ search, limit: orderedMax });
  const { items } = await usedClients(ports, found, choice.asking);
  const wanted = await withLastUse(
    ports,
    items.filter((used) => isWanted(used, choice)),
    choice,
  );
  const ordered = wanted.toSorted((one, other) => {
    const difference = compare[choice.order](one, other);
    return (choice.isDescending ? -difference : difference) || compare.name(one, other);
  });
  const end = after + limit;
  return {
    items: await withSecretUses(ports, ordered.slice(after, end)),
    total: wanted.length,
    isCut: found.next !== undefined,
    ...(end < ordered.length && { next: end }),
  };
}

/** For the order by use, adds the last use of a secret where no token was issued in 30 days. */
async function withLastUse(
  { secretUses }: Pick<Ports, "secretUses">,
  items: readonly UsedClient[],
  { order }: Pick<ClientChoice, "order">,
): Promise<readonly OrderedClient[]> {
  if (order !== "used") return items;
  return Promise.all(
    items.map(async (used) => {
      const uses = used.tokens === undefined ? await secretUses.list(used.client.id) : [];
      return { ...used, usedAt: lastUseOf({ ...used, uses }) };
    }),
  );
}

interface OrderedClient extends UsedClient {
  readonly usedAt?: Instant | undefined;
}

async function usedClients(
  { clients, statistics, clock }: Ports,
  found: IdPage<ClientId>,
  asking?: ClientId | undefined,
) {
  const now = clock.now();
  const range = monthRange(now);
  const [tokens, signIns] = await Promise.all([
    statistics.topClients(range, orderedMax).then(byClient),
    statistics.topSignIns(range, orderedMax).then(byClient),
  ]);
  return findItems(found, async (id): Promise<UsedClient | undefined> => {
    const client = await clients.find(id);
    const [codes, issued] = [signIns.get(id)?.count ?? 0, tokens.get(id)];
    if (id !== asking) return client && { client, signIns: codes, tokens: issued };
    const own = { clientId: id, count: Math.max(issued?.count ?? 0, 1), lastAt: now };
    return client && { client, signIns: Math.max(codes, 1), tokens: own };
  });
}

function withSecretUses(
  { secretUses }: Pick<Ports, "secretUses">,
  items: readonly UsedClient[],
): Promise<readonly ListedClient[]> {
  return Promise.all(items.map(async (used) => ({ ...used, uses: await secretUses.list(used.client.id) })));
}

/** True if the application has this state and is of this kind. Undefined means any. */
export function isWanted(
  { client, tokens }: UsedClient,
  { state, kind }: Pick<ClientChoice, "state" | "kind">,
): boolean {
  const isOfState = state === undefined || (state === "disabled" ? client.isDisabled : tokens === undefined);
  return isOfState && (kind === undefined || isOfKind[kind](client));
}

const isOfKind: Readonly<Record<ClientKind, (client: Client) => boolean>> = {
  confidential: ({ isPublic, metadata }) => !isPublic && !metadata.isMachine,
  public: ({ isPublic }) => isPublic,
  machine: ({ metadata }) => metadata.isMachine,
  "third-party": ({ metadata }) => metadata.isThirdParty,
  "self-registered": ({ metadata }) => metadata.registrationTokenDigest !== undefined,
  document: isFromDocument,
};

function byClient(counts: readonly ClientCount[]): ReadonlyMap<ClientId, ClientCount> {
  return new Map(counts.map((count) => [count.clientId, count]));
}

const names = new Intl.Collator("en", { numeric: true });

const compare: Readonly<Record<ClientOrder, (one: OrderedClient, other: OrderedClient) => number>> = {
  name: ({ client: one }, { client: other }) =>
    names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  "sign-ins": ({ signIns: one }, { signIns: other }) => one - other,
  tokens: ({ tokens: one }, { tokens: other }) => (one?.count ?? 0) - (other?.count ?? 0),
  used: ({ usedAt: one = 0 }, { usedAt: other = 0 }) => one - other,
  registered: ({ client: one }, { client: other }) => one.createdAt - other.createdAt,
};
