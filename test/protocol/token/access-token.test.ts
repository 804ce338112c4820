import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  digestOfAccessToken,
  formatAccessToken,
  readAccessToken,
} from "../../../src/protocol/token/access-token.ts";
import { equalDigests } from "../../../src/values/digest.ts";
import { grantIdOf } from "../../../src/values/ids.ts";

const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });

describe("access token", () => {
  it("property: a token names its grant and carries the digest that is stored", () => {
    fc.assert(
      fc.property(bytes(16), bytes(32), (id, secret) => {
        const token = formatAccessToken(grantIdOf(id), secret);
        assert.match(token, /^lkat_[A-Za-z0-9_-]{64}$/);
        const read = readAccessToken(token);
        assert.ok(read !== undefined);
        assert.deepEqual(Buffer.from(read.grantId), Buffer.from(id));
        assert.ok(equalDigests(read.digest, digestOfAccessToken(token)));
      }),
    );
  });

  it("property: no other text is the same token", () => {
    fc.assert(
      fc.property(
        bytes(16),
        bytes(32),
        fc.nat({ max: 68 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (id, secret, at, other) => {
          const token = formatAccessToken(grantIdOf(id), secret);
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          fc.pre(changed !== token);
          const read = readAccessToken(changed);
          assert.ok(read === undefined || !equalDigests(read.digest, digestOfAccessToken(token)));
        },
      ),
    );
  });

  it("C28: codes and other texts are not access tokens", () => {
    const token = formatAccessToken(grantIdOf(new Uint8Array(16)), new Uint8Array(32));
    for (const text of [
      "",
      token.slice(5),
      token.replace("lkat_", "lkac_"),
      token.toUpperCase(),
      `${token}=`,
      `${token}\n`,
      ` ${token}`,
      token.slice(0, -1),
      `${token.slice(0, -1)}+`,
      `${token.slice(0, -1)}é`,
    ])
      assert.equal(readAccessToken(text), undefined, text);
  });

  it("a secret of the wrong length is a bug", () => {
    assert.throws(() => formatAccessToken(grantIdOf(new Uint8Array(16)), new Uint8Array(31)));
  });
});
