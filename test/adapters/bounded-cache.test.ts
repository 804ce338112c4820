import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BoundedCache } from "../../src/adapters/bounded-cache.ts";

test("a full cache drops the entry that came first, and a new value for a key is no arrival", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 3);
  cache.set("c", 4);
  assert.deepEqual(
    ["a", "b", "c"].map((key) => cache.get(key)),
    [undefined, 2, 4],
  );
});

test("whatever is set, deleted and cleared, a cache never holds more than its bound, and never what was deleted", () => {
  const step = fc.record({
    act: fc.constantFrom("set", "set", "set", "delete", "clear"),
    key: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  });
  const property = fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (entriesMax, steps) => {
    const cache = new BoundedCache<string, number>(entriesMax);
    const truth = new Map<string, number>();
    for (const [index, { act, key }] of steps.entries()) {
      if (act === "clear") {
        cache.clear();
        truth.clear();
      } else if (act === "delete") {
        cache.delete(key);
        truth.delete(key);
      } else {
        cache.set(key, index);
        truth.set(key, index);
        assert.equal(cache.get(key), index);
      }
      const held = ["a", "b", "c", "d", "e", "f"].filter((name) => cache.get(name) !== undefined);
      assert.ok(held.length <= entriesMax);
      for (const name of held) assert.equal(cache.get(name), truth.get(name));
    }
  });
  fc.assert(property);
});
