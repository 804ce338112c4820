import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { KnownSeals } from "../../src/adapters/keys/known-seals.ts";

function codesOf(count: number): KnownSeals<string> {
  const codes = new KnownSeals<string>();
  for (let index = 0; index < count; index += 1)
    codes.remember(`code ${index}`, "key", Buffer.from(`${index}`));
  return codes;
}

test("any bytes come back as they were, with their key, once", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const codes = new KnownSeals<string>();
      codes.remember("a code", "key", bytes);
      const { key, plaintext = new Uint8Array(1) } = codes.take("a code") ?? {};
      assert.deepEqual([key, [...plaintext]], ["key", [...bytes]]);
      assert.equal(codes.take("a code"), undefined);
    }),
  );
});

test("at least the last 1,024 are known, at most 2,048, and none that is longer than 512 characters", () => {
  const codes = codesOf(2_049);
  assert.equal(codes.take("code 0"), undefined);
  assert.ok(codes.take("code 1025") && codes.take("code 2048"));
  codes.remember("x".repeat(512), "key", Buffer.from("short"));
  codes.remember("x".repeat(513), "key", Buffer.from("long"));
  assert.ok(codes.take("x".repeat(512)));
  assert.equal(codes.take("x".repeat(513)), undefined);
});

test("what is asked for again and again stays known while others come and go", () => {
  const seals = codesOf(1_024);
  for (let index = 0; index < 5_000; index += 1) {
    seals.remember(`other ${index}`, "key", Buffer.from("other"));
    assert.equal(`${seals.find("code 7")?.plaintext}`, "7", `after ${index} others`);
  }
  assert.equal(seals.find("code 8"), undefined);
});
