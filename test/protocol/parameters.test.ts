import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parametersMax, parseParameters } from "../../src/protocol/parameters.ts";
import { parametersOf, reasonOf } from "./fixtures.ts";

describe("parameters", () => {
  it("RFC 6749 §3.1, A1: the same name twice is repeated, with any values", () => {
    for (const text of ["a=1&a=1", "a=1&a=2", "a=&a=1", "a=1&a", "%61=1&a=1", "a=%FF&a=1"])
      assert.equal(parametersOf(text).isRepeated("a"), true, text);
    assert.equal(parametersOf("a=1&b=1").isRepeated("a"), false);
  });

  it("A1: of a repeated name the first value is read", () => {
    assert.equal(parametersOf("a=1&a=2").get("a"), "1");
  });

  it("RFC 8707 §2: where a name may repeat, all its values are read; what is empty or malformed is left out", () => {
    assert.deepEqual(parametersOf("a=1&b=x&a=2&a=&a=%FF&a=1").all("a"), ["1", "2", "1"]);
    assert.deepEqual(parametersOf("a=&a=%FF&a=2").all("a"), ["2"]);
    assert.deepEqual(parametersOf("b=1").all("a"), []);
  });

  it("A7: brackets and prototype names are names like any other", () => {
    const parameters = parametersOf(
      "client_id[]=a&client_id[0]=b&client_id[x]=c&__proto__[x]=1&__proto__=d&constructor.prototype=e&constructor=f",
    );
    assert.equal(parameters.get("client_id"), undefined);
    assert.equal(parameters.get("__proto__"), "d");
    assert.equal(parameters.get("constructor"), "f");
    assert.equal("x" in {}, false);
  });

  it("A7: names of Object.prototype are absent unless sent", () => {
    for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
      assert.equal(parametersOf("a=1").get(name), undefined);
      assert.equal(parametersOf("a=1").isRepeated(name), false);
      assert.equal(parametersOf("a=1").isMalformed(name), false);
    }
  });

  it("RFC 6749 §3.1, A10: an empty value is as good as absent", () => {
    const parameters = parametersOf("client_id=&code&state=x");
    assert.equal(parameters.get("client_id"), undefined);
    assert.equal(parameters.get("code"), undefined);
    assert.equal(parameters.isSent("client_id"), false);
    assert.equal(parameters.get("state"), "x");
    assert.deepEqual([...parameters.names()], ["client_id", "code", "state"]);
  });

  it("A12: what is not UTF-8 is malformed and never read as U+FFFD", () => {
    for (const value of [
      "%C0%AF",
      "%ED%A0%80",
      "%FF",
      "%E2%82",
      "%F4%90%80%80",
      "%",
      "%4",
      "%zz",
      "a%2",
      "\uD800",
      "\uFFFD",
    ]) {
      const parameters = parametersOf(`a=${value}&b=1`);
      assert.equal(parameters.isMalformed("a"), true, value);
      assert.equal(parameters.get("a"), undefined, value);
      assert.equal(parameters.isSent("a"), true, value);
      assert.equal(parameters.get("b"), "1", value);
      assert.equal(parameters.isMalformed("b"), false, value);
    }
  });

  it("A12: a percent-encoded U+FFFD is what the sender meant", () => {
    assert.equal(parametersOf("a=%EF%BF%BD").get("a"), "\uFFFD");
  });

  it("A12: a name that cannot be decoded is an unknown name", () => {
    const parameters = parametersOf("client_id%FF=x&%=y&a=1");
    assert.deepEqual([...parameters.names()], ["a"]);
  });

  it("A13: NUL makes a value malformed, it does not cut it", () => {
    for (const text of ["a=x%00y", "a=%00", "a=x\0"]) {
      assert.equal(parametersOf(text).isMalformed("a"), true);
      assert.equal(parametersOf(text).get("a"), undefined);
    }
  });

  it("A16: + is a space and %XX is decoded exactly once", () => {
    const parameters = parametersOf("a=x+y%20z%2B&b=%2541&c+d=1&e=%252B&f=a=b");
    assert.equal(parameters.get("a"), "x y z+");
    assert.equal(parameters.get("b"), "%41");
    assert.equal(parameters.get("c d"), "1");
    assert.equal(parameters.get("e"), "%2B");
    assert.equal(parameters.get("f"), "a=b");
  });

  it("A18: ; is data, empty pairs and empty names are ignored", () => {
    const parameters = parametersOf("&a=1;b=2&&=x&=&c=3&");
    assert.equal(parameters.get("a"), "1;b=2");
    assert.equal(parameters.get("b"), undefined);
    assert.equal(parameters.get("c"), "3");
    assert.deepEqual([...parameters.names()], ["a", "c"]);
  });

  it("A19: more pairs than the limit are refused, empty ones included", () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
    assert.equal([...parametersOf(pairs(parametersMax)).names()].length, parametersMax);
    for (const text of [pairs(parametersMax + 1), pairs(10_000), "&".repeat(parametersMax)])
      assert.equal(reasonOf(parseParameters(text)), "too-many-parameters");
  });

  it("property: unknown input never throws", () => {
    const piece = fc.constantFrom("%", "&", "=", "+", ";", "a", "0", "F", "%C3", "%A9", "\0", "é", "\uD83D");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((all) => all.join("")),
        ),
        (text) => {
          const parsed = parseParameters(text);
          if (parsed.ok) for (const name of parsed.value.names()) parsed.value.get(name);
        },
      ),
    );
  });

  it("property: agrees with URLSearchParams on every text that it writes", () => {
    const word = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: parametersMax }), (pairs) => {
        const reference = new URLSearchParams(pairs);
        const parameters = parametersOf(reference.toString());
        const names = new Set([...reference.keys()].filter((name) => name !== ""));
        assert.deepEqual([...parameters.names()], [...names]);
        for (const name of names) {
          assert.equal(parameters.get(name), reference.get(name) || undefined);
          assert.deepEqual(parameters.all(name), reference.getAll(name).filter(Boolean));
          assert.equal(parameters.isRepeated(name), reference.getAll(name).length > 1);
          assert.equal(parameters.isMalformed(name), false);
        }
      }),
    );
  });

  it("property: two different inputs never become one value", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 });
    const encoded = bytes.map((all) =>
      [...all].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    );
    fc.assert(
      fc.property(encoded, encoded, (left, right) => {
        fc.pre(left !== right);
        const value = parametersOf(`a=${left}`).get("a");
        assert.ok(value === undefined || value !== parametersOf(`a=${right}`).get("a"));
      }),
    );
  });
});
