import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { TestClient } from "../support/in-process.ts";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;
const clients = new Map<string, TestClient>();

/** Applications by the order of their registration, with their sign-ins and tokens. */
const rows = [
  { name: "Listed B", signIns: 2, tokens: 9, is: { isDisabled: true } },
  { name: "Listed C", signIns: 5, tokens: 5, is: {} },
  {
    name: "Listed A",
    signIns: 0,
    tokens: 0,
    is: { metadata: { ...interfaceMetadata, isThirdParty: true } },
  },
];

before(async () => {
  stage = await AdminStage.set();
  const { ports, clock } = stage.service;
  for (const { name, signIns, tokens, is } of rows) {
    const client = await stage.service.addClient({ name, ...is });
    clients.set(name, client);
    if (tokens > 0)
      await ports.statistics.add(clock.now(), [
        { kind: `use ${client.id}`, label: "code", count: signIns, peak: 0 },
        { kind: "client", label: client.id, count: tokens, peak: 0 },
      ]);
    clock.advance(1);
  }
});
after(() => stage[Symbol.asyncDispose]());

async function listed(query: string): Promise<string> {
  const answer = await stage.send("GET", `/clients?q=Listed${query}`);
  assert.equal(answer.status, 200, answer.body);
  assert.equal(answer.json.total, answer.json.items.length);
  return answer.json.items.map(({ name }: { name: string }) => name.at(-1)).join("");
}

it("clients are filtered and ordered by the parameters that the console has", async () => {
  assert.equal(await listed(""), "BCA");
  assert.equal(await listed("&sort=name"), "ABC");
  assert.equal(await listed("&sort=-name"), "CBA");
  assert.equal(await listed("&sort=-sign-ins"), "CBA");
  assert.equal(await listed("&sort=tokens"), "ACB");
  assert.equal(await listed("&sort=-registered"), "ACB");
  assert.equal(await listed("&sort=used"), "ABC", "equal ones are in the order of their names");
  assert.equal(await listed("&state=disabled"), "B");
  assert.equal(await listed("&state=unused"), "A");
  assert.equal(await listed("&kind=third-party"), "A");
  assert.equal(await listed("&kind=confidential&state=disabled"), "B");
  assert.equal(await listed("&kind=confidential"), "BCA", "as they were registered");
  assert.equal(await listed("&kind=machine"), "");
});

it("a listed client says what it did in 30 days, also in the order of registration", async () => {
  for (const query of ["", "&sort=registered"]) {
    const [b, , a] = (await stage.send("GET", `/clients?q=Listed${query}`)).json.items;
    assert.deepEqual([b.use.sign_ins, b.use.tokens], [2, 9]);
    assert.match(b.use.last_used_at, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(a.use, { sign_ins: 0, tokens: 0, last_used_at: null });
  }
  const id = clients.get("Listed B")?.id;
  assert.equal("use" in (await stage.send("GET", `/clients/${id}`)).json, false, "its tag would not change");
});

it("an ordered list goes on at its cursor, and takes no other", async () => {
  const first = await stage.send("GET", "/clients?q=Listed&sort=name&limit=2");
  assert.deepEqual([first.json.items.length, first.json.total, first.json.total_exact], [2, 3, true]);
  const last = await stage.send("GET", `/clients?q=Listed&sort=name&limit=2&after=${first.json.next}`);
  assert.deepEqual([last.json.items[0].name, last.json.next], ["Listed C", null]);
  const inTime = (await stage.send("GET", "/clients?limit=1")).json.next;
  const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
  for (const query of [
    `sort=name&after=${inTime}`,
    `after=${first.json.next}`,
    ...[[-1], [0.5], [1e9], ["1"], [1, 2]].map((parts) => `sort=name&after=${cursorOf(parts)}`),
    "sort=age",
    "sort=--name",
    "kind=any",
    "state=enabled",
  ]) {
    const answer = await stage.send("GET", `/clients?${query}`);
    assert.deepEqual([answer.status, answer.json.type.split("#")[1]], [400, "invalid-parameters"], query);
  }
});
