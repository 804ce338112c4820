import assert from "node:assert/strict";
import { test } from "node:test";
import { killAtFileSteps, killAtSocketSteps } from "./master-key.ts";

test("kill -9 while the key file is replaced: a start opens everything, and the same command finishes it", async () => {
  const { killed, steps } = await killAtFileSteps(7);
  assert.ok(killed >= 2, `${killed} kills in ${steps} steps`);
});

test("kill -9 while the secret of a PostgreSQL is replaced: a start with both opens everything, and the same command finishes it", async () => {
  const { killed, steps } = await killAtSocketSteps(12);
  assert.ok(killed >= 2, `${killed} kills in ${steps} steps`);
});
