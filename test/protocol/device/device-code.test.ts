import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { digestOfDeviceCode, formatDeviceCode } from "../../../src/protocol/device/device-code.ts";
import { sha256 } from "../../../src/values/digest.ts";

describe("device codes", () => {
  it("a code is found by the digest of its whole text", () => {
    const code = formatDeviceCode(randomBytes(32));
    assert.match(code, /^lkdc_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(digestOfDeviceCode(code), sha256(code));
  });

  const good = formatDeviceCode(new Uint8Array(32));
  const others = [
    "",
    "lkdc_",
    good.slice(0, -1),
    `${good}A`,
    good.replace("lkdc_", "lkac_"),
    good.slice(5),
    `${good.slice(0, -1)}B`,
    ` ${good}`,
    `${good}=`,
  ];
  for (const text of others)
    it(`${JSON.stringify(text)} is looked up nowhere`, () => {
      assert.equal(digestOfDeviceCode(text), undefined);
    });
});
