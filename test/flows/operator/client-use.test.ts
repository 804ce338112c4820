import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClientOrder,
  clientOrders,
  listUsedClients,
  orderedMax,
} from "../../../src/flows/operator/client-use.ts";
import { sha256 } from "../../../src/values/digest.ts";
import type { ClientId } from "../../../src/values/ids.ts";
import { plus } from "../../../src/values/time.ts";
import { clientNamed, noon } from "../../storage-contract/samples.ts";

/** Applications: their sign-ins and tokens, the hours since the last one, and the minutes since they were registered. */
const rows = [
  { name: "App 10", signIns: 3, tokens: 5, hours: 1, minutes: 30, isDisabled: false, isPublic: true },
  { name: "App 9", signIns: 2, tokens: 7, hours: 2, minutes: 20, isDisabled: true, isPublic: false },
  { name: "Wiki", signIns: 1, tokens: 0, hours: 0, minutes: 10, isDisabled: false, isPublic: false },
  { name: "Zoo", signIns: 0, tokens: 0, hours: 0, minutes: 5, isDisabled: false, isPublic: false },
] as const;

const clients = rows.map(({ name, minutes, isDisabled, isPublic }) => ({
  ...clientNamed(name.toLowerCase().replace(" ", "")),
  name,
  isDisabled,
  isPublic,
  createdAt: plus(noon, -60 * minutes),
}));

function ports(matching = clients.length) {
  return {
    clock: { now: () => noon },
    // The wiki used its secret two months ago, and the zoo never did.
    secretUses: {
      list: async (clientId: ClientId) =>
        clientId === clients[2]?.id
          ? [{ clientId, secretDigest: sha256("secret"), usedAt: plus(noon, -60 * 86_400) }]
          : [],
    },
    clients: { find: async (id: ClientId) => clients.find((client) => client.id === id) },
    inventory: {
      clients: async ({ limit }: { readonly limit: number }) => ({
        items: clients.map(({ id }) => id),
        total: matching,
        ...(matching > limit && { next: { at: noon, id: "next" as ClientId } }),
      }),
    },
    statistics: {
      topSignIns: async () =>
        rows.flatMap(({ signIns }, index) => {
          const clientId = clients[index]?.id;
          return clientId === undefined ? [] : [{ clientId, count: signIns, lastAt: noon }];
        }),
      topClients: async () =>
        rows.flatMap(({ tokens, hours }, index) => {
          const clientId = clients[index]?.id;
          assert.ok(clientId);
          return tokens === 0 ? [] : [{ clientId, count: tokens, lastAt: plus(noon, -3_600 * hours) }];
        }),
    },
  };
}

async function namesBy(order: ClientOrder, more: object = {}) {
  const page = await listUsedClients(ports(), { limit: 9, order, isDescending: false, ...more });
  return page.items.map(({ client }) => client.name);
}

const expected: Readonly<Record<ClientOrder, readonly string[]>> = {
  name: ["App 9", "App 10", "Wiki", "Zoo"],
  "sign-ins": ["Zoo", "Wiki", "App 9", "App 10"],
  tokens: ["Wiki", "Zoo", "App 10", "App 9"],
  used: ["Zoo", "Wiki", "App 9", "App 10"],
  registered: ["App 10", "App 9", "Wiki", "Zoo"],
};

for (const order of clientOrders)
  test(`applications are listed by ${order}, in either direction`, async () => {
    assert.deepEqual(await namesBy(order), expected[order]);
    const turned = expected[order].toReversed();
    // Equal ones stay in the order of their names.
    if (order === "tokens") turned.splice(2, 2, "Wiki", "Zoo");
    assert.deepEqual(await namesBy(order, { isDescending: true }), turned);
  });

test("the disabled ones, and those without a token in 30 days, can be picked out", async () => {
  assert.deepEqual(await namesBy("name", { state: "disabled" }), ["App 9"]);
  assert.deepEqual(await namesBy("name", { state: "unused" }), ["Wiki", "Zoo"]);
});

test("a kind can be picked out, alone and with a state", async () => {
  assert.deepEqual(await namesBy("name", { kind: "public" }), ["App 10"]);
  assert.deepEqual(await namesBy("name", { kind: "confidential" }), ["App 9", "Wiki", "Zoo"]);
  assert.deepEqual(await namesBy("name", { kind: "confidential", state: "unused" }), ["Wiki", "Zoo"]);
  for (const kind of ["machine", "third-party", "self-registered", "document"])
    assert.deepEqual(await namesBy("name", { kind }), [], kind);
});

test("every application is on exactly one page", async () => {
  const first = await listUsedClients(ports(), { limit: 2, order: "name", isDescending: false });
  assert.deepEqual([first.items.length, first.total, first.next, first.isCut], [2, 4, 2, false]);
  const last = await listUsedClients(ports(), { limit: 2, order: "name", isDescending: false, after: 2 });
  assert.deepEqual([last.items.map(({ client }) => client.name), last.next], [["Wiki", "Zoo"], undefined]);
});

test("a list that leaves some out says so", async () => {
  const { isCut } = await listUsedClients(ports(orderedMax + 1), {
    limit: 2,
    order: "name",
    isDescending: false,
  });
  assert.ok(isCut);
});
