import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQR from "qr/decode.js";
import { totpCodes } from "../../src/adapters/otp/totp-codes.ts";
import { readOneTimeCode, type TotpCode } from "../../src/identity/one-time-code.ts";
import { totpSecretOf } from "../../src/identity/totp.ts";
import { instantOf } from "../../src/values/time.ts";

const secret = totpSecretOf(Buffer.from("12345678901234567890"));

function codeOf(text: string): TotpCode {
  const read = readOneTimeCode(text);
  assert.ok(read?.kind === "totp");
  return read.code;
}

/** RFC 6238 appendix B, SHA-1, cut to six digits. */
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

for (const [seconds, code] of vectors)
  test(`RFC 6238 appendix B: ${code} at ${seconds} s`, async () => {
    const step = await totpCodes.stepOf(secret, codeOf(code), instantOf(seconds * 1000));
    assert.equal(step, Math.floor(seconds / 30));
  });

test("E13: the code of the step before, of now and of the next counts; two steps away it does not", async () => {
  const code = codeOf("005924");
  const step = Math.floor(1_234_567_890 / 30);
  const at = (steps: number, milliseconds = 0) => instantOf((step + steps) * 30_000 + milliseconds);
  for (const steps of [-1, 0, 1])
    for (const milliseconds of [0, 29_999])
      assert.equal(await totpCodes.stepOf(secret, code, at(steps, milliseconds)), step);
  for (const now of [at(-2), at(-2, 29_999), at(2), at(2, 29_999)])
    assert.equal(await totpCodes.stepOf(secret, code, now), undefined);
});

test("the picture holds the address that the text says, with the service and the person in it", async () => {
  const { uri, key, squares } = await totpCodes.setUp(secret, { service: "Büro: Nord", username: "ada&co" });
  const read = new URL(uri);
  assert.deepEqual([read.protocol, read.host], ["otpauth:", "totp"]);
  assert.equal(decodeURIComponent(read.pathname), "/Büro: Nord:ada&co");
  assert.deepEqual(
    ["issuer", "secret", "algorithm", "digits", "period"].map((name) => read.searchParams.get(name)),
    ["Büro: Nord", key, "SHA1", "6", "30"],
  );
  assert.equal(key, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const { data, size } = pictureOf(squares);
  assert.equal(decodeQR({ data, width: size, height: size }), uri);
});

/** The squares as an RGBA picture, four points for each. */
function pictureOf(squares: readonly (readonly boolean[])[]): { data: Uint8Array; size: number } {
  const scale = 4;
  const size = squares.length * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (squares[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return { data, size };
}
