import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { systemClock, watchClock } from "../../src/adapters/system/clock.ts";
import { pooledRandom, systemRandom } from "../../src/adapters/system/random.ts";
import { instantOf } from "../../src/values/time.ts";

/** A source whose every four bytes are the next number, so that a repetition shows. */
function countingSource(): { fill: (target: Uint8Array) => void; seen: Uint8Array[] } {
  let next = 1;
  const seen: Uint8Array[] = [];
  function fill(target: Uint8Array): void {
    seen.push(target);
    const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
    for (let at = 0; at + 4 <= target.length; at += 4) {
      view.setUint32(at, next);
      next += 1;
    }
  }
  return { fill, seen };
}

test("the clock tells whole milliseconds", () => {
  const now = systemClock.now();
  assert.ok(Number.isInteger(now));
  assert.ok(now > Date.UTC(2025, 0, 1));
});

test("as many random bytes come as were asked for, none and more than the pool included", () => {
  for (const count of [0, 1, 16, 32, 4095, 4096, 4097, 20_000]) {
    const bytes = systemRandom.bytes(count);
    assert.equal(bytes.length, count);
    if (count >= 16) assert.ok(bytes.some((byte) => byte !== 0));
  }
});

test("no random byte is handed out twice, across every boundary of the pool", () => {
  const counts = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1000, max: 1030 })).map((words) => words * 4),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(counts, (sizes) => {
      const random = pooledRandom(countingSource().fill);
      const words = sizes.flatMap((size) => {
        const bytes = random.bytes(size);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        return Array.from({ length: size / 4 }, (_, index) => view.getUint32(index * 4));
      });
      assert.equal(new Set(words).size, words.length);
      assert.ok(!words.includes(0), "a wiped byte was handed out");
    }),
    { numRuns: 50 },
  );
});

test("exactly the whole pool is used before it is filled again", () => {
  const source = countingSource();
  const random = pooledRandom(source.fill);
  for (let taken = 0; taken < 4096; taken += 32) random.bytes(32);
  assert.equal(source.seen.length, 1);
  random.bytes(1);
  assert.equal(source.seen.length, 2);
});

test("what was handed out is wiped from the pool and not shared with the caller", () => {
  const source = countingSource();
  const random = pooledRandom(source.fill);
  const first = random.bytes(32);
  const pool = source.seen[0];
  assert.ok(pool !== undefined);
  assert.ok(pool.subarray(0, 32).every((byte) => byte === 0));
  assert.notEqual(first.buffer, pool.buffer);
  const copy = [...first];
  pool.fill(61);
  assert.deepEqual([...first], copy);
  assert.equal(random.alphanumeric(8), "99999999");
  assert.ok(pool.subarray(32, 40).every((byte) => byte === 0));
  assert.equal(pool[40], 61);
});

test("32-byte values of the system do not repeat", () => {
  const values = Array.from({ length: 20_000 }, () => Buffer.from(systemRandom.bytes(32)).toString("hex"));
  assert.equal(new Set(values).size, values.length);
});

test("random bytes are spread evenly over their 256 values", () => {
  const counts = new Array<number>(256).fill(0);
  for (let round = 0; round < 8000; round += 1)
    for (const byte of systemRandom.bytes(32)) counts[byte] = (counts[byte] ?? 0) + 1;
  // 1,000 are expected of each; seven standard deviations fail once in 10⁹ runs.
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 7 * Math.sqrt(1000), `${count}`);
});

test("alphanumeric text has its length and is spread evenly over 62 characters", () => {
  assert.equal(systemRandom.alphanumeric(0), "");
  const text = systemRandom.alphanumeric(62_000);
  assert.match(text, /^[A-Za-z0-9]{62000}$/);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 7 * Math.sqrt(1000), `${count}`);
});

test("alphanumeric text passes over the bytes that would favour some letters", () => {
  let next = 240;
  const random = pooledRandom((target) => {
    for (let at = 0; at < target.length; at += 1) {
      target[at] = next;
      next = (next + 1) % 256;
    }
  });
  // 240–247 are the last full row; 248–255 are passed over; then the alphabet begins.
  assert.equal(random.alphanumeric(10), "23456789AB");
});

test("after a start and after a jump of the clock nothing is removed as expired for ten minutes; corrections do not count", () => {
  let now = 0;
  let elapsed = 0;
  const pass = (milliseconds: number, jump = 0): void => {
    elapsed += milliseconds;
    now += milliseconds + jump;
  };
  const watched = watchClock({ now: () => instantOf(now) }, () => elapsed);
  assert.equal(watched.isTrusted(), false);
  pass(599_999);
  assert.equal(watched.isTrusted(), false);
  pass(1, 29_000);
  assert.equal(watched.isTrusted(), true);
  pass(5_000, 31_000);
  assert.equal(watched.isTrusted(), false);
  pass(599_999);
  assert.equal(watched.isTrusted(), false);
  pass(1, -31_000);
  assert.equal(watched.isTrusted(), true);
});
