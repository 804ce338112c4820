import { caseDocs } from "./case-docs.ts";
import { errorDocs } from "./error-docs.ts";
import { settingsTable } from "./settings-docs.ts";
import { coverageDocs } from "./spec-coverage.ts";

/** A document, and what it must hold. */
export interface GeneratedDocument {
  readonly file: string;
  readonly made: string;
}

const settingsPlace = /(<!-- settings -->\n)[\s\S]*?(<!-- end of settings -->)/;

/** Every document that is made, wholly or in part, from the source and the tests; `read` answers what is written now. */
export function generatedDocs(read: (file: string) => string): readonly GeneratedDocument[] {
  return [
    { file: "docs/errors.md", made: errorDocs() },
    { file: "docs/cases.md", made: caseDocs(read("docs/cases.md")) },
    { file: "docs/spec-coverage.md", made: coverageDocs(read("docs/spec-coverage.md")) },
    {
      file: "docs/operating.md",
      made: read("docs/operating.md").replace(
        settingsPlace,
        (_, opening: string, closing: string) => `${opening}${settingsTable()}\n${closing}`,
      ),
    },
  ];
}
