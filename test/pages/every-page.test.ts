import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderSignInPage } from "../../src/pages/sign-in.ts";
import { bareSignInModel, everyPage, fullPages } from "./every-page.ts";
import { skeletonOf, tagsNamed, tagsOf, textOf } from "./markup.ts";

const attacks = [
  `"><script>alert(1)</script>`,
  `</title></style></textarea><img/src=x/onerror=alert(1)>`,
  `'/onmouseover='alert(1)`,
  "`/onfocus=alert(1)/autofocus/`",
  `<!--<svg/onload=alert(1)>`,
  "&lt;script&gt;\0\x1b\u202e{{7*7}}",
];

/** Every text in a model, by the path to it; `kind` words come from our own code. */
function* textPaths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === "string" && path.at(-1) !== "kind") yield path;
  if (typeof value === "object" && value !== null)
    for (const [key, member] of Object.entries(value)) yield* textPaths(member, [...path, key]);
}

function withText(
  value: unknown,
  [key, ...path]: readonly string[],
  change: (text: string) => string,
): unknown {
  if (key === undefined) return change(value as string);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? withText(item, path, change) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: withText(record[key], path, change) };
}

for (const [name, html] of everyPage)
  test(`WCAG 3.3.1: ${name} leaves no problem of a field to the browser's own bubble, which speaks the browser's language`, () => {
    for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/g))
      if (/<(?:input|select)\b[^>]*(?: required\b| type="(?:email|url|number)")/.test(form))
        assert.match(form, /^<form [^>]* novalidate>/);
  });

for (const { name, model, render } of fullPages)
  for (const path of textPaths(model))
    test(`D31: the ${name} page keeps its shape whatever ${path.join(".")} says`, () => {
      const shape = skeletonOf(render(withText(model, path, (text) => `${text}.`) as object).toString());
      for (const attack of attacks) {
        const page = render(withText(model, path, (text) => `${text}${attack}`) as object).toString();
        assert.deepEqual(skeletonOf(page), shape);
        assert.ok(!page.includes(attack));
      }
    });

for (const { name, model, render } of fullPages)
  test(`D31: the ${name} page links to no script, data or foreign-scheme address`, () => {
    for (const path of textPaths(model)) {
      if (!/href/i.test(path.at(-1) ?? "")) continue;
      for (const href of [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//evil.test",
        "\\\\evil.test",
        " javascript:x",
      ]) {
        const page = render(withText(model, path, () => href) as object).toString();
        for (const { attributes } of tagsNamed(page, "a")) assert.notEqual(attributes.get("href"), href);
      }
    }
  });

for (const [name, page] of everyPage) {
  test(`D6: ${name}: nothing is loaded but the logo, and that from us`, () => {
    for (const { name: tag, attributes } of tagsOf(page).filter(({ name }) => name === "img"))
      assert.match(attributes.get("src") ?? "", /^\/logo\?/, tag);
    for (const { attributes } of tagsOf(page).filter(({ name }) => name !== "img"))
      for (const loading of ["src", "srcset", "poster", "data", "background", "ping", "xlink"])
        assert.ok(!attributes.has(loading));
    assert.doesNotMatch(page, /srcset/);
    assert.deepEqual(tagsNamed(page, "link"), []);
    assert.doesNotMatch(page, /url\((?!#)|@import|import\(|fetch\(/);
  });

  test(`D6: ${name}: no inline handler, no style attribute, every style and script has the nonce`, () => {
    for (const { attributes } of tagsOf(page))
      for (const key of attributes.keys()) assert.doesNotMatch(key, /^on|^style$/);
    const guarded = tagsOf(page).filter((tag) => tag.name === "style" || tag.name === "script");
    assert.ok(guarded.length > 0);
    for (const { attributes } of guarded) assert.equal(attributes.get("nonce"), "bm9uY2Utb2YtdGhpcy1wYWdl");
  });

  test(`${name}: language, direction, one title, one main heading, one main landmark, unique ids`, () => {
    const [root] = tagsOf(page);
    assert.equal(root?.attributes.get("lang"), "en");
    assert.equal(root?.attributes.get("dir"), "ltr");
    for (const one of ["title", "h1", "main", "header"]) assert.equal(tagsNamed(page, one).length, 1, one);
    const ids = tagsOf(page).flatMap(({ attributes }) => attributes.get("id") ?? []);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(tagsOf(page).filter(({ attributes }) => attributes.has("autofocus")).length <= 1);
  });

  test(`${name}: no absent value shows`, () => {
    assert.doesNotMatch(textOf(page), /undefined|null|NaN|\[object/);
    for (const { attributes } of tagsNamed(page, "a")) assert.notEqual(attributes.get("href"), "");
  });

  test(`${name}: weighs at most 8 KiB gzipped, 1 more with a QR code, its script at most 5 KiB`, () => {
    const most = page.includes('class="qr"') ? 9 : 8;
    assert.ok(gzipSync(page).length <= most * 1024, `${gzipSync(page).length} bytes`);
    const script = /<script[^>]*>(.*)<\/script>/s.exec(page)?.[1] ?? "";
    assert.ok(script.length <= 5 * 1024);
  });
}

test("a page is a function of its model alone", () => {
  assert.equal(
    renderSignInPage(bareSignInModel(), english).toString(),
    renderSignInPage(bareSignInModel(), english).toString(),
  );
});
