import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { createGuardedFetch, type Resolve } from "../../src/adapters/fetch/guarded-fetch.ts";
import { isPublicAddress } from "../../src/adapters/fetch/public-address.ts";
import { startKeyPublisher } from "../support/published-keys.ts";

const request = { method: "GET", headers: {} } as const;
const refused = { ok: false, reason: "address-not-allowed" };

/** Names that lead where a test says, and how often each was resolved. */
function namesOf(names: Readonly<Record<string, readonly string[]>>) {
  const resolved: string[] = [];
  const resolve: Resolve = async (host) => {
    resolved.push(host);
    return (names[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { resolved, resolve };
}

describe("addresses that a stranger may not make us call", () => {
  for (const address of [
    ..."0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.255.255.254".split(" "),
    ..."169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1".split(" "),
    ..."192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1".split(" "),
    ...":: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1".split(" "),
    ..."64:ff9b:1::1 100::1 2001::1 2001:10::1 2001:db8::1 2002:7f00:1::1 3fff::1 4000::1".split(" "),
    ..."5f00::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1".split(" "),
    ..."255.255.255.255 2001:4860:4860::8888%eth0 localhost example.com 1.2.3".split(" "),
  ])
    it(`${address} is refused`, () => assert.equal(isPublicAddress(address), false));

  for (const address of [
    ..."1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255".split(" "),
    ..."172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 198.20.0.1 223.255.255.255".split(" "),
    ..."2001:4860:4860::8888 2606:4700::1111 2a00:1450::1 2001:200::1".split(" "),
  ])
    it(`${address} is allowed`, () => assert.equal(isPublicAddress(address), true));

  it("literal addresses are refused in every spelling, before any name is resolved", async () => {
    const { resolved, resolve } = namesOf({});
    const fetch = createGuardedFetch({ mayReachLoopback: false, resolve });
    for (const host of [
      ..."127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 127.0.0.1. 0 10.1 [::1]".split(" "),
      ..."[::ffff:127.0.0.1] [::ffff:7f00:1] [fe80::1] [fd00::1] 169.254.169.254 [64:ff9b::a9fe:a9fe]".split(
        " ",
      ),
    ])
      assert.deepEqual(await fetch({ url: `https://${host}/keys`, ...request }), refused, host);
    assert.deepEqual(resolved, []);
  });

  it("a name is refused where any of its addresses is refused", async () => {
    const { resolve } = namesOf({
      "inside.example": ["10.0.0.1"],
      "mixed.example": ["8.8.8.8", "127.0.0.1"],
      "mapped.example": ["::ffff:169.254.169.254"],
    });
    const fetch = createGuardedFetch({ mayReachLoopback: false, resolve });
    for (const host of ["inside.example", "mixed.example", "mapped.example"])
      assert.deepEqual(await fetch({ url: `https://${host}/`, ...request }), refused, host);
    const nowhere = await fetch({ url: "https://nowhere.example/", ...request });
    assert.deepEqual(nowhere, { ok: false, reason: "unreachable" });
  });

  it("only https is allowed, without credentials; in development loopback too, and nothing else without TLS", async () => {
    const { resolve } = namesOf({ "public.example": ["8.8.8.8"], localhost: ["127.0.0.1", "10.0.0.1"] });
    for (const mayReachLoopback of [false, true]) {
      const fetch = createGuardedFetch({ mayReachLoopback, resolve });
      for (const url of [
        ..."http://public.example/ ftp://public.example/ file:///etc/passwd data:,x public.example".split(
          " ",
        ),
        ..."https://user@public.example/ https://:x@public.example/ http://localhost/ http://10.0.0.1/".split(
          " ",
        ),
      ])
        assert.deepEqual(await fetch({ url, ...request }), refused, url);
    }
    const fetch = createGuardedFetch({ mayReachLoopback: false });
    assert.deepEqual(await fetch({ url: "http://127.0.0.1/", ...request }), refused);
  });
});

test("the connection goes to the address that was checked: the name is resolved once", async () => {
  await using publisher = await startKeyPublisher();
  const { port } = new URL(publisher.uri);
  const addresses = [["127.0.0.1"], ["10.0.0.1"]];
  let count = 0;
  const fetch = createGuardedFetch({
    mayReachLoopback: true,
    resolve: async () => (addresses[count++] ?? []).map((address) => ({ address, family: 4 })),
  });
  const url = `http://rebinding.example:${port}/keys`;
  const first = await fetch({ url, ...request });
  assert.ok(first.ok);
  assert.deepEqual([count, first.value.status], [1, 200]);
  assert.deepEqual(await fetch({ url, ...request }), refused);
});

test("no redirect is followed, not even to the same server", async () => {
  await using publisher = await startKeyPublisher({
    "/away": (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    "/here": (response) => response.writeHead(307, { location: "/keys" }).end(),
  });
  const fetch = createGuardedFetch({ mayReachLoopback: true });
  for (const [path, status] of [
    ["/away", 302],
    ["/here", 307],
  ] as const) {
    const answer = await fetch({ url: new URL(path, publisher.uri).href, ...request });
    assert.deepEqual(answer, { ok: true, value: { status, body: "", bytes: Buffer.alloc(0) } });
  }
  assert.deepEqual(publisher.asked, ["/away", "/here"]);
});

test("an answer that is too large, or does not come, is given up", async () => {
  await using publisher = await startKeyPublisher({
    "/large": (response) => response.end("x".repeat(1001)),
    "/fits": (response) => response.end("x".repeat(1000)),
    "/endless": (response) => response.write("x"),
    "/silent": () => {},
    "/broken": (response) =>
      response.writeHead(200, { "content-length": 5 }).end("x", () => response.destroy()),
  });
  const fetch = createGuardedFetch({
    mayReachLoopback: true,
    bodyBytesMax: 1000,
    requestMilliseconds: 60_000,
  });
  const impatient = createGuardedFetch({ mayReachLoopback: true, requestMilliseconds: 300 });
  const at = (path: string) => ({ url: new URL(path, publisher.uri).href, ...request });
  assert.deepEqual(await fetch(at("/large")), { ok: false, reason: "too-large" });
  assert.equal((await fetch(at("/fits"))).ok, true);
  assert.deepEqual(await impatient(at("/endless")), { ok: false, reason: "timed-out" });
  assert.deepEqual(await impatient(at("/silent")), { ok: false, reason: "timed-out" });
  assert.deepEqual(await fetch(at("/broken")), { ok: false, reason: "unreachable" });
  const nobody = await fetch({ url: "http://127.0.0.1:1/", ...request });
  assert.deepEqual(nobody, { ok: false, reason: "unreachable" });
});

test("no more requests run at once than allowed", async () => {
  const { promise: wait, resolve: answerAll } = Promise.withResolvers<void>();
  await using publisher = await startKeyPublisher({
    "/slow": (response) => {
      wait.then(() => response.end());
    },
  });
  const fetch = createGuardedFetch({ mayReachLoopback: true, concurrencyMax: 1 });
  const slow = fetch({ url: new URL("/slow", publisher.uri).href, ...request });
  const second = await fetch({ url: publisher.uri, ...request });
  assert.deepEqual(second, { ok: false, reason: "too-many-requests" });
  answerAll();
  assert.equal((await slow).ok, true);
  assert.equal((await fetch({ url: publisher.uri, ...request })).ok, true);
});

test("a host that hangs takes no more places than one host has", async () => {
  const { promise: wait, resolve: answerAll } = Promise.withResolvers<void>();
  await using hanging = await startKeyPublisher({
    "/slow": (response) => void wait.then(() => response.end()),
  });
  await using other = await startKeyPublisher({});
  const fetch = createGuardedFetch({ mayReachLoopback: true, concurrencyMax: 3, hostConcurrencyMax: 2 });
  const ask = (uri: string) => fetch({ url: new URL("/slow", uri).href, ...request });
  const slow = [ask(hanging.uri), ask(hanging.uri)];
  assert.deepEqual(await ask(hanging.uri), { ok: false, reason: "too-many-requests" });
  assert.equal((await fetch({ url: other.uri, ...request })).ok, true);
  answerAll();
  for (const answer of await Promise.all(slow)) assert.equal(answer.ok, true);
  assert.equal((await ask(hanging.uri)).ok, true, "its places are free again");
});
