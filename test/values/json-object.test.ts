import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isTextList, parseJson, parseJsonBytes, parseJsonObject } from "../../src/values/json-object.ts";

test("only a JSON object is read as one, and text that is no JSON never throws", () => {
  assert.deepEqual(parseJsonObject('{"a":[1]}'), { a: [1] });
  for (const text of ["", "[]", "null", "1", '"{}"', "{", "{} {}"])
    assert.equal(parseJsonObject(text), undefined, text);
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseJsonObject(text);
    }),
  );
});

test("any JSON is read as it was written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      assert.equal(JSON.stringify(parseJson(text)), text);
    }),
  );
});

test("bytes are read as UTF-8 without repair", () => {
  assert.deepEqual(parseJsonBytes(Buffer.from('{"a":"é"}')), { a: "é" });
  assert.equal(parseJsonBytes(Buffer.from('{"a":"é"}', "latin1")), undefined);
  assert.equal(parseJsonBytes(undefined), undefined);
});

test("a list of texts has texts alone", () => {
  for (const list of [[], ["a", "b"]]) assert.ok(isTextList(list));
  for (const other of [undefined, null, "a", ["a", 1], { 0: "a" }, [["a"]]]) assert.ok(!isTextList(other));
});
