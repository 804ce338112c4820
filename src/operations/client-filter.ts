import { z } from "zod";
import {
  type ClientChoice,
  type ClientOrder,
  clientKinds,
  clientOrders,
  clientStates,
  orderedMax,
} from "../flows/operator/client-use.ts";
import { readCursor, writeCursor } from "./cursor.ts";

type ClientSort = ClientOrder | `-${ClientOrder}`;

/** The orders of a list of clients as addresses and commands name them. */
export const clientSorts = clientOrders.flatMap((order): readonly ClientSort[] => [order, `-${order}`]);

/** What narrows and orders a list of clients, as parameters of an address. */
export const clientFilterParameters = {
  kind: z.enum(clientKinds).optional().meta({
    description:
      "Only clients of this kind: a server with a secret or keys, a public client, or a machine; or those of a third party, that registered themselves, or that a document describes.",
  }),
  state: z.enum(clientStates).optional().meta({
    description: "Only clients that are disabled, or that got no token in 30 days.",
  }),
  sort: z
    .enum(clientSorts)
    .optional()
    .meta({
      description: `What the list is ordered by; - turns it round. sign-ins and tokens: how many in 30 days; used: the last token or use of a secret. If one of kind, state and sort is given and more than ${orderedMax.toLocaleString("en")} clients match q, only those that were registered first are looked at.`,
      default: "registered",
    }),
};

interface FilterMembers {
  readonly kind?: ClientChoice["kind"];
  readonly state?: ClientChoice["state"];
  readonly sort?: ClientSort | undefined;
}

/** Reads what is wanted of a list of clients; undefined if nothing is said, and all of them are listed as they were registered. */
export function readClientChoice({ kind, state, sort }: FilterMembers): ClientChoice | undefined {
  if (kind === undefined && state === undefined && sort === undefined) return undefined;
  return { kind, state, ...(readClientSort(sort) ?? { order: "registered", isDescending: false }) };
}

/** Reads an order. Undefined for any other text. */
export function readClientSort(
  text: string | undefined,
): Pick<ClientChoice, "order" | "isDescending"> | undefined {
  const isDescending = text?.startsWith("-") ?? false;
  const order = clientOrders.find((known) => known === (isDescending ? text?.slice(1) : text));
  return order && { order, isDescending };
}

/** Writes how many clients come before a page as a cursor. */
export function writeClientPlace(before: number): string {
  return writeCursor([before]);
}

/** Reads how many clients come before a page; undefined for any other text. */
export function readClientPlace(text: string): number | undefined {
  const [before, ...more] = readCursor(text) ?? [];
  const isPlace = typeof before === "number" && Number.isInteger(before) && before >= 0;
  return isPlace && before <= orderedMax && more.length === 0 ? before : undefined;
}
