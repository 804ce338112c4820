import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { guidBytes, guidText } from "../../src/values/guid.ts";

test("[MS-DTYP] §2.3.4.2: the first three parts of a GUID are stored with their last byte first", () => {
  const bytes = Buffer.from("33221100554477668899aabbccddeeff", "hex");
  assert.equal(guidText(bytes), "00112233-4455-6677-8899-aabbccddeeff");
  assert.deepEqual(Buffer.from(guidBytes("00112233-4455-6677-8899-AABBCCDDEEFF") ?? []), bytes);
});

test("the bytes and the text of a GUID lead to each other, and other bytes and texts are refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      assert.deepEqual(guidBytes(guidText(bytes) ?? ""), bytes);
    }),
  );
  assert.equal(guidText(new Uint8Array(15)), undefined);
  for (const text of [
    "",
    "{00112233-4455-6677-8899-aabbccddeeff}",
    "00112233445566778899aabbccddeeff",
    "zz112233-4455-6677-8899-aabbccddeeff",
  ])
    assert.equal(guidBytes(text), undefined, text);
});
