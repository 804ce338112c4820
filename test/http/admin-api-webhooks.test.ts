import assert from "node:assert/strict";
import { it } from "node:test";
import { Webhook as OfficialWebhook } from "standardwebhooks";
import { FakeClock } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { AdminStage } from "./support/admin-api.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

/** The official library compares the time of a message with the system's. */
const systemTime = () => {
  const clock = new FakeClock();
  clock.advance(Math.round((Date.now() - clock.now()) / 1000));
  return clock;
};

it("a webhook is added with its secret, tested, rotated, disabled, enabled and deleted", async () => {
  await using receiver = await startWebhookReceiver((count) => (count === 1 ? 204 : 500));
  await using stage = await AdminStage.set({}, { clock: systemTime() });
  const body = { url: receiver.url, acts: ["user-deleted", "client-deleted"] };
  const key = { "idempotency-key": "first" };
  const created = await stage.send("POST", "/webhooks", { body, headers: key });
  assert.equal(created.status, 201, created.body);
  const { webhook_secret: secret, ...record } = created.json;
  const path = `/webhooks/${record.webhook_id}`;
  assert.ok(created.headers.location?.endsWith(path));
  assert.deepEqual((await stage.send("POST", "/webhooks", { body, headers: key })).json, created.json);
  const { items } = (await stage.send("GET", "/webhooks")).json;
  assert.deepEqual([items.length, items[0].acts], [1, body.acts]);
  assert.doesNotMatch((await stage.send("GET", path)).body, /whsec_/);

  const tested = await stage.send("POST", `${path}/test`);
  assert.deepEqual(tested.json, { delivered: true, status: 204, error: null });
  const [message] = receiver.received;
  assert.ok(message);
  const headers = message.headers as Record<string, string>;
  assert.equal(
    (new OfficialWebhook(secret).verify(message.body, headers) as { type: string }).type,
    "webhook-test",
  );
  const refused = await stage.send("POST", `${path}/test`);
  assert.deepEqual(refused.json, { delivered: false, status: 500, error: "HTTP 500" });

  const { etag = "" } = (await stage.send("GET", path)).headers;
  const old = { "if-match": etag };
  const rotated = await stage.send("POST", `${path}/rotate-secret`, { headers: old });
  assert.equal(rotated.status, 200, rotated.body);
  assert.notEqual(rotated.json.webhook_secret, secret);
  for (const change of ["rotate-secret", "disable", "enable"])
    assert.equal((await stage.send("POST", `${path}/${change}`, { headers: old })).status, 412, change);
  assert.equal((await stage.send("DELETE", path, { headers: old })).status, 412);
  const disabled = await stage.send("POST", `${path}/disable`, {
    headers: { "if-match": rotated.headers.etag ?? "" },
  });
  assert.deepEqual([disabled.status, disabled.json.disabled], [200, true]);
  assert.equal((await stage.send("POST", `${path}/enable`)).json.disabled, false);
  const { etag: now = "" } = (await stage.send("GET", path)).headers;
  assert.equal((await stage.send("DELETE", path, { headers: { "if-match": now } })).status, 204);
  assert.equal((await stage.send("GET", path)).status, 404);
  assertCleanLog(stage.service.log, ["whsec_", receiver.url]);
});

it("undelivered entries of a webhook are listed in pages and sent again, one or all", async () => {
  let isDown = true;
  await using receiver = await startWebhookReceiver(() => (isDown ? 503 : 204));
  await using stage = await AdminStage.set({}, { clock: systemTime() });
  const body = { url: receiver.url, acts: ["group-created"] };
  const { json } = await stage.send("POST", "/webhooks", { body });
  const path = `/webhooks/${json.webhook_id}`;
  for (const group of ["one", "two", "three"]) await stage.send("POST", "/groups", { body: { group } });
  const { webhooks } = stage.service.service.administration.store;
  /** Asks the store, because the API limits how often a token may ask. */
  const progress = async (wanted: number) => {
    await until(
      async () => ((await webhooks.backlogs()).get(json.webhook_id)?.waiting ?? 0) === wanted,
      `there are never ${wanted}`,
    );
    return (await stage.send("GET", path)).json;
  };
  const { last_error, next_try_at } = await progress(3);
  assert.deepEqual([last_error, next_try_at !== null], ["HTTP 503", true]);
  const first = await stage.send("GET", `${path}/deliveries?limit=2`);
  const rest = await stage.send("GET", `${path}/deliveries?limit=2&after=${first.json.next}`);
  const entries = [...first.json.items, ...rest.json.items];
  assert.deepEqual([entries.length, first.json.total, rest.json.next], [3, 3, null]);
  for (const { state, tries, error } of entries)
    assert.deepEqual([state, tries, error], ["waiting", 1, "HTTP 503"]);
  assert.equal((await stage.send("GET", `${path}/deliveries?after=x`)).status, 400);

  isDown = false;
  const [one] = entries;
  assert.equal((await stage.send("POST", `${path}/deliveries/${one.number}/retry`)).status, 204);
  await progress(2);
  assert.equal((await stage.send("POST", `${path}/deliveries/${one.number}/retry`)).status, 404);
  assert.equal((await stage.send("POST", `${path}/retry`)).status, 204);
  const { failures } = await progress(0);
  assert.equal(failures, 0);
});

it("adding a webhook requires the right to read the audit trail, an allowed address, and existing acts", async () => {
  await using stage = await AdminStage.set();
  const body = { url: "http://127.0.0.1:9/in" };
  const token = await stage.token(["webhooks:write"]);
  const lacking = await stage.send("POST", "/webhooks", { token, body });
  assert.equal(lacking.status, 403);
  assert.match(lacking.headers["www-authenticate"] ?? "", /scope="[^"]*audit:read/);
  assert.equal((await stage.send("GET", "/webhooks", { token })).status, 200, "writing includes reading");
  for (const [wrong, pointer] of [
    [{ url: "http://siem.example/in" }, "/url"],
    [{ ...body, acts: ["everything"] }, "/acts/0"],
  ] as const) {
    const refused = await stage.send("POST", "/webhooks", { body: wrong });
    assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, pointer]);
  }
  for (let count = 0; count < 20; count += 1)
    assert.equal((await stage.send("POST", "/webhooks", { body })).status, 201);
  assert.equal((await stage.send("POST", "/webhooks", { body })).status, 409);
});
