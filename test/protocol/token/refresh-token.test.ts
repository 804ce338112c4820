import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  createRefreshToken,
  isRefreshToken,
  openRefreshToken,
} from "../../../src/protocol/token/refresh-token.ts";
import { fromBase64Url, toBase64Url } from "../../../src/values/base64url.ts";
import { grantIdOf } from "../../../src/values/ids.ts";

const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 });
const familyId = grantIdOf(new Uint8Array(16));

/** A token whose seal is no secret. */
const create = (payload: Parameters<typeof createRefreshToken>[0]) =>
  createRefreshToken(payload, toBase64Url);
const open = (text: string) => openRefreshToken(text, fromBase64Url);

describe("refresh token", () => {
  it("property: what is sealed opens to the same", () => {
    fc.assert(
      fc.property(sixteen, fc.nat({ max: 0xffff_ffff }), (id, generation) => {
        const opened = open(create({ familyId: grantIdOf(id), generation }));
        assert.equal(opened?.generation, generation);
        assert.deepEqual(Buffer.from(opened.familyId), Buffer.from(id));
      }),
    );
  });

  it("property: what has another length or version does not open, and nothing throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const opened = openRefreshToken("lkrt_x", () => bytes);
        assert.equal(opened !== undefined, bytes.length === 21 && bytes[0] === 1);
      }),
    );
  });

  it("a payload opens in the middle of a larger buffer", () => {
    const larger = new Uint8Array(40);
    const packed = fromBase64Url(create({ familyId, generation: 7 }).slice(5));
    assert.ok(packed);
    larger.set(packed, 9);
    assert.equal(openRefreshToken("lkrt_x", () => larger.subarray(9, 30))?.generation, 7);
  });

  it("what the sealer does not open is no token", () => {
    assert.equal(
      openRefreshToken("lkrt_x", () => undefined),
      undefined,
    );
  });

  it("C28: the prefix tells it from codes and access tokens", () => {
    assert.equal(
      createRefreshToken({ familyId, generation: 1 }, () => "abc_-9"),
      "lkrt_abc_-9",
    );
    assert.equal(isRefreshToken("lkrt_abc_-9"), true);
    const others = ["", "lkrt_", "lkac_abc", "lkat_abc", "LKRT_abc", "lkrt_abc=", " lkrt_abc", "lkrt_abc\n"];
    for (const text of [...others, `lkrt_${"a".repeat(252)}`]) {
      assert.equal(isRefreshToken(text), false, text);
      assert.equal(
        openRefreshToken(text, () => assert.fail("asked to open it")),
        undefined,
      );
    }
  });
});
