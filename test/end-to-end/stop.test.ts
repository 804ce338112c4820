import assert from "node:assert/strict";
import { test } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { startService } from "../support/service.ts";

const readable = "/.well-known/openid-configuration";

/** Asks without a pause until an answer closes its connection, then once more on a new one; counts what failed. */
async function askUntilClosed(url: string): Promise<{ failures: string[]; last: HttpAnswer | undefined }> {
  const browser = new FormClient(url);
  const failures: string[] = [];
  const ask = (): Promise<HttpAnswer | undefined> =>
    browser.get(readable).catch((error) => void failures.push(String(error)));
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer.headers.connection !== "close") continue;
    const last = answer && (await ask());
    browser.close();
    return { failures, last };
  }
}

test("G25: at SIGTERM busy connections are not reset, every answer closes its connection, and idle ones are answered once more", {
  timeout: 60_000,
}, async () => {
  await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "2" });
  const idle = new FormClient(service.url);
  assert.notEqual((await idle.get(readable)).headers.connection, "close");
  const busy = Array.from({ length: 16 }, () => askUntilClosed(service.url));

  const stopping = service.logged("stopping");
  const startedAt = performance.now();
  const stopped = service.stop();
  await stopping;
  const ready = await idle.get("/readyz");
  assert.deepEqual([ready.status, ready.headers.connection], [503, "close"]);
  for (const { failures, last } of await Promise.all(busy)) {
    assert.deepEqual(failures, []);
    assert.deepEqual([last?.status, last?.headers.connection], [200, "close"]);
  }
  assert.equal(await stopped, 0);
  assert.ok(performance.now() - startedAt >= 2_000, "the grace was cut short");
  idle.close();
});

test("G25: SIGINT, which is a person at a terminal, has no grace", { timeout: 60_000 }, async () => {
  await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "300" });
  assert.ok(service.pid !== undefined);
  const ended = service.ended();
  process.kill(service.pid, "SIGINT");
  assert.equal(await ended, 0);
});
