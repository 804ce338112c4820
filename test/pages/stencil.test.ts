import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { html } from "../../src/pages/html.ts";
import { Stencil } from "../../src/pages/stencil.ts";

const stencilOf = (text: string) =>
  new Stencil<"id" | "name">((hole) =>
    html`<p id="${hole("id")}">${text} ${hole("name")}, ${hole("name")}</p>`.toString(),
  );

test("a filled page is the page that would have been drawn, whatever the texts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, name) => {
      const stencil = stencilOf(text);
      const page = html`<p id="a">${text} ${name}, ${name}</p>`.toString();
      assert.equal(stencil.fill({ id: "a", name }), page);
    }),
  );
});

test("neither what is drawn nor what fills a hole can make another hole", () => {
  const stencil = stencilOf("\0name\0");
  const page = stencil.fill({ id: "\0name\0", name: "Ada" });
  assert.equal(page, `<p id="[U+0000]name[U+0000]">[U+0000]name[U+0000] Ada, Ada</p>`);
});

test("a hole for which there is nothing prints nothing", () => {
  assert.equal(stencilOf("x").fill({ id: undefined, name: html`<b>` }), `<p id="">x <b>, <b></p>`);
});
