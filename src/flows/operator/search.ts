import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { parseAccountId, parseClientId, parseWebhookId } from "../../values/ids.ts";
import { actSentence, allAuditActs } from "../audit.ts";
import { findItems } from "../listing.ts";
import type { Ports } from "../ports.ts";
import type { AdministrationPorts } from "./administration.ts";
import type { Rights } from "./rights.ts";

/** The kinds of things that a search finds, in the order of the page, with the scope that each requires. */
export const searchedKinds = {
  person: "users:read",
  application: "clients:read",
  api: "apis:read",
  group: "groups:read",
  provider: "upstreams:read",
  webhook: "webhooks:read",
  setting: "settings:read",
  act: "audit:read",
} as const satisfies Readonly<Record<string, AdminScope>>;

export type SearchedKind = keyof typeof searchedKinds;

export interface Found {
  readonly kind: SearchedKind;
  /** The id or name by which its page is found. */
  readonly key: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

/** The things of one kind that were found. `hasMore`: there are more than these. */
export interface FoundOfKind {
  readonly kind: SearchedKind;
  readonly items: readonly Found[];
  readonly hasMore: boolean;
}

type SearchPorts = Pick<
  Ports,
  "accounts" | "people" | "clients" | "apis" | "groups" | "upstreams" | "inventory"
>;
type SearchedAdministration = Pick<AdministrationPorts, "webhooks" | "settings">;

interface Search {
  readonly ports: SearchPorts;
  readonly administration: SearchedAdministration;
  readonly text: string;
}

/** The number of things of each kind that are shown. */
const shownMax = 6;
/** A single letter would find nearly everything. */
const lengthMin = 2;
export const searchLengthMax = 100;

/**
 * Finds everything with this text in its name. Kinds that the operator may not see are not searched, so neither the answer nor its time
 * tells whether something exists. Only a whole id is found.
 */
export async function searchEverything(
  ports: SearchPorts,
  administration: SearchedAdministration,
  { text, by }: { readonly text: string; readonly by: Rights },
): Promise<readonly FoundOfKind[]> {
  const wanted = text.trim().slice(0, searchLengthMax);
  if (wanted.length < lengthMin) return [];
  const kinds = (Object.keys(searchedKinds) as SearchedKind[]).filter((kind) =>
    by.scopes.has(searchedKinds[kind]),
  );
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const items = await finders[kind]({ ports, administration, text: wanted });
      return { kind, items: items.slice(0, shownMax), hasMore: items.length > shownMax };
    }),
  );
  return found.filter(({ items }) => items.length > 0);
}

/** One more than are shown, to know whether there are more. */
const limit = shownMax + 1;

/** Finds at most `limit` things of each kind. */
const finders: Readonly<Record<SearchedKind, (search: Search) => Promise<readonly Found[]>>> = {
  person: async ({ ports, text }) => {
    const id = parseAccountId(text);
    const byId = id && (await ports.accounts.find(id));
    const people = byId
      ? [byId]
      : (await ports.people.list({ limit, filter: { search: text } })).items.map(({ account }) => account);
    return people.map(({ id: key, username, name, email }) => ({
      kind: "person",
      key,
      name: name ?? username,
      detail: [...new Set([username, email])].filter((part) => part !== undefined).join(" · "),
    }));
  },
  application: async ({ ports, text }) => {
    const id = parseClientId(text);
    const byId = id && (await ports.clients.find(id));
    const clients = byId
      ? [byId]
      : (
          await findItems(await ports.inventory.clients({ limit, search: text }), async (found) =>
            ports.clients.find(found),
          )
        ).items;
    return clients.map(({ id: key, name, redirectUris: [uri] }) => ({
      kind: "application",
      key,
      name,
      detail: uri,
    }));
  },
  api: async ({ ports, text }) =>
    naming(text, await ports.apis.all(), ({ name, resource, scopes }) => [
      name,
      resource,
      ...scopes.map((scope) => scope.name),
    ]).map(({ name, resource }) => ({ kind: "api", key: resource, name, detail: resource })),
  group: async ({ ports, text }) =>
    (await ports.groups.list({ limit, search: text })).items.map(({ name }) => ({
      kind: "group",
      key: name,
      name,
    })),
  provider: async ({ ports, text }) =>
    naming(text, await ports.upstreams.list(), ({ name, displayName, issuer }) => [
      name,
      displayName,
      issuer,
    ]).map(({ name, displayName, issuer }) => ({
      kind: "provider",
      key: name,
      name: displayName,
      detail: issuer,
    })),
  webhook: async ({ administration, text }) => {
    const webhooks = await administration.webhooks.list();
    const id = parseWebhookId(text);
    const named = webhooks.filter((webhook) => webhook.id === id || contains(webhook.url, text));
    return named.slice(0, limit).map(({ id: key, url }) => ({ kind: "webhook", key, name: url }));
  },
  setting: async ({ administration, text }) =>
    naming(text, administration.settings(), ({ setting }) => [setting, setting.replaceAll("_", " ")]).map(
      ({ setting }) => ({ kind: "setting", key: setting, name: setting }),
    ),
  act: async ({ text }) =>
    naming(text, allAuditActs, (act) => [act, act.replaceAll("-", " "), actSentence(act)]).map((act) => ({
      kind: "act",
      key: act,
      name: act.replaceAll("-", " "),
      detail: actSentence(act),
    })),
};

/** The first things with a text that contains the search. */
function naming<Item>(
  text: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly (string | undefined)[],
): readonly Item[] {
  return items.filter((item) => textsOf(item).some((part) => contains(part, text))).slice(0, limit);
}

function contains(part: string | undefined, text: string): boolean {
  return part?.toLowerCase().includes(text.toLowerCase()) === true;
}
