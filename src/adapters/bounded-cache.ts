import { LRUCache } from "lru-cache";

/**
 * A cache that drops its least recently used entries when it is full. An entry counts as one, or as the `size` that `set` is given, such
 * as its bytes. NOTE: bounded by size, because with `max` the library allocates room for every entry at once.
 */
export class BoundedCache<Key extends string, Value extends object | number | string> extends LRUCache<
  Key,
  Value
> {
  constructor(sizeMax: number) {
    super({ maxSize: sizeMax, sizeCalculation: () => 1 });
  }
}
