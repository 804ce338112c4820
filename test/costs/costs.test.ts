/** Counts what a real process uses for each kind of round, and holds it to `limits`. No clock is read, so a busy machine changes nothing. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Counted, type CountedService, startCounted } from "./counted-service.ts";
import { cryptoCalls, heapGrowthMegabytes, type Limits, limits } from "./limits.ts";
import { beginRounds, createPeople, doRounds, type KindName, kinds, type Person } from "./rounds.ts";

const peopleCount = 8;

/** What gathering a group, committing it and waiting for the disk takes, for all who share it. */
const promisesOfWait = 10;

/** What one round used, by name. */
type Used = (name: string) => number;

interface Counting {
  readonly counted: Counted;
  /** How many rounds are counted at once. */
  readonly rounds: number;
  /** How many counts are tried at most: bytes settle only when the compiler has. The first count within the limits passes. */
  readonly counts: number;
  readonly check: (used: Used, limit: Limits) => void;
}

function costs({ counted, rounds, counts, check }: Counting): void {
  describe(`costs, ${counted}`, () => {
    let running: CountedService;
    let people: readonly Person[];
    before(async () => {
      running = await startCounted(counted, { LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
      people = await createPeople(running.service, peopleCount);
    });
    after(() => running[Symbol.asyncDispose]());

    for (const kind of Object.keys(kinds) as KindName[])
      test(kind, async () => {
        const times = kind === "password sign-in" ? 20 : rounds;
        const begun = await beginRounds(running.service, kinds[kind], people);
        await doRounds(begun, times / 2);
        for (let left = counts; left > 0; left -= 1) {
          const from = await running.counts();
          await doRounds(begun, times);
          const to = await running.counts();
          try {
            return check((name) => ((to[name] ?? 0) - (from[name] ?? 0)) / times, limits[kind]);
          } catch (error) {
            if (left === 1) throw error;
          }
        }
      });
  });
}

function atMost(used: number, limit: number, what: string): void {
  assert.ok(used > 0 || limit < 1, `no ${what} were counted`);
  assert.ok(used <= limit, `${used.toFixed(2)} ${what} a round, and the limit is ${limit}`);
}

costs({
  counted: "resources",
  rounds: 300,
  counts: 4,
  check: (used, limit) => {
    atMost(used("PROMISE") - promisesOfWait * used("fdatasync"), limit.promises, "promises");
    atMost(used("TickObject"), limit.ticks, "ticks");
    atMost(used("Timeout"), limit.timers, "timers");
  },
});

costs({
  counted: "calls",
  rounds: 300,
  counts: 4,
  check: (used, limit) => {
    const calls = cryptoCalls.map((name) => [name, Math.round(used(name))]);
    assert.deepEqual(Object.fromEntries(calls), limit.crypto);
    atMost(used("sql read"), limit.reads, "reading statements");
    atMost(used("sql write"), limit.writes, "writing statements");
    atMost(used("fdatasync"), limit.syncs, "waits for the disk");
  },
});

costs({
  counted: "allocated",
  rounds: 800,
  counts: 20,
  check: (used, limit) => atMost(used("allocated") / 1_000, limit.allocatedKilobytes, "kilobytes allocated"),
});

costs({
  counted: "promoted",
  rounds: 800,
  counts: 10,
  check: (used, limit) => atMost(used("promoted") / 1_000, limit.promotedKilobytes, "kilobytes promoted"),
});

test("the heap stops growing: after 10,000 interface flows it is what it was after 5,000", async () => {
  await using running = await startCounted("heap");
  const people = await createPeople(running.service, peopleCount);
  const begun = await beginRounds(running.service, kinds["interface flow"], people);
  const heapAfter = async (flows: number) => {
    await doRounds(begun, flows);
    return ((await running.counts()).heap ?? Number.NaN) / 1024 / 1024;
  };
  const [half, whole] = [await heapAfter(5_000), await heapAfter(5_000)];
  assert.ok(half > 5, `${half} MB cannot be the heap of a service`);
  assert.ok(whole - half <= heapGrowthMegabytes, `${half.toFixed(2)} MB, then ${whole.toFixed(2)}`);
});
