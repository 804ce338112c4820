import assert from "node:assert/strict";
import { test } from "node:test";
import { startPatroniPair, withoutPatroni } from "../support/patroni.ts";
import { switchOverRounds } from "./switch-over.ts";

test("G21: a switch-over by Patroni under load loses nothing acknowledged, and the service goes on by itself", {
  skip: withoutPatroni,
}, async () => {
  const { figures, violations } = await switchOverRounds(1, undefined, startPatroniPair);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures["acknowledged tokens"]) >= 80);
});
