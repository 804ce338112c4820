import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  parseLoginHint,
  parseMaxAge,
  parsePrompts,
  parseUiLocales,
} from "../../../src/protocol/authorization/sign-in-hints.ts";

describe("what a client asks of the sign-in (OpenID Connect Core §3.1.2.1)", () => {
  it("prompt: known values are kept, unknown ones and spare spaces ignored (D21)", () => {
    assert.deepEqual([...parsePrompts("login consent")].sort(), ["consent", "login"]);
    assert.deepEqual([...parsePrompts("  create login LOGIN ")], ["login"]);
    assert.equal(parsePrompts(undefined).size, 0);
    assert.equal(parsePrompts("toString").size, 0);
  });

  it("max_age: whole seconds from zero", () => {
    assert.equal(parseMaxAge("0"), 0);
    assert.equal(parseMaxAge("3600"), 3600);
    for (const text of [undefined, "-1", "1.5", "1e3", "0x10", " 1", "", "NaN", "9".repeat(16)])
      assert.equal(parseMaxAge(text), undefined, String(text));
  });

  it("login_hint: control and formatting characters go, the rest is cut at 254", () => {
    assert.equal(parseLoginHint("ada@example.org"), "ada@example.org");
    assert.equal(parseLoginHint(" a\n\x1b\u202Ed\u200Ba "), "ada");
    assert.equal(parseLoginHint("x".repeat(5000))?.length, 254);
    for (const text of [undefined, "", "\n\t\0"]) assert.equal(parseLoginHint(text), undefined);
  });

  it("ui_locales: language tags in order, at most ten", () => {
    assert.deepEqual(parseUiLocales("de-CH fr  <b> en"), ["de-CH", "fr", "en"]);
    assert.equal(parseUiLocales("de ".repeat(1000)).length, 10);
    assert.deepEqual(parseUiLocales(undefined), []);
  });

  it("property: unknown input never throws and hints are well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600, size: "max" }), (text) => {
        parsePrompts(text);
        parseMaxAge(text);
        parseUiLocales(text);
        assert.ok(parseLoginHint(text)?.isWellFormed() ?? true);
      }),
    );
  });
});
