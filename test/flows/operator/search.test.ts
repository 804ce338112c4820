import assert from "node:assert/strict";
import { test } from "node:test";
import { type SearchedKind, searchEverything, searchedKinds } from "../../../src/flows/operator/search.ts";

type Given = Parameters<typeof searchEverything>;

/** Ports that note what is asked of them, and have nothing. */
function noting() {
  const asked = new Set<string>();
  const noun = (name: string, answer: unknown) =>
    new Proxy(
      {},
      {
        get: () => async () => {
          asked.add(name);
          return answer;
        },
      },
    );
  const empty = { items: [], total: 0 };
  const ports = {
    accounts: noun("accounts", undefined),
    people: noun("people", empty),
    clients: noun("clients", undefined),
    apis: noun("apis", []),
    groups: noun("groups", empty),
    upstreams: noun("upstreams", []),
    inventory: noun("inventory", empty),
  } as unknown as Given[0];
  const administration = {
    webhooks: noun("webhooks", []),
    settings: () => {
      asked.add("settings");
      return [];
    },
  } as unknown as Given[1];
  return { asked, ports, administration };
}

const readBy: Readonly<Record<SearchedKind, readonly string[]>> = {
  person: ["people"],
  application: ["clients", "inventory"],
  api: ["apis"],
  group: ["groups"],
  provider: ["upstreams"],
  webhook: ["webhooks"],
  setting: ["settings"],
  act: [],
};

for (const kind of Object.keys(searchedKinds) as SearchedKind[])
  test(`with ${searchedKinds[kind]} alone a search asks for nothing but what that right shows`, async () => {
    const { asked, ports, administration } = noting();
    const by = { scopes: new Set([searchedKinds[kind]]) };
    await searchEverything(ports, administration, { text: "orchard", by });
    assert.deepEqual([...asked], readBy[kind]);
  });

test("without a right, or with less than two letters, a search asks for nothing at all", async () => {
  const { asked, ports, administration } = noting();
  const all = new Set(Object.values(searchedKinds));
  assert.deepEqual(
    await searchEverything(ports, administration, { text: "orchard", by: { scopes: new Set() } }),
    [],
  );
  for (const text of ["", " ", "o", "  o "])
    assert.deepEqual(await searchEverything(ports, administration, { text, by: { scopes: all } }), []);
  assert.deepEqual([...asked], []);
});
