import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countsAsGuess } from "../../../src/protocol/client/guessing.ts";
import { type TokenRefusalReason, tokenErrors } from "../../../src/protocol/errors.ts";
import { dpopErrors } from "../../../src/protocol/token/dpop.ts";

const reasons = Object.keys(tokenErrors) as TokenRefusalReason[];

describe("which refusals of an authenticated client count as a failed try", () => {
  it("for a confidential client only a replayed assertion counts", () => {
    const counted = reasons.filter((reason) => countsAsGuess(reason, { isPublic: false }));
    assert.deepEqual(counted, ["client-assertion-replayed"]);
  });

  it("for a public client every failure counts that any stranger can cause in its name", () => {
    const counted = reasons.filter((reason) => countsAsGuess(reason, { isPublic: true }));
    const expected = [
      "client-assertion-replayed",
      "code-unknown",
      "refresh-token-unknown",
      "device-code-unknown",
      "introspection-by-public-client",
      "exchange-not-registered",
      ...Object.keys(dpopErrors),
    ];
    assert.deepEqual(counted.sort(), expected.sort());
  });
});
