import assert from "node:assert/strict";
import { test } from "node:test";
import { createUpstreamParty } from "../../src/adapters/upstream/upstream-party.ts";
import type { Upstream } from "../../src/protocol/upstream/upstream.ts";
import { refuse } from "../../src/values/result.ts";
import { FakeClock } from "../support/in-process.ts";

const acme = {
  name: "acme",
  kind: "oidc",
  issuer: "https://idp.example",
  clientId: "latchkey",
  sealedSecret: "sealed",
} as Upstream;

test("a library that could not be read once, for want of file descriptors, is read again at the next sign-in", async () => {
  const parts = {
    fetch: async () => refuse("unreachable" as const),
    sealer: { open: () => Buffer.from("secret") },
    clock: new FakeClock(),
    mayReachLoopback: false,
  };
  let reads = 0;
  const party = createUpstreamParty(parts, async () => {
    reads += 1;
    if (reads === 1) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    return import("../../src/adapters/upstream/openid-party.ts");
  });
  await assert.rejects(party.check(acme), { code: "EMFILE" });
  const [first, second] = await Promise.all([party.check(acme), party.check(acme)]);
  for (const checked of [first, second])
    assert.deepEqual(checked, refuse({ kind: "unavailable", reason: "unreachable" }));
  assert.equal(reads, 2);
});
