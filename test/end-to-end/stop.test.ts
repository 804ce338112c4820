import assert from "node:assert/strict";
import { request } from "node:http";
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

/** Asks without a pause, each time on a new connection and whatever the service says of stopping; counts how each request ended. */
async function askHeedlessly(url: string, ends: Map<string, number>): Promise<void> {
  for (let end = ""; end !== "ECONNREFUSED"; ) {
    end = await new Promise<string>((resolve) => {
      const asked = request(`${url}${readable}`, { agent: false }, (answer) => {
        answer.resume().once("end", () => resolve(String(answer.statusCode)));
        answer.once("error", () => resolve("cut"));
      });
      asked.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
      asked.end();
    });
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
}

test("G25: clients that heed nothing are answered or refused at the end of the grace, and none is reset", {
  timeout: 120_000,
}, async () => {
  const clients = 12;
  for (let stops = 0; stops < 3; stops += 1) {
    await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "1" });
    const ends = new Map<string, number>();
    const asking = Array.from({ length: clients }, () => askHeedlessly(service.url, ends));
    assert.equal(await service.stop(), 0);
    await Promise.all(asking);
    assert.ok((ends.get("200") ?? 0) > clients, "they were served during the grace");
    assert.deepEqual([...ends.keys()].sort(), ["200", "ECONNREFUSED"], JSON.stringify([...ends]));
  }
});

test("G25: SIGINT, which is a person at a terminal, has no grace", { timeout: 60_000 }, async () => {
  await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "300" });
  assert.ok(service.pid !== undefined);
  const ended = service.ended();
  process.kill(service.pid, "SIGINT");
  assert.equal(await ended, 0);
});
