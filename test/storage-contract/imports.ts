import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { ImportBatch, ImportedPerson, PersonOutcome } from "../../src/flows/import-ports.ts";
import type { GroupName } from "../../src/identity/group.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import { sha256 } from "../../src/values/digest.ts";
import { parseClientId, parseKeptSubject } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, clientNamed, nameOf, noon, sessionOf, startOf } from "./samples.ts";
import { upstreamNamed } from "./upstreams.ts";

const source = sha256("a file");
const acme = upstreamNamed("acme");
const person = (word: string, changes: Partial<ImportedPerson> = {}): ImportedPerson => ({
  account: accountNamed(word),
  isKnown: false,
  identities: [],
  ...changes,
});

/** A batch of these people, whose tally says what became of them. */
export function batchOf(people: readonly ImportedPerson[], from = 0): ImportBatch {
  const progressAfter = (outcomes: readonly PersonOutcome[]) => ({
    position: from + people.length,
    tally: outcomes.map(({ kind }) => kind).join(" "),
  });
  return { source, from, people, progressAfter, at: noon };
}

/** The promises of `Imports`. */
export function importsContract(promised: Promised): void {
  promised(
    "Imports.keep: people with groups, app and identities, and the progress, in one transaction",
    async ({ store, reopen }) => {
      await store.groups.create({ name: "staff" as GroupName, createdAt: noon }, 9);
      await store.upstreams.create(acme, 9);
      const ada = accountNamed("ada", { groups: ["staff"], isEmailUnverified: true, email: nameOf("a@b.c") });
      const identities = [
        { upstream: acme.name, subject: "17" },
        { upstream: upstreamNamed("gone").name, subject: "17" },
      ];
      const batch = batchOf([person("ada", { account: ada, totp: { sealedSecret: "c2VhbA" }, identities })]);
      assert.deepEqual(await store.imports.keep(batch), {
        ok: true,
        value: [{ kind: "created", leftOut: ["gone"] }],
      });
      const { imports, accounts, totps, upstreamIdentities } = await reopen();
      assert.deepEqual(await imports.find(source), { position: 1, tally: "created" });
      assert.deepEqual(await accounts.findByName(nameOf("a@b.c")), { ...ada, hasTotp: true });
      assert.equal((await totps.find(ada.id))?.sealedSecret, "c2VhbA");
      assert.equal((await upstreamIdentities.find(acme.name, "17"))?.accountId, ada.id);
      await imports.finish(source, noon);
      assert.equal(await imports.find(source), undefined);
    },
  );

  promised(
    "Imports.keep: a person whose name is taken is left out, and the others are kept",
    async ({ store }) => {
      await store.accounts.create(accountNamed("ada"));
      const outcome = await store.imports.keep(batchOf([person("bob"), person("ada"), person("carol")]));
      assert.deepEqual(outcome.ok && outcome.value.map(({ kind }) => kind), [
        "created",
        "name-taken",
        "created",
      ]);
      assert.equal((await store.imports.find(source))?.tally, "created name-taken created");
      assert.equal((await store.accounts.list(9)).length, 3);
    },
  );

  promised(
    "Imports.keep: a known person gets new details and groups; a new password or a disabling signs them out",
    async ({ store }) => {
      await store.groups.create({ name: "staff" as GroupName, createdAt: noon }, 9);
      for (const word of ["ada", "bob"]) await store.accounts.create(accountNamed(word));
      const [ada, bob] = [sessionOf(accountNamed("ada"), "one"), sessionOf(accountNamed("bob"), "two")];
      for (const session of [ada, bob]) await store.sessions.start(startOf(session));
      const changes = { name: "Ada", groups: ["staff"], passwordHash: "another" as PasswordHash };
      const known = person("ada", { account: accountNamed("ada", changes), isKnown: true });
      const named = person("bob", { account: accountNamed("bob", { name: "Bob" }), isKnown: true });
      const stale = accountNamed("bob", { updatedAt: plus(noon, -1) });
      const outcome = await store.imports.keep(
        batchOf([known, named, person("bob", { account: stale, isKnown: true })]),
      );
      assert.deepEqual(outcome.ok && outcome.value.map(({ kind }) => kind), [
        "updated",
        "updated",
        "conflict",
      ]);
      const kept = await store.accounts.find(accountNamed("ada").id);
      assert.deepEqual(
        [kept?.name, kept?.groups, kept?.passwordHash, kept?.epoch],
        ["Ada", ["staff"], "another", 2],
      );
      assert.equal(await store.sessions.find(ada.id), undefined);
      assert.ok(await store.sessions.find(bob.id));
      const { updatedAt } = (await store.accounts.find(accountNamed("bob").id)) ?? { updatedAt: noon };
      const disabled = accountNamed("bob", { isDisabled: true, updatedAt });
      await store.imports.keep(batchOf([person("bob", { account: disabled, isKnown: true })], 3));
      assert.equal(await store.sessions.find(bob.id), undefined);
    },
  );

  promised(
    "Imports.keep: a subject is kept for one account, found by it, and stays through updates",
    async ({ store, another }) => {
      const subject = parseKeptSubject("old|1");
      assert.ok(subject);
      const ada = accountNamed("ada", { subject });
      const outcome = await store.imports.keep(
        batchOf([
          person("ada", { account: ada }),
          person("bob", { account: accountNamed("bob", { subject }) }),
        ]),
      );
      assert.deepEqual(outcome.ok && outcome.value.map(({ kind }) => kind), ["created", "subject-taken"]);
      const other = await another();
      assert.deepEqual(await other.accounts.findBySubject(subject), ada);
      const changed = await store.accounts.update(
        { ...ada, subject: "x" as typeof subject, name: "Ada" },
        plus(noon, 1),
      );
      assert.equal(changed.ok && changed.value.subject, subject);
      assert.equal((await other.accounts.findBySubject(subject))?.name, "Ada");
      assert.equal(await store.accounts.findByName(nameOf("bob")), undefined);
      await store.accounts.remove(ada.id);
      assert.equal(await store.accounts.findBySubject(subject), undefined);
    },
  );

  promised(
    "Imports.keep: of imports at once that bring one subject, one account gets it",
    async ({ store, another }) => {
      const subject = parseKeptSubject("old|1");
      assert.ok(subject);
      const stores: readonly Store[] = [store, await another()];
      const outcomes = await atOnce(6, (index) => {
        const account = accountNamed(`n${index}`, { subject });
        const batch = batchOf([person(`n${index}`, { account })]);
        return (stores[index % 2] ?? store).imports.keep({ ...batch, source: sha256(`${index}`) });
      });
      const kinds = outcomes.map((outcome) => outcome.ok && outcome.value[0]?.kind).sort();
      assert.deepEqual(kinds, ["created", ...Array(5).fill("subject-taken")]);
    },
  );

  promised(
    "Imports.keep and Clients.create: of a person and a client at once for whom tokens would say one sub, one is kept",
    async ({ store, another }) => {
      const stores: readonly Store[] = [store, await another()];
      let people = 0;
      for (let round = 0; round < 20; round++) {
        const [person_, client] = [round % 2, (round + 1) % 2].map((index) => stores[index] ?? store);
        const id = parseClientId(`shared-${round}`);
        const subject = parseKeptSubject(`shared-${round}`);
        assert.ok(id && subject && person_ && client);
        const account = accountNamed(`n${round}`, { subject });
        const batch = batchOf([person(`n${round}`, { account })]);
        const [kept, created] = await Promise.all([
          person_.imports.keep({ ...batch, source: sha256(`${round}`) }),
          client.clients.create({ ...clientNamed(`c${round}`), id }),
        ]);
        const outcome = kept.ok && kept.value[0]?.kind;
        assert.deepEqual(
          [outcome, created],
          created.ok
            ? ["subject-taken", { ok: true, value: undefined }]
            : ["created", { ok: false, reason: "subject-taken" }],
        );
        if (!created.ok) people++;
      }
      assert.equal((await store.accounts.list(99)).length, people);
      assert.equal((await store.clients.list()).length, 20 - people);
    },
  );

  promised(
    "Imports.keep: of many runs that go on from one position, one does; no person comes twice",
    async ({ store, another }) => {
      const stores: readonly Store[] = [store, await another()];
      const people = ["ada", "bob", "carol"].map((word) => person(word));
      const kept = await atOnce(8, (index) => (stores[index % 2] ?? store).imports.keep(batchOf(people)));
      assert.equal(kept.filter(({ ok }) => ok).length, 1);
      assert.equal((await store.accounts.list(9)).length, 3);
    },
  );
}
