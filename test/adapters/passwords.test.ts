import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { test } from "node:test";
import fc from "fast-check";
import { createPasswords, defaultSettings, measureHashRate } from "../../src/adapters/passwords/argon2.ts";
import { createFairQueue } from "../../src/adapters/passwords/fair-queue.ts";
import { readParameters, unmatchableHash } from "../../src/adapters/passwords/phc.ts";
import {
  type NormalizedPassword,
  normalizePassword,
  type PasswordHash,
} from "../../src/identity/password.ts";
import { instantOf } from "../../src/values/time.ts";

/** As cheap as Argon2 allows: these tests are about behaviour, not about cost. */
const cheap = { memoryKib: 8, passes: 1, lanes: 1 };

function password(text: string): NormalizedPassword {
  const normalized = normalizePassword(text);
  assert.ok(normalized.ok);
  return normalized.value;
}

async function hashed(text: string, settings = cheap): Promise<PasswordHash> {
  const passwords = createPasswords({ settings });
  const hash = await passwords.hash(password(text));
  await passwords.close();
  assert.ok(hash.ok);
  return hash.value;
}

/** Tests read and damage stored text, which only a database row could otherwise do. */
function stored(text: string): PasswordHash {
  return text as PasswordHash;
}

test("ASVS 11.4.2: a password is kept as Argon2id with 19 MiB, 2 passes, 1 lane, 16 bytes of salt and 32 of hash", async () => {
  const hash = await hashed("vex plum journal", defaultSettings);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(hash, await hashed("vex plum journal", defaultSettings));
});

test("RFC 9106: a stored hash is what Node's own Argon2id computes, also for emoji", async () => {
  for (const text of ["vex plum journal", "🔑 clé à molette", "x".repeat(1024)]) {
    const [, , , , salt = "", tag] = (await hashed(text, defaultSettings)).split("$");
    const expected = argon2Sync("argon2id", {
      message: text,
      nonce: Buffer.from(salt, "base64"),
      parallelism: 1,
      tagLength: 32,
      memory: 19456,
      passes: 2,
    });
    assert.equal(tag, expected.toString("base64").replaceAll("=", ""));
  }
});

test("ASVS 6.2.8: every character of a password counts, the first, the last and the 200th", async () => {
  const text = "p".repeat(300);
  const hash = await hashed(text);
  const passwords = createPasswords({ settings: cheap });
  const outcome = async (typed: string) => passwords.verify(password(typed), hash, { network: "network" });
  assert.deepEqual(await outcome(text), { ok: true, value: { matches: true, needsRehash: false } });
  const wrong = [
    text.slice(1),
    `${text} `,
    text.toUpperCase(),
    `P${text.slice(1)}`,
    `${text.slice(0, 199)}P${text.slice(200)}`,
  ];
  for (const typed of wrong)
    assert.deepEqual(await outcome(typed), { ok: true, value: { matches: false, needsRehash: false } });
});

test("F1: composed and decomposed spellings open the same hash", async () => {
  const hash = await hashed("cafe\u0301 au lait");
  const outcome = await createPasswords({ settings: cheap }).verify(password("caf\u00e9 au lait"), hash, {
    network: "network",
  });
  assert.ok(outcome.ok && outcome.value.matches);
});

test("E19: without a stored hash nothing matches, at the cost of a hash with the current settings", async () => {
  const settings = { memoryKib: 64, passes: 3, lanes: 2 };
  const passwords = createPasswords({ settings });
  for (const text of ["vex plum journal", "\u0001"])
    assert.deepEqual(await passwords.verify(password(text), undefined, { network: "network" }), {
      ok: true,
      value: { matches: false, needsRehash: false },
    });
  const made = await passwords.hash(password("vex plum journal"));
  assert.ok(made.ok);
  assert.deepEqual(readParameters(unmatchableHash(settings)), readParameters(made.value));
});

test("E19: an unknown person waits in the same queue as a known one", async () => {
  const passwords = createPasswords({ settings: cheap, concurrency: 1, queueMax: 0 });
  const running = passwords.verify(password("a"), undefined, { network: "network" });
  assert.deepEqual(await passwords.verify(password("b"), undefined, { network: "network" }), {
    ok: false,
    reason: "busy",
  });
  assert.ok((await running).ok);
});

test("a matching hash of other settings asks to be made anew; a wrong password never does", async () => {
  const passwords = createPasswords({ settings: cheap });
  for (const settings of [
    { ...cheap, memoryKib: 16 },
    { ...cheap, passes: 2 },
    { memoryKib: 16, passes: 1, lanes: 2 },
  ]) {
    const hash = await hashed("vex plum journal", settings);
    const right = await passwords.verify(password("vex plum journal"), hash, { network: "network" });
    assert.deepEqual(right, { ok: true, value: { matches: true, needsRehash: true } });
    const wrong = await passwords.verify(password("other"), hash, { network: "network" });
    assert.deepEqual(wrong, { ok: true, value: { matches: false, needsRehash: false } });
  }
});

test("F13: a stored hash that asks for absurd memory or time is refused before anything is computed", async () => {
  const passwords = createPasswords({ settings: cheap, concurrency: 0, queueMax: 0 });
  const hash = await hashed("vex plum journal");
  const absurd = [
    "m=4194304,t=1,p=1",
    "m=262145,t=1,p=1",
    "m=8,t=17,p=1",
    "m=4096,t=1,p=17",
    "m=9999999999,t=1,p=1",
  ];
  const odd = [
    "m=7,t=1,p=1",
    "m=8,t=1,p=2",
    "m=08,t=1,p=1",
    "m=8,t=0,p=1",
    "m=8,t=1,p=0",
    "m=-8,t=1,p=1",
    "t=1,m=8,p=1",
  ];
  for (const cost of [...absurd, ...odd]) {
    const outcome = await passwords.verify(password("x"), stored(hash.replace("m=8,t=1,p=1", cost)), {
      network: "network",
    });
    assert.deepEqual(outcome, { ok: false, reason: "unacceptable-hash" }, cost);
  }
  assert.ok(readParameters(stored(hash.replace("m=8,t=1,p=1", "m=262144,t=16,p=16"))) !== undefined);
});

test("F13: a stored text that is no hash is refused", async () => {
  const passwords = createPasswords({ settings: cheap });
  const hash = await hashed("vex plum journal");
  const others = ["", "x", "$2b$12$abcdefghijklmnopqrstuv", hash.replace("v=19", "v=16")];
  const damaged = [
    hash.slice(0, -30),
    `${hash}=`,
    `${hash}\n`,
    ` ${hash}`,
    hash.replace(/\$[^$]+$/, ""),
    `${hash}${"A".repeat(300)}`,
  ];
  for (const text of [...others, ...damaged])
    assert.deepEqual(
      await passwords.verify(password("x"), stored(text), { network: "network" }),
      { ok: false, reason: "unacceptable-hash" },
      text,
    );
});

test("F13: comparing with a damaged hash never throws and never matches", async () => {
  const passwords = createPasswords({ settings: cheap });
  const hash = await hashed("vex plum journal");
  // The cost part is kept: another cost is another test, and could be a slow one.
  const head = hash.indexOf("p=1$") + 4;
  const alphabet = [..."ABwxyz019+/$=,. _-é"];
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom("", ...alphabet), fc.nat(3), async (at, text, removed) => {
      const from = head + (at % (hash.length - head));
      const damaged = hash.slice(0, from) + text + hash.slice(from + removed);
      const outcome = await passwords.verify(password("vex plum journal"), stored(damaged), {
        network: "network",
      });
      assert.equal(outcome.ok && outcome.value.matches, damaged === hash);
    }),
    { numRuns: 300 },
  );
});

test("E6, F12: at most so many hashes run at once, so many wait in order, and the rest is turned away at once", async () => {
  const queue = createFairQueue({ concurrency: 2, queueMax: 3 });
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const outcomes = Array.from({ length: 7 }, (_, index) =>
    queue.run({ network: "ada" }, () => {
      started.push(index);
      return new Promise<number>((resolve) => finish.push(() => resolve(index)));
    }),
  );
  assert.deepEqual(started, [0, 1]);
  assert.equal(queue.depth(), 3);
  assert.deepEqual(await Promise.all(outcomes.slice(5)), new Array(2).fill({ ok: false, reason: "busy" }));
  for (let index = 0; index < 5; index += 1) {
    finish[index]?.();
    assert.deepEqual(await outcomes[index], { ok: true, value: index });
  }
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.equal(queue.depth(), 0);
});

test("E6: in a full queue the network with most calls makes room for one with fewer", async () => {
  const queue = createFairQueue({ concurrency: 1, queueMax: 3 });
  const finish: (() => void)[] = [];
  const enter = (who: string) =>
    queue.run({ network: who }, () => new Promise<string>((resolve) => finish.push(() => resolve(who))));
  const greedy = Array.from({ length: 4 }, () => enter("greedy"));
  assert.deepEqual(await enter("greedy"), { ok: false, reason: "busy" });
  const ada = enter("ada");
  assert.deepEqual(await greedy[3], { ok: false, reason: "busy" });
  assert.deepEqual(await enter("ada"), { ok: false, reason: "busy" });
  for (const outcome of [greedy[0], greedy[1], greedy[2], ada]) {
    finish.shift()?.();
    assert.ok((await outcome)?.ok);
  }
});

test("known devices wait apart from strangers: no crowd of networks fills their line, and no device does", async () => {
  const queue = createFairQueue({ concurrency: 1, queueMax: 8 });
  const finish: (() => void)[] = [];
  const enter = (network: string, device?: string) =>
    queue.run(
      { network, known: device },
      () => new Promise<string>((resolve) => finish.push(() => resolve(network))),
    );
  const crowd = Array.from({ length: 200 }, (_, index) => enter(`network ${index}`));
  const one = ["first", "second", "third", "fourth"].map((name) => enter(name, "one device"));
  // Two places for one device; what it sends beyond is a stranger, in a line that is full.
  assert.deepEqual(await Promise.all(one.slice(2)), new Array(2).fill({ ok: false, reason: "busy" }));
  const others = ["ada", "bob"].map((name) => enter(name, `device of ${name}`));
  assert.deepEqual(await enter("carol", "device of carol"), { ok: false, reason: "busy" }, "half as many");
  const order: string[] = [];
  for (const outcome of [...crowd, ...one, ...others])
    outcome.then((computed) => computed.ok && order.push(computed.value)).catch(assert.fail);
  for (let index = 0; index < 13; index++) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(order.slice(0, 6), ["network 0", "first", "second", "ada", "network 1", "bob"]);
  assert.deepEqual(
    order.slice(6),
    [2, 3, 4, 5, 6, 7, 8].map((index) => `network ${index}`),
  );
  assert.equal(queue.depth(), 0);
});

test("a failed computation gives its place back", async () => {
  const queue = createFairQueue({ concurrency: 1, queueMax: 1 });
  const failing = queue.run({ network: "ada" }, () => Promise.reject(new Error("broken")));
  const next = queue.run({ network: "ada" }, () => Promise.resolve("fine"));
  await assert.rejects(failing, /broken/);
  assert.deepEqual(await next, { ok: true, value: "fine" });
  assert.deepEqual(await queue.run({ network: "ada" }, () => Promise.resolve("again")), {
    ok: true,
    value: "again",
  });
});

test("a full queue computes nothing", async () => {
  const passwords = createPasswords({ settings: cheap, concurrency: 1, queueMax: 2 });
  const first = [passwords.hash(password("a")), passwords.hash(password("b")), passwords.hash(password("c"))];
  assert.deepEqual(await passwords.hash(password("d")), { ok: false, reason: "busy" });
  for (const outcome of await Promise.all(first)) assert.ok(outcome.ok);
});

test("the hash rate is hashes divided by the seconds they took, and ends after about one", async () => {
  let now = 0;
  const clock = {
    now: () => {
      const read = instantOf(now);
      now += 250;
      return read;
    },
  };
  // Four rounds of three.
  const options = { settings: cheap, concurrency: 3 };
  assert.deepEqual(await measureHashRate(clock, password("any at all"), options), {
    concurrency: 3,
    millisecondsEach: 250,
    perSecond: 12,
  });
});

test("ADR 0109: hashes are computed in threads that step back behind the event loop, as many as run at once", {
  skip: process.platform !== "linux" && "only on Linux has a thread a nice value of its own",
}, async () => {
  const passwords = createPasswords({ concurrency: 2, settings: cheap });
  const lower = getPriority() + 5;
  const threads = () => readdirSync("/proc/self/task").map((thread) => getPriority(Number(thread)));
  const before = threads().filter((niceness) => niceness === lower).length;
  const count = () => threads().filter((niceness) => niceness === lower).length - before;
  await passwords.hash(password("vex plum journal"));
  assert.equal(count(), 1);
  await Promise.all([1, 2, 3, 4].map(() => passwords.hash(password("vex plum journal"))));
  assert.equal(count(), 2);
  assert.equal(getPriority(), lower - 5);
  await passwords.close();
  assert.equal(count(), 0);
  assert.ok((await passwords.hash(password("vex plum journal"))).ok);
  await passwords.close();
});

test("a hash whose thread is ended rejects, and the next one has a new thread", async () => {
  const passwords = createPasswords({ settings: cheap });
  const lost = passwords.hash(password("vex plum journal"));
  await passwords.close();
  await assert.rejects(lost, /A hashing thread has ended/);
  assert.ok((await passwords.hash(password("vex plum journal"))).ok);
  await passwords.close();
});
