import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../docs");

/** The documents of a folder of docs/ by their titles, as rows of the list of documents. */
export function documentList(folder: string): string {
  const names = globSync("*.md", { cwd: join(docs, folder) }).sort();
  // A folder's own description comes first.
  const sorted = [
    ...names.filter((name) => name === "README.md"),
    ...names.filter((name) => name !== "README.md"),
  ];
  return sorted
    .map((name) => {
      const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(docs, folder, name), "utf8")) ?? [];
      return `- [${title.replaceAll(/[[\]]/g, "")}](${folder}/${name})`;
    })
    .join("\n");
}
