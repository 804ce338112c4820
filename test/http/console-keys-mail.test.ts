import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { plus } from "../../src/values/time.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;

beforeEach(async () => {
  stage = await ConsoleStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("keys are listed, and new ones are made of one purpose, which the audit trail tells", async () => {
  const list = await stage.enter("/admin/keys");
  const names = [...mainOf(list).matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name = ""]) => name);
  assert.ok(names.includes("Authorization codes"));
  assert.deepEqual(
    names,
    names.toSorted((one, other) => one.localeCompare(other, "en")),
  );
  const { keyring } = stage.service;
  const before = keyring.list().filter(({ purpose }) => purpose === "code").length;
  const done = await stage.send(await stage.open("/admin/keys/rotate"), "/keys/rotate", { purpose: "code" });
  assert.match(mainOf(done), /New keys have been made/);
  const { items } = await stage.service.ports.auditTrail.list({ act: "key-rotated", limit: 10 });
  assert.deepEqual(
    items.map(({ target, actor }) => [target?.id, actor.kind]),
    [["code", "operator"]],
  );
  assert.equal([...mainOf(done).matchAll(/<bdi>Authorization codes/g)].length, before + 1);
  assert.doesNotMatch(mainOf(list), /<h2>/, "a list of one kind needs no heading");
  assert.match(
    mainOf(done),
    /<h2>Keys of the service itself<\/h2>[\s\S]*Authorization codes[\s\S]*<h2>Retired<\/h2>[\s\S]*Authorization codes/,
  );
  await keyring.rotate("sign-ES256");
  // The service reads the keys of other processes every second.
  let main = "";
  for (let tries = 0; tries < 50 && !main.includes("with ES256"); tries++) {
    await setTimeout(100);
    main = mainOf(await stage.open("/admin/keys"));
  }
  assert.deepEqual(
    [...main.matchAll(/<h2>([^<]+)/g)].map(([, heading]) => heading),
    ["Signing keys", "Keys of the service itself", "Retired"],
    "what applications depend on comes first",
  );
});

test("new keys need a fresh proof, and an unknown purpose makes none", async () => {
  await stage.enter("/admin/keys");
  const page = await stage.open("/admin/keys/rotate");
  const refused = await stage.send(page, "/keys/rotate", { purpose: "audit" });
  assert.equal(refused.status, 409);
  stage.service.clock.advance(601);
  const late = await stage.post(page, "/keys/rotate", { purpose: "code" });
  assert.match(late.headers.location ?? "", /max_age=|prompt=/);
  assert.equal((await stage.service.ports.auditTrail.list({ act: "key-rotated", limit: 1 })).items.length, 0);
});

test("messages are listed, shown and sent again", async () => {
  const now = stage.service.clock.now();
  const message = messageTo("ada", { subject: "Hello <b>", createdAt: now, expiresAt: plus(now, 3_600) });
  await stage.service.ports.outbox.add(message);
  assert.match(mainOf(await stage.enter("/admin/mail")), /Hello &lt;b&gt;/);
  assert.match(mainOf(await stage.open("/admin/mail?state=dead")), /No message matches/);
  assert.match(mainOf(await stage.open("/admin/mail?state=queued")), /Hello[\s\S]*waiting/);
  const page = await stage.open(`/admin/mail/${message.id}`);
  assert.match(mainOf(page), /<dd>ada@example\.org<\/dd>/);
  const person = await stage.service.addAccount("ada", root.password, { email: "ada@example.org" });
  const known = mainOf(await stage.open(`/admin/mail/${message.id}`));
  assert.ok(known.includes(`<a href="/admin/people/${person}">ada@example.org</a>`));
  const done = await stage.send(
    await stage.open(`/admin/mail/${message.id}/retry`),
    `/mail/${message.id}/retry`,
  );
  assert.match(mainOf(done), /will be sent again/);
  assert.equal((await stage.open("/admin/mail/none")).status, 404);
  const { items } = await stage.service.ports.auditTrail.list({ act: "mail-retried", limit: 10 });
  assert.deepEqual(
    items.map(({ target }) => target?.id),
    [message.id],
  );
});

test("a test message goes to the operator's own address, and nowhere without one", async () => {
  const asked = await stage.enter("/admin/mail/test");
  assert.match(mainOf(asked), /Your account has no e-mail address/);
  const sent = await stage.send(asked, "/mail/test", { to: "stranger@example.org" });
  assert.equal(sent.status, 409);
  await stage.change(root.username, { email: "root@example.org" as never });
  const done = await stage.send(await stage.open("/admin/mail/test"), "/mail/test");
  assert.match(mainOf(done), /The test message is on its way[\s\S]*root@example\.org/);
  const { items, total } = await stage.service.ports.outbox.list({ limit: 10 });
  assert.deepEqual([total, items[0]?.to, items[0]?.kind], [1, "root@example.org", "test"]);
  const { items: entries } = await stage.service.ports.auditTrail.list({ act: "mail-tested", limit: 10 });
  assert.deepEqual(
    entries.map(({ actor }) => actor.kind),
    ["operator"],
  );
});

test("a test message goes to a verified address alone, and at most three go to it in an hour", async () => {
  const { auditTrail, outbox } = stage.service.ports;
  await stage.change(root.username, { email: "victim@example.org" as never, isEmailUnverified: true });
  await stage.enter("/admin/mail");
  const test = async () => stage.send(await stage.open("/admin/mail/test"), "/mail/test");
  const unverified = await test();
  assert.equal(unverified.status, 409);
  assert.match(mainOf(unverified), /role="alert"[\s\S]*victim@example\.org is not verified/);
  const before = (await outbox.list({ limit: 50 })).total;
  const tested = (await auditTrail.list({ act: "mail-tested", limit: 50 })).items.length;
  await stage.change(root.username, { email: "once@example.org" as never, isEmailUnverified: false });
  const page = await stage.open("/admin/mail/test");
  await Promise.all(Array.from({ length: 8 }, () => stage.post(page, "/mail/test")));
  assert.equal((await outbox.list({ limit: 50 })).total, before + 2);
  const { items } = await auditTrail.list({ act: "mail-tested", limit: 50 });
  assert.equal(items.length, tested + 2);
  await stage.change(root.username, { email: "once+tag@example.org" as never });
  const refused = await test();
  assert.equal(refused.status, 409, "the same mailbox");
  assert.match(mainOf(refused), /Several test messages went to your address/);
  stage.service.clock.advance(3_600);
  await stage.enter("/admin/mail");
  assert.equal((await test()).status, 200);
});

test("the page of a message says in words what became of it", async () => {
  const { outbox } = stage.service.ports;
  const now = stage.service.clock.now();
  const message = messageTo("eve", { createdAt: now, expiresAt: plus(now, 3_600) });
  await outbox.add(message);
  await stage.enter("/admin/mail");
  const said = async () => mainOf(await stage.open(`/admin/mail/${message.id}`));
  assert.match(await said(), /There is no mail server, so it waits/);
  await outbox.settle({ id: message.id, tries: 0 }, { kind: "failed", error: "535 AUTH" });
  assert.match(
    await said(),
    /given up\. The mail server refuses the username or password[^<]*<code>535 AUTH/,
  );
});

test("a message that came back is not shown as one that merely was sent", async () => {
  const { ports, clock } = stage.service;
  const now = clock.now();
  const message = messageTo("bea", { createdAt: now, expiresAt: plus(now, 3_600) });
  await ports.outbox.add(message);
  await ports.outbox.settle({ id: message.id, tries: 0 }, { kind: "sent" });
  assert.doesNotMatch(mainOf(await stage.enter("/admin/mail?state=sent")), /bounced/);
  assert.ok(await ports.outbox.bounce(message.id, "bounced 5.1.1"));
  assert.match(mainOf(await stage.open("/admin/mail?state=sent")), /bounced/);
  assert.match(mainOf(await stage.open(`/admin/mail/${message.id}`)), /bounced 5\.1\.1/);
});

test("the text of a message, which may have a link that sets a password, is shown after a fresh proof alone", async () => {
  const { ports, clock } = stage.service;
  const now = clock.now();
  const body = JSON.stringify({ text: "https://id.example/link", html: "" });
  const sealedBody = ports.sealer.seal("mail", Buffer.from(body));
  const message = messageTo("ada", { sealedBody, createdAt: now, expiresAt: plus(now, 3_600) });
  await ports.outbox.add(message);
  const page = await stage.enter(`/admin/mail/${message.id}`);
  assert.doesNotMatch(page.body, /id\.example\/link/);
  const read = async () => (await ports.auditTrail.list({ act: "mail-read", limit: 10 })).items;
  assert.deepEqual(await read(), []);
  assert.match(mainOf(await stage.open(`/admin/mail/${message.id}/text`)), /id\.example\/link/);
  assert.deepEqual(
    (await read()).map(({ actor, target }) => [actor.kind, target?.id]),
    [["operator", message.id]],
  );
  clock.advance(601);
  const late = await stage.browser.get(`/admin/mail/${message.id}/text`);
  assert.match(late.headers.location ?? "", /max_age=/);
  assert.doesNotMatch((await stage.open(`/admin/mail/${message.id}`)).body, /id\.example\/link/);
});
