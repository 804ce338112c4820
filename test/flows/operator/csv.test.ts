import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLineOf } from "../../../src/flows/operator/csv.ts";

test("a cell that a spreadsheet would run begins with an apostrophe, wherever a locale begins it", () => {
  for (const sign of ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
    for (const before of ["", " ", "\ufeff"]) {
      const formula = `${before}${sign}1+1`;
      assert.ok(/^"?'/.test(csvLineOf([formula])), JSON.stringify(formula));
      for (const end of [";", "\t", "\r", "\n"]) {
        const cell = csvLineOf([`x${end}${formula}`]);
        assert.ok(cell.includes(`x${end}'`), JSON.stringify(cell));
      }
    }
});

test("RFC 4180 §2: other cells are as they were, in quotes where they need them", () => {
  assert.equal(
    csvLineOf(["Ada Lovelace", undefined, null, "a=b", "1-2", "ada@example.org"]),
    "Ada Lovelace,,,a=b,1-2,ada@example.org",
  );
  assert.equal(csvLineOf(['say "hi"', "a,b", "O'Brien"]), `"say ""hi""","a,b","O'Brien"`);
});
