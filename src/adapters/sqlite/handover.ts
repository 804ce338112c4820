import type { Channel } from "../../values/channel.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import type { Store } from "../store.ts";

/** The parts of a store that a worker hands changes of to the writer; `store` is the store itself. */
export type Noun =
  | "clients"
  | "secretUses"
  | "accounts"
  | "sessions"
  | "grants"
  | "refreshFamilies"
  | "consents"
  | "usedOnce"
  | "attempts"
  | "keyRecords"
  | "store";

/** A method of a port, to be called by the writer. */
export interface Change {
  readonly number: number;
  readonly noun: Noun;
  readonly verb: string;
  readonly given: readonly unknown[];
}

/** What came of it. `isStoreAway` tells the error that everybody expects from the others. */
export type Answer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: Error; readonly isStoreAway: boolean };

/** All that go one way in one turn of the event loop travel together: a message costs more than what is in it. */
export type Message =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "answers"; readonly answers: readonly Answer[] };

/** Collects until the end of the turn, then sends everything in one piece. */
export function gatherTurn<Item>(send: (items: readonly Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  return (item) => {
    if (items.push(item) > 1) return;
    setImmediate(() => {
      const gathered = items;
      items = [];
      send(gathered);
    });
  };
}

/** Makes the changes that a worker hands over on the channel, in this process's store, and answers each. */
export function makeChangesFor(channel: Channel, store: Store): void {
  const answer = gatherTurn<Answer>((answers) =>
    channel.send({ kind: "answers", answers } satisfies Message),
  );
  channel.onMessage((message) => {
    if (!isMessage(message) || message.kind !== "changes") return;
    for (const change of message.changes) void make(store, change).then(answer);
  });
}

/** Tells our messages from others on the same channel. Both ends are this program, so the kind is proof enough. */
export function isMessage(message: unknown): message is Message {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return message.kind === "changes" || message.kind === "answers";
}

async function make(store: Store, { number, noun, verb, given }: Change): Promise<Answer> {
  try {
    const port = noun === "store" ? store : store[noun];
    return { number, value: await Reflect.apply(Reflect.get(port, verb), port, given) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error("Something was thrown that is no error.");
    return { number, error, isStoreAway: error instanceof StoreUnavailable };
  }
}
