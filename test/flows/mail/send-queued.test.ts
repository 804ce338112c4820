import assert from "node:assert/strict";
import { test } from "node:test";
import { createMessage, ownerOf } from "../../../src/flows/mail/create-message.ts";
import {
  leaseQueued,
  nextTryAfter,
  type SendReport,
  sendLeased,
} from "../../../src/flows/mail/send-queued.ts";
import type { MailServer, SentMessage } from "../../../src/flows/mail-ports.ts";
import { ok, refuse } from "../../../src/values/result.ts";
import { type Instant, plus } from "../../../src/values/time.ts";
import { everyMail, link } from "../../pages/mail.ts";
import { accountNamed, noon } from "../../storage-contract/samples.ts";
import { openMailPorts } from "./mail-ports.ts";

type Opened = Awaited<ReturnType<typeof openMailPorts>>["ports"];

/** A mail server that answers as told and keeps what it was sent. */
function serverThat(answer: MailServer["send"]): MailServer & { readonly asked: SentMessage[] } {
  const asked: SentMessage[] = [];
  return {
    asked,
    send: (message) => {
      asked.push(message);
      return answer(message);
    },
    check: async () => ok(undefined),
    close: () => {},
  };
}

const taking = () => serverThat(async () => ok(undefined));
const refusing = (isPermanent: boolean) =>
  serverThat(async () => refuse({ reason: isPermanent ? "550 RCPT TO" : "ECONNREFUSED", isPermanent }));

async function queue(ports: Opened) {
  const facts = { ...everyMail.recover, linkExpiresAt: plus(ports.clock.now(), 30 * 86_400) };
  const message = await createMessage(
    ports,
    facts,
    ownerOf(accountNamed("ada"), { language: "en" }, "ada@example.org"),
  );
  const { accountId: _, ...nobodys } = message;
  await ports.outbox.add(nobodys);
  return message.id;
}

/** Takes what is due and sends it. */
async function run(ports: Opened, mailServer: MailServer, count = 10): Promise<SendReport[]> {
  const messages = await leaseQueued(ports, count);
  return Promise.all(messages.map((message) => sendLeased({ ...ports, mailServer }, message)));
}

test("a message is sent once, with its link", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  const id = await queue(ports);
  const server = taking();
  const [report] = await run(ports, server);
  assert.deepEqual(report?.outcome, { kind: "sent" });
  assert.ok(server.asked[0]?.text.includes(link));
  ports.clock.at = plus(ports.clock.at, 86_400);
  assert.deepEqual(await run(ports, server), []);
  assert.equal((await ports.outbox.find(id))?.state, "sent");
});

test("G34: a message that fails is tried ten more times within a day, further and further apart, and then given up", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  const id = await queue(ports);
  const server = refusing(false);
  const begin = ports.clock.at;
  for (let failures = 1; failures <= 11; failures += 1) {
    const [report] = await run(ports, server);
    assert.equal(report?.message.tries, failures);
    const kept = await ports.outbox.find(id);
    assert.equal(kept?.lastError, "ECONNREFUSED");
    assert.equal(kept?.state, failures === 11 ? "dead" : "queued");
    if (failures === 11) break;
    ports.clock.at = plus(kept?.nextTryAt as Instant, -1);
    assert.deepEqual(await run(ports, server), [], "not a second before its time");
    ports.clock.at = kept?.nextTryAt as Instant;
  }
  assert.equal(ports.clock.at - begin, 86_400_000);
  assert.equal(await ports.outbox.retry(ports.clock.now(), id), 1);
  assert.deepEqual((await run(ports, taking()))[0]?.outcome, { kind: "sent" });
});

test("a message that the server refuses for good is given up at once", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  const id = await queue(ports);
  await run(ports, refusing(true));
  const kept = await ports.outbox.find(id);
  assert.deepEqual([kept?.state, kept?.lastError], ["dead", "550 RCPT TO"]);
});

test("a link that has expired is not mailed", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  await queue(ports);
  ports.clock.at = plus(ports.clock.at, 30 * 86_400);
  const server = taking();
  assert.deepEqual(await run(ports, server), []);
  await ports.expiry.sweep(ports.clock.now(), 10);
  assert.deepEqual(server.asked, []);
});

test("two nodes send each message once", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  for (let count = 0; count < 12; count += 1) await queue(ports);
  const server = taking();
  const sent = await Promise.all(Array.from({ length: 6 }, () => run(ports, server, 4)));
  assert.equal(server.asked.length, 12);
  assert.equal(new Set(server.asked.map(({ id }) => id)).size, 12);
  assert.equal(sent.flat().length, 12);
});

test("a process that dies between the server's yes and the note of it leaves a message that is sent again, under its id", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  const id = await queue(ports);
  const server = taking();
  const dying = {
    ...ports,
    outbox: { ...ports.outbox, settle: () => Promise.reject(new Error("the process is gone")) },
  };
  await assert.rejects(run(dying, server));
  assert.deepEqual(await run(ports, server), [], "not while it may be under way");
  ports.clock.at = plus(ports.clock.at, 300);
  await run(ports, server);
  assert.deepEqual(
    server.asked.map((message) => message.id),
    [id, id],
  );
});

test("the waits after failures add up to a day", () => {
  const waits = Array.from({ length: 10 }, (_, index) => (nextTryAfter(index + 1, noon) ?? noon) - noon);
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  );
  assert.equal(
    waits.reduce((sum, wait) => sum + wait, 0),
    86_400_000,
  );
  assert.equal(nextTryAfter(11, noon), undefined);
});
