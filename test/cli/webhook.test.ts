import assert from "node:assert/strict";
import { test } from "node:test";
import { startSelfSignedServer } from "../support/self-signed.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { openFolder } from "./command-line.ts";

test("a webhook is added, tested, shown and told to send again", async () => {
  await using folder = await openFolder();
  await using receiver = await startWebhookReceiver((count) => (count === 1 ? 204 : 500));
  const made = await folder.run(["group", "create", "staff"]);
  assert.equal(made.exitCode, 0, made.stderr);
  const [hook] = await folder.json(["webhook", "create", "--url", receiver.url, "--act", "group-created"]);
  const id = String(hook?.webhook_id);
  const misspelled = await folder.run(["webhook", "create", "--url", receiver.url, "--act", "group-made"]);
  assert.equal(misspelled.exitCode, 4);
  assert.match(misspelled.stderr, /^latchkey: --act: .{1,80}\n.*docs\/audit\.md/);
  assert.match(String(hook?.webhook_secret), /^whsec_/);

  const took = await folder.run(["webhook", "test", id]);
  assert.equal(took.exitCode, 0, took.stderr);
  assert.match(took.stderr, /accepted the message with HTTP 204/);
  assert.equal(JSON.parse(receiver.received[0]?.body ?? "{}").type, "webhook-test");
  const refused = await folder.run(["webhook", "test", id, "--json"]);
  assert.equal(refused.exitCode, 1);
  assert.deepEqual(JSON.parse(refused.stdout), { delivered: false, status: 500, error: "HTTP 500" });
  const tested = await folder.json(["audit", "list", "--act", "webhook-tested"]);
  assert.deepEqual(
    tested.map(({ details }) => details),
    [{ delivered: true }, { delivered: false, error: "HTTP 500" }],
  );

  await folder.json(["group", "create", "board"]);
  const [listed] = await folder.json(["webhook", "list"]);
  assert.ok(Number(listed?.behind) > 0);
  assert.deepEqual([listed?.waiting, listed?.dead_letters, listed?.failures], [0, 0, 0]);
  const shown = await folder.run(["webhook", "show", id]);
  assert.match(shown.stdout, /^Acts +group-created\nState +in use$/m);
  assert.deepEqual(await folder.json(["webhook", "deliveries", id]), []);
  assert.equal((await folder.run(["webhook", "retry", id])).exitCode, 0);
  const unknown = await folder.run(["webhook", "retry", id, "7"]);
  assert.equal(unknown.exitCode, 3);
  assert.match(unknown.stderr, /Entry 7 is not an undelivered .*\n.*webhook deliveries/);
  assert.equal((await folder.run(["webhook", "retry", id, "seven"])).exitCode, 2);
  assert.equal((await folder.run(["webhook", "show", "lkwnothing"])).exitCode, 3);
});

test("a receiver whose certificate is not trusted is named, with the setting that helps", async () => {
  await using folder = await openFolder();
  await using server = await startSelfSignedServer((_request, response) => response.end());
  const [hook] = await folder.json(["webhook", "create", "--url", `${server.origin}/hook`]);
  const tested = await folder.run(["webhook", "test", String(hook?.webhook_id)]);
  assert.equal(tested.exitCode, 1);
  assert.match(
    tested.stderr,
    /not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS=\/path\/to\/ca\.pem/,
  );
});
