import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded-fetch.ts";
import { providerBounds } from "../../src/adapters/upstream/party-parts.ts";
import { createUpstreamParty } from "../../src/adapters/upstream/upstream-party.ts";
import { type Upstream, upstreamsMax } from "../../src/protocol/upstream/upstream.ts";
import { refuse } from "../../src/values/result.ts";
import { FakeClock } from "../support/in-process.ts";

const acme = {
  name: "acme",
  kind: "oidc",
  issuer: "https://idp.example",
  clientId: "latchkey",
  sealedSecret: "sealed",
} as Upstream;

const sealer = { open: () => Buffer.from("secret") };

test("all providers of an installation may be at one host, and are asked at once", async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    waiting.push(response);
    if (waiting.length === upstreamsMax) for (const each of waiting) each.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fetch = createGuardedFetch({ mayReachLoopback: true, ...providerBounds });
  const party = createUpstreamParty({ fetch, sealer, clock: new FakeClock(), mayReachLoopback: true });
  const realms = Array.from({ length: upstreamsMax }, (_, index) => ({
    ...acme,
    issuer: `http://127.0.0.1:${port}/realms/${index}`,
  }));
  const checked = await Promise.all(realms.map((realm) => party.check(realm)));
  server.close();
  const reasons = new Set(checked.map((each) => (each.ok ? "ok" : each.reason.kind)));
  assert.deepEqual([...reasons], ["misconfigured"], "each got the answer 404");
});

test("a library that could not be read once, for want of file descriptors, is read again at the next sign-in", async () => {
  const parts = {
    fetch: async () => refuse("unreachable" as const),
    sealer,
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
