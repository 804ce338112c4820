import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { Consent } from "../../src/flows/consent-ports.ts";
import { sha256 } from "../../src/values/digest.ts";
import { sessionIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  noon,
  plain,
} from "./samples.ts";

const ada = accountNamed("ada");
const [shop, mail] = [clientNamed("shop"), clientNamed("mail")];

/** The promises of `Consents`. */
export function consentsContract(promised: Promised): void {
  promised("Consents.find: a consent comes back as it was given", async ({ store, reopen }) => {
    await begin(store);
    await store.consents.allow(consentTo(shop, ["openid", "email"]), noon);
    const nothing = consentTo(mail, []);
    await store.consents.allow(nothing, noon);
    const reopened = await reopen();
    const found = await reopened.consents.find(ada.id, shop.id);
    assert.deepEqual(plain(found), plain(consentTo(shop, ["openid", "email"])));
    assert.deepEqual(plain(await reopened.consents.find(ada.id, mail.id)), plain(nothing));
    assert.equal(await reopened.consents.find(accountNamed("bob").id, shop.id), undefined);
  });

  promised("Consents.list: of one account, newest first", async ({ store }) => {
    await begin(store);
    await store.consents.allow(consentTo(shop, ["email"]), noon);
    await store.consents.allow({ ...consentTo(mail, ["email"]), grantedAt: plus(noon, 1) }, noon);
    const clients = (await store.consents.list(ada.id)).map(({ clientId }) => clientId);
    assert.deepEqual(clients, [mail.id, shop.id]);
    assert.deepEqual(await store.consents.list(accountNamed("bob").id), []);
  });

  promised(
    "Consents.allow: adds the scope values to what was allowed before, whoever else adds some",
    async ({ store, another }) => {
      await begin(store);
      const stores = [store, await another()];
      await store.consents.allow(consentTo(shop, ["openid", "email"]), noon);
      await atOnce(10, (index) =>
        (stores[index % 2] ?? store).consents.allow(consentTo(shop, ["email", `value${index}`]), noon),
      );
      const scope = (await store.consents.find(ada.id, shop.id))?.scope ?? [];
      assert.deepEqual(scope.slice(0, 2), ["openid", "email"]);
      assert.equal(scope.length, 12);
    },
  );

  promised(
    "Consents.find: says when the person last withdrew, whatever is allowed since and whoever else allows it",
    async ({ store, another, reopen }) => {
      await begin(store);
      const other = await another();
      const withdrawnAt = async () => (await other.consents.find(ada.id, shop.id))?.withdrawnAt;
      await store.consents.allow(consentTo(shop, ["email"]), noon);
      await store.consents.allow({ ...consentTo(shop, ["email"]), grantedAt: plus(noon, 5) }, noon);
      assert.equal(await withdrawnAt(), undefined, "An Allow withdraws nothing.");
      for (let round = 1; round <= 10; round += 1) {
        const at = plus(noon, round * 10);
        const again = { ...consentTo(shop, ["email"]), grantedAt: plus(at, 2) };
        await Promise.all([
          store.consents.withdraw(ada.id, shop.id, at),
          other.consents.allow(again, plus(at, 1)),
        ]);
        await store.consents.allow(again, plus(at, 1));
        assert.equal(await withdrawnAt(), at);
      }
      const [listed] = await (await reopen()).consents.list(ada.id);
      assert.equal(listed?.withdrawnAt, plus(noon, 100));
    },
  );

  promised("Consents.allow: does nothing where account or client is gone", async ({ store }) => {
    await store.consents.allow(consentTo(shop, ["email"]), noon);
    assert.equal(await store.consents.find(ada.id, shop.id), undefined);
  });

  promised(
    "Consents.withdraw: forgets the consent and revokes every grant and token family of the pair",
    async ({ store, reopen }) => {
      await begin(store);
      await store.consents.allow(consentTo(shop, ["email"]), noon);
      await store.consents.allow(consentTo(mail, ["email"]), noon);
      const [first, second, other] = [grantId(1), grantId(2), grantId(3)];
      const ofShop = { clientId: shop.id };
      await store.grants.redeem(grantOfFamily(first, first, ofShop), familyWith(first, ofShop));
      await store.grants.redeem(grantWith(second, ofShop));
      await store.grants.redeem(grantWith(other, { clientId: mail.id }));
      const at = plus(noon, 7);
      assert.equal(await store.consents.withdraw(ada.id, shop.id, at), "withdrawn");
      assert.equal(await store.consents.withdraw(ada.id, shop.id, plus(noon, 8)), "none");
      const reopened = await reopen();
      assert.equal(await reopened.consents.find(ada.id, shop.id), undefined);
      assert.ok(await reopened.consents.find(ada.id, mail.id));
      assert.equal((await reopened.tokenFamilies.find(first))?.revokedAt, at);
      assert.equal((await reopened.grants.find(first))?.revokedAt, at);
      assert.equal((await reopened.grants.find(second))?.revokedAt, at);
      assert.equal((await reopened.grants.find(other))?.revokedAt, undefined);
    },
  );

  promised(
    "Consents.allow: false, and nothing is allowed, if the person withdrew after `shownAt`",
    async ({ store, another, reopen }) => {
      await begin(store);
      const consent = consentTo(shop, ["email"]);
      assert.equal(await store.consents.allow(consent, noon), true);
      await store.consents.withdraw(ada.id, shop.id, plus(noon, 7));
      // A withdrawal that found nothing to withdraw leaves no row.
      await store.consents.withdraw(ada.id, shop.id, plus(noon, 99));
      for (const shownAt of [noon, plus(noon, 6)])
        assert.equal(await (await another()).consents.allow(consent, shownAt), false);
      const reopened = await reopen();
      assert.equal(await reopened.consents.find(ada.id, shop.id), undefined);
      assert.equal(await reopened.consents.allow(consentTo(mail, []), noon), true, "Another client.");
      assert.equal(await reopened.consents.allow(consent, plus(noon, 8)), true);
      assert.ok(await reopened.consents.find(ada.id, shop.id));
    },
  );

  promised(
    "Consents.allow: of a form that is answered while the person withdraws, nothing stays allowed",
    async ({ store, another }) => {
      await begin(store);
      const other = await another();
      for (let round = 1; round <= 20; round += 1) {
        const shownAt = plus(noon, round * 10);
        await store.consents.allow(consentTo(shop, ["email"]), shownAt);
        await Promise.all([
          other.consents.allow(consentTo(shop, ["email"]), shownAt),
          store.consents.withdraw(ada.id, shop.id, plus(shownAt, 1)),
        ]);
        assert.equal(await store.consents.find(ada.id, shop.id), undefined);
      }
    },
  );

  promised(
    "Consents.withdraw: changes nothing where there was no consent and no access that outlives sessions",
    async ({ store }) => {
      await begin(store);
      const [id, bound] = [grantId(1), grantId(2)];
      const ofShop = { clientId: shop.id };
      await store.grants.redeem(grantWith(id, ofShop));
      const sessionId = sessionIdOf(sha256("cookie").slice(0, 16));
      await store.grants.redeem(
        grantOfFamily(bound, bound, ofShop),
        familyWith(bound, { ...ofShop, sessionId }),
      );
      assert.equal(await store.consents.withdraw(ada.id, shop.id, plus(noon, 7)), "none");
      assert.equal((await store.grants.find(id))?.revokedAt, undefined);
      assert.equal((await store.tokenFamilies.find(bound))?.revokedAt, undefined);
    },
  );

  promised(
    "Consents.withdraw: without a consent, a live family that outlives sessions is enough, once",
    async ({ store, another }) => {
      await begin(store);
      const [lasting, others] = [grantId(1), grantId(2)];
      const ofShop = { clientId: shop.id };
      await store.grants.redeem(grantOfFamily(lasting, lasting, ofShop), familyWith(lasting, ofShop));
      const ofMail = { clientId: mail.id };
      await store.grants.redeem(grantOfFamily(others, others, ofMail), familyWith(others, ofMail));
      const stores = [store, await another()];
      const answers = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).consents.withdraw(ada.id, shop.id, plus(noon, 7)),
      );
      assert.equal(answers.filter((answer) => answer === "withdrawn").length, 1, answers.join());
      assert.equal((await store.tokenFamilies.find(lasting))?.revokedAt, plus(noon, 7));
      assert.equal((await store.tokenFamilies.find(others))?.revokedAt, undefined);
      assert.equal(
        await store.consents.withdraw(accountNamed("bob").id, mail.id, noon),
        "none",
        "Those of another account.",
      );
    },
  );
}

async function begin(store: Store): Promise<void> {
  await store.accounts.create(ada);
  for (const client of [shop, mail]) await store.clients.create(client);
}

function consentTo({ id }: { readonly id: Consent["clientId"] }, scope: readonly string[]): Consent {
  return { accountId: ada.id, clientId: id, scope, grantedAt: noon };
}
