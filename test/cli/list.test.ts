import assert from "node:assert/strict";
import { test } from "node:test";
import { eachPage, listPageMax, type ReadPage } from "../../src/cli/list.ts";
import { ok } from "../../src/values/result.ts";

const total = 2 * listPageMax + 7;

/** A list of numbers, whose cursor is the number before the page. */
const read: ReadPage = async ({ after, limit }) => {
  const end = Math.min(total, Number(after) + Number(limit));
  const items = Array.from({ length: end - Number(after) }, (_, index) => Number(after) + index);
  return ok({ body: { items, total, next: end < total ? `${end}` : null } });
};

async function lengthsOfPages(limit: number): Promise<readonly number[]> {
  const first = await read({ after: "0", limit: `${Math.min(limit, listPageMax)}` });
  assert.ok(first.ok);
  const lengths: number[] = [];
  const printed: unknown[] = [];
  const print = (items: readonly unknown[]) => {
    lengths.push(items.length);
    printed.push(...items);
  };
  await eachPage(first.value.body ?? {}, { limit, print, read });
  assert.deepEqual(
    printed,
    Array.from({ length: Math.min(limit, total) }, (_, index) => index),
  );
  return lengths;
}

test("a list is printed in pages, up to its limit or its end", async () => {
  assert.deepEqual(await lengthsOfPages(3), [3]);
  assert.deepEqual(await lengthsOfPages(listPageMax), [listPageMax]);
  assert.deepEqual(await lengthsOfPages(listPageMax + 1), [listPageMax, 1]);
  assert.deepEqual(await lengthsOfPages(9 * listPageMax), [listPageMax, listPageMax, 7]);
});
