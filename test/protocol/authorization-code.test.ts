import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type CodePayload,
  decodeCodePayload,
  encodeCodePayload,
  formatCode,
  sealedPartOfCode,
} from "../../src/protocol/authorization-code.ts";
import { codeChallengeOf } from "../../src/protocol/pkce.ts";
import { redirectUriDigestOf } from "../../src/protocol/redirect-uri.ts";
import { accountIdOf, grantIdOf, parseClientId, sessionIdOf } from "../../src/values/ids.ts";
import { instantOf } from "../../src/values/time.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });

const payloads: fc.Arbitrary<CodePayload> = fc.record(
  {
    grantId: bytes(16).map(grantIdOf),
    clientId: word(1, 64).map((text) => parseClientId(text) ?? assert.fail()),
    accountId: word(20, 20).map(accountIdOf),
    accountEpoch: fc.nat({ max: 0xffff_ffff }),
    sessionId: bytes(16).map(sessionIdOf),
    redirectUri: bytes(16).map(redirectUriDigestOf),
    codeChallenge: bytes(32).map(codeChallengeOf),
    authenticatedAt: fc.nat({ max: 2 ** 48 - 1 }).map(instantOf),
  },
  {
    requiredKeys: [
      "grantId",
      "clientId",
      "accountId",
      "accountEpoch",
      "sessionId",
      "redirectUri",
      "authenticatedAt",
    ],
  },
);

/** Byte arrays of either kind as text, so that two payloads can be compared as a whole. */
function plain(payload: CodePayload | undefined): unknown {
  return Object.fromEntries(
    Object.entries(payload ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
      ]),
  );
}

describe("authorization code", () => {
  it("property: what is packed unpacks to the same", () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        assert.deepEqual(plain(decodeCodePayload(encodeCodePayload(payload))), plain(payload));
      }),
    );
  });

  it("property: a payload fits easily into a code", () => {
    fc.assert(fc.property(payloads, (payload) => assert.ok(encodeCodePayload(payload).length <= 180)));
  });

  it("property: cut off, extended, or of another version or flag, it does not unpack", () => {
    fc.assert(
      fc.property(payloads, fc.nat(), fc.integer({ min: 1, max: 255 }), (payload, where, by) => {
        const packed = encodeCodePayload(payload);
        assert.equal(decodeCodePayload(packed.subarray(0, where % packed.length)), undefined);
        assert.equal(decodeCodePayload(Buffer.concat([packed, new Uint8Array(1 + (where % 40))])), undefined);
        for (const at of [0, 1]) {
          const odd = Uint8Array.from(packed);
          odd[at] = (packed[at] ?? 0) ^ by;
          assert.equal(decodeCodePayload(odd), undefined);
        }
      }),
    );
  });

  it("property: unknown bytes never throw", () => {
    const head = fc.constantFrom([1, 0], [1, 1], [0, 0], []);
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        decodeCodePayload(Uint8Array.from([...start, ...rest]));
      }),
    );
  });

  it("a payload unpacks from the middle of a larger buffer", () => {
    const [payload] = fc.sample(payloads, 1);
    assert.ok(payload !== undefined);
    const packed = encodeCodePayload(payload);
    const larger = new Uint8Array(packed.length + 20);
    larger.set(packed, 7);
    assert.deepEqual(plain(decodeCodePayload(larger.subarray(7, 7 + packed.length))), plain(payload));
  });

  it("the code has a prefix that secret scanners can find", () => {
    assert.equal(formatCode("abc_-9"), "lkac_abc_-9");
    assert.equal(sealedPartOfCode("lkac_abc_-9"), "abc_-9");
  });

  it("C12: whitespace, padding, another prefix, foreign characters or great length cannot be a code", () => {
    for (const text of [
      "",
      "lkac_",
      "abc",
      "lkat_abc",
      "LKAC_abc",
      " lkac_abc",
      "lkac_abc ",
      "lkac_abc\n",
      "lkac_abc=",
      "lkac_a+c",
      "lkac_a/c",
      "lkac_é",
      `lkac_${"a".repeat(1020)}`,
    ])
      assert.equal(sealedPartOfCode(text), undefined, text);
    assert.equal(sealedPartOfCode(`lkac_${"a".repeat(1019)}`)?.length, 1019);
  });
});
