import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { parseClientId, parseKeptSubject } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { everyMetadata } from "../protocol/client/every-metadata.ts";
import { atOnce, type Promised, withinASecond, withinFiveSeconds } from "./harness.ts";
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

const key = {
  kty: "EC",
  crv: "P-256",
  x: "x",
  y: "y",
  kid: "one",
  alg: "ES256",
  use: "sig",
  key_ops: ["verify"],
};
const metadataOfAll: ClientMetadata = { ...everyMetadata, publicKeys: [key] };

function protecting(word: string, ...protectedOrigins: readonly string[]) {
  return clientNamed(word, { metadata: { ...interfaceMetadata, protectedOrigins } });
}

/** The promises of `Clients`. */
export function clientsContract(promised: Promised): void {
  promised(
    "Clients.listToldOfLogout: the operator's own clients, third parties left out, that registered for back-channel logout",
    async ({ store }) => {
      const backchannelLogoutUri = "https://app.example/logout";
      const told = { ...interfaceMetadata, backchannelLogoutUri };
      const clients = [
        clientNamed("plain"),
        clientNamed("silent", { metadata: interfaceMetadata }),
        clientNamed("foreign", { metadata: { ...told, isThirdParty: true } }),
        clientNamed("own", { metadata: told }),
      ];
      for (const client of clients) await store.clients.create(client);
      const listed = await store.clients.listToldOfLogout();
      assert.deepEqual(plain(listed), plain([clientNamed("own", { metadata: told })]));
      const own = listed[0];
      assert.ok(own !== undefined);
      await store.clients.update({ ...own, metadata: interfaceMetadata });
      assert.deepEqual(await store.clients.listToldOfLogout(), []);
    },
  );

  promised(
    "Clients.listStartable: the enabled clients with a start address, ordered by name in lower case and then by id",
    async ({ store, another }) => {
      const clientUri = "https://app.example/start";
      const starting = (
        word: string,
        changes: Partial<Client> = {},
        metadata: Partial<ClientMetadata> = {},
      ) => clientNamed(word, { ...changes, metadata: { ...interfaceMetadata, clientUri, ...metadata } });
      const initiateLoginUri = "https://app.example/login";
      const later = starting("c", { name: "banana" });
      for (const client of [
        clientNamed("plain"),
        clientNamed("openid", { metadata: { ...interfaceMetadata, isOpenid: true } }),
        starting("off", { isDisabled: true }),
        later,
        starting("b", { name: "Banana" }),
        clientNamed("login", { name: "Éclair", metadata: { ...interfaceMetadata, initiateLoginUri } }),
        starting("groups", { name: "zoo [2] x" }, { onlyGroups: ["Straße-ü", "staff"] }),
        { ...protecting("wiki", "https://wiki.example.org"), name: "apple pie" },
      ])
        assert.ok((await store.clients.create(client)).ok);
      const named = async ({ clients }: Store = store) =>
        (await clients.listStartable()).map(
          ({ id, name, onlyGroups, folded }) =>
            `${id.replace(/^lkc0+/, "")} ${name} (${onlyGroups})${folded === name.toLowerCase() ? "" : folded}`,
        );
      const all = [
        "wiki apple pie ()",
        "b Banana ()",
        "c banana ()",
        "groups zoo [2] x (Straße-ü,staff)",
        "login Éclair ()",
      ];
      const other = await another();
      for (const each of [store, other]) assert.deepEqual(await named(each), all);
      const read = await store.clients.findStored(later.id);
      assert.ok(read && (await store.clients.update({ ...read, isDisabled: true })).ok);
      const left = all.filter((row) => !row.startsWith("c "));
      assert.deepEqual(await named(), left);
      await withinFiveSeconds(async () => (await named(other)).length === left.length);
      const wiki = await store.clients.findStored(clientNamed("wiki").id);
      assert.ok(wiki && (await store.clients.remove(wiki)).ok);
      assert.deepEqual(await named(), left.slice(1));
    },
  );

  promised(
    "Clients.findByOrigin: the client that protects this host, as its row says now",
    async ({ store, another }) => {
      const wiki = protecting("wiki", "https://wiki.example.org", "https://notes.example.org");
      assert.ok((await store.clients.create(wiki)).ok);
      const other = await another();
      for (const { clients } of [store, other]) {
        assert.equal((await clients.findByOrigin("https://notes.example.org"))?.id, wiki.id);
        assert.equal(await clients.findByOrigin("https://wiki.example.org.evil.example"), undefined);
      }
      const read = await store.clients.findStored(wiki.id);
      assert.ok(read);
      const { metadata } = protecting("wiki", "https://wiki.example.org");
      assert.ok((await store.clients.update({ ...read, metadata })).ok);
      await withinASecond(
        async () => (await other.clients.findByOrigin("https://notes.example.org")) === undefined,
      );
      assert.equal((await other.clients.findByOrigin("https://wiki.example.org"))?.id, wiki.id);
      const free = protecting("free", "https://notes.example.org");
      assert.ok((await store.clients.create(free)).ok, "a host that was given up can be taken");
      const kept = await store.clients.findStored(wiki.id);
      assert.ok(kept && (await store.clients.remove(kept)).ok);
      await withinASecond(
        async () => (await other.clients.findByOrigin("https://wiki.example.org")) === undefined,
      );
    },
  );

  promised(
    "Clients.create: refused when another client protects one of its hosts: each host belongs to one client",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const made = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).clients.create(protecting(`w${index}`, "https://wiki.example.org")),
      );
      assert.equal(made.filter((created) => created.ok).length, 1);
      for (const created of made) if (created.ok === false) assert.equal(created.reason, "origin-taken");
      const blog = protecting("blog", "https://blog.example.org");
      assert.ok((await store.clients.create(blog)).ok);
      const { metadata } = protecting("blog", "https://blog.example.org", "https://wiki.example.org");
      const stolen = await store.clients.update({ ...blog, metadata });
      assert.deepEqual(stolen, { ok: false, reason: "origin-taken" });
      assert.equal((await store.clients.list()).length, 2);
    },
  );

  promised("Clients.create: refused when an account keeps the id as its subject", async ({ store }) => {
    const [id, subject] = [parseClientId("old-id"), parseKeptSubject("old-id")];
    assert.ok(id && subject);
    await store.accounts.create(accountNamed("ada", { subject }));
    const client = { ...clientNamed("a"), id };
    assert.deepEqual(await store.clients.create(client), { ok: false, reason: "subject-taken" });
    assert.equal(await store.clients.findStored(id), undefined);
    await store.accounts.remove(accountNamed("ada").id);
    assert.ok((await store.clients.create(client)).ok);
  });

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

  promised(
    "Clients.find: the metadata, the previous secret and the limit of codes come back whole",
    async ({ store, reopen }) => {
      const every = clientNamed("every", {
        metadata: metadataOfAll,
        previousSecretDigest: sha256("before"),
        codesVoidUntil: plus(noon, 5),
        unusedUntil: plus(noon, 6),
      });
      const few = clientNamed("few", { metadata: interfaceMetadata, createdAt: plus(noon, 1) });
      for (const client of [few, every]) await store.clients.create(client);
      const reopened = await reopen();
      for (const client of [every, few])
        assert.deepEqual(plain(await reopened.clients.find(client.id)), plain(client));
      assert.deepEqual(plain(await reopened.clients.list()), plain([every, few]));
    },
  );

  promised(
    "Clients.createSelfRegistered: refused where so many of them are registered already, whoever else registers",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await store.clients.create(clientNamed("operators"));
      const answers = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).clients.createSelfRegistered(selfRegistered(`self${index}`), atMostFive),
      );
      assert.equal(answers.filter(({ ok }) => ok).length, 5);
      for (const answer of answers.filter(({ ok }) => !ok))
        assert.deepEqual(answer, { ok: false, reason: "full" });
      assert.equal((await store.clients.list()).length, 6);
      const won = answers.findIndex(({ ok }) => ok);
      await store.clients.remove(selfRegistered(`self${won}`));
      assert.ok(
        (await store.clients.createSelfRegistered(selfRegistered("late"), atMostFive)).ok,
        "There is room again.",
      );
    },
  );

  promised(
    "Clients.createSelfRegistered: where it is full, the one that nobody has used for longest goes, once it may",
    async ({ store, another }) => {
      const waiting = (word: string, seconds: number) => ({
        ...selfRegistered(word),
        unusedUntil: plus(noon, seconds),
      });
      const register = (word: string, seconds: number, roomUpTo: number) =>
        store.clients.createSelfRegistered(waiting(word, seconds), {
          clientsMax: 3,
          roomUpTo: plus(noon, roomUpTo),
        });
      await store.clients.create(clientNamed("operators"));
      for (const [word, seconds] of [
        ["used", 10],
        ["second", 30],
        ["first", 20],
      ] as const)
        assert.ok((await register(word, seconds, 0)).ok);
      await store.clients.recordFirstUse(waiting("used", 10).id);
      const first = waiting("first", 20).id;
      const grant = grantWith(grantId(1), { clientId: first });
      await store.grants.redeem(grant);
      await store.clients.find(first);
      assert.deepEqual(await register("early", 40, 19), { ok: false, reason: "full" });
      assert.ok((await register("third", 40, 20)).ok);
      assert.equal(await store.clients.find(first), undefined);
      assert.equal(await (await another()).clients.find(first), undefined);
      assert.equal(await store.grants.find(grant.id), undefined, "Its tokens go with it.");
      for (const word of ["used", "second", "third", "operators"])
        assert.ok(await store.clients.find(clientNamed(word).id), word);
    },
  );

  promised("Clients.createSelfRegistered: refused when the id exists", async ({ store }) => {
    await store.clients.create(clientNamed("a"));
    const answer = await store.clients.createSelfRegistered(selfRegistered("a"), atMostFive);
    assert.deepEqual(answer, { ok: false, reason: "exists" });
  });

  promised(
    "Clients.findBySecret: whose secret this is, the newest or the one before it",
    async ({ store, another }) => {
      const [newest, before] = [sha256("newest"), sha256("before")];
      const client = clientNamed("a", { secretDigest: newest, previousSecretDigest: before });
      for (const other of [clientNamed("b"), client, clientNamed("c", { isPublic: true })])
        await store.clients.create(other);
      for (const digest of [newest, before])
        assert.equal((await (await another()).clients.findBySecret(digest))?.id, client.id);
      assert.equal(await store.clients.findBySecret(sha256("nobody's")), undefined);
    },
  );

  promised("Clients.recordFirstUse: the client does not expire any more", async ({ store, another }) => {
    const client = selfRegistered("a");
    await store.clients.createSelfRegistered(client, atMostFive);
    await store.clients.find(client.id);
    await store.clients.recordFirstUse(client.id);
    const found = await store.clients.find(client.id);
    assert.equal(found?.unusedUntil, undefined);
    assert.ok(found && found.updatedAt > client.updatedAt, "It is a change of the client.");
    assert.equal((await (await another()).clients.update(client)).ok, false);
    await store.clients.recordFirstUse(client.id);
    assert.equal((await store.clients.find(client.id))?.updatedAt, found.updatedAt, "Once.");
    await store.expiry.sweep(plus(noon, 999_999), 500);
    assert.ok(await store.clients.find(client.id));
  });

  promised("Clients.update: replaces the metadata, or takes it away", async ({ store }) => {
    const client = clientNamed("a");
    await store.clients.create(client);
    const more = await store.clients.update({
      ...client,
      metadata: metadataOfAll,
      previousSecretDigest: sha256("before"),
      codesVoidUntil: plus(noon, 5),
    });
    assert.ok(more.ok);
    assert.deepEqual(more.value.metadata, metadataOfAll);
    assert.equal(more.value.codesVoidUntil, plus(noon, 5));
    const less = await store.clients.update({ ...client, updatedAt: more.value.updatedAt });
    assert.ok(less.ok);
    assert.deepEqual(plain(less.value), plain({ ...client, updatedAt: less.value.updatedAt }));
  });

  promised(
    "Clients.find: a change made by another process shows within a second",
    async ({ store, another }) => {
      const client = clientNamed("a");
      await store.clients.create(client);
      await store.clients.find(client.id);
      await (await another()).clients.update({ ...client, isDisabled: true });
      await withinASecond(async () => (await store.clients.find(client.id))?.isDisabled === true);
    },
  );

  promised(
    "Clients.findStored: never answers from memory, so that a change made by another process shows at once",
    async ({ store, another }) => {
      const client = clientNamed("a");
      await store.clients.create(client);
      const other = await another();
      let { updatedAt } = client;
      for (const isDisabled of [true, false, true, false]) {
        await store.clients.find(client.id);
        const updated = await other.clients.update({ ...client, updatedAt, isDisabled });
        assert.ok(updated.ok);
        ({ updatedAt } = updated.value);
        assert.deepEqual(plain(await store.clients.findStored(client.id)), plain(updated.value));
      }
      assert.equal(await store.clients.findStored(clientNamed("b").id), undefined);
    },
  );

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

  promised("Clients.update: replaces every property of the client", async ({ store }) => {
    await store.clients.create(clientNamed("a", { secretExposedAt: noon }));
    const { secretDigest: _, ...changed } = clientNamed("a", {
      name: "New",
      redirectUris: ["https://new.example/cb"],
      profile: "strict",
      isPublic: true,
      isDisabled: true,
    });
    await store.clients.find(changed.id);
    const updated = await store.clients.update(changed);
    assert.ok(updated.ok);
    assert.deepEqual(plain(updated.value), plain({ ...changed, updatedAt: updated.value.updatedAt }));
    assert.deepEqual(plain(await store.clients.find(changed.id)), plain(updated.value));
    assert.deepEqual(await store.clients.update(clientNamed("b")), { ok: false, reason: "unknown" });
  });

  promised("Clients.update: of concurrent changes one wins", async ({ store, another }) => {
    const stores = [store, await another()];
    const client = clientNamed("a");
    await store.clients.create(client);
    const answers = await atOnce(20, (index) =>
      (stores[index % 2] ?? store).clients.update({ ...client, name: `${index}` }),
    );
    const won = answers.flatMap((answer) => (answer.ok ? [answer.value.name] : []));
    assert.equal(won.length, 1);
    assert.equal((await store.clients.find(client.id))?.name, won[0]);
    for (const answer of answers) assert.ok(answer.ok || answer.reason === "conflict");
  });

  promised(
    "Clients.update: answers the client with a later `updatedAt` than ever before",
    async ({ store }) => {
      // The clock of these stores stands at noon, like one that was set back.
      const client = clientNamed("a", { updatedAt: plus(noon, 60) });
      await store.clients.create(client);
      const first = await store.clients.update({ ...client, name: "First" });
      assert.ok(first.ok && first.value.updatedAt > client.updatedAt);
      const second = await store.clients.update({ ...first.value, name: "Second" });
      assert.ok(second.ok && second.value.updatedAt > first.value.updatedAt);
      assert.deepEqual(await store.clients.update(client), { ok: false, reason: "conflict" });
      assert.equal((await store.clients.find(client.id))?.name, "Second");
    },
  );

  promised("Clients.remove: removes the client and its grants", async ({ store, reopen }) => {
    const client = clientNamed("client");
    const foreign = grantWith(grantId(2), { clientId: clientNamed("other").id });
    await store.clients.create(client);
    await store.grants.redeem(grantWith(grantId(1)));
    await store.grants.redeem(foreign);
    assert.equal((await store.clients.remove(client)).ok, true);
    assert.equal(await store.clients.find(client.id), undefined);
    assert.equal(await store.grants.find(grantId(1)), undefined);
    assert.notEqual(await store.grants.find(foreign.id), undefined);
    assert.deepEqual(await store.clients.remove(client), { ok: false, reason: "unknown" });
    assert.equal(await (await reopen()).grants.find(grantId(1)), undefined);
  });

  promised(
    "Clients.remove: only where `updatedAt` is still the one that was read: of it and changes one wins",
    async ({ store, another }) => {
      const other = await another();
      for (let round = 0; round < 5; round++) {
        const client = clientNamed(`client${round}`);
        await store.clients.create(client);
        const [first, second] = round % 2 === 0 ? [store, other] : [other, store];
        const [changed, ...removed] = await Promise.all([
          first.clients.update({ ...client, name: "Changed" }),
          first.clients.remove(client),
          second.clients.remove(client),
        ]);
        assert.equal([changed, ...removed].filter(({ ok }) => ok).length, 1);
        assert.equal((await store.clients.find(client.id))?.name, changed.ok ? "Changed" : undefined);
        const stale = await store.clients.remove(client);
        assert.deepEqual(stale, { ok: false, reason: changed.ok ? "conflict" : "unknown" });
      }
    },
  );

  promised("Clients.remove: token families and consents of the client go too", async ({ store, reopen }) => {
    const [ada, client, id] = [accountNamed("ada"), clientNamed("client"), grantId(1)];
    await store.accounts.create(ada);
    await store.clients.create(client);
    await store.consents.allow(
      {
        accountId: ada.id,
        clientId: client.id,
        scope: ["email"],
        grantedAt: noon,
      },
      noon,
    );
    await store.grants.redeem(grantOfFamily(id, id), familyWith(id));
    await store.clients.remove(client);
    assert.equal(await store.tokenFamilies.find(id), undefined);
    const reopened = await reopen();
    assert.equal(await reopened.tokenFamilies.find(id), undefined);
    assert.deepEqual(await reopened.consents.list(ada.id), []);
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

  promised("Clients.recordExposedSecret: an `update` that did not know of it loses", async ({ store }) => {
    const client = clientNamed("a");
    await store.clients.create(client);
    await store.clients.recordExposedSecret(client.id, plus(noon, 1));
    assert.deepEqual(await store.clients.update({ ...client, name: "New" }), {
      ok: false,
      reason: "conflict",
    });
    assert.equal((await store.clients.find(client.id))?.secretExposedAt, plus(noon, 1));
  });
}

const atMostFive = { clientsMax: 5, roomUpTo: noon };

function selfRegistered(word: string) {
  const metadata = { ...interfaceMetadata, registrationTokenDigest: "digest" };
  return clientNamed(word, { metadata, unusedUntil: plus(noon, 60) });
}
