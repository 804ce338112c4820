import assert from "node:assert/strict";
import type { UpstreamIdentity } from "../../src/flows/upstream-ports.ts";
import type { Upstream, UpstreamName } from "../../src/protocol/upstream/upstream.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised, withinASecond } from "./harness.ts";
import { accountNamed, messageTo, noon, plain } from "./samples.ts";

/** An upstream with every property. */
export function upstreamNamed(name: string, changes: Partial<Upstream> = {}): Upstream {
  return {
    name: name as UpstreamName,
    kind: "oidc",
    issuer: `https://${name}.example`,
    clientId: `client at ${name}`,
    sealedSecret: "c2VhbGVk",
    displayName: `Straße ${name}`,
    domains: ["example.org", "example.net"],
    trustsEmail: true,
    createsAccounts: false,
    groupMapping: { claim: "groups", groups: { "cn=Staff,dc=acme": "staff" } },
    isDisabled: false,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

/** The identity of an account's person at the upstream. */
export function identityOf(
  upstream: Upstream,
  account: ReturnType<typeof accountNamed>,
  changes: Partial<UpstreamIdentity> = {},
): UpstreamIdentity {
  return {
    upstream: upstream.name,
    subject: `subject of ${account.username}`,
    accountId: account.id,
    label: `${account.username}@example.org`,
    linkedAt: noon,
    lastUsedAt: noon,
    ...changes,
  };
}

const acme = upstreamNamed("acme");
const apple = upstreamNamed("apple", {
  kind: "apple",
  appleKey: { teamId: "TEAM123456", keyId: "KEY1234567" },
  domains: [],
  trustsEmail: false,
  createsAccounts: true,
  createdAt: plus(noon, 1),
});
const ada = accountNamed("ada");
const bob = accountNamed("bob");

/** The promises of `Upstreams` and `UpstreamIdentities`. */
export function upstreamsContract(promised: Promised): void {
  promised("Upstreams.find: as it was created, by its name", async ({ store, reopen }) => {
    assert.equal(await store.upstreams.find(acme.name), undefined);
    for (const upstream of [apple, acme]) assert.ok((await store.upstreams.create(upstream, 9)).ok);
    assert.deepEqual(plain(await store.upstreams.find(acme.name)), plain(acme));
    const reopened = await reopen();
    assert.deepEqual(plain(await reopened.upstreams.find(apple.name)), plain(apple));
    assert.deepEqual(plain(await reopened.upstreams.list()), plain([acme, apple]));
  });

  promised(
    "Upstreams.listInUse: the enabled ones by creation, and none where there is none",
    async ({ store }) => {
      assert.deepEqual(await store.upstreams.listInUse(), []);
      for (const upstream of [apple, acme]) await store.upstreams.create(upstream, 9);
      await store.upstreams.create(upstreamNamed("off", { isDisabled: true }), 9);
      assert.deepEqual(plain(await store.upstreams.listInUse()), plain([acme, apple]));
      await store.upstreams.remove(acme);
      assert.deepEqual(plain(await store.upstreams.listInUse()), plain([apple]));
    },
  );

  promised("Upstreams.listInUse: leaves a damaged row out", async ({ store, execute }) => {
    for (const upstream of [apple, acme]) await store.upstreams.create(upstream, 9);
    await execute("UPDATE upstreams SET kind = 'later' WHERE name = 'acme'");
    assert.deepEqual(plain(await store.upstreams.listInUse()), plain([apple]));
  });

  promised("Upstreams: a change by another process shows within a second", async ({ store, another }) => {
    await store.upstreams.create(acme, 9);
    const second = await another();
    assert.equal((await second.upstreams.listInUse()).length, 1);
    await store.upstreams.create(apple, 9);
    const disabled = await store.upstreams.update({ ...acme, isDisabled: true }, noon);
    assert.ok(disabled.ok);
    await withinASecond(async () => (await second.upstreams.find(acme.name))?.isDisabled === true);
    await withinASecond(async () => {
      const [first, ...more] = await second.upstreams.listInUse();
      return first?.name === apple.name && more.length === 0;
    });
  });

  promised(
    "Upstreams.create: refused where the name exists, and of many at once no more succeed than there is room for",
    async ({ store, another }) => {
      assert.ok((await store.upstreams.create(acme, 3)).ok);
      assert.deepEqual(await store.upstreams.create(acme, 3), { ok: false, reason: "exists" });
      const stores = [store, await another()];
      const created = await atOnce(8, (index) =>
        (stores[index % 2] ?? store).upstreams.create(upstreamNamed(`one-${index}`), 3),
      );
      assert.equal(created.filter(({ ok }) => ok).length, 2);
      assert.ok(created.every((each) => each.ok || each.reason === "too-many"));
    },
  );

  promised(
    "Upstreams.update: of concurrent changes one wins; name, kind and issuer stay",
    async ({ store }) => {
      await store.upstreams.create(acme, 9);
      const changed = {
        ...acme,
        issuer: "https://other.example",
        clientId: "new",
        domains: [],
        kind: "google",
      };
      const updated = await atOnce(5, (index) =>
        store.upstreams.update({ ...(changed as Upstream), displayName: `Name ${index}` }, noon),
      );
      assert.equal(updated.filter(({ ok }) => ok).length, 1);
      assert.ok(updated.every((each) => each.ok || each.reason === "conflict"));
      const stands = await store.upstreams.find(acme.name);
      assert.deepEqual(
        [stands?.issuer, stands?.kind, stands?.clientId, stands?.domains],
        [acme.issuer, "oidc", "new", []],
      );
      assert.ok((stands?.updatedAt ?? 0) > acme.updatedAt);
      assert.deepEqual(await store.upstreams.update(apple, noon), { ok: false, reason: "unknown" });
    },
  );

  promised(
    "Upstreams.remove: only where `updatedAt` is still the one that was read: of it and changes one wins",
    async ({ store, another }) => {
      const other = await another();
      for (const round of ["one", "two", "three", "four"]) {
        const upstream = upstreamNamed(round);
        await store.upstreams.create(upstream, 9);
        const [changed, ...removed] = await Promise.all([
          store.upstreams.update({ ...upstream, displayName: "Changed" }, noon),
          store.upstreams.remove(upstream),
          other.upstreams.remove(upstream),
        ]);
        assert.equal([changed, ...removed].filter(({ ok }) => ok).length, 1);
        const left = await store.upstreams.find(upstream.name);
        assert.equal(left?.displayName, changed.ok ? "Changed" : undefined);
        const stale = await store.upstreams.remove(upstream);
        assert.deepEqual(stale, { ok: false, reason: changed.ok ? "conflict" : "unknown" });
      }
    },
  );

  promised("Upstreams.remove: the identities of its people go with it", async ({ store }) => {
    await store.accounts.create(ada);
    for (const upstream of [acme, apple]) await store.upstreams.create(upstream, 9);
    for (const upstream of [acme, apple]) await store.upstreamIdentities.link(identityOf(upstream, ada));
    assert.ok((await store.upstreams.remove(acme)).ok);
    assert.deepEqual(await store.upstreams.remove(acme), { ok: false, reason: "unknown" });
    assert.deepEqual(
      (await store.upstreamIdentities.list(ada.id)).map(({ upstream }) => upstream),
      [apple.name],
    );
  });
  identitiesContract(promised);
}

function identitiesContract(promised: Promised): void {
  promised(
    "UpstreamIdentities.link: found by upstream and subject, letter by letter",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      for (const upstream of [acme, apple]) await store.upstreams.create(upstream, 9);
      const identity = identityOf(acme, ada, { subject: "Ä subject" });
      assert.ok((await store.upstreamIdentities.link(identity)).ok);
      const { upstreamIdentities } = await reopen();
      assert.deepEqual(plain(await upstreamIdentities.find(acme.name, "Ä subject")), plain(identity));
      for (const [name, subject] of [
        [acme.name, "ä subject"],
        [acme.name, "Ä subject "],
        [apple.name, "Ä subject"],
      ] as const)
        assert.equal(await upstreamIdentities.find(name, subject), undefined);
      assert.deepEqual(
        [await upstreamIdentities.count(acme.name), await upstreamIdentities.count(apple.name)],
        [1, 0],
      );
    },
  );

  promised(
    "UpstreamIdentities.link: a subject has one account, and an account one subject at each upstream",
    async ({ store }) => {
      for (const account of [ada, bob]) await store.accounts.create(account);
      await store.upstreams.create(acme, 9);
      await store.upstreamIdentities.link(identityOf(acme, ada));
      const taken = { ok: false, reason: "taken" };
      for (const identity of [
        identityOf(acme, bob, { subject: "subject of ada" }),
        identityOf(acme, ada, { subject: "another" }),
        identityOf(acme, ada),
      ])
        assert.deepEqual(await store.upstreamIdentities.link(identity), taken);
      assert.equal((await store.upstreamIdentities.find(acme.name, "subject of ada"))?.accountId, ada.id);
      const unknown = { ok: false, reason: "unknown" };
      assert.deepEqual(await store.upstreamIdentities.link(identityOf(apple, bob)), unknown);
      assert.deepEqual(await store.upstreamIdentities.link(identityOf(acme, accountNamed("no"))), unknown);
    },
  );

  promised(
    "UpstreamIdentities.link: of many at once for one subject one wins",
    async ({ store, another }) => {
      const people = Array.from({ length: 12 }, (_, index) => accountNamed(`p${index}`));
      for (const account of people) await store.accounts.create(account);
      await store.upstreams.create(acme, 9);
      const stores = [store, await another()];
      const linked = await atOnce(people.length, (index) =>
        (stores[index % 2] ?? store).upstreamIdentities.link(
          identityOf(acme, people[index] ?? ada, { subject: "one" }),
        ),
      );
      assert.equal(linked.filter(({ ok }) => ok).length, 1);
    },
  );

  promised(
    "UpstreamIdentities.createAccount: of many at once for one subject one creates an account, and the others none",
    async ({ store, another }) => {
      await store.upstreams.create(acme, 9);
      const stores = [store, await another()];
      const created = await atOnce(12, (index) => {
        const account = accountNamed(`new${index}`);
        const identity = identityOf(acme, account, { subject: "one" });
        return (stores[index % 2] ?? store).upstreamIdentities.createAccount(account, identity);
      });
      assert.equal(created.filter(({ ok }) => ok).length, 1);
      assert.ok(created.every((each) => each.ok || each.reason === "taken"));
      assert.equal((await store.accounts.list(9)).length, 1);
    },
  );

  promised("UpstreamIdentities.createAccount: refused, with no account, as either is", async ({ store }) => {
    await store.upstreams.create(acme, 9);
    await store.accounts.create(ada);
    const namesake = { ...bob, username: ada.username };
    const { upstreamIdentities } = store;
    assert.deepEqual(await upstreamIdentities.createAccount(namesake, identityOf(acme, bob)), {
      ok: false,
      reason: "name-taken",
    });
    assert.deepEqual(await upstreamIdentities.createAccount(bob, identityOf(apple, bob)), {
      ok: false,
      reason: "unknown",
    });
    assert.deepEqual(
      (await store.accounts.list(9)).map(({ id }) => id),
      [ada.id],
    );
  });

  promised(
    "UpstreamIdentities.note: notes the use, never an earlier one, and the label; without one the old label stays",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.upstreams.create(acme, 9);
      const identity = identityOf(acme, ada);
      await store.upstreamIdentities.link(identity);
      const { upstream, subject } = identity;
      const later = { upstream, subject, label: "new", lastUsedAt: plus(noon, 60) };
      await store.upstreamIdentities.note(later);
      await store.upstreamIdentities.note({ upstream, subject, label: "old", lastUsedAt: plus(noon, 30) });
      const found = await store.upstreamIdentities.find(upstream, subject);
      assert.deepEqual(plain(found), plain({ ...identity, ...later }));
      await store.upstreamIdentities.note({ upstream, subject, lastUsedAt: plus(noon, 90) });
      const unlabelled = await store.upstreamIdentities.find(upstream, subject);
      assert.deepEqual(plain(unlabelled), plain({ ...found, lastUsedAt: plus(noon, 90) }));
    },
  );

  promised("UpstreamIdentities.unlink: once; an identity goes with its account too", async ({ store }) => {
    for (const account of [ada, bob]) await store.accounts.create(account);
    await store.upstreams.create(acme, 9);
    for (const account of [ada, bob]) await store.upstreamIdentities.link(identityOf(acme, account));
    assert.equal(await store.upstreamIdentities.unlink(ada.id, acme.name), "unlinked");
    assert.equal(await store.upstreamIdentities.unlink(ada.id, acme.name), "none");
    await store.accounts.remove(bob.id);
    assert.equal(await store.upstreamIdentities.count(acme.name), 0);
  });

  promised(
    "UpstreamIdentities: a fact that happens takes its message along; one that is refused, or has lost its claim, does not",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.upstreams.create(acme, 9);
      const identity = identityOf(acme, ada);
      const { upstreamIdentities } = store;
      const sideEffects = (id: string, epoch = ada.epoch) => ({
        claims: [{ kind: "account-epoch", accountId: ada.id, epoch }] as const,
        messages: [messageTo(id)],
      });
      const lost = await upstreamIdentities.link(identity, sideEffects("lost link", ada.epoch + 1));
      assert.deepEqual(lost, { ok: false, reason: "claim-lost" });
      assert.equal(await upstreamIdentities.count(acme.name), 0);
      await upstreamIdentities.link(identity, sideEffects("linked"));
      await upstreamIdentities.link(identity, sideEffects("taken"));
      const stale = sideEffects("lost unlinking", ada.epoch + 1);
      assert.equal(await upstreamIdentities.unlink(ada.id, acme.name, stale), "claim-lost");
      assert.equal(await upstreamIdentities.count(acme.name), 1);
      await upstreamIdentities.unlink(ada.id, acme.name, sideEffects("unlinked"));
      await upstreamIdentities.unlink(ada.id, acme.name, sideEffects("none"));
      const created = identityOf(acme, bob, { subject: "new" });
      for (const id of ["created", "created again"])
        await upstreamIdentities.createAccount(bob, created, { messages: [messageTo(id)] });
      const { items } = await store.outbox.list({ limit: 9 });
      assert.deepEqual(
        items.map(({ id }) => id).toSorted(),
        ["linked", "unlinked", "created"].map((id) => messageTo(id).id).toSorted(),
      );
    },
  );

  promised(
    "UpstreamIdentities.unlink: of the last ways in one stays, whichever are taken at once, and a disabled upstream is none",
    async ({ store, another }) => {
      const { passwordHash: _, ...only } = ada;
      await store.accounts.create(only);
      const off = upstreamNamed("off", { isDisabled: true });
      for (const upstream of [acme, apple, off]) {
        await store.upstreams.create(upstream, 9);
        await store.upstreamIdentities.link(identityOf(upstream, only));
      }
      const stores = [store, await another()];
      const outcomes = await atOnce(8, (index) =>
        (stores[index % 2] ?? store).upstreamIdentities.unlink(ada.id, (index < 4 ? acme : apple).name),
      );
      assert.equal(outcomes.filter((outcome) => outcome === "unlinked").length, 1);
      const left = (await store.upstreamIdentities.list(ada.id)).map(({ upstream }) => upstream);
      assert.notEqual(left.includes(acme.name), left.includes(apple.name));
    },
  );
}
