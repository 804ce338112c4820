import { LRUCache } from "lru-cache";

/** An order of the made-up shop. */
export interface Order {
  readonly id: string;
  readonly what: string;
  readonly state: "ordered" | "on its way" | "cancelled";
}

const peopleMax = 1000;

const samples: readonly Order[] = [
  { id: "A-1001", what: "1 brass key", state: "on its way" },
  { id: "A-1002", what: "3 padlocks", state: "ordered" },
  { id: "A-1003", what: "1 doorbell", state: "ordered" },
];

/** The orders of the made-up shop, in memory. Each person begins with the same three, and cancels only their own. */
export class Orders {
  readonly #byPerson = new LRUCache<string, readonly Order[]>({ max: peopleMax });

  of(person: string): readonly Order[] {
    return this.#byPerson.get(person) ?? samples;
  }

  /** Cancels an order of this person; undefined if they have none with this id. */
  cancel(person: string, id: string): Order | undefined {
    const orders = this.of(person).map(
      (order): Order => (order.id === id ? { ...order, state: "cancelled" } : order),
    );
    this.#byPerson.set(person, orders);
    return orders.find((order) => order.id === id);
  }
}
