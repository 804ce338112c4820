import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { parseAccountId, parseClientId, parseWebhookId } from "../../values/ids.ts";
import { actSentence, allAuditActs } from "../audit.ts";
import { findItems } from "../listing.ts";
import type { Ports } from "../ports.ts";
import type { AdministrationPorts } from "./administration.ts";
import type { Rights } from "./rights.ts";

/** The kinds of things that a search finds, in the order in which they are shown, and the right to see each. */
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

/** A thing that was found. */
export interface Found {
  readonly kind: SearchedKind;
  /** What its page is found by: an id, or the name itself. */
  readonly key: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

/** What was found of one kind. `hasMore`: the list of the kind has others. */
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

/** How many things of a kind are shown. */
const shownMax = 6;
/** A single letter is part of nearly everything. */
const lengthMin = 2;
export const searchLengthMax = 100;

/**
 * Finds everything with this text in its name. What the operator may not see is not even looked for, so neither the answer nor its time
 * tells whether it is there. An id is found only as a whole.
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

/** One more than are shown, so that it shows whether there are others. */
const limit = shownMax + 1;

/** How each kind is found: at most one more than are shown. */
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

/** The first things of which one of the texts contains what is searched. */
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
