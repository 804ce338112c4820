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
