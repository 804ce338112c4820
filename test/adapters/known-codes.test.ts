import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { KnownCodes } from "../../src/adapters/keys/known-codes.ts";
import { plus } from "../../src/values/time.ts";
import { noon } from "../storage-contract/samples.ts";

function codesOf(count: number): KnownCodes {
  const codes = new KnownCodes();
  codes.forgetOld(noon);
  for (let index = 0; index < count; index += 1) codes.remember(`code ${index}`, Buffer.from(`${index}`));
  return codes;
}

test("any bytes come back as they were, in bytes that can be changed", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const codes = new KnownCodes();
      codes.remember("a code", bytes);
      codes.find("a code")?.fill(0);
      assert.deepEqual([...(codes.find("a code") ?? [])], [...bytes]);
    }),
  );
});

test("the last 1,024 are known, and none that is longer than 512 characters", () => {
  const codes = codesOf(1_025);
  assert.equal(codes.find("code 0"), undefined);
  assert.ok(codes.find("code 1") && codes.find("code 1024"));
  codes.remember("x".repeat(512), Buffer.from("short"));
  codes.remember("x".repeat(513), Buffer.from("long"));
  assert.ok(codes.find("x".repeat(512)));
  assert.equal(codes.find("x".repeat(513)), undefined);
});

test("all are forgotten once a minute, when the clock was set, and on demand", () => {
  for (const [seconds, isKnown] of [
    [59, true],
    [60, false],
    [-60, false],
  ] as const) {
    const codes = codesOf(1);
    codes.forgetOld(plus(noon, seconds));
    assert.equal(codes.find("code 0") !== undefined, isKnown, `${seconds} s`);
  }
  const codes = codesOf(1);
  codes.forgetAll();
  assert.equal(codes.find("code 0"), undefined);
});
