import type { KeyRecords } from "../../flows/key-ports.ts";
import type {
  Accounts,
  Attempts,
  Clients,
  Consents,
  Grants,
  RefreshFamilies,
  SecretUses,
  Sessions,
  UsedOnce,
} from "../../flows/ports.ts";
import type { Channel } from "../../values/channel.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { onceAMinute } from "../rows/secret-use.ts";
import type { Store } from "../store.ts";
import {
  type Answer,
  type Change,
  errorOf,
  type Failure,
  gatherTurn,
  isMessage,
  type Message,
  type Noun,
} from "./handover.ts";

/**
 * The store of a worker: it reads the file itself and hands every change to the writer, the one process that commits, so
 * that the facts of all workers share their fsyncs and nobody waits for SQLite's lock (ADR 0018). `lookAgain` is called before
 * each answer is passed on: what was remembered may be what has just changed.
 */
export function handedStore(store: Store, channel: Channel, lookAgain: () => void): Store {
  const writer = new RemoteWriter(channel, lookAgain);
  return {
    clock: store.clock,
    ...clientsOf(store, writer),
    ...peopleOf(store, writer),
    ...tokensOf(store, writer),
    expiry: store.expiry,
    inventory: store.inventory,
    // A worker can read while the writer cannot write.
    status: async () => {
      const own = await store.status();
      return own.isReady ? verbsOf<Store>(writer, "store")("status")() : own;
    },
    migrate: () => store.migrate(),
    backup: (file) => store.backup(file),
    close: async () => {
      await writer.close();
      await store.close();
    },
  };
}

function clientsOf(store: Store, writer: RemoteWriter): Pick<Store, "clients" | "secretUses" | "keyRecords"> {
  const clients = verbsOf<Clients>(writer, "clients");
  const keyRecords = verbsOf<KeyRecords>(writer, "keyRecords");
  return {
    clients: {
      find: (id) => store.clients.find(id),
      list: () => store.clients.list(),
      listToldOfLogout: () => store.clients.listToldOfLogout(),
      create: clients("create"),
      update: clients("update"),
      remove: clients("remove"),
      recordExposedSecret: clients("recordExposedSecret"),
    },
    secretUses: {
      list: (clientId) => store.secretUses.list(clientId),
      // Dropped here already: a message for each call of each client would be more than the note is worth.
      note: onceAMinute(verbsOf<SecretUses>(writer, "secretUses")("note")),
    },
    keyRecords: {
      list: () => store.keyRecords.list(),
      rotate: keyRecords("rotate"),
      removeRetired: keyRecords("removeRetired"),
    },
  };
}

function peopleOf(
  store: Store,
  writer: RemoteWriter,
): Pick<Store, "accounts" | "sessions" | "consents" | "attempts"> {
  const accounts = verbsOf<Accounts>(writer, "accounts");
  const sessions = verbsOf<Sessions>(writer, "sessions");
  const consents = verbsOf<Consents>(writer, "consents");
  const attempts = verbsOf<Attempts>(writer, "attempts");
  return {
    accounts: {
      find: (id) => store.accounts.find(id),
      findByName: (name) => store.accounts.findByName(name),
      list: () => store.accounts.list(),
      create: accounts("create"),
      update: accounts("update"),
      setPassword: accounts("setPassword"),
      rehashPassword: accounts("rehashPassword"),
      setDisabled: accounts("setDisabled"),
      remove: accounts("remove"),
    },
    sessions: {
      find: (id) => store.sessions.find(id),
      list: (account) => store.sessions.list(account),
      start: sessions("start"),
      touch: sessions("touch"),
      end: sessions("end"),
      endAll: sessions("endAll"),
    },
    consents: {
      find: (accountId, clientId) => store.consents.find(accountId, clientId),
      list: (accountId) => store.consents.list(accountId),
      allow: consents("allow"),
      withdraw: consents("withdraw"),
    },
    attempts: { reserve: attempts("reserve"), refund: attempts("refund") },
  };
}

function tokensOf(
  store: Store,
  writer: RemoteWriter,
): Pick<Store, "grants" | "refreshFamilies" | "usedOnce"> {
  const grants = verbsOf<Grants>(writer, "grants");
  const families = verbsOf<RefreshFamilies>(writer, "refreshFamilies");
  return {
    grants: {
      find: (id) => store.grants.find(id),
      redeem: grants("redeem"),
      revoke: grants("revoke"),
      revokeAll: grants("revokeAll"),
    },
    refreshFamilies: {
      find: (id) => store.refreshFamilies.find(id),
      advance: families("advance"),
      revoke: families("revoke"),
      revokeAll: families("revokeAll"),
    },
    usedOnce: { use: verbsOf<UsedOnce>(writer, "usedOnce")("use") },
  };
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The writer, from the side of a worker. */
class RemoteWriter {
  readonly #waiting = new Map<number, Waiting>();
  readonly #send: (change: Change) => void;
  readonly #lookAgain: () => void;
  #last = 0;
  #isClosed = false;
  #idle: (() => void) | undefined;

  constructor(channel: Channel, lookAgain: () => void) {
    this.#lookAgain = lookAgain;
    this.#send = gatherTurn((changes) => channel.send({ kind: "changes", changes } satisfies Message));
    channel.onMessage((message) => {
      if (isMessage(message) && message.kind === "answers") this.#take(message.answers);
    });
  }

  ask(noun: Noun, verb: string, given: readonly unknown[]): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable("The store is closed."));
    this.#last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, { resolve, reject });
    this.#send({ number: this.#last, noun, verb, given });
    return promise;
  }

  /** Takes no more changes; resolves when those under way were answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#waiting.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    await promise;
  }

  #take(answers: readonly Answer[]): void {
    this.#lookAgain();
    for (const answer of answers) {
      const waiting = this.#waiting.get(answer.number);
      this.#waiting.delete(answer.number);
      if ("value" in answer) waiting?.resolve(answer.value);
      else waiting?.reject(errorHere(answer.failure, answer.isStoreAway));
    }
    if (this.#waiting.size === 0) this.#idle?.();
  }
}

/** Classes do not travel, and this one is what callers look for. The cause says where in the writer it happened. */
function errorHere(failure: Failure, isStoreAway: boolean): Error {
  const cause = errorOf(failure);
  return isStoreAway
    ? new StoreUnavailable(cause.message, { cause })
    : new Error("The writer could not make the change.", { cause });
}

/** The methods of a port that the writer runs: what is given and answered travels between the processes. */
function verbsOf<Port>(writer: RemoteWriter, noun: Noun) {
  return <Verb extends keyof Port & string>(verb: Verb): Port[Verb] =>
    // The writer calls the method of the same name of the same port, so the types are those of the port.
    ((...given: unknown[]) => writer.ask(noun, verb, given)) as Port[Verb];
}
