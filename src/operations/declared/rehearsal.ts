import type { Accounts } from "../../flows/account-ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { GroupName } from "../../identity/group.ts";
import { type AccountId, parseKeptSubject } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import type { Desk } from "./noun.ts";

/**
 * The same desk on ports that read what is stored and keep what is written in memory: the flows decide as in an apply, and nothing is
 * stored. A plan is an apply at such a desk, so it finds what an apply would refuse.
 */
export function rehearsalOf(desk: Desk): Desk {
  const { registry, administration } = desk;
  const { groups, apis, upstreams, clients, grants, accounts } = registry;
  const { webhooks } = administration;
  const keptGroups = keep(groups.find, ({ name }) => name);
  const keptApis = keep(apis.find, ({ resource }) => resource);
  const keptUpstreams = keep(upstreams.find, ({ name }) => name);
  const keptClients = keep(clients.findStored, ({ id }) => id);
  const keptWebhooks = keep(webhooks.find, ({ id }) => id);
  const keptAccounts = keepAccounts(accounts);
  const administrators = new Map<GroupName, readonly AccountId[]>();
  return {
    ...desk,
    registry: {
      ...registry,
      groups: {
        ...groups,
        find: keptGroups.find,
        create: async (group) => keptGroups.create({ ...group, members: 0 }),
        remove: async (name) => keptGroups.remove(name),
        administrators: async (name) => {
          const ids = administrators.get(name);
          if (ids === undefined) return groups.administrators(name);
          const found = await Promise.all(ids.map((id) => keptAccounts.find(id)));
          return found.filter((account) => account !== undefined);
        },
        replaceAdministrators: async (name, { wanted }) => {
          administrators.set(name, wanted);
          return "replaced";
        },
      },
      apis: {
        ...apis,
        find: keptApis.find,
        all: async () => keptApis.list(await apis.all()),
        create: async (api, max) => {
          if (keptApis.list(await apis.all()).length >= max) return "full";
          return keptApis.create(api).ok ? "created" : "exists";
        },
        update: async (api) => keptApis.update(api),
        remove: async ({ resource }) => keptApis.remove(resource).ok,
      },
      upstreams: {
        ...upstreams,
        find: keptUpstreams.find,
        list: async () => keptUpstreams.list(await upstreams.list()),
        create: async (upstream, max) =>
          keptUpstreams.list(await upstreams.list()).length < max
            ? keptUpstreams.create(upstream)
            : refuse("too-many"),
        update: async (upstream) => ok(keptUpstreams.set(upstream)),
        remove: async ({ name }) => keptUpstreams.remove(name),
      },
      clients: {
        ...clients,
        find: keptClients.find,
        findStored: keptClients.find,
        list: async () => keptClients.list(await clients.list()),
        create: async (client) => {
          const subject = parseKeptSubject(client.id);
          if (subject && (await accounts.findBySubject(subject))) return refuse("subject-taken");
          return keptClients.create(client);
        },
        update: async (client) => ok(keptClients.set(client)),
        remove: async ({ id }) => keptClients.remove(id),
      },
      // Of accounts, `list` may be as it is stored: only pruning lists them, and what was made here is named.
      accounts: { ...accounts, ...keptAccounts },
      grants: { ...grants, revokeAll: async () => 0 },
    },
    administration: {
      ...administration,
      webhooks: {
        ...webhooks,
        find: keptWebhooks.find,
        list: async () => keptWebhooks.list(await webhooks.list()),
        create: async (webhook, max) => {
          if (keptWebhooks.list(await webhooks.list()).length >= max) return refuse("too-many");
          const unused = { delivered: 0, failures: 0, nextTryAt: instantOf(0) };
          keptWebhooks.set({ ...webhook, ...unused, updatedAt: webhook.createdAt });
          return ok(undefined);
        },
        setDisabled: async (id, isDisabled) => {
          const webhook = await keptWebhooks.find(id);
          return webhook !== undefined && keptWebhooks.update({ ...webhook, isDisabled });
        },
        remove: async (id) => keptWebhooks.remove(id).ok,
      },
    },
  };
}

/**
 * Accounts are found by name too, and what is stored does not say who has a name by now: an account that was written here may have taken
 * it, given it up or been removed. So a name leads to an id, and the account of that id, as it is now, says whether it has the name.
 */
function keepAccounts(
  accounts: Accounts,
): Pick<Accounts, "find" | "findByName" | "create" | "replace" | "remove"> {
  const kept = keep(accounts.find, ({ id }: Account) => id);
  const takenHere = new Map<AccountName, AccountId>();

  async function findByName(name: AccountName): Promise<Account | undefined> {
    const id = takenHere.get(name) ?? (await accounts.findByName(name))?.id;
    const account = id && (await kept.find(id));
    return account && namesOf(account).includes(name) ? account : undefined;
  }

  async function write(account: Account): Promise<Result<Account, "name-taken">> {
    const names = namesOf(account);
    for (const name of names) {
      const owner = await findByName(name);
      if (owner !== undefined && owner.id !== account.id) return refuse("name-taken");
    }
    for (const name of names) takenHere.set(name, account.id);
    return ok(kept.set(account));
  }

  async function create(account: Account): Promise<Result<void, "name-taken">> {
    const written = await write(account);
    return written.ok ? ok(undefined) : written;
  }

  return {
    find: kept.find,
    findByName,
    create: create as Accounts["create"],
    replace: write,
    remove: async (id) => kept.remove(id),
  };
}

function namesOf({ username, email }: Account): readonly AccountName[] {
  return email === undefined ? [username] : [username, email];
}

/** What was written, in front of what is stored. */
function keep<Thing extends object, Id extends string>(
  findStored: (id: Id) => Promise<Thing | undefined>,
  idOf: (thing: Thing) => Id,
) {
  // Null for what was removed.
  const kept = new Map<Id, Thing | null>();
  const set = (thing: Thing) => {
    kept.set(idOf(thing), thing);
    return thing;
  };
  return {
    set,
    find: async (id: Id) => (kept.has(id) ? (kept.get(id) ?? undefined) : findStored(id)),
    list: (stored: readonly Thing[]): readonly Thing[] => {
      const untouched = stored.filter((thing) => !kept.has(idOf(thing)));
      return [...untouched, ...kept.values()].filter((thing) => thing !== null);
    },
    /** Callers have checked that it does not exist. */
    create: (thing: Thing) => {
      if ((kept.get(idOf(thing)) ?? null) !== null) return refuse("exists" as const);
      set(thing);
      return ok(undefined);
    },
    update: (thing: Thing) => {
      set(thing);
      return true;
    },
    remove: (id: Id) => {
      kept.set(id, null);
      return ok(undefined);
    },
  };
}
