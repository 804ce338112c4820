import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook as OfficialWebhook } from "standardwebhooks";
import { openWebhookSender } from "../../../src/adapters/webhook/sender.ts";
import type { AuditAct } from "../../../src/flows/audit.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import {
  createWebhook,
  retryWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "../../../src/flows/operator/webhook.ts";
import { deliverLeased, leaseWebhook } from "../../../src/flows/webhook/deliver.ts";
import { type Webhook, waitingMax } from "../../../src/flows/webhook-ports.ts";
import { instantOf, plus } from "../../../src/values/time.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";
import { openRegistry } from "../operator/store.ts";

/** The official library compares the time of a message with the system's. */
const verified = (secret: string, { headers, body }: WebhookReceiver["received"][number]) =>
  new OfficialWebhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly data: { readonly number: number };
  };

const plainSealer = {
  seal: (_: string, bytes: Uint8Array) => Buffer.from(bytes).toString("base64url"),
  open: (_: string, sealed: string) => Buffer.from(sealed, "base64url"),
};

async function openAdministrationPorts(
  statusOf?: (count: number, body: string) => number,
  acts: readonly string[] = [],
) {
  const registry = await openRegistry();
  registry.clock.at = instantOf(Date.now());
  const receiver = await startWebhookReceiver(statusOf);
  const sender = openWebhookSender({ mayReachLoopback: true });
  const ports = { ...registry, sealer: plainSealer, sender, mayReachLoopback: true };
  const created = await createWebhook(ports, { url: receiver.url, acts }, { by: everyRight });
  assert.ok(created.ok);
  const { id } = created.value.webhook;
  return {
    ports,
    receiver,
    id,
    secret: created.value.secret,
    note: (act: AuditAct) => registry.auditTrail.append([registry.audit.entry(act)]),
    /** Gives every webhook that is due its turn; returns how many had one. */
    deliver: async () => {
      for (let turns = 0; ; turns += 1) {
        const leased = await leaseWebhook(ports);
        if (leased === undefined) return turns;
        await deliverLeased(ports, leased);
      }
    },
    later: (seconds: number) => {
      registry.clock.at = plus(registry.clock.at, seconds);
    },
    kept: async () => (await registry.webhooks.find(id)) as Webhook,
    waiting: () => registry.webhooks.waiting(id),
    typesOf: () => receiver.received.map(({ body }) => JSON.parse(body).type),
    [Symbol.asyncDispose]: async () => {
      sender.close();
      await receiver[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("entries go out in their order, signed so that the official library verifies them", async () => {
  await using desk = await openAdministrationPorts();
  await desk.note("group-created");
  await desk.note("group-deleted");
  assert.equal(await desk.deliver(), 1);
  const messages = desk.receiver.received.map((message) => verified(desk.secret, message));
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["webhook-created", "group-created", "group-deleted"],
  );
  const { number } = messages[0]?.data ?? { number: 0 };
  assert.deepEqual(
    desk.receiver.received.map(({ headers }) => headers["webhook-id"]),
    [number, number + 1, number + 2].map((each) => `${desk.id}_${each}`),
  );
  const [first] = desk.receiver.received;
  assert.ok(first);
  assert.throws(() => verified(desk.secret, { ...first, body: first.body.replace("webhook", "webbook") }));
  assert.equal(await desk.deliver(), 0, "nothing is sent twice");
});

const turns: Readonly<
  Record<string, readonly [wanted: number, others: number, status: number, writes: number]>
> = {
  "one message": [1, 0, 200, 1],
  "one message that fails": [1, 0, 500, 1],
  "one message among entries that nobody asked for": [1, 3, 200, 1],
  "no message": [0, 3, 200, 1],
  "three messages": [3, 0, 200, 3],
};
for (const [title, [wanted, others, status, writes]] of Object.entries(turns))
  test(`a turn of ${title} is written down ${writes === 1 ? "once" : `${writes} times`}`, async () => {
    await using desk = await openAdministrationPorts(() => status, ["group-created"]);
    for (let count = 0; count < wanted; count += 1) await desk.note("group-created");
    for (let count = 0; count < others; count += 1) await desk.note("group-deleted");
    const leased = await leaseWebhook(desk.ports);
    assert.ok(leased);
    const { webhooks } = desk.ports;
    let settled = 0;
    const settle: typeof webhooks.settle = (...given) => {
      settled += 1;
      return webhooks.settle(...given);
    };
    const { waiting, dueDeadLetters, lease } = webhooks;
    await deliverLeased({ ...desk.ports, webhooks: { waiting, dueDeadLetters, lease, settle } }, leased);
    assert.equal(desk.receiver.received.length, wanted);
    assert.equal(settled, writes);
    assert.equal(await desk.deliver(), 0, "nothing is left");
  });

/** The pauses of one entry, in seconds. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

test("J2: a refused message is retried after pauses with the same id, and later ones do not wait for it", async () => {
  let refusing = true;
  await using desk = await openAdministrationPorts((_, body) =>
    refusing && body.includes('"group-created"') ? 500 : 200,
  );
  await desk.note("group-created");
  await desk.note("group-deleted");
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), ["webhook-created", "group-created", "group-deleted"]);
  const [waits, ...more] = await desk.waiting();
  assert.deepEqual([waits?.tries, waits?.error, more.length], [1, "HTTP 500", 0]);
  desk.later(4);
  assert.equal(await desk.deliver(), 0, "the first pause is 5 seconds");
  desk.later(1);
  await desk.deliver();
  assert.equal((await desk.waiting())[0]?.tries, 2);
  refusing = false;
  desk.later(300);
  await desk.deliver();
  assert.deepEqual(desk.typesOf().slice(3), ["group-created", "group-created"]);
  assert.equal(new Set(desk.receiver.received.map(({ headers }) => headers["webhook-id"])).size, 3);
  const { failures, lastError, lastDeliveryAt } = await desk.kept();
  assert.deepEqual([failures, lastError, lastDeliveryAt], [0, "HTTP 500", desk.ports.clock.at]);
  assert.deepEqual(await desk.waiting(), []);
});

test("webhooks with long queues take turns", async () => {
  await using desk = await openAdministrationPorts();
  for (let count = 0; count < 3; count += 1)
    assert.ok((await createWebhook(desk.ports, { url: desk.receiver.url, acts: [] }, { by: everyRight })).ok);
  for (let count = 0; count < 250; count += 1) await desk.note("group-created");
  const turns: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    desk.later(1);
    const leased = await leaseWebhook(desk.ports);
    assert.ok(leased);
    turns.push(leased.id);
    await deliverLeased(desk.ports, leased);
  }
  assert.equal(new Set(turns.slice(0, 4)).size, 4);
  assert.deepEqual(turns.slice(4), turns.slice(0, 4));
});

test("a slow receiver's turn ends after half a minute, and no entry is skipped", async () => {
  await using desk = await openAdministrationPorts(() => {
    desk.later(9);
    return 200;
  });
  for (let count = 0; count < 9; count += 1) await desk.note("group-created");
  const leased = await leaseWebhook(desk.ports);
  assert.ok(leased);
  assert.equal((await deliverLeased(desk.ports, leased)).sent, 4);
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), ["webhook-created", ...Array(9).fill("group-created")]);
});

test("a failure under a clock that was ahead is retried as soon as the clock is set back", async () => {
  let refusing = true;
  await using desk = await openAdministrationPorts((_, body) =>
    refusing && body.includes('"group-created"') ? 500 : 200,
  );
  await desk.deliver();
  desk.later(30 * 86_400);
  await desk.note("group-created");
  await desk.deliver();
  refusing = false;
  desk.later(-30 * 86_400);
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), ["webhook-created", "group-created", "group-created"]);
  assert.deepEqual(await desk.waiting(), []);
});

test("J2: after three days a message becomes a dead letter; retry delivers it, alone or with all others", async () => {
  let refusing = true;
  await using desk = await openAdministrationPorts((_, body) =>
    refusing && body.includes('"group-created"') ? 302 : 200,
  );
  await desk.note("group-created");
  await desk.note("group-created");
  for (const pause of pauses) {
    await desk.note("group-deleted");
    assert.equal(await desk.deliver(), 1);
    assert.equal((await desk.waiting()).length, 2);
    desk.later(pause);
  }
  await desk.deliver();
  const refused = desk.typesOf().filter((type) => type === "group-created");
  assert.equal(refused.length, 2 * (pauses.length + 1), "a redirect is not followed");
  const { items } = await desk.ports.webhooks.undelivered(desk.id, { limit: 9 });
  assert.deepEqual(
    items.map(({ state, error }) => [state, error]),
    [
      ["dead", "HTTP 302"],
      ["dead", "HTTP 302"],
    ],
  );
  refusing = false;
  const [first, second] = items;
  assert.ok(first && second);
  assert.ok((await retryWebhook(desk.ports, desk.id, second.number)).ok);
  await desk.deliver();
  assert.equal((await desk.ports.webhooks.undelivered(desk.id, { limit: 9 })).items[0]?.number, first.number);
  assert.ok((await retryWebhook(desk.ports, desk.id)).ok);
  await desk.deliver();
  assert.deepEqual(desk.typesOf().slice(-4), [
    "group-created",
    "webhook-changed",
    "group-created",
    "webhook-changed",
  ]);
  assert.equal((await desk.ports.webhooks.undelivered(desk.id, { limit: 9 })).total, 0);
  assert.deepEqual(await retryWebhook(desk.ports, desk.id, 1), {
    ok: false,
    reason: { kind: "entry-unknown", number: 1 },
  });
});

test("J4: a receiver that fails everything gets one message at a time, at growing pauses of at most an hour", async () => {
  let refusing = true;
  await using desk = await openAdministrationPorts(() => (refusing ? 503 : 200), ["group-created"]);
  for (let count = 0; count < 40; count += 1) await desk.note("group-created");
  await desk.deliver();
  assert.equal(desk.receiver.received.length, 5, "five failures in a row");
  const pausesDown = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
  for (const [probes, pause] of pausesDown.entries()) {
    desk.later(pause - 1);
    assert.equal(await desk.deliver(), 0, `${pause} seconds have not passed`);
    desk.later(1);
    assert.equal(await desk.deliver(), 1);
    assert.equal(desk.receiver.received.length, 6 + probes, "one message, not more");
  }
  assert.equal((await desk.waiting()).length, 14, "what was not tried waits in the trail alone");
  refusing = false;
  desk.later(3600);
  await desk.deliver();
  assert.deepEqual(await desk.waiting(), [], "what waited need not wait for its own time");
  const taken = desk.receiver.received.slice(14).map(({ headers }) => headers["webhook-id"]);
  assert.equal(new Set(taken).size, 40);
  assert.equal(taken.length, 40);
  assert.equal((await desk.kept()).failures, 0);
});

test("J3: one entry that always fails does not make its receiver count as down, however rare the others are", async () => {
  await using desk = await openAdministrationPorts(
    (_, body) => (body.includes('"group-created"') ? 500 : 200),
    ["group-created", "group-deleted"],
  );
  await desk.note("group-created");
  for (const pause of pauses) {
    await desk.deliver();
    desk.later(pause);
  }
  await desk.deliver();
  assert.equal(desk.receiver.received.length, pauses.length + 1, "each pause is its own");
  assert.equal((await desk.kept()).failures, 1, "it fails, and operators see that");
  await desk.note("group-deleted");
  await desk.deliver();
  assert.equal(desk.typesOf().at(-1), "group-deleted", "it does not wait for a receiver that is not down");
});

test("J5: at most 100 entries wait for a retry; beyond that, new entries wait in the trail", async () => {
  // Every second message fails, so the receiver is never down.
  await using desk = await openAdministrationPorts(
    (count) => (count % 2 === 0 ? 200 : 500),
    ["group-created"],
  );
  for (let count = 0; count < 250; count += 1) await desk.note("group-created");
  await desk.deliver();
  assert.equal((await desk.waiting()).length, waitingMax);
  assert.ok((await desk.kept()).delivered < ((await desk.ports.auditTrail.head())?.last ?? 0));
  assert.equal(await desk.deliver(), 0, "nothing is due");
  desk.later(5);
  assert.ok((await desk.deliver()) > 0, "what waited is tried, and makes room");
});

test("J5: a waiting entry that the trail has dropped is a dead letter", async () => {
  await using desk = await openAdministrationPorts(() => 500, ["group-created"]);
  await desk.note("group-created");
  await desk.deliver();
  desk.later(301);
  await desk.note("group-deleted");
  const now = desk.ports.clock.at;
  const { dropped } = await desk.ports.auditTrail.dropBefore({
    now,
    before: now,
    dueBefore: now,
    rowsMax: 99,
  });
  assert.ok(dropped > 0);
  await desk.deliver();
  const { items } = await desk.ports.webhooks.undelivered(desk.id, { limit: 9 });
  assert.deepEqual(
    items.map(({ state, error }) => [state, error]),
    [["dead", "older than the audit trail"]],
  );
});

test("a test message returns the receiver's response, is audited, and does not delay deliveries", async () => {
  const answers = [204, 500, 410];
  await using desk = await openAdministrationPorts((count) => answers[count - 1] ?? 200, ["group-created"]);
  const tests = [];
  for (const _ of answers) tests.push(await testWebhook(desk.ports, desk.id));
  assert.deepEqual(
    tests.map((test) => test.ok && test.value),
    [
      { isDelivered: true, status: 204 },
      { isDelivered: false, status: 500, error: "HTTP 500" },
      { isDelivered: false, status: 410, error: "HTTP 410" },
    ],
  );
  const [message] = desk.receiver.received;
  assert.ok(message);
  assert.deepEqual(verified(desk.secret, message).data, { webhook_id: desk.id });
  const { isDisabled, failures } = await desk.kept();
  assert.deepEqual([isDisabled, failures, await desk.waiting()], [false, 0, []]);
  const { items } = await desk.ports.auditTrail.list({ limit: 9, act: "webhook-tested" });
  assert.deepEqual(
    items.map(({ details }) => details),
    [{ delivered: false, error: "HTTP 410" }, { delivered: false, error: "HTTP 500" }, { delivered: true }],
  );
});

test("only the acts that were asked for go out, and the others are passed over", async () => {
  await using desk = await openAdministrationPorts(undefined, ["group-deleted"]);
  for (const act of ["group-created", "group-deleted", "group-created"] as const) await desk.note(act);
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), ["group-deleted"]);
  assert.equal((await desk.kept()).delivered, (await desk.ports.auditTrail.head())?.last);
});

test("J6: the answer 410 disables the webhook, which is audited", async () => {
  await using desk = await openAdministrationPorts(() => 410);
  await desk.deliver();
  await desk.note("group-created");
  assert.equal(await desk.deliver(), 0);
  assert.equal((await desk.kept()).isDisabled, true);
  const [entry] = (await desk.ports.auditTrail.list({ limit: 1, act: "webhook-changed" })).items;
  assert.deepEqual(entry?.details, { disabled: true, status: 410 });
});

test("for a day after a rotation both secrets verify, then the new one alone", async () => {
  await using desk = await openAdministrationPorts();
  const rotated = await rotateWebhookSecret(desk.ports, desk.id);
  assert.ok(rotated.ok);
  await desk.deliver();
  const [message] = desk.receiver.received;
  assert.ok(message);
  for (const secret of [desk.secret, rotated.value.secret])
    assert.equal(verified(secret, message).type, "webhook-created");
  desk.later(86_400);
  await desk.note("group-created");
  await desk.deliver();
  assert.equal(`${desk.receiver.received.at(-1)?.headers["webhook-signature"]}`.split(" ").length, 1);
});

test("J1: a webhook is at no address inside the network, where the service itself is outside", async () => {
  await using desk = await openAdministrationPorts();
  const ports = { ...desk.ports, mayReachLoopback: false };
  for (const url of [
    "http://siem.example/in",
    desk.receiver.url,
    "https://user:password@siem.example/",
    "https://siem.example/#part",
    "file:///etc/passwd",
    "siem",
  ])
    assert.deepEqual(await createWebhook(ports, { url, acts: [] }, { by: everyRight }), {
      ok: false,
      reason: { kind: "url-unusable" },
    });
  const sender = openWebhookSender({ mayReachLoopback: false });
  const inside = await createWebhook(
    ports,
    { url: "https://169.254.169.254/latest", acts: [] },
    { by: everyRight },
  );
  assert.ok(inside.ok);
  const leased = await desk.ports.webhooks.lease(desk.ports.clock.at, plus(desk.ports.clock.at, 60), 9);
  assert.ok(leased);
  const { error } = await deliverLeased({ ...ports, sender }, { ...leased, url: inside.value.webhook.url });
  assert.equal(error, "address-not-allowed");
});
