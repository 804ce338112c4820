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

/** Bytes as text, a character for each: what a map can look for, and `bytesOf` takes back. */
export function textOf(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, undefined, bytes);
}

/** The bytes that `textOf` made the text of. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
