import { stateFileJsonSchema } from "../src/operations/declared/schema.ts";
import { specifications } from "../test/demands/specifications.ts";
import { operationsTable, problemSections } from "./admin-api-docs.ts";
import { advisoryDocs } from "./advisory-docs.ts";
import { appDocs, appList } from "./app-docs.ts";
import { auditActTables } from "./audit-docs.ts";
import { caseDocs } from "./case-docs.ts";
import { clientOptionsTable } from "./client-option-docs.ts";
import { commandsTable } from "./command-docs.ts";
import { documentList } from "./contents-docs.ts";
import { errorDocs } from "./error-docs.ts";
import { importList, importPages } from "./import-pages.ts";
import { keysTable } from "./key-docs.ts";
import { metricsTable } from "./metrics-docs.ts";
import { settingsTable } from "./settings-docs.ts";
import { coverageDocs } from "./spec-coverage.ts";
import { upgradeList, upgradePages } from "./upgrade-pages.ts";
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
    { file: "docs/advisories.md", made: advisoryDocs() },
    { file: "docs/cases.md", made: caseDocs() },
    { file: "docs/spec-coverage.md", made: coverageDocs(specifications) },
    ...importPages(),
    ...upgradePages(read("CHANGELOG.md")),
    withTable("docs/upgrading.md", "steps", upgradeList()),
    withTable("docs/importing.md", "sources", importList()),
    ...appDocs(),
    withTables("docs/README.md", [
      ["clients", documentList("clients")],
      ["apps", appList()],
      ["importing", documentList("importing")],
      ["upgrading", documentList("upgrading")],
      ["decisions", documentList("adr")],
    ]),
    withTables("docs/admin-api.md", [
      ["operations", operationsTable()],
      ["problems", problemSections()],
    ]),
    { file: "docs/declared-state.schema.json", made: `${JSON.stringify(stateFileJsonSchema(), null, 2)}\n` },
    withTable("docs/audit.md", "acts", auditActTables()),
    withTable("docs/durable-writes.md", "write costs", writeCostsTable()),
    withTable("docs/metrics.md", "metrics", metricsTable()),
    withTables("docs/reference.md", [
      ["settings", settingsTable()],
      ["commands", commandsTable()],
      ["keys", keysTable()],
    ]),
    withTable("docs/registering.md", "client options", clientOptionsTable()),
    withFiles("docs/reverse-proxy.md", {
      nginx: "deploy/proxies/nginx.conf",
      caddy: "deploy/proxies/Caddyfile",
      haproxy: "deploy/proxies/haproxy.cfg",
      traefik: "deploy/proxies/traefik.yaml",
    }),
  ];

  /** The document with these files between `<!-- name -->` and `<!-- end of name -->`, as blocks of code. */
  function withFiles(file: string, included: Readonly<Record<string, string>>): GeneratedDocument {
    const made = Object.entries(included).reduce((text, [name, path]) => {
      const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
      if (!place.test(text)) throw new Error(`${file} has no place for the table "${name}".`);
      const block = `\n\`\`\`${path.endsWith(".yaml") ? "yaml" : ""}\n${read(path)}\`\`\`\n\n`;
      return text.replace(place, (_, opening: string, closing: string) => `${opening}${block}${closing}`);
    }, read(file));
    return { file, made };
  }

  /** The document with this table between `<!-- name -->` and `<!-- end of name -->`. */
  function withTable(file: string, name: string, table: string): GeneratedDocument {
    return withTables(file, [[name, table]]);
  }

  /** The document with each table between `<!-- name -->` and `<!-- end of name -->`. */
  function withTables(
    file: string,
    named: readonly (readonly [name: string, table: string])[],
  ): GeneratedDocument {
    let made = read(file);
    for (const [name, table] of named) {
      const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
      if (!place.test(made)) throw new Error(`${file} has no place for the table "${name}".`);
      made = made.replace(place, (_, opening: string, closing: string) => `${opening}${table}\n${closing}`);
    }
    return { file, made };
  }
}
