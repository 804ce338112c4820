import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryRounds, missingProc } from "./memory.ts";

test("no process takes more than 256 MB: people by the thousand, files of 300 MB, slow clients and busy users", {
  skip: missingProc,
  timeout: 480_000,
}, async () => {
  const sizes = {
    fileMegabytes: 300,
    slowClients: 1_000,
    busyRounds: 1_000,
    storedTokens: 100_000,
    tokenLookUps: 200_000,
  };
  const { figures, violations } = await memoryRounds(20, undefined, sizes);
  assert.deepEqual(violations, []);
  for (const name of [
    "service, any of many tokens",
    "service, slow clients",
    "service, pages of the API",
    "import users",
    "user list",
    "export users",
  ])
    assert.ok(Number(figures[`MB: ${name}`]) > 50, `${name} was not measured`);
});
