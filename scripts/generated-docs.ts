import { specifications } from "../test/demands/specifications.ts";
import { caseDocs } from "./case-docs.ts";
import { errorDocs } from "./error-docs.ts";
import { metricsTable } from "./metrics-docs.ts";
import { settingsTable } from "./settings-docs.ts";
import { coverageDocs } from "./spec-coverage.ts";
import { writeCostsTable } from "./write-docs.ts";

/** A document, and what it must hold. */
export interface GeneratedDocument {
  readonly file: string;
  readonly made: string;
}

/** Every document that is made, wholly or in part, from the source and the tests; `read` answers what is written now. */
export function generatedDocs(read: (file: string) => string): readonly GeneratedDocument[] {
  return [
    { file: "docs/errors.md", made: errorDocs() },
    { file: "docs/cases.md", made: caseDocs() },
    { file: "docs/spec-coverage.md", made: coverageDocs(specifications) },
    withTable("docs/durable-writes.md", "write costs", writeCostsTable()),
    withTable("docs/metrics.md", "metrics", metricsTable()),
    withTable("docs/operating.md", "settings", settingsTable()),
  ];

  /** The document with this table between `<!-- name -->` and `<!-- end of name -->`. */
  function withTable(file: string, name: string, table: string): GeneratedDocument {
    const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
    const made = read(file).replace(place, (_, opening: string, closing: string) => {
      return `${opening}${table}\n${closing}`;
    });
    return { file, made };
  }
}
