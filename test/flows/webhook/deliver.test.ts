import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook as OfficialWebhook } from "standardwebhooks";
import { openWebhookSender } from "../../../src/adapters/webhook/sender.ts";
import type { AuditAct } from "../../../src/flows/audit.ts";
import { createWebhook, retryWebhook, rotateWebhookSecret } from "../../../src/flows/operator/webhook.ts";
import { deliverLeased, leaseWebhook } from "../../../src/flows/webhook/deliver.ts";
import type { Webhook } from "../../../src/flows/webhook-ports.ts";
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

async function openDesk(statusOf?: (count: number) => number, acts: readonly string[] = []) {
  const registry = await openRegistry();
  registry.clock.at = instantOf(Date.now());
  const receiver = await startWebhookReceiver(statusOf);
  const sender = openWebhookSender({ mayReachLoopback: true });
  const ports = { ...registry, sealer: plainSealer, sender, mayReachLoopback: true };
  const created = await createWebhook(ports, { url: receiver.url, acts });
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
    typesOf: () => receiver.received.map(({ body }) => JSON.parse(body).type),
    [Symbol.asyncDispose]: async () => {
      sender.close();
      await receiver[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("entries go out in their order, signed so that the official library verifies them", async () => {
  await using desk = await openDesk();
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

test("a refused message is sent again after pauses under the same id, and holds back what follows", async () => {
  await using desk = await openDesk((count) => (count <= 2 ? 500 : 200));
  await desk.note("group-created");
  await desk.deliver();
  assert.equal(await desk.deliver(), 0, "it waits");
  desk.later(4);
  assert.equal(await desk.deliver(), 0, "the first pause is 5 seconds");
  desk.later(1);
  await desk.deliver();
  const { tries, lastError } = await desk.kept();
  assert.deepEqual([tries, lastError], [2, "HTTP 500"]);
  desk.later(300);
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), [...Array(3).fill("webhook-created"), "group-created"]);
  assert.equal(new Set(desk.receiver.received.map(({ headers }) => headers["webhook-id"])).size, 2);
  assert.deepEqual([(await desk.kept()).tries, (await desk.kept()).lastError], [0, undefined]);
});

test("after three days a message becomes a dead letter and the next one goes; retry delivers it after all", async () => {
  let refusing = true;
  await using desk = await openDesk(() => (refusing ? 302 : 200));
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const pause of pauses) {
    assert.equal(await desk.deliver(), 1);
    desk.later(pause);
  }
  await desk.deliver();
  assert.equal(desk.receiver.received.length, pauses.length + 1, "a redirect is not followed");
  const letters = await desk.ports.webhooks.letters(desk.id, 9);
  assert.deepEqual(
    letters.map(({ error, isDue }) => [error, isDue]),
    [["HTTP 302", false]],
  );
  refusing = false;
  await desk.note("group-created");
  await desk.deliver();
  assert.equal(desk.typesOf().at(-1), "group-created");
  assert.ok((await retryWebhook(desk.ports, desk.id)).ok);
  await desk.deliver();
  assert.deepEqual(desk.typesOf().slice(-2), ["webhook-created", "webhook-changed"]);
  assert.deepEqual(await desk.ports.webhooks.letters(desk.id, 9), []);
});

test("only the acts that were asked for go out, and the others are passed over", async () => {
  await using desk = await openDesk(undefined, ["group-deleted"]);
  for (const act of ["group-created", "group-deleted", "group-created"] as const) await desk.note(act);
  await desk.deliver();
  assert.deepEqual(desk.typesOf(), ["group-deleted"]);
  assert.equal((await desk.kept()).delivered, (await desk.ports.auditTrail.head())?.last);
});

test("the answer 410 disables the webhook, which is audited", async () => {
  await using desk = await openDesk(() => 410);
  await desk.deliver();
  await desk.note("group-created");
  assert.equal(await desk.deliver(), 0);
  assert.equal((await desk.kept()).isDisabled, true);
  const [entry] = (await desk.ports.auditTrail.list({ limit: 1, act: "webhook-changed" })).items;
  assert.deepEqual(entry?.details, { disabled: true, status: 410 });
});

test("for a day after a rotation both secrets verify, then the new one alone", async () => {
  await using desk = await openDesk();
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

test("a webhook is at no address inside the network, where the service itself is outside", async () => {
  await using desk = await openDesk();
  const ports = { ...desk.ports, mayReachLoopback: false };
  for (const url of [
    "http://siem.example/in",
    desk.receiver.url,
    "https://user:password@siem.example/",
    "https://siem.example/#part",
    "file:///etc/passwd",
    "siem",
  ])
    assert.deepEqual(await createWebhook(ports, { url, acts: [] }), {
      ok: false,
      reason: { kind: "url-unusable" },
    });
  const sender = openWebhookSender({ mayReachLoopback: false });
  const inside = await createWebhook(ports, { url: "https://169.254.169.254/latest", acts: [] });
  assert.ok(inside.ok);
  const leased = await desk.ports.webhooks.lease(desk.ports.clock.at, plus(desk.ports.clock.at, 60));
  assert.ok(leased);
  const { error } = await deliverLeased({ ...ports, sender }, { ...leased, url: inside.value.webhook.url });
  assert.equal(error, "address-not-allowed");
});
