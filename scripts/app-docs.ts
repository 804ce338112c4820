import { applications } from "../src/apps/applications.ts";
import { exampleFacts } from "../src/apps/fill.ts";
import { byLabel, writeGuide, writeIndex } from "../src/apps/guide.ts";
import type { GeneratedDocument } from "./generated-docs.ts";

/** The guides of the applications that people run, and their index. */
export function appDocs(): readonly GeneratedDocument[] {
  return [
    { file: "docs/apps/README.md", made: writeIndex(applications) },
    ...applications.map((one) => ({
      file: `docs/apps/${one.name}.md`,
      made: writeGuide(one, exampleFacts(one)),
    })),
  ];
}

/** The rows of the list of documents. */
export function appList(): string {
  const rows = byLabel(applications).map(({ name, label }) => `- [${label}](apps/${name}.md)`);
  return ["- [Applications that people run](apps/README.md)", ...rows].join("\n");
}
