import assert from "node:assert/strict";
import { test } from "node:test";
import { readAccent, readBrandName, writeAccent } from "../../src/values/brand.ts";

test("a brand's name has 1 to 40 visible characters, trimmed and in NFC", () => {
  assert.deepEqual(readBrandName("  Harbour Library "), { ok: true, value: "Harbour Library" });
  assert.deepEqual(readBrandName("Cafe\u0301"), { ok: true, value: "Caf\u00e9" });
  for (const text of ["", "  ", "a\u202eb", "a\nb", "a\u0000", "\u2060", "x".repeat(41)])
    assert.equal(readBrandName(text).ok, false, JSON.stringify(text));
});

test("an accent is one colour, or one by day and one by night", () => {
  assert.deepEqual(readAccent("#0f5240 #e6c378"), { ok: true, value: { light: "#0f5240", dark: "#e6c378" } });
  assert.deepEqual(readAccent("#0f5240,#e6c378"), readAccent("#0F5240  #e6c378"));
  const single = readAccent("#7a1f5c");
  assert.ok(single.ok);
  assert.equal(single.value.light, "#7a1f5c");
  assert.notEqual(single.value.dark, "#7a1f5c", "by night it is lighter");
  assert.deepEqual(readAccent(writeAccent(single.value)), single);
  for (const text of ["", "red", "#0f5240 red", "#0f5240 #e6c378 #fff", "#12", "#0f5240;}"])
    assert.equal(readAccent(text).ok, false, text);
});

test("WCAG 1.4.3: an accent below 4.5:1 is refused with its ratio and the nearest colour that works, by day and by night", () => {
  const rows = [
    [
      "#ff8800",
      /#ff8800 is hard to read on the light pages: its contrast there is 1\.9\d:1.*works is (#[0-9a-f]{6})\.$/,
    ],
    ["#fff", /#ffffff is hard to read on the light pages.*works is (#[0-9a-f]{6})\.$/],
    ["#0f5240 #0f5240", /#0f5240 is hard to read on the dark pages.*works is (#[0-9a-f]{6})\.$/],
  ] as const;
  for (const [text, sentence] of rows) {
    const read = readAccent(text);
    assert.ok(!read.ok, text);
    const nearest = sentence.exec(read.reason)?.[1] ?? assert.fail(read.reason);
    const repaired = text.replace(/\S+$/, nearest);
    assert.equal(readAccent(repaired).ok, true, repaired);
  }
});
