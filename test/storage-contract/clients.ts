import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { clientNamed, grantId, grantWith, noon, plain } from "./samples.ts";

/** The promises of `Clients`. */
export function clientsContract(promised: Promised): void {
  promised(
    "Clients.find: a client comes back with every property it was given",
    async ({ store, reopen }) => {
      const confidential = clientNamed("a", { secretExposedAt: plus(noon, 1), profile: "strict" });
      const { secretDigest: _, ...open } = clientNamed("b", { isPublic: true, isDisabled: true });
      await store.clients.create(confidential);
      await store.clients.create(open);
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.clients.find(confidential.id)), plain(confidential));
      assert.deepEqual(plain(await reopened.clients.find(open.id)), plain(open));
      assert.equal(await reopened.clients.find(clientNamed("c").id), undefined);
    },
  );

  promised("Clients.find: a change made by another process shows", async ({ store, another }) => {
    const client = clientNamed("a");
    await store.clients.create(client);
    await store.clients.find(client.id);
    await (await another()).clients.update({ ...client, isDisabled: true });
    assert.equal((await store.clients.find(client.id))?.isDisabled, true);
  });

  promised("Clients.list: ordered by creation", async ({ store }) => {
    for (const [word, seconds] of [
      ["b", 2],
      ["c", 1],
      ["a", 3],
    ] as const)
      await store.clients.create(clientNamed(word, { createdAt: plus(noon, seconds) }));
    const names = (await store.clients.list()).map((client) => client.name);
    assert.deepEqual(names, ["Application c", "Application b", "Application a"]);
  });

  promised("Clients.create: refused when the id exists", async ({ store }) => {
    assert.deepEqual(await store.clients.create(clientNamed("a")), { ok: true, value: undefined });
    const second = await store.clients.create(clientNamed("a", { name: "Other" }));
    assert.deepEqual(second, { ok: false, reason: "exists" });
    assert.equal((await store.clients.find(clientNamed("a").id))?.name, "Application a");
  });

  promised("Clients.create: of many with one id at once, one succeeds", async ({ store, another }) => {
    const stores = [store, await another()];
    const answers = await atOnce(20, (index) =>
      (stores[index % 2] ?? store).clients.create(clientNamed("a", { name: `${index}` })),
    );
    assert.equal(answers.filter((answer) => answer.ok).length, 1);
  });

  promised("Clients.update: replaces every property of the client with the same id", async ({ store }) => {
    await store.clients.create(clientNamed("a", { secretExposedAt: noon }));
    const { secretDigest: _, ...changed } = clientNamed("a", {
      name: "New",
      redirectUris: ["https://new.example/cb"],
      profile: "strict",
      isPublic: true,
      isDisabled: true,
      updatedAt: plus(noon, 5),
    });
    await store.clients.find(changed.id);
    assert.equal((await store.clients.update(changed)).ok, true);
    assert.deepEqual(plain(await store.clients.find(changed.id)), plain(changed));
    assert.deepEqual(await store.clients.update(clientNamed("b")), { ok: false, reason: "unknown" });
  });

  promised("Clients.remove: removes the client and its grants", async ({ store, reopen }) => {
    const client = clientNamed("client");
    const foreign = grantWith(grantId(2), { clientId: clientNamed("other").id });
    await store.clients.create(client);
    await store.grants.redeem(grantWith(grantId(1)));
    await store.grants.redeem(foreign);
    assert.equal((await store.clients.remove(client.id)).ok, true);
    assert.equal(await store.clients.find(client.id), undefined);
    assert.equal(await store.grants.find(grantId(1)), undefined);
    assert.notEqual(await store.grants.find(foreign.id), undefined);
    assert.deepEqual(await store.clients.remove(client.id), { ok: false, reason: "unknown" });
    assert.equal(await (await reopen()).grants.find(grantId(1)), undefined);
  });

  promised(
    "Clients.recordExposedSecret: records the exposure only where none is recorded yet",
    async ({ store }) => {
      const { id } = clientNamed("a");
      await store.clients.create(clientNamed("a"));
      await atOnce(3, (index) => store.clients.recordExposedSecret(id, plus(noon, index + 1)));
      await store.clients.recordExposedSecret(id, plus(noon, 9));
      assert.equal((await store.clients.find(id))?.secretExposedAt, plus(noon, 1));
      await store.clients.recordExposedSecret(clientNamed("unknown").id, noon);
    },
  );
}
