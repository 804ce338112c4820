import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Demand, Specification } from "../test/demands/demand.ts";
import { hasTitle, type TitledFile, titledFiles } from "./test-titles.ts";

const root = join(import.meta.dirname, "..");
const states = ["tested", "no test", "not yet", "not offered"] as const;

const intro = `# Where the demands of each specification are met

One row for each thing that a specification says an authorization server *must* do, in our own words; rows marked *should* are here
because leaving them out would surprise. Beside a demand stand the files that meet it and the files with the tests that would fail
if they stopped. A demand that is not met says so, and why.

This page is made by \`node scripts/node scripts/docs.ts\` of the lists in [test/demands](../test/demands/), which name each test by its title.
\`npm test\` fails and names the demand where a file or a title does not exist. *no test*: met, and nothing here can show it. *not
yet*: missing, and it should come. *not offered*: left out on purpose.

Clients differ ([interface.md](interface.md#kinds-of-clients)). Where a demand is for some kinds only, the row says which.
`;

/** docs/spec-coverage.md, as the lists of demands and the tests make it. */
export function coverageDocs(specifications: readonly Specification[]): string {
  const files = titledFiles();
  const sections = specifications.map(({ specification, demands }) => {
    const rows = demands.map((demand) => {
      const source = demand.sources.map((name) => `[${name}](../src/${name}.ts)`).join(", ") || "—";
      return `| ${demand.section} | ${demand.demand} | ${source} | ${proofOf(demand, files)} |`;
    });
    return [`## ${specification}`, table(["§", "Demand", "Source", "Tests"], rows)].join("\n\n");
  });
  return `${[intro.trimEnd(), countsTable(specifications), ...sections].join("\n\n")}\n`;
}

/** One sentence for each demand that names a file below src/ which does not exist, or a test that nobody wrote. */
export function coverageGaps(
  specifications: readonly Specification[],
  files: readonly TitledFile[] = titledFiles(),
): readonly string[] {
  return specifications.flatMap(({ specification, demands }) =>
    demands.flatMap((demand) => {
      const place = `${specification} §${demand.section} (${demand.demand})`;
      const sources = demand.sources.filter((name) => !existsSync(join(root, `src/${name}.ts`)));
      const tests = "tests" in demand ? demand.tests : [];
      const titles = tests.filter((title) => !files.some((file) => hasTitle(file, title)));
      return [
        ...sources.map((name) => `${place} names src/${name}.ts, which does not exist`),
        ...titles.map((title) => `${place} has no test with the title "${title}"`),
        ...(isUnanswered(demand) ? [`${place} says neither where it is met nor why it is not`] : []),
      ];
    }),
  );
}

function isUnanswered(demand: Demand): boolean {
  if ("tests" in demand) return demand.tests.length === 0 || demand.sources.length === 0;
  return demand.why === "" || (demand.unproved === "no test" && demand.sources.length === 0);
}

function proofOf(demand: Demand, files: readonly TitledFile[]): string {
  if (!("tests" in demand)) return `${demand.unproved}: ${demand.why}`;
  const named = files.filter((file) => demand.tests.some((title) => hasTitle(file, title)));
  return named.map(({ file }) => `[${file.replace(/^test\/|(?:\.test)?\.ts$/g, "")}](../${file})`).join(", ");
}

function countsTable(specifications: readonly Specification[]): string {
  const stateOf = (demand: Demand) => ("tests" in demand ? "tested" : demand.unproved);
  const row = (name: string, demands: readonly Demand[]): string => {
    const counts = states.map((state) => demands.filter((demand) => stateOf(demand) === state).length);
    return `| ${[name, demands.length, ...counts].join(" | ")} |`;
  };
  return table(
    ["Specification", "Demands", ...states],
    [
      ...specifications.map(({ specification, demands }) => row(specification, demands)),
      row(
        "**Together**",
        specifications.flatMap(({ demands }) => demands),
      ),
    ],
  );
}

function table(headings: readonly string[], rows: readonly string[]): string {
  return [`| ${headings.join(" | ")} |`, `|${"---|".repeat(headings.length)}`, ...rows].join("\n");
}
