import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { coverageDocs, coverageRows, missingSources, missingTitles } from "../scripts/spec-coverage.ts";
import { hasTitle, titlesIn } from "../scripts/test-titles.ts";

const written = readFileSync(join(import.meta.dirname, "../docs/spec-coverage.md"), "utf8");
const rows = coverageRows(written);

/** What applies to an authorization server. Leaving one out needs a row that says so. */
const specifications = [
  ...["RFC 6749", "RFC 6750", "RFC 7009", "RFC 7591", "RFC 7636", "RFC 7662", "RFC 8252", "RFC 8414"],
  ...["RFC 8707", "RFC 9068", "RFC 9126", "RFC 9207", "RFC 9449", "RFC 9700"],
  ...["OpenID Connect Core", "OpenID Connect Discovery", "OpenID Connect RP-Initiated Logout"],
  ...["OpenID Connect Back-Channel Logout", "OAuth 2.0 Form Post Response Mode"],
];

describe("docs/spec-coverage.md", () => {
  it("every source that a row names exists", () => {
    assert.deepEqual(missingSources(rows), []);
  });

  it("every title that a row names is the title of a test", () => {
    assert.deepEqual(missingTitles(rows), []);
  });

  it("every row says where it is met, or why it is not", () => {
    const lame = rows.filter(({ section, demand, sources, coverage, titles, why }) => {
      const isMet = coverage === "tested" || coverage === "no test";
      const hasWord = coverage === "tested" ? titles.every((title) => title !== "") : why !== undefined;
      return section === "" || demand === "" || !hasWord || (isMet && sources.length === 0);
    });
    assert.deepEqual(lame, []);
  });

  it("every specification that applies has its rows", () => {
    const headings = new Set(rows.map(({ specification }) => specification));
    const missing = specifications.filter(
      (name) => ![...headings].some((heading) => heading === name || heading.startsWith(`${name},`)),
    );
    assert.deepEqual(missing, []);
  });

  it("what is made of it stays as it is when it is made again", () => {
    const made = coverageDocs(written);
    assert.equal(coverageDocs(made), made);
    assert.deepEqual(coverageRows(made), rows);
  });
});

describe("titles of tests", () => {
  const source = String.raw`
    test("plain: it holds", () => {});
    const rows = [["first row", "of three"], ["second row", "of three"]] as const;
    for (const [title, count] of rows) it(\`RFC 1 §2: @{title} is refused\`, () => {});
    for (const [title] of rows) it(title, () => {});
    it(\`@{rows.length} of @{rows}, @{count === "" ? "" : \`(@{count})\`}: kept\`, () => {});
    promised(
      "Store.keep: it \"stays\"",
      async () => {},
    );
    const plain = { name: "suite-module", demands: "that it holds" };
    const prefixed = { name: \`@{prefix}module\`, demands: "that it holds too" };
    // test("in a comment", () => {});
    shape.test("no title");
  `;
  const file = titlesIn("test/some.test.ts", source.replaceAll("\\`", "`").replaceAll("@{", "$\u007b"));

  const found = [
    ["a plain title", "plain: it holds"],
    ["a title on a line of its own, with quotes", 'Store.keep: it "stays"'],
    ["a template that a literal of the file fills", "RFC 1 §2: first row is refused"],
    ["a row that is the whole title", "first row"],
    ["a module of the conformance suite", "suite-module: that it holds"],
    ["one with a common prefix", "…module: that it holds too"],
    ["a template that is named in general", "RFC 1 §2: … is refused"],
    ["a run of placeholders in short", "… of …: kept"],
  ] as const;
  for (const [name, title] of found)
    it(`${name} is found`, () => {
      assert.equal(hasTitle(file, title), true);
    });

  const missed = [
    ["another title", "plain: it does not hold"],
    ["the beginning of a title", "plain: it"],
    ["a template filled with what is no literal of the file", "RFC 1 §2: third row is refused"],
    ["a text of a row that is not its title", "of three"],
    ["a title in a comment", "in a comment"],
    ["the argument of another call", "no title"],
    ["nothing but …", "…"],
  ] as const;
  for (const [name, title] of missed)
    it(`${name} is missed`, () => {
      assert.equal(hasTitle(file, title), false);
    });
});
