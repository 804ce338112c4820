import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  codeChallengeOf,
  parseCodeChallenge,
  parseCodeVerifier,
  verifierMatches,
} from "../../../src/protocol/authorization/pkce.ts";

// The example of RFC 7636 appendix B.
const verifierText = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challengeText = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

function verifier(text: string) {
  const parsed = parseCodeVerifier(text);
  assert.ok(parsed !== undefined);
  return parsed;
}

describe("PKCE", () => {
  it("RFC 7636 appendix B: the verifier matches its challenge, and no other does", () => {
    const challenge = parseCodeChallenge(challengeText);
    assert.ok(challenge !== undefined);
    assert.equal(verifierMatches(challenge, verifier(verifierText)), true);
    assert.equal(verifierMatches(challenge, verifier(verifierText.toUpperCase())), false);
    assert.equal(verifierMatches(challenge, verifier(challengeText)), false);
  });

  it("RFC 7636 §4.2: a challenge is 43 characters of canonical base64url", () => {
    for (const text of [
      undefined,
      "",
      challengeText.slice(1),
      `${challengeText}A`,
      `${challengeText}=`,
      challengeText.replace("-", "+"),
      challengeText.replace("cM", "cN"),
      `${challengeText.slice(0, 42)} `,
    ])
      assert.equal(parseCodeChallenge(text), undefined, String(text));
  });

  it("RFC 7636 §4.1, C13: a verifier is 43 to 128 unreserved characters", () => {
    for (const text of ["a".repeat(43), "a".repeat(128), `${"a".repeat(40)}-._~`])
      assert.equal(parseCodeVerifier(text), text);
    for (const text of [
      "",
      "a".repeat(42),
      "a".repeat(129),
      `${"a".repeat(43)}+`,
      `${"a".repeat(43)}\n`,
      `${"a".repeat(43)}é`,
    ])
      assert.equal(parseCodeVerifier(text), undefined, String(text));
  });

  it("a stored challenge of the wrong length is damage", () => {
    assert.throws(() => codeChallengeOf(new Uint8Array(31)));
  });
});
