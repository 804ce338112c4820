import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { SMTPServerOptions } from "smtp-server";
import { openAdministration } from "../../src/administration.ts";
import { mailFinding } from "../../src/doctor/mail.ts";
import { createMessage } from "../../src/flows/mail/create-message.ts";
import { readBounce } from "../../src/identity/bounce.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { refuse } from "../../src/values/result.ts";
import { plus } from "../../src/values/time.ts";
import { at, everyMail, link } from "../pages/mail.ts";
import { unwrap } from "../protocol/fixtures.ts";
import { deliveryReport } from "../support/delivery-report.ts";
import { freePort } from "../support/free-port.ts";
import { configOf } from "../support/in-process.ts";
import { startMailServer } from "../support/mail-server.ts";
import { openFolder } from "./command-line.ts";

/** A folder with two messages in its outbox: a link, and a notice that was given up. */
async function openOutbox() {
  const folder = await openFolder();
  const administration = await openAdministration(
    configOf(folder.path, { LATCHKEY_DATA_DIR: join(folder.path, "data") }),
  );
  const { store, keyring, clock, random, mailTemplates } = administration;
  const settings = { issuer: unwrap(parseIssuer("https://id.example")), brandName: "Harbour" };
  const ports = { clock, random, sealer: keyring, mailTemplates, settings };
  const linkExpiresAt = plus(clock.now(), 1_800);
  const recipient = { to: "ada@example.org", language: "en" } as const;
  const notice = await createMessage(ports, everyMail["new-device"], recipient);
  await store.outbox.add(notice);
  const [leased] = await store.outbox.lease(clock.now(), clock.now(), 1);
  await store.outbox.settle(leased ?? { ...notice, tries: 0 }, { kind: "failed", error: "550 RCPT TO" });
  const recovery = await createMessage(ports, { kind: "recover", link, linkExpiresAt }, recipient);
  await store.outbox.add({ ...recovery, createdAt: plus(recovery.createdAt, 1) });
  await administration.close();
  return { ...folder, notice, recovery, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("mail list --json has one object a line, the newest last, and exactly the members that scripts rely on", async () => {
  await using outbox = await openOutbox();
  const listed = await outbox.json(["mail", "list"]);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [outbox.notice.id, outbox.recovery.id],
  );
  const [, newest] = listed;
  assert.deepEqual(Object.keys(newest ?? {}), ["id", "to", "kind", "subject", "text", "created_at", "state"]);
  assert.deepEqual(
    [newest?.to, newest?.kind, newest?.subject, newest?.state],
    ["ada@example.org", "recover", "Choose a new password", "queued"],
  );
  assert.ok(String(newest?.text).includes(`\n${link}\n`));
  assert.equal((await outbox.json(["mail", "list", "--limit", "1"]))[0]?.id, outbox.recovery.id);
  assert.equal((await outbox.json(["mail", "list", "--search", "new-dev"])).length, 1);
  assert.equal((await outbox.json(["mail", "list", "--state", "sent"])).length, 0);
});

test("mail list says who got what and why something failed, without the text", async () => {
  await using outbox = await openOutbox();
  const { stdout, stderr } = await outbox.run(["mail", "list"]);
  assert.match(stdout, /ada@example\.org +new-device .* dead \(550 RCPT TO\)$/m);
  assert.match(stderr, /LATCHKEY_SMTP_URL/);
  assert.doesNotMatch(stdout, /link=/);
});

test("mail show prints the whole message; an unknown one is not found", async () => {
  await using outbox = await openOutbox();
  const { stdout } = await outbox.run(["mail", "show", outbox.recovery.id]);
  assert.match(stdout, /^To +ada@example\.org$/m);
  assert.ok(stdout.includes(link));
  const [record] = await outbox.json(["mail", "show", outbox.recovery.id]);
  assert.match(String(record?.html), /^<!doctype html>/);
  for (const id of ["lkm00000000000000000000", "what"])
    assert.equal((await outbox.run(["mail", "show", id])).exitCode, 3);
});

test("mail retry queues what was given up", async () => {
  await using outbox = await openOutbox();
  assert.deepEqual(await outbox.json(["mail", "retry"]), [{ retried: 1 }]);
  const states = (await outbox.json(["mail", "list"])).map(({ state }) => state);
  assert.deepEqual(states, ["queued", "queued"]);
  assert.deepEqual(await outbox.json(["mail", "retry", outbox.notice.id]), [
    { id: outbox.notice.id, retried: 1 },
  ]);
  assert.equal((await outbox.run(["mail", "retry", "lkm00000000000000000000"])).exitCode, 3);
});

test("doctor says what waits, what was given up, and what to do", async () => {
  const counts = { queued: 0, sent: 3, dead: 0, failing: 0 };
  const taking = { ok: true, value: undefined } as const;
  const running = { server: taking, now: at };
  assert.equal(mailFinding(counts, running).state, "ok");
  assert.equal(mailFinding(counts, { now: at }).state, "ok");
  assert.equal(mailFinding({ ...counts, queued: 1, oldestQueuedAt: plus(at, -899) }, running).state, "ok");
  const rows = [
    mailFinding({ ...counts, queued: 1, oldestQueuedAt: at }, { now: at }),
    mailFinding({ ...counts, queued: 1, oldestQueuedAt: plus(at, -900) }, running),
    mailFinding({ ...counts, dead: 1 }, running),
    mailFinding({ ...counts, queued: 2, failing: 1, failure: "451 DATA", oldestQueuedAt: at }, running),
    mailFinding(counts, { now: at, server: refuse({ reason: "ECONNREFUSED", isPermanent: false }) }),
  ];
  for (const { state, repair } of rows) assert.deepEqual([state, repair !== undefined], ["warning", true]);
  await using outbox = await openOutbox();
  const found = (await outbox.json(["doctor", "--port", "0"])).find(({ check }) => check === "mail");
  assert.deepEqual([found?.state, found?.detail], ["warning", "1 message given up, 1 message waiting"]);
});

test("reading the text of a message is audited; listing messages without texts is not", async () => {
  await using outbox = await openOutbox();
  const reads = async () =>
    (await outbox.json(["audit", "list", "--act", "mail-read"])).map(({ target, details }) => ({
      target,
      details,
    }));
  await outbox.run(["mail", "list"]);
  assert.deepEqual(await reads(), []);
  await outbox.run(["mail", "show", outbox.recovery.id]);
  assert.deepEqual(await reads(), [{ target: { kind: "mail", id: outbox.recovery.id }, details: {} }]);
  await outbox.json(["mail", "list"]);
  assert.equal((await reads()).length, 2);
});

test("mail test sends by way of the outbox, beside a running service or without, and says what the mail server answers", async () => {
  await using folder = await openFolder();
  const refusing: SMTPServerOptions = {
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith("nobody@") ? Object.assign(new Error("no"), { responseCode: 550 }) : null),
  };
  await using server = await startMailServer(refusing);
  const env = { LATCHKEY_SMTP_URL: server.url };
  const sent = await folder.run(["mail", "test", "ada@example.org"], { env });
  assert.equal(sent.exitCode, 0, sent.stderr);
  assert.match(sent.stderr, /took the message to ada@example\.org/);
  assert.equal(server.taken.length, 1);
  assert.match(server.taken[0]?.raw ?? "", /^Subject: A test message$/m);
  assert.deepEqual(await stateOf(folder, "ada@example.org"), ["test", "sent"]);
  const refused = await folder.run(["mail", "test", "nobody@example.org"], { env });
  assert.equal(refused.exitCode, 69);
  assert.match(refused.stderr, /did not take the message: 550 RCPT TO/);
  const nowhere = { LATCHKEY_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` };
  const unreachable = await folder.run(["mail", "test", "ada@example.org"], { env: nowhere });
  assert.match(unreachable.stderr, /did not take the message: ECONNECTION|ECONNREFUSED|ESOCKET/);
  const doctor = await folder.run(["doctor", "--port", "0"], { env: nowhere });
  assert.match(doctor.stdout, /^warning {2}mail: the mail server does not take messages \(/m);
  assert.equal((await folder.run(["mail", "test", "ada@example.org"])).exitCode, 78);
  assert.equal((await folder.run(["mail", "test", "ada"], { env })).exitCode, 2);
  const acts = await folder.json(["audit", "list", "--act", "mail-tested"]);
  assert.equal(acts.length, 3);
});

test("mail bounced marks the message that a mail server reports as undeliverable, and passes over every other mail", async () => {
  await using server = await startMailServer();
  await using folder = await openFolder();
  assert.equal((await folder.run(["init"])).exitCode, 0);
  const env = { LATCHKEY_SMTP_URL: server.url };
  assert.equal((await folder.run(["mail", "test", "ada@example.org"], { env })).exitCode, 0);
  const sent = server.taken[0]?.raw ?? "";
  const bounced = async (input: string) => {
    const { exitCode, stdout, stderr } = await folder.run(["mail", "bounced", "--json"], { input });
    assert.equal(exitCode, 0, stderr);
    return JSON.parse(stdout);
  };
  for (const mail of [
    "",
    sent,
    deliveryReport(sent, { action: "delayed" }),
    deliveryReport(sent, { action: "delivered", status: "2.0.0" }),
    deliveryReport(sent).replace("report-type=delivery-status", "report-type=disposition-notification"),
    deliveryReport("Message-ID: <199407072116.RAA14128@CS.UTK.EDU>\nSubject: of somebody else\n\nHello"),
    deliveryReport("Subject: without an id\n\nHello"),
    deliveryReport(sent.replace(/^Message-ID: <lkm..../m, "Message-ID: <lkmzzzz")),
  ])
    assert.deepEqual(await bounced(mail), { bounced: false }, mail.slice(-400));
  assert.deepEqual(await stateOf(folder, "ada@example.org"), ["test", "sent"]);

  const told = await bounced(deliveryReport(sent, { status: "5.1.1" }));
  const [message] = await folder.json(["mail", "list"]);
  assert.deepEqual(told, { bounced: true, id: message?.id, to: "ada@example.org", error: "bounced 5.1.1" });
  assert.match((await folder.run(["mail", "list"])).stdout, /sent \(bounced 5\.1\.1\)/);
  assert.deepEqual(await bounced(deliveryReport(sent)), { bounced: false }, "once is enough");
  const acts = await folder.json(["audit", "list", "--act", "mail-bounced"]);
  assert.deepEqual(
    acts.map(({ details }) => details),
    [{ status: "5.1.1" }],
  );
});

test("a hostile report neither takes long nor throws", () => {
  for (const mail of [
    `Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n${"--x\n".repeat(200_000)}`,
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${"a".repeat(500_000)}"\n\n`,
    `${"X: y\n ".repeat(150_000)}\n\n`,
    "\n".repeat(1_000_000),
    `Content-Type:${" ".repeat(900_000)}multipart/report`,
  ]) {
    const begun = performance.now();
    assert.equal(readBounce(mail), undefined);
    assert.ok(performance.now() - begun < 1_000, mail.slice(0, 80));
  }
});

async function stateOf(folder: Awaited<ReturnType<typeof openFolder>>, to: string) {
  const found = (await folder.json(["mail", "list"])).find((message) => message.to === to);
  return [found?.kind, found?.state];
}
