import assert from "node:assert/strict";
import { test } from "node:test";
import { addFailedWebhook } from "../support/failed-webhook.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";

const storeOf = (stage: ConsoleStage) => stage.service.service.administration.store;

test("a webhook is added, its secret shown once, and a test message shows the receiver's response", async () => {
  await using receiver = await startWebhookReceiver((count) => (count === 1 ? 204 : 500));
  await using stage = await ConsoleStage.set();
  assert.match(mainOf(await stage.enter("/admin/webhooks")), /No webhooks yet/);
  const form = await stage.open("/admin/webhooks/new");
  for (const [values, sentence] of [
    [{ url: "http://siem.example/in", what: "all" }, /The address of a webhook is https/],
    [{ url: receiver.url, what: "some" }, /Choose at least one kind/],
    [{ url: receiver.url, what: "some", acts: "user-delete" }, /has no act user-delete\./],
  ] as const) {
    const refused = await stage.send(form, "/webhooks/new", values);
    assert.equal(refused.status, 400);
    assert.match(mainOf(refused), sentence);
  }
  const values = { url: receiver.url, what: "some", installation: "on", acts: "user-deleted\nuser-created" };
  const added = await stage.send(form, "/webhooks/new", values);
  const [secret = ""] = /whsec_[A-Za-z0-9+/=]+/.exec(added.body) ?? [];
  assert.ok(secret.length > 40 && mainOf(added).includes("standardwebhooks"));
  const [webhook] = await storeOf(stage).webhooks.list();
  assert.ok(webhook);
  assert.ok(webhook.acts.includes("backup-made") && webhook.acts.includes("user-deleted"));
  const path = `/admin/webhooks/${webhook.id}`;
  assert.doesNotMatch((await stage.open(path)).body, /whsec_/);

  const question = await stage.open(`${path}/test`);
  assert.match(mainOf(await stage.send(question, "/test")), /accepted the test message with HTTP 204/);
  const failed = await stage.send(question, "/test");
  assert.equal(failed.status, 409);
  assert.match(mainOf(failed), /did not accept the test message\. It answered HTTP 500\./);
  const rotated = await stage.send(await stage.open(`${path}/rotate`), "/rotate");
  assert.match(rotated.body, /whsec_/);
  assert.ok(!rotated.body.includes(secret));
  for (const [verb, word] of [
    ["disable", "disabled"],
    ["enable", "enabled"],
    ["delete", "deleted"],
  ] as const) {
    const done = await stage.send(await stage.open(`${path}/${verb}`), `/${verb}`);
    assert.match(mainOf(done), new RegExp(`The webhook has been ${word}`));
  }
  assert.equal((await stage.open(path)).status, 404);
  const { items } = await stage.service.ports.auditTrail.list({ limit: 6, target: webhook.id });
  assert.deepEqual(
    items.map(({ act, actor }) => [act, actor.kind]),
    [
      ["webhook-deleted", "operator"],
      ["webhook-changed", "operator"],
      ["webhook-changed", "operator"],
      ["webhook-secret-rotated", "operator"],
      ["webhook-tested", "operator"],
      ["webhook-tested", "operator"],
    ],
  );
});

test("undelivered entries are shown with their errors and sent again, one or all", async () => {
  await using stage = await ConsoleStage.set();
  const { webhooks } = storeOf(stage);
  const { id } = await addFailedWebhook(webhooks, stage.service.clock.now());
  const list = mainOf(await stage.enter("/admin/webhooks"));
  assert.match(
    list,
    /fails[\s\S]*It answered HTTP 500[\s\S]*data-name="Waiting">1<[\s\S]*data-name="Dead letters">1</,
  );
  const failing = mainOf(await stage.open(`/admin/webhooks/${id}`));
  assert.match(failing, /class="warning">It answered HTTP 500\. 1 failure in a row[\s\S]*The next try is at/);
  assert.match(failing, /<dt>Receives<\/dt><dd>Account deleted</);
  await stage.send(await stage.open(`/admin/webhooks/${id}/disable`), "/disable");
  const page = mainOf(await stage.open(`/admin/webhooks/${id}`));
  assert.match(page, /dead letter[\s\S]*waits, tried 1 time/);
  const one = await stage.send(await stage.open(`/admin/webhooks/${id}/deliveries/1`), "/deliveries/1");
  assert.match(mainOf(one), /Entry 1 will be sent within seconds/);
  const states = async () =>
    (await webhooks.undelivered(id, { limit: 9 })).items.map((entry) =>
      entry.state === "dead" ? entry.isDue : entry.nextTryAt <= stage.service.clock.now(),
    );
  assert.deepEqual(await states(), [true, false]);
  const other = await stage.send(await stage.open(`/admin/webhooks/${id}/deliveries/7`), "/deliveries/7");
  assert.equal(other.status, 409);
  await stage.send(await stage.open(`/admin/webhooks/${id}/retry`), "/retry");
  assert.deepEqual(await states(), [true, true]);
});

test("adding, rotating, disabling, enabling and deleting require a fresh sign-in", async () => {
  await using stage = await ConsoleStage.set();
  const { webhooks } = storeOf(stage);
  const { id, sealedSecret } = await addFailedWebhook(webhooks, stage.service.clock.now());
  await stage.enter("/admin/webhooks");
  const dangerous = ["new", ...["rotate", "disable", "enable", "delete"].map((verb) => `${id}/${verb}`)];
  const pages = await Promise.all(dangerous.map((path) => stage.open(`/admin/webhooks/${path}`)));
  stage.service.clock.advance(601);
  for (const [index, path] of dangerous.entries()) {
    const page = pages[index];
    assert.ok(page);
    const late = await stage.post(page, `/webhooks/${path}`, { url: "http://127.0.0.1:9/in", what: "all" });
    assert.match(late.headers.location ?? "", /max_age=|prompt=/, path);
  }
  const [kept, ...more] = await webhooks.list();
  assert.deepEqual([kept?.sealedSecret, kept?.isDisabled, more], [sealedSecret, false, []]);
});
