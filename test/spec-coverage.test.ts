import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { coverageGaps } from "../scripts/spec-coverage.ts";
import { hasTitle, titlesIn } from "../scripts/test-titles.ts";
import { specifications } from "./demands/specifications.ts";

/** What applies to an authorization server. Leaving one out needs a row that says so. */
const applicable = [
  ...["RFC 6749", "RFC 6750", "RFC 7009", "RFC 7591", "RFC 7636", "RFC 7662", "RFC 8252", "RFC 8414"],
  ...["RFC 8628", "RFC 8693"],
  ...["RFC 8707", "RFC 9068", "RFC 9126", "RFC 9207", "RFC 9449", "RFC 9700"],
  ...["OpenID Connect Core", "OpenID Connect Discovery", "OpenID Connect RP-Initiated Logout"],
  ...["OpenID Connect Back-Channel Logout", "OAuth 2.0 Form Post Response Mode"],
];

describe("demands of specifications", () => {
  it("every demand names files and tests that exist, or says why it is not met", () => {
    assert.deepEqual(coverageGaps(specifications), []);
  });

  it("a demand without its file, its test or its reason is named", () => {
    const place = { section: "1", demand: "Something" };
    const gapsOf = (demand: Parameters<typeof coverageGaps>[0][number]["demands"][number]) =>
      coverageGaps([{ specification: "RFC 1", demands: [demand] }], []);
    assert.deepEqual(gapsOf({ ...place, sources: ["nothing"], tests: ["no title"] }), [
      "RFC 1 §1 (Something) names src/nothing.ts, which does not exist",
      'RFC 1 §1 (Something) has no test with the title "no title"',
    ]);
    const unanswered = "RFC 1 §1 (Something) says neither where it is met nor why it is not";
    assert.deepEqual(gapsOf({ ...place, sources: ["main"], tests: [] }), [unanswered]);
    assert.deepEqual(gapsOf({ ...place, sources: [], unproved: "not offered", why: "" }), [unanswered]);
  });

  it("every specification that applies has its demands", () => {
    const headings = specifications.map(({ specification }) => specification);
    const missing = applicable.filter(
      (name) => !headings.some((heading) => heading === name || heading.startsWith(`${name},`)),
    );
    assert.deepEqual(missing, []);
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
