import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "../../src/flows/events.ts";
import type { Statistic, Statistics } from "../../src/flows/statistics-ports.ts";
import { createStatisticsCounter, keepStatistics } from "../../src/ops/statistics.ts";
import { accountIdOf, clientIdOf, requestIdOf } from "../../src/values/ids.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { type Instant, instantOf } from "../../src/values/time.ts";
import { FakeClock, recordingLog } from "../support/in-process.ts";

const context: RequestContext = { requestId: requestIdOf("one"), network: () => "192.0.2.0/24" };
const accountId = accountIdOf("A".repeat(20));

function clientNumber(number: number) {
  return clientIdOf(String(number).padStart(20, "C"));
}

function asText(statistics: readonly Statistic[]): string[] {
  return statistics.map(({ kind, label, count, peak }) => `${kind} ${label} ${count} ${peak}`).toSorted();
}

test("events are counted by kind, and what was taken is not counted again", () => {
  const { events, take } = createStatisticsCounter();
  const clientId = clientNumber(1);
  const record = (event: Parameters<typeof events.record>[0]) => events.record(event, context);
  record({ kind: "signed-in", accountId, methods: ["pwd", "otp"] });
  record({ kind: "sign-in-refused", reason: "mismatch" });
  record({ kind: "sign-in-refused", reason: "throttled" });
  record({ kind: "second-factor-refused", reason: "mismatch", accountId });
  record({ kind: "token-issued", clientId });
  record({ kind: "exchange-refused", reason: "too-many-attempts", clientId });
  record({ kind: "authorization-refused", reason: "redirect-uri-unknown" });
  record({ kind: "signed-out", accountId });
  record({ kind: "unexpected-failure", cause: new Error("a bug") });
  record({ kind: "request-unavailable" });
  assert.deepEqual(asText(take()), [
    `client ${clientId} 1 0`,
    "client-refusal redirect-uri-unknown 1 0",
    "client-refusal too-many-attempts 1 0",
    "failure unexpected 1 0",
    "method pwd otp 1 0",
    "sign-in refused 2 0",
    "sign-in signed-in 1 0",
    "sign-in-refusal mismatch 1 0",
    "sign-in-refusal second-factor: mismatch 1 0",
    "sign-in-refusal throttled 1 0",
    "throttled throttled 1 0",
    "throttled too-many-attempts 1 0",
    "token issued 1 0",
    "token refused 1 0",
    `use ${clientId} refused 1 0`,
    `use ${clientId} token 1 0`,
  ]);
  assert.deepEqual(take(), []);
});

test("what each client does is counted: how it asks for codes, which scope values it gets, what is refused", () => {
  const { events, take } = createStatisticsCounter();
  const [one, other] = [clientNumber(1), clientNumber(2)];
  const record = (event: Parameters<typeof events.record>[0]) => events.record(event, context);
  const asked = { kind: "code-issued", accountId, hasState: true, hasChallenge: true, scope: [] } as const;
  record({ ...asked, clientId: one, scope: ["openid", "email"] });
  record({ ...asked, clientId: one, hasState: false, scope: ["openid"] });
  record({ ...asked, clientId: other, hasState: false, hasChallenge: false });
  record({ kind: "token-issued", clientId: one, accountId });
  record({ kind: "token-issued", clientId: other, scope: ["orders:read"] });
  record({ kind: "exchange-refused", reason: "code-spent", clientId: other });
  record({ kind: "exchange-refused", reason: "client-unknown", clientId: "unknown" });
  assert.deepEqual(
    asText(take()).filter((line) => line.startsWith("use ")),
    [
      `use ${one} code 2 0`,
      `use ${one} no-state 1 0`,
      `use ${one} scope email 1 0`,
      `use ${one} scope openid 2 0`,
      `use ${one} token 1 0`,
      `use ${other} code 1 0`,
      `use ${other} no-challenge 1 0`,
      `use ${other} no-state 1 0`,
      `use ${other} refused 1 0`,
      `use ${other} scope orders:read 1 0`,
      `use ${other} token 1 0`,
    ],
  );
  assert.deepEqual(take(), []);
});

test("durations of sign-ins and tokens are counted by the bucket that holds them, and of nothing else", () => {
  const { requests, take } = createStatisticsCounter();
  for (const milliseconds of [0.2, 1, 1.01, 10_001]) requests.answered("token", 200, milliseconds);
  requests.answered("sign-in", 303, 60);
  requests.answered("page", 200, 60);
  assert.deepEqual(asText(take()), [
    "sign-in-duration 100 1 0",
    "token-duration 1 2 0",
    "token-duration 2 1 0",
    "token-duration inf 1 0",
  ]);
});

test("the longest queue of hashes is the peak of its minute", () => {
  const { hashes, take } = createStatisticsCounter();
  for (const waiting of [1, 7, 3]) hashes.waiting(waiting);
  assert.deepEqual(asText(take()), ["hash-queue waiting 1 7"]);
  assert.deepEqual(take(), []);
});

test("twenty clients are named, the busiest of them, and labels are bounded", () => {
  const { events, take } = createStatisticsCounter();
  for (let number = 0; number < 1_500; number += 1)
    for (let times = 0; times < (number === 999 ? 3 : 1); times += 1)
      events.record({ kind: "token-issued", clientId: clientNumber(number) }, context);
  for (let number = 0; number < 100; number += 1)
    events.record({ kind: "sign-in-refused", reason: `reason ${number}` }, context);
  for (let value = 0; value < 100; value += 1)
    events.record({ kind: "token-issued", clientId: clientNumber(999), scope: [`scope:${value}`] }, context);
  const taken = take();
  const uses = taken.filter(({ kind }) => kind.startsWith("use "));
  assert.equal(new Set(uses.map(({ kind }) => kind)).size, 1_000, "others are only counted together");
  assert.equal(uses.filter(({ label }) => label.startsWith("scope ")).length, 64);
  const clients = taken.filter(({ kind }) => kind === "client");
  assert.equal(clients.length, 21);
  assert.deepEqual(clients[0], { kind: "client", label: clientNumber(999), count: 103, peak: 0 });
  assert.deepEqual(clients.at(-1), { kind: "client", label: "other", count: 1_502 - 3 - 19, peak: 0 });
  assert.equal(taken.filter(({ kind }) => kind === "sign-in-refusal").length, 65);
});

interface Added {
  readonly at: Instant;
  readonly counts: readonly string[];
}

/** Statistics that can be away, and what was added to them. */
function keeping() {
  const added: Added[] = [];
  const state = { isAway: false };
  const statistics: Statistics = {
    add: async (at, counted) => {
      if (state.isAway) throw new StoreUnavailable("away");
      added.push({ at, counts: asText(counted) });
    },
    series: async () => [],
    topClients: async () => [],
    useCountedSince: async () => undefined,
    topSignIns: async () => [],
    useOf: async () => [],
  };
  const clock = new FakeClock();
  clock.advance(60 - ((clock.now() / 1_000) % 60));
  const counter = createStatisticsCounter();
  const kept = keepStatistics(counter, { statistics, clock, log: recordingLog([]) });
  const issue = () => counter.events.record({ kind: "token-issued", clientId: clientNumber(1) }, context);
  return { added, state, clock, kept, issue, began: clock.now() };
}

const ofOne = [`client ${clientNumber(1)} 1 0`, "token issued 1 0", `use ${clientNumber(1)} token 1 0`];

test("a minute is added once it is over, and the rest when the service stops", async () => {
  const { added, clock, kept, issue, began } = keeping();
  issue();
  clock.advance(59);
  await kept.now();
  assert.deepEqual(added, []);
  clock.advance(1);
  await kept.now();
  assert.deepEqual(added, [{ at: began, counts: ofOne }]);
  issue();
  await kept.stop();
  assert.deepEqual(added[1], { at: instantOf(began + 60_000), counts: ofOne });
});

test("minutes wait while the database is away, and a minute without anything is not written", async () => {
  const { added, state, clock, kept, issue, began } = keeping();
  state.isAway = true;
  issue();
  clock.advance(60);
  await kept.now();
  issue();
  clock.advance(120);
  await kept.now();
  state.isAway = false;
  clock.advance(60);
  await kept.stop();
  assert.deepEqual(
    added.map(({ at }) => at - began),
    [0, 60_000],
  );
});
