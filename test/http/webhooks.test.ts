import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { createWebhook } from "../../src/flows/operator/webhook.ts";
import { FormClient } from "../support/form-client.ts";
import { FakeClock, startInProcess } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { ada } from "./journey.ts";

test("a sign-in reaches a webhook, signed; a refused message is retried and delays no others", async () => {
  const clock = new FakeClock();
  // The official library compares the time of a message with the system's.
  clock.advance(Math.round((Date.now() - clock.now()) / 1000));
  await using receiver = await startWebhookReceiver((count) => (count === 1 ? 500 : 200));
  await using service = await startInProcess({}, { clock });
  await service.addAccount(ada.username, ada.password);
  const { store, random } = service.service.administration;
  const registry = {
    ...service.ports,
    webhooks: store.webhooks,
    clock,
    random,
    mayReachLoopback: true,
  };
  const created = await createWebhook(registry, { url: receiver.url, acts: [] }, { by: everyRight });
  assert.ok(created.ok);
  await until(async () => (await store.webhooks.find(created.value.webhook.id))?.failures === 1);
  await new FormClient(service.url).signIn("/sign-in?to=account", ada);
  await receiver.arrived(2);
  clock.advance(5);
  await receiver.arrived(3);
  const official = new Webhook(created.value.secret);
  const types = receiver.received.map(
    ({ headers, body }) =>
      (official.verify(body, headers as Record<string, string>) as { type: string }).type,
  );
  assert.deepEqual(types.slice(0, 3), ["webhook-created", "signed-in", "webhook-created"]);
  const { data } = JSON.parse(receiver.received[1]?.body ?? "{}");
  assert.deepEqual([data.actor.kind, data.network], ["person", "127.0.0.0/24"]);
  assert.doesNotMatch(JSON.stringify(service.log), new RegExp(new URL(receiver.url).host));
});
