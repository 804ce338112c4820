import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedCache } from "../../src/adapters/bounded-cache.ts";

test("a full cache drops the entry that was not used for longest", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  assert.equal(cache.get("a"), 1);
  cache.set("c", 3);
  assert.deepEqual(
    ["a", "b", "c"].map((key) => cache.get(key)),
    [1, undefined, 3],
  );
  assert.equal(cache.size, 2);
});

test("an entry with a size takes as much of the bound, and one beyond it is not kept", () => {
  const cache = new BoundedCache<string, number>(10);
  cache.set("a", 1, { size: 6 });
  cache.set("b", 2, { size: 5 });
  assert.deepEqual([cache.get("a"), cache.get("b")], [undefined, 2]);
  cache.set("c", 3, { size: 11 });
  assert.equal(cache.get("c"), undefined);
});
