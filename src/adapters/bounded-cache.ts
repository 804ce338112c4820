import { LRUCache } from "lru-cache";

/**
 * A cache that drops its least recently used entry when it is full. NOTE: bounded by size, because with `max` the library
 * allocates room for every entry at once.
 */
export class BoundedCache<Key extends string, Value extends object | number | string> extends LRUCache<
  Key,
  Value
> {
  constructor(entriesMax: number) {
    super({ maxSize: entriesMax, sizeCalculation: () => 1 });
  }
}
