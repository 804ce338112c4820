import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { test } from "node:test";
import { pageScript } from "../../src/docs-site/browser-script.ts";
import { readMarkdown, renderMarkdown } from "../../src/docs-site/markdown.ts";
import { createSearch } from "../../src/docs-site/search.ts";
import { openDocsSite } from "../../src/docs-site/site.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const site = openDocsSite();
const textOf = (path: string) => String(site.file(path)?.body ?? "");
const pages = site.paths.filter((path) => path.endsWith(".html"));

test("the navigation of every page has every document of the list", () => {
  const names = site.groups.flatMap((group) => group.pages.map(({ page }) => page));
  for (const page of pages) {
    const [, navigation = ""] = textOf(page).split('<nav id="site-pages"');
    const linked = new Set(
      [...navigation.matchAll(/href="([^"#]+)"/g)].map(([, href = ""]) =>
        posix.join(posix.dirname(page), href),
      ),
    );
    assert.deepEqual(
      names.filter((name) => !linked.has(name)),
      [],
      page,
    );
  }
});

test("every link, anchor, picture, style and script within the site leads to something that is there", () => {
  const ids = new Map(
    pages.map((page) => [
      page,
      new Set([...textOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "")),
    ]),
  );
  const broken: string[] = [];
  let count = 0;
  for (const page of pages)
    for (const [, target = ""] of textOf(page).matchAll(/ (?:href|src|srcset)="([^"]*)"/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      const [path = "", anchor] = target.replaceAll("&amp;", "&").split("#");
      const file = path === "" ? page : posix.join(posix.dirname(page), path);
      count += 1;
      if (site.file(file) === undefined || (anchor !== undefined && ids.get(file)?.has(anchor) !== true))
        broken.push(`${page}: ${target}`);
    }
  assert.ok(count > 10_000, `${count} links`);
  assert.deepEqual(broken, []);
});

test("every picture of a document is on its page", () => {
  for (const { file, page } of site.groups.flatMap((group) => group.pages)) {
    const wanted = [...read(file).matchAll(/!\[[^\]]*\]\([^)]*?([^/)]+)\)|src(?:set)?="[^"]*?([^/"]+)"/g)];
    const shown = [...textOf(page).matchAll(/<(?:img src|source .*srcset)="[^"]*?([^/"]+)"/g)];
    assert.deepEqual(
      shown.map(([, name]) => name),
      wanted.map(([, inText, inMarkup]) => inText ?? inMarkup),
      file,
    );
  }
});

test("no page has an id twice, a style, or a script of its own", () => {
  for (const page of pages) {
    const text = textOf(page);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(ids, [...new Set(ids)], page);
    assert.doesNotMatch(text, /<style| style=|<script>| on[a-z]+="/, page);
  }
});

test("markup in a document is printed as text, a comment is left out, and a link cannot run a script", () => {
  const text =
    '# A <b>b</b>\n\n<!-- c -->\n\n<img src=x onerror="y">\n\n<script>z</script> [s](javascript:alert)';
  const { body } = renderMarkdown(readMarkdown(text), (href) => ({ file: href }));
  assert.doesNotMatch(body.toString(), /<b>|<img|<script|href=|<!--/);
  assert.match(body.toString(), /&lt;script&gt;/);
});

test("headings have GitHub's anchors, with a number where one is there already", () => {
  const { headings } = renderMarkdown(readMarkdown("# `A_b`, c: d\n\n## Files\n\n## Files\n"), (href) => ({
    href,
  }));
  assert.deepEqual(
    headings.map(({ id }) => id),
    ["a_b-c-d", "files", "files-1"],
  );
});

test("a link to a file that the site does not have is its path as text", () => {
  const text = textOf("proof.html");
  assert.ok(text.includes("<code>test/http/writes.test.ts</code>: every row"));
  assert.ok(text.includes("protocol/code-exchange (<code>test/protocol/token/code-exchange.test.ts</code>)"));
  assert.ok(!/href="[^"]*\.ts/.test(text));
});

const search = createSearch(JSON.parse(textOf("search.json")));
const best = (query: string) => search(query, 5).map(({ href }) => href);

for (const [query, expected] of [
  ["redirect_uri", "interface.html#authorization-endpoint"],
  ["backup", "backup.html"],
  ["LATCHKEY_METRICS_PORT", "reference.html#settings"],
  ["latchkey_metr", "reference.html#settings"],
  ["glossary", "glossary.html"],
  ["threat model", "threat-model.html"],
  ["nginx", "reverse-proxy.html#nginx"],
  ["token-reuse", "errors.html#invalid_grant"],
] as const)
  test(`the search for ${query} has ${expected} among the first five`, () => {
    assert.ok(best(query).includes(expected), JSON.stringify(search(query, 8), undefined, 1));
  });

test("the search finds nothing for what is nowhere, for a word beside it, and for nothing", () => {
  for (const query of ["xyzzyqq", "backup xyzzyqq", "", " -- ", "<script>zq"])
    assert.deepEqual(search(query, 5), [], query);
});

test("a drawing is a light and a dark picture with its text, and other markup in its place is printed", () => {
  const text = (alt: string, more = "") => `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="b.svg">
  <img alt="${alt}" src="a.svg"${more}>
</picture>`;
  const rendered = (markup: string) =>
    renderMarkdown(readMarkdown(`${markup}\n`), (href) => ({ href: `/${href}` })).body.toString();
  assert.match(
    rendered(text("It’s <one>")),
    /<source media="\(prefers-color-scheme: dark\)" srcset="\/b.svg">\s*<img src="\/a.svg" alt="It’s &lt;one&gt;" loading="lazy">/,
  );
  for (const markup of [text("One", ' onerror="x"'), text(""), `${text("One")}<script>x</script>`])
    assert.doesNotMatch(rendered(markup), /<picture|<source|<img|<script/);
});

test("the two schemes of a drawing differ in their colours alone, and neither loads or runs anything", () => {
  const names = globSync("*.svg", { cwd: join(root, "docs/diagrams") });
  const light = names.filter((name) => name.endsWith("-light.svg"));
  assert.ok(light.length > 0);
  assert.deepEqual(
    names.toSorted(),
    light.flatMap((name) => [name.replace("-light", "-dark"), name]).toSorted(),
  );
  const [inLight, inDark] = [light, light.map((name) => name.replace("-light", "-dark"))].map((files) =>
    files.map((name) => read(`docs/diagrams/${name}`)),
  );
  const colourless = (text: string) => text.replace(/"#[0-9a-f]{6}"/g, '"#"');
  assert.deepEqual(inLight?.map(colourless), inDark?.map(colourless));
  assert.notDeepEqual(inLight, inDark);
  for (const text of inLight ?? []) assert.doesNotMatch(text, /<(?:script|style|image|use)|href=| on[a-z]+=/);
});

test("a word that every guide of an application has leads to each of them, and with its name to the one", () => {
  const all = search("npx latchkey client create template", 1_000).map(({ href }) => href);
  const guides = pages.filter((page) => page.startsWith("apps/") && !/(?:README|index)\.html$/.test(page));
  assert.ok(guides.length > 100);
  assert.deepEqual(
    guides.filter((page) => !all.includes(page)),
    [],
  );
  assert.equal(best("vaultwarden redirect uri")[0], "apps/vaultwarden.html");
});

test("the index weighs at most 300 KB, the script at most 6", () => {
  const bytes = Buffer.byteLength(textOf("search.json"));
  assert.ok(bytes <= 300_000, `${bytes} bytes`);
  assert.ok(Buffer.byteLength(pageScript) <= 6_000, `${Buffer.byteLength(pageScript)} bytes`);
});

test("every document is there as Markdown, and its links lead to other documents as Markdown", () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of pages) {
    const plain = page.replace(/html$/, "md");
    assert.match(textOf(page), new RegExp(`type="text/markdown" href="[^"]*${posix.basename(plain)}"`));
    assert.equal(site.file(plain)?.type, "text/markdown; charset=utf-8");
    for (const [, target = ""] of textOf(plain).matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      const [path = ""] = target.split("#");
      count += 1;
      const file = path === "" ? plain : posix.join(posix.dirname(plain), path);
      if (site.file(file) === undefined || file.endsWith(".html")) broken.push(`${plain}: ${target}`);
    }
  }
  assert.ok(count > 300, `${count} links`);
  assert.deepEqual(broken, []);
});

test("llms.txt has every document of the list by a link that leads there, the records last", () => {
  const text = textOf("llms.txt");
  assert.match(text, /^# Latchkey\n\n> /);
  const linked = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, href = ""]) => href);
  const listed = site.groups.flatMap((group) => group.pages.map(({ page }) => page.replace(/html$/, "md")));
  assert.deepEqual([...linked].sort(), [...listed].sort());
  assert.deepEqual(
    linked.filter((href) => site.file(href) === undefined),
    [],
  );
  const [, optional = ""] = text.split("\n## Optional\n");
  assert.match(optional, /adr\//);
  assert.match(text, /\(interface\.md\): \S/);
});

test("the skill begins with the front matter that agents read, which its page does not show", () => {
  const skill = "skills/connect-an-application/SKILL";
  assert.match(textOf(`${skill}.md`), /^---\nname: [a-z-]{1,64}\ndescription: .{1,1024}\n---\n\n# /);
  assert.doesNotMatch(textOf(`${skill}.html`), /description: Connect/);
});
