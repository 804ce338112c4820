import assert from "node:assert/strict";
import { it } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { GroupName } from "../../src/identity/group.ts";
import type { Desk } from "../../src/operations/declared/noun.ts";
import { applyState } from "../../src/operations/declared/plan.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

/** The desk of another process. These ports of the registry stand in front of the stored ones. */
function deskWith({ ports, clock }: InProcessService, before: Partial<Desk["registry"]>): Desk {
  return {
    registry: { ...ports, clock, random: systemRandom, ...before } as unknown as Desk["registry"],
    administration: { webhooks: {} as never },
    operator: { ...everyRight, caller: "service" } as Desk["operator"],
  };
}

it("an apply ends well beside another that is always a step ahead", async () => {
  await using service = await startInProcess();
  const { ports } = service;
  const groups: Desk["registry"]["groups"] = {
    ...ports.groups,
    create: async (...given) => {
      await ports.groups.create(...given);
      return ports.groups.create(...given);
    },
  };
  const names = Array.from({ length: 12 }, (_, index) => ({ group: `team${index}` }));
  const applied = await applyState(deskWith(service, { groups }), { state: { groups: names }, prune: false });
  assert.ok(applied.ok, JSON.stringify(applied));
  assert.equal((await ports.groups.list({ limit: 20 })).items.length, names.length);
});

it("an apply is planned again if another makes the person between two looks of its plan", async () => {
  await using service = await startInProcess();
  const { ports } = service;
  let looks = 0;
  const accounts: Desk["registry"]["accounts"] = {
    ...ports.accounts,
    findByName: async (name) => {
      looks += 1;
      const found = await ports.accounts.findByName(name);
      if (looks === 2) await service.addAccount("ada", "granite tulip harbour");
      return found;
    },
  };
  const state = { users: [{ username: "ada", name: "Ada Lovelace" }] };
  const applied = await applyState(deskWith(service, { accounts }), { state, prune: false });
  assert.ok(applied.ok, JSON.stringify(applied));
  assert.equal((await ports.accounts.findByName("ada" as AccountName))?.name, "Ada Lovelace");
});

it("an apply tells of an API that it made, though another completed it before the next plan", async () => {
  await using service = await startInProcess();
  const { ports } = service;
  const [orders, stock] = ["https://orders.example", "https://stock.example"];
  const state = {
    apis: [
      { resource: orders, name: "Orders", may_exchange_for: [stock] },
      { resource: stock, name: "Stock", may_exchange_for: [orders] },
    ],
  };
  let races = 1;
  const apis: Desk["registry"]["apis"] = {
    ...ports.apis,
    update: async (...given) => {
      if (races-- > 0) await ports.apis.update(...given);
      return ports.apis.update(...given);
    },
  };
  const applied = await applyState(deskWith(service, { apis }), { state, prune: false });
  assert.ok(applied.ok, JSON.stringify(applied));
  const told = applied.value.map(({ name, act }) => `${act} ${name}`);
  assert.deepEqual(told, [`create ${orders}`, `create ${stock}`]);
});

it("an apply that plans again, because another was quicker, deletes nothing that its first plan did not name", async () => {
  await using service = await startInProcess();
  const { ports, clock } = service;
  const create = (name: string) =>
    ports.groups.create({ name: name as GroupName, createdAt: clock.now() }, 10);
  await create("old");
  await create("older");
  let races = 1;
  const groups: Desk["registry"]["groups"] = {
    ...ports.groups,
    // Another operator removes the same group in this moment, and makes one.
    remove: async (...given) => {
      if (races-- > 0) {
        await ports.groups.remove(...given);
        await create("new");
      }
      return ports.groups.remove(...given);
    },
  };
  const desk = deskWith(service, { groups });
  const applied = await applyState(desk, { state: { groups: [] }, prune: true });
  assert.ok(applied.ok, JSON.stringify(applied));
  const left = (await ports.groups.list({ limit: 10 })).items.map(({ name }) => name);
  assert.deepEqual(left, ["new"]);
});
