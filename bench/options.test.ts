import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenNames } from "./options.ts";

test("--only names parts, which run in their own order; without it all do", () => {
  assert.deepEqual(chosenNames(["flow", "page"], undefined, "section"), ["flow", "page"]);
  assert.deepEqual(chosenNames(["start", "flow", "page"], "page,start", "section"), ["start", "page"]);
});

test("a part that does not exist is refused with those that do", () => {
  assert.throws(() => chosenNames(["flow", "page"], "flwo", "section"), /no section flwo.*flow, page/);
});
