import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Consent } from "../../src/flows/consent-ports.ts";
import { type Client, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { parseClientId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, clientNamed, noon, plain } from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const few = { shownAt: noon, clientsMax: 3 };
const week = 7 * 86_400;

/** The promises of `Consents.allowDescribed`, and of what a withdrawal does to a client by document. */
export function describedClientsContract(promised: Promised): void {
  promised(
    "Consents.allowDescribed: the client and its consent are there, or neither is",
    async ({ store, reopen }) => {
      await begin(store);
      const notes = described("notes");
      assert.equal(await store.consents.allowDescribed(notes, consentTo(notes), few), "allowed");
      const reopened = await reopen();
      assert.deepEqual(plain(await reopened.clients.find(notes.id)), plain(notes));
      assert.deepEqual(plain(await reopened.consents.find(ada.id, notes.id)), plain(consentTo(notes)));
    },
  );

  promised("Consents.allowDescribed: nothing is kept for an account that is gone", async ({ store }) => {
    const notes = described("notes");
    await store.consents.allowDescribed(notes, consentTo(notes), few);
    assert.equal(await store.clients.find(notes.id), undefined);
  });

  promised(
    "Consents.allowDescribed: a later document replaces the row, as it was read",
    async ({ store, another }) => {
      await begin(store);
      const notes = described("notes");
      await store.consents.allowDescribed(notes, consentTo(notes), few);
      const read = await store.clients.find(notes.id);
      assert.ok(read);
      const changed = { ...read, name: "Other Notes" };
      assert.equal(
        await (await another()).consents.allowDescribed(changed, consentTo(notes), few),
        "allowed",
      );
      assert.equal((await (await another()).clients.find(notes.id))?.name, "Other Notes");
      const stale = { ...read, name: "Stale", isDisabled: false };
      assert.equal(await store.consents.allowDescribed(stale, consentTo(notes, bob), few), "allowed");
      assert.equal(
        (await store.clients.find(notes.id))?.name,
        "Other Notes",
        "Somebody else's change stays.",
      );
      assert.ok(await store.consents.find(bob.id, notes.id));
    },
  );

  promised(
    "C87: Consents.allowDescribed: of people who allow a client at once, one makes its row",
    async ({ store, another }) => {
      await begin(store);
      const stores = [store, await another()];
      const notes = described("notes");
      const answers = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).consents.allowDescribed(
          notes,
          consentTo(notes, index < 5 ? ada : bob),
          few,
        ),
      );
      assert.deepEqual(new Set(answers), new Set(["allowed"]));
      assert.equal((await store.clients.list()).length, 1);
      for (const { id } of [ada, bob]) assert.ok(await store.consents.find(id, notes.id));
    },
  );

  promised(
    "Consents.allow, Consents.allowDescribed: what was allowed before `forgetsBefore` is forgotten",
    async ({ store, another }) => {
      await begin(store);
      const notes = described("notes");
      const later = (seconds: number, scope: string) => ({
        ...consentTo(notes),
        scope: [scope],
        grantedAt: plus(noon, seconds),
      });
      const found = async () => (await (await another()).consents.find(ada.id, notes.id))?.scope.toSorted();
      await store.consents.allowDescribed(notes, consentTo(notes), few);
      const forgetsBefore = plus(noon, 5);
      await store.consents.allow({ ...later(5, "openid"), forgetsBefore }, plus(noon, 5));
      assert.deepEqual(await found(), ["openid"]);
      await store.consents.allow({ ...later(6, "phone"), forgetsBefore }, plus(noon, 6));
      assert.deepEqual(await found(), ["openid", "phone"]);
      const kept = (await store.clients.find(notes.id)) ?? notes;
      await store.consents.allowDescribed(
        kept,
        { ...later(9, "email"), forgetsBefore: plus(noon, 7) },
        { ...few, shownAt: plus(noon, 9) },
      );
      assert.deepEqual(await found(), ["email"]);
    },
  );

  promised("Consents.allowDescribed: withdrawn after `shownAt`, nothing is allowed", async ({ store }) => {
    await begin(store);
    const notes = described("notes");
    await store.consents.allowDescribed(notes, consentTo(notes), few);
    await store.consents.withdraw(ada.id, notes.id, plus(noon, 5));
    assert.equal(await store.consents.allowDescribed(notes, consentTo(notes), few), "withdrawn");
    assert.equal(await store.consents.find(ada.id, notes.id), undefined);
  });

  promised(
    "Consents.allowDescribed: full where so many are kept, until nobody allows one of them any more",
    async ({ store, another }) => {
      await begin(store);
      await store.clients.create(clientNamed("operators"));
      const stores = [store, await another()];
      const allow = (word: string, index = 0) =>
        (stores[index % 2] ?? store).consents.allowDescribed(
          described(word),
          consentTo(described(word)),
          few,
        );
      const answers = await atOnce(6, (index) => allow(`app${index}`, index));
      assert.equal(answers.filter((answer) => answer === "allowed").length, 3);
      assert.equal(answers.filter((answer) => answer === "full").length, 3);
      assert.equal((await store.clients.list()).length, 4);
      assert.equal(await allow("late"), "full");
      assert.equal(await store.consents.find(ada.id, described("late").id), undefined);
      const won = described(`app${answers.indexOf("allowed")}`);
      await store.consents.withdraw(ada.id, won.id, plus(noon, 5));
      assert.equal(await allow("late"), "allowed");
      assert.equal(await store.clients.find(won.id), undefined);
      assert.ok(await store.clients.find(clientNamed("operators").id));
    },
  );

  promised(
    "Consents.withdraw: a client by document that nobody allows any more goes after a week, and no other client",
    async ({ store, another }) => {
      await begin(store);
      const [notes, mail] = [described("notes"), described("mail")];
      const shop = clientNamed("shop");
      await store.clients.create(shop);
      await store.consents.allow({ ...consentTo(shop) }, noon);
      for (const client of [notes, mail]) await store.consents.allowDescribed(client, consentTo(client), few);
      await store.consents.allowDescribed(mail, consentTo(mail, bob), few);
      for (const client of [notes, mail, shop]) await store.consents.withdraw(ada.id, client.id, noon);
      const other = await another();
      assert.equal((await other.clients.find(notes.id))?.unusedUntil, plus(noon, week));
      assert.equal((await other.clients.find(mail.id))?.unusedUntil, undefined, "Bob allows it.");
      assert.equal(
        (await other.clients.find(shop.id))?.unusedUntil,
        undefined,
        "The operator registered it.",
      );
      await store.expiry.sweep(plus(noon, week - 1), 100);
      assert.ok(await other.clients.find(notes.id));
      await store.expiry.sweep(plus(noon, week), 100);
      const left = (await (await another()).clients.list()).map(({ id }) => id).toSorted();
      assert.deepEqual(left, [mail.id, shop.id].toSorted());
    },
  );

  promised(
    "C87: Consents.withdraw: a client that somebody allows meanwhile does not go",
    async ({ store, another }) => {
      await begin(store);
      const other = await another();
      for (let round = 1; round <= 10; round += 1) {
        const notes = described(`notes${round}`);
        const limit = { ...few, clientsMax: 100 };
        await store.consents.allowDescribed(notes, consentTo(notes), limit);
        const read = (await other.clients.find(notes.id)) ?? notes;
        await Promise.all([
          store.consents.withdraw(ada.id, notes.id, plus(noon, round)),
          other.consents.allowDescribed(read, consentTo(notes, bob), limit),
        ]);
        await store.expiry.sweep(plus(noon, 2 * week), 100);
        assert.ok(await store.consents.find(bob.id, notes.id), `round ${round}`);
      }
    },
  );

  promised(
    "Clients.createSelfRegistered: makes no room at the cost of clients by document",
    async ({ store }) => {
      await begin(store);
      const notes = described("notes");
      await store.consents.allowDescribed(notes, consentTo(notes), few);
      await store.consents.withdraw(ada.id, notes.id, noon);
      const metadata = { ...interfaceMetadata, registrationTokenDigest: "digest" };
      const register = (word: string) =>
        store.clients.createSelfRegistered(clientNamed(word, { metadata }), {
          clientsMax: 1,
          roomUpTo: plus(noon, 2 * week),
        });
      assert.equal((await register("first")).ok, true);
      assert.deepEqual(await register("second"), { ok: false, reason: "full" });
      assert.ok(await store.clients.find(notes.id));
    },
  );
}

async function begin(store: Store): Promise<void> {
  for (const account of [ada, bob]) await store.accounts.create(account);
}

function described(word: string): Client {
  const { secretDigest: _, ...client } = clientNamed(word);
  const id = parseClientId(`https://${word}.example/client.json`);
  assert.ok(id);
  const metadata = { ...interfaceMetadata, isThirdParty: true, documentSince: "0" };
  return { ...client, id, isPublic: true, metadata };
}

function consentTo({ id: clientId }: Client, { id: accountId } = ada): Consent {
  return { accountId, clientId, scope: ["email"], grantedAt: noon };
}
