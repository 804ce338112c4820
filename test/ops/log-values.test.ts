import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutSecrets } from "../../src/ops/log-values.ts";

const random = "Qg1JOWj2RtcsWUUb2S60";

test("a secret or token is taken out wherever it stands in a value", () => {
  const rows = [
    [`lks${random}${random}`, "lks[redacted]"],
    [`x=lks${random}&y`, "x=lks[redacted]&y"],
    [`%3Dlks${random}`, "%3Dlks[redacted]"],
    [`lkat_${random}_-${random}`, "lkat_[redacted]"],
    [`lkac%5F${random}`, "lkac%5F[redacted]"],
    [`LKRT_${random}`, "LKRT_[redacted]"],
  ] as const;
  for (const [value, expected] of rows) assert.equal(withoutSecrets(value), expected);
});

test("a public id stays whole, also one that happens to contain the prefix of a secret", () => {
  for (const id of [`lkc${random}`, `lku${random}`, "lkcalksg1JOWj2RtcsWUUb", "lkulKsg1JOWj2RtcsWUUb2"])
    assert.equal(withoutSecrets(id), id);
});
