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
  | { readonly number: number; readonly failure: Failure; readonly isStoreAway: boolean };

/** An error as it travels: structured cloning would lose its name and the code of database or system. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | number | undefined;
  readonly cause: Failure | undefined;
}

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
  } catch (error) {
    return { number, failure: failureOf(error), isStoreAway: error instanceof StoreUnavailable };
  }
}

const causesMax = 4;

function failureOf(error: unknown, depth = causesMax): Failure {
  if (!(error instanceof Error))
    return { name: typeof error, message: "", stack: undefined, code: undefined, cause: undefined };
  const { name, message, stack, cause } = error;
  const code = "errcode" in error ? error.errcode : "code" in error ? error.code : undefined;
  return {
    name,
    message,
    stack,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    cause: cause === undefined || depth === 0 ? undefined : failureOf(cause, depth - 1),
  };
}

/** The error again, on the other side. */
export function errorOf({ name, message, stack, code, cause }: Failure): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  return Object.assign(error, { name, stack, ...(code !== undefined && { code }) });
}
