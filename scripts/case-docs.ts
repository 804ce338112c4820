import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const range = /\b([A-G])(\d{1,2}) to \1(\d{1,2})\b/g;
/** Not in `%C3`, `#B00`, `\uD8`, `U+A10` or the middle of a word. */
const single = /(?<![\w%#\\+.$-])([A-G]\d{1,2})(?![\w.])/g;
const literal = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Which files of tests name which case (`B12`, `B28 to B30`) in the title or the row of a test. */
export function testsByCase(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync("test/**/*.ts", { cwd: root }).sort()) {
    const code = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    for (const id of casesIn((code.match(literal) ?? []).join("\n")))
      found.set(id, (found.get(id) ?? new Set()).add(file));
  }
  return new Map([...found].map(([id, files]) => [id, [...files]]));
}

/** docs/cases.md with its last column filled from the tests as they are now; the rest of each row is written by hand. */
export function caseDocs(written: string): string {
  const tests = testsByCase();
  return written.replace(/^\| ([A-G]\d{1,2}) \|(.*)\|[^|]*\|$/gm, (_, id: string, row: string) => {
    const links = (tests.get(id) ?? []).map(
      (file) => `[${file.replace(/^test\/|(\.test)?\.ts$/g, "")}](../${file})`,
    );
    return `| ${id} |${row}| ${links.join(", ") || "not yet"} |`;
  });
}

/** The cases that docs/cases.md has a row for. */
export function listedCases(written: string): ReadonlySet<string> {
  return new Set([...written.matchAll(/^\| ([A-G]\d{1,2}) \|/gm)].map(([, id = ""]) => id));
}

function casesIn(text: string): ReadonlySet<string> {
  const ids = new Set([...text.matchAll(single)].map(([, id = ""]) => id));
  for (const [, group = "", from, to] of text.matchAll(range))
    for (let number = Number(from); number <= Number(to); number++) ids.add(`${group}${number}`);
  return ids;
}
