import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, caseGroups } from "../test/cases.ts";

const root = join(import.meta.dirname, "..");
/** What speaks about cases and proves none. */
const ownFiles = ["test/cases.ts", "test/advisories.ts", "test/docs.test.ts", "test/demands/*.ts"];
const range = /\b([A-K])(\d{1,2}) to \1(\d{1,2})\b/g;
/** Not in `%C3`, `#B00`, `\uD8`, `U+A10` or the middle of a word. */
const single = /(?<![\w%#\\+.$-])([A-K]\d{1,2})(?![\w.])/g;
const literal = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

const intro = `# Cases that must hold

Every broken, hostile or unlucky input that we know of, and what must come of it. A test carries the id of its case in its
title or in a row of its table. This page is made by \`node scripts/node scripts/docs.ts\` of [test/cases.ts](../test/cases.ts) and of the
tests that carry the ids; a case that no test carries fails \`npm test\`.

Ids are stable and not consecutive. These hold for every row: no 5xx unless the row names one; no stack trace, path, SQL or
secret in an answer or in the log; the process goes on, and the next good request is answered.

*Page* means our own HTML page with status 400 and no \`Location\`. \`invalid_…\` means a JSON error; the status is 400, or 401
where the client used HTTP Basic and failed to authenticate. [errors.md](errors.md) has the texts.
`;

/** The files of tests that name each case (`B12`, `B28 to B30`) in the title or the row of a test. */
export function testsByCase(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync("test/**/*.ts", { cwd: root, exclude: ownFiles }).sort()) {
    const code = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    for (const id of casesIn((code.match(literal) ?? []).join("\n")))
      found.set(id, (found.get(id) ?? new Set()).add(file));
  }
  return new Map([...found].map(([id, files]) => [id, [...files]]));
}

/** One sentence for each case that no test proves, and for each id in a test that is no case. */
export function caseGaps(
  cases: readonly Case[] = caseGroups.flatMap((group) => group.cases),
  tests: ReadonlyMap<string, readonly string[]> = testsByCase(),
): readonly string[] {
  const ids = new Set(cases.map(([id]) => id));
  const unproved = cases.filter(([id]) => !tests.has(id));
  const unknown = [...tests].filter(([id]) => !ids.has(id));
  return [
    ...unproved.map(([id, sent]) => `${id} (${sent}) has no test: no title and no row carries its id`),
    ...unknown.map(([id, files]) => `${id} is named in ${files.join(", ")} and is no case of test/cases.ts`),
  ];
}

/** docs/cases.md, as the list of cases and the tests make it. */
export function caseDocs(): string {
  const tests = testsByCase();
  const sections = caseGroups.map(({ title, remark, cases }) => {
    const rows = cases.map((row) => `| ${row.join(" | ")} | ${linksTo(tests.get(row[0]) ?? [])} |`);
    const table = ["| id | What happens | What must follow | Tests |", "|---|---|---|---|", ...rows].join(
      "\n",
    );
    return [`## ${title}`, ...(remark === undefined ? [] : [remark]), table].join("\n\n");
  });
  return `${[intro.trimEnd(), ...sections].join("\n\n")}\n`;
}

function linksTo(files: readonly string[]): string {
  return files.map((file) => `[${file.replace(/^test\/|(\.test)?\.ts$/g, "")}](../${file})`).join(", ");
}

function casesIn(text: string): ReadonlySet<string> {
  const ids = new Set([...text.matchAll(single)].map(([, id = ""]) => id));
  for (const [, group = "", from, to] of text.matchAll(range))
    for (let number = Number(from); number <= Number(to); number++) ids.add(`${group}${number}`);
  return ids;
}
