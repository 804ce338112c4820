import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { advisoryGaps } from "../scripts/advisory-docs.ts";
import { caseGaps } from "../scripts/case-docs.ts";
import { generatedDocs } from "../scripts/generated-docs.ts";
import { upgradePages } from "../scripts/upgrade-pages.ts";
import { groupsOf } from "../src/docs-site/documents.ts";
import { clientSettings } from "../src/ops/settings/clients.ts";
import { lifetimeSettings } from "../src/ops/settings/lifetimes.ts";
import { pageSettings } from "../src/ops/settings/pages.ts";
import { peopleSettings } from "../src/ops/settings/people.ts";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const isForeign = (name: string) => /(^|\/)(node_modules|coverage|dist|data|\.[^/]+)$/.test(name);
const documents = globSync("**/*.md", { cwd: root, exclude: isForeign }).sort();

/** What is written in code is not a link, and its `#` no heading. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "code");
}

function linksOf(file: string): readonly string[] {
  const found = withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g);
  return [...found].flatMap(([, target]) => target ?? []).filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that Markdown viewers give to headings: lower case, hyphens for blanks, no other signs. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = [
    ...read(file)
      .replace(/^```[\s\S]*?^```$/gm, "")
      .matchAll(/^#+ (.+)$/gm),
  ];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-"),
    ),
  );
}

test("the documents are found", () => {
  assert.ok(documents.includes("README.md") && documents.includes("docs/architecture.md"));
});

for (const file of documents)
  test(`${file}: every relative link leads somewhere`, () => {
    const broken = linksOf(file).filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : relative(root, resolve(root, dirname(file), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
    assert.deepEqual(broken, []);
  });

for (const { file, made } of generatedDocs(read))
  test(`${file} says what the source and the tests say; node scripts/node scripts/docs.ts brings it up to date`, () => {
    assert.equal(read(file), made);
  });

test("every case has a test that carries its id, and every id in a test is a case", () => {
  assert.deepEqual(caseGaps(), []);
});

test("every advisory of others names cases or tests that are there, and none is overdue", () => {
  assert.deepEqual(advisoryGaps(Date.now()), []);
});

test("an advisory whose test is overdue or not there is named", () => {
  const now = Date.parse("2026-12-10");
  const row = { id: "CVE-1", shape: "", proofs: [], read: "2026-12-03" };
  assert.deepEqual(advisoryGaps(now, [row]), []);
  assert.deepEqual(advisoryGaps(now, [{ ...row, read: "2026-12-02" }]), [
    "CVE-1 was read on 2026-12-02, and its test was due within 7 days",
  ]);
  assert.deepEqual(advisoryGaps(now, [{ id: "CVE-1", shape: "", proofs: [] }]), [
    "CVE-1 has neither a test nor a day",
  ]);
  assert.deepEqual(advisoryGaps(now, [{ ...row, proofs: ["B9", "nothing that is tested"] }]), [
    'CVE-1 names "nothing that is tested", which is no case and no title of a test',
  ]);
});

test("each release in the changelog has its headings in the order that docs/upgrading.md gives", () => {
  const [, table = ""] = read("docs/upgrading.md").split("| Heading | |\n|---|---|\n");
  const order = [
    ...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([A-Z][a-z]+(?:, [A-Z][a-z]+)*) \|/gm),
  ].flatMap(([, names = ""]) => names.split(", "));
  assert.deepEqual(order, ["Breaking", "Security", "Added", "Changed", "Fixed"]);
  const releases = read("CHANGELOG.md")
    .split(/^## \[/m)
    .slice(1);
  assert.ok(releases.length >= 2);
  for (const release of releases) {
    const headings = [...release.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading);
    assert.deepEqual(
      headings,
      order.filter((heading) => headings.includes(heading)),
      String(release.split("]")[0]),
    );
  }
});

test("each page of a source says where its format was read, with a link and a version, or that none was verified", () => {
  const pages = globSync("*.md", { cwd: join(root, "docs/importing") });
  assert.ok(pages.length >= 31);
  for (const page of pages) {
    const [, section = ""] = read(`docs/importing/${page}`).split("## Source of the format\n\n");
    const lines = section.trim().split("\n");
    for (const line of lines)
      assert.match(
        line,
        /^- \[[^\]]+\]\((?:https:\/\/[^)]+|\.\.\/importing\.md#latchkeys-own-format)\): (?:commit `[0-9a-f]{7}`|.*\d.*|this release|.* no version of the product was verified)$/,
        page,
      );
  }
});

test("each recorded release has a page for the step from it, with the same headings, and Breaking comes first", () => {
  const recorded = globSync("*/record.json", { cwd: join(root, "test/releases") }).map(dirname);
  const pages = globSync("from-*.md", { cwd: join(root, "docs/upgrading") });
  assert.deepEqual(pages.sort(), recorded.map((commit) => `from-${commit}.md`).sort());
  for (const page of pages) {
    const headings = [...read(`docs/upgrading/${page}`).matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(headings, [
      ...["Breaking", "Security", "The database", "What keeps working", "Added, changed, fixed"],
    ]);
    assert.ok(read("docs/upgrading.md").includes(`](upgrading/${page})`), page);
  }
});

test("everything that breaks is on the page from 0.1.0, and a step that has it already leaves it out", () => {
  const changelog =
    "# Log\n\n## [Unreleased]\n\n### Breaking\n\n- Gone: [x](docs/a.md),\n  see [y](SECURITY.md).\n- A failed disk: *.\n";
  assert.throws(() => upgradePages(changelog), /no entry under Breaking begins with "Settings are read/);
  const [, newest = ""] = read("CHANGELOG.md").split(/^## /m);
  const [, section = ""] = newest.split(/^### Breaking\n/m);
  const count = section.split(/^### /m)[0]?.match(/^- /gm)?.length ?? 0;
  const of = (page: string) => {
    const [, breaking = ""] = read(`docs/upgrading/${page}`).split(/^## Breaking\n/m);
    return breaking.split(/^## /m)[0]?.match(/^- /gm)?.length ?? 0;
  };
  assert.ok(count > 10);
  assert.equal(of("from-53c1dedb.md"), count);
  assert.equal(of("from-ca8e8e2a.md"), count - 7);
});

test("a case without a test and an id without a case are named", () => {
  const tests = new Map([
    ["A1", ["test/a.test.ts"]],
    ["B2", ["test/b.test.ts"]],
  ]);
  assert.deepEqual(
    caseGaps(
      [
        ["A1", "It is sent twice", "Page"],
        ["A3", "Nothing", "Page"],
      ],
      tests,
    ),
    [
      "A3 (Nothing) has no test: no title and no row carries its id",
      "B2 is named in test/b.test.ts and is no case of test/cases.ts",
    ],
  );
});

test("every decision that source, tests or documents name by number is there", () => {
  const numbers = new Set(globSync("*.md", { cwd: join(root, "docs/adr") }).map((name) => name.slice(0, 4)));
  const files = [...documents, ...globSync("{src,test,bench,scripts}/**/*.ts", { cwd: root })];
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/\bADR (\d{4})\b/g)]
      .filter(([, number = ""]) => !numbers.has(number))
      .map(([name]) => `${file}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("the table of the log names every line that the service writes, and no others", () => {
  const kinds = read("src/flows/events.ts").matchAll(/readonly kind: ([^;}]+)/g);
  const events = [...kinds].flatMap(([, kind = ""]) => [...kind.matchAll(/"([a-z-]+)"/g)]);
  const calls = globSync("src/**/*.ts", { cwd: root }).flatMap((file) => [
    ...read(file).matchAll(/\blog(?:\.(?:info|warn|error)|Failure)\([^;]*?"([a-z-]+)"\)/g),
  ]);
  const [, table = ""] = read("docs/reference.md").split("| `msg` | Level | When |");
  const rows = table.split("\n\n")[0]?.matchAll(/^\|([^|]+)\|/gm) ?? [];
  const named = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([a-z-]+)`/g)]);
  const sorted = (found: readonly RegExpExecArray[]) =>
    [...new Set(found.map(([, name = ""]) => name))].sort();
  assert.deepEqual(sorted(named), sorted([...events, ...calls]));
});

test("the page about declared state names every setting of people, pages, clients and lifetimes, which no file can declare", () => {
  const [, section = ""] = read("docs/declared-state.md").split("## Settings\n");
  const named = [...(section.split("\n## ")[0] ?? "").matchAll(/`(LATCHKEY_[A-Z_]+)`/g)].map(
    ([, name]) => name,
  );
  const settings = { ...peopleSettings, ...pageSettings, ...clientSettings, ...lifetimeSettings };
  assert.deepEqual(
    named.sort(),
    Object.values(settings)
      .map(({ name }) => name)
      .sort(),
  );
});

test("the table of rooms names every folder of a room", () => {
  const [, section = ""] = read("docs/architecture.md").split("## The rooms");
  const [table = ""] = section.split("Adapters decide only");
  const rows = new Map(
    [...table.matchAll(/^\| `([a-z]+)\/` (.*)$/gm)].map(([, room = "", row]) => [room, row]),
  );
  const folders = globSync("src/*/*/", { cwd: root }).map((folder) => folder.split("/"));
  const missing = folders.filter(
    ([, room = "", folder = ""]) =>
      statSync(join(root, "src", room, folder)).isDirectory() && !rows.get(room)?.includes(`\`${folder}/\``),
  );
  assert.ok(folders.length > 20);
  assert.deepEqual(missing, []);
});

test("the list of documents in docs/README.md names every document once, under one of its headings", () => {
  const listed = groupsOf(read("docs/README.md")).flatMap(({ pages }) => pages.map(({ file }) => file));
  assert.deepEqual(listed, [...new Set(listed)]);
  const wanted = documents.filter((file) => /^(?:docs\/|README|CHANGELOG)/.test(file));
  assert.ok(wanted.length > 100);
  assert.deepEqual(
    wanted.filter((file) => file !== "docs/README.md" && !listed.includes(file)),
    [],
    "give each a row",
  );
});

test("no section of a page on the way from the first look to a change takes more than ten minutes", () => {
  const way = ["Try", "Connect", "Run", "Change"];
  const pages = groupsOf(read("docs/README.md")).filter(({ title }) => way.includes(title));
  assert.equal(pages.length, way.length);
  const long = pages
    .flatMap((group) => group.pages)
    .flatMap(({ file }) =>
      read(file)
        .split(/^(?=## )/m)
        .map((section) => ({ file, section })),
    )
    .filter(({ section }) => section.split(/\s+/).length > 2_000)
    .map(({ file, section }) => `${file}: ${section.split("\n", 1)[0]}`);
  assert.deepEqual(long, []);
});

test("the glossary has at most fifty rows", () => {
  const rows = [...read("docs/glossary.md").matchAll(/^\| \*\*/gm)].length;
  assert.ok(rows > 0 && rows <= 50, `${rows} rows`);
});

test("every npm command that a document names exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Record<string, string> };
  const unknown = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run (?:--silent )?([a-z][a-z:-]*[a-z])/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([command]) => `${file}: ${command}`),
  );
  assert.deepEqual(unknown, []);
});

test("every decision has a number of its own, which its heading repeats", () => {
  const decisions = documents.filter((file) => file.startsWith("docs/adr/"));
  const numbers = decisions.map((file) => /\/(\d{4})-/.exec(file)?.[1]);
  assert.deepEqual(numbers, [...new Set(numbers)]);
  for (const [index, file] of decisions.entries())
    assert.ok(read(file).startsWith(`# ${numbers[index]} `), file);
});
