import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "../../src/flows/audit.ts";
import { entryOfEvent } from "../../src/flows/audit-events.ts";
import type { Event } from "../../src/flows/events.ts";
import { createAuditQueue, keepAudit } from "../../src/ops/audit-queue.ts";
import { accountIdOf, clientIdOf, requestIdOf } from "../../src/values/ids.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { type LogLine, recordingLog } from "../support/in-process.ts";

const accountId = accountIdOf("a".repeat(20));
const clientId = clientIdOf("c".repeat(20));
const signedIn: Event = { kind: "signed-in", accountId, methods: ["pwd"] };
const refused: Event = { kind: "sign-in-refused", reason: "wrong-password", accountId };

function open() {
  const clock = { at: instantOf(Date.UTC(2026, 0, 1)), now: () => clock.at };
  const log: LogLine[] = [];
  const queue = createAuditQueue({ clock, log: recordingLog(log), entryOf: entryOfEvent });
  const written: AuditEntry[] = [];
  const trail = {
    isAway: false,
    append: async (entries: readonly AuditEntry[]) => {
      if (trail.isAway) throw new StoreUnavailable("away");
      written.push(...entries);
    },
  };
  const record = (event: Event, network = "192.0.2.0/24") =>
    queue.events.record(event, { requestId: requestIdOf("r1"), network: () => network });
  return { clock, log, queue, written, trail, record };
}

test("a sign-in has an entry of its person, with network and request; a token has none", async () => {
  const { clock, queue, written, trail, record } = open();
  record(signedIn);
  record({ kind: "token-issued", clientId, accountId });
  record({ kind: "consent-allowed", clientId, accountId });
  assert.equal(await queue.write(trail), 1);
  assert.deepEqual(written, [
    {
      at: clock.at,
      act: "signed-in",
      actor: { kind: "person", accountId },
      target: { kind: "user", id: accountId },
      details: { methods: "pwd" },
      network: "192.0.2.0/24",
      requestId: "r1",
    },
  ]);
  assert.equal(await queue.write(trail), 0);
});

test("an entry that comes while others are being written is written with the next batch, and none twice", async () => {
  const { queue, written, trail, record } = open();
  const storing = Promise.withResolvers<void>();
  record(signedIn, "192.0.2.0/24");
  const first = queue.write({ append: (entries) => storing.promise.then(() => trail.append(entries)) });
  record(signedIn, "198.51.100.0/24");
  storing.resolve();
  assert.deepEqual([await first, await queue.write(trail), await queue.write(trail)], [1, 1, 0]);
  assert.deepEqual(
    written.map(({ network }) => network),
    ["192.0.2.0/24", "198.51.100.0/24"],
  );
});

test("entries wait while the store is away, and what does not fit is counted, in the log and in the trail", async () => {
  const { log, queue, written, trail, record } = open();
  trail.isAway = true;
  for (let count = 0; count < 10_003; count += 1) record(signedIn);
  await assert.rejects(queue.write(trail), StoreUnavailable);
  assert.deepEqual([written.length, log.length], [0, 0]);
  assert.deepEqual(queue.counts(), { waiting: 10_000, dropped: 3 });
  trail.isAway = false;
  await keepAudit(queue, { auditTrail: trail, log: recordingLog(log) }).stop();
  assert.equal(written.length, 10_001);
  assert.deepEqual(queue.counts(), { waiting: 0, dropped: 3 }, "The figure never goes back.");
  const dropped = written.filter(({ act }) => act === "audit-dropped");
  assert.deepEqual(
    dropped.map(({ details }) => details),
    [{ count: 3 }],
  );
  assert.deepEqual(
    log.map(({ message, fields }) => [message, fields]),
    [["audit-entries-dropped", { count: 3 }]],
  );
});

test("refusals of one network are counted beyond sixty a minute, and the count follows when the minute is over", async () => {
  const { clock, queue, written, trail, record } = open();
  for (let count = 0; count < 1_000; count += 1) record(refused);
  record(refused, "198.51.100.0/24");
  await queue.write(trail);
  assert.equal(written.length, 61);
  queue.tell("over");
  assert.equal(await queue.write(trail), 0);
  clock.at = plus(clock.at, 60);
  queue.tell("over");
  await queue.write(trail);
  assert.deepEqual(written.at(-1)?.details, { reason: "wrong-password", repeats: 940 });
  assert.equal(written.at(-1)?.network, "192.0.2.0/24");
});

test("refusals from any number of networks are counted beyond six hundred a minute, without saying whom they meant", async () => {
  const { queue, written, trail, record } = open();
  for (let count = 0; count < 5_000; count += 1) record(refused, `10.${count >> 8}.${count & 255}.0/24`);
  await keepAudit(queue, { auditTrail: trail, log: recordingLog([]) }).stop();
  assert.equal(written.length, 601);
  const { at: _, ...last } = written.at(-1) ?? assert.fail();
  assert.deepEqual(last, {
    act: "sign-in-refused",
    actor: { kind: "stranger" },
    details: { reason: "wrong-password", repeats: 4_400 },
  });
});
