import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasTitle, type TitledFile, titledFiles } from "./test-titles.ts";

/** How a demand is met, as the last cell of its row says. */
export type Coverage = "tested" | "no test" | "not yet" | "not offered";

/** A row of docs/spec-coverage.md. */
export interface CoverageRow {
  /** The heading above its table. */
  readonly specification: string;
  readonly section: string;
  readonly demand: string;
  /** Files below src/, without their ending. */
  readonly sources: readonly string[];
  readonly coverage: Coverage;
  /** Titles of tests, where it is tested. */
  readonly titles: readonly string[];
  /** Why not, where it is not tested. */
  readonly why: string | undefined;
}

const root = join(import.meta.dirname, "..");
const headings = ["§", "What it demands", "Source", "Tests"];
const unmet = /^(no test|not yet|not offered): (\S.*)$/;
const links = /(?:,? \[[^\]]+\]\(\.\.\/test\/[^)]+\))+$/;
const countsPlace = /(<!-- counts -->\n)[\s\S]*?(<!-- end of counts -->)/;

/** The rows as they are written. */
export function coverageRows(written: string): readonly CoverageRow[] {
  let specification = "";
  return written.split("\n").flatMap((line) => {
    specification = /^## (.+)$/.exec(line)?.[1] ?? specification;
    const cells = demandCells(line);
    return cells === undefined ? [] : [rowOf(specification, cells)];
  });
}

/** docs/spec-coverage.md with its counts and with the links of its rows as source and tests are now; the rest is written by hand. */
export function coverageDocs(written: string): string {
  const files = titledFiles();
  const linked = written.split("\n").map((line) => {
    const cells = demandCells(line);
    if (cells === undefined) return line;
    const { sources, coverage, titles } = rowOf("", cells);
    const source = sources.map((name) => sourceLink(name)).join(", ") || "—";
    const tests =
      coverage === "tested" ? titles.map((title) => titleLink(files, title)).join("<br>") : cells[3];
    return `| ${cells[0]} | ${cells[1]} | ${source} | ${tests} |`;
  });
  return linked.join("\n").replace(countsPlace, (_, opening: string, closing: string) => {
    return `${opening}${countsTable(coverageRows(written))}\n${closing}`;
  });
}

/** Names of files below src/ that a row names and that are not there. */
export function missingSources(rows: readonly CoverageRow[]): readonly string[] {
  const names = new Set(rows.flatMap(({ sources }) => sources));
  return [...names].filter((name) => !existsSync(join(root, `src/${name}.ts`)));
}

/** Titles that a row names and that no test has. */
export function missingTitles(rows: readonly CoverageRow[]): readonly string[] {
  const files = titledFiles();
  const titles = new Set(rows.flatMap((row) => row.titles));
  return [...titles].filter((title) => !files.some((file) => hasTitle(file, title)));
}

/** The cells of a row with a demand; undefined for every other line, the head of a table included. */
function demandCells(line: string): readonly string[] | undefined {
  if (!line.startsWith("| ") || !line.endsWith(" |")) return undefined;
  const cells = line.slice(2, -2).split(/(?<!\\) \| /);
  return cells.length === headings.length && cells[0] !== headings[0] ? cells : undefined;
}

function rowOf(specification: string, cells: readonly string[]): CoverageRow {
  const [section = "", demand = "", source = "", tests = ""] = cells;
  const [, state, why] = unmet.exec(tests) ?? [];
  const names = source.split(", ").map((name) => /^\[([^\]]+)\]/.exec(name)?.[1] ?? name);
  return {
    specification,
    section,
    demand,
    sources: names.filter((name) => name !== "—"),
    coverage: state === undefined ? "tested" : (state as Coverage),
    titles: state === undefined ? tests.split("<br>").map(titleOf) : [],
    why,
  };
}

/** The title without its links and without the marks that keep a table whole. */
function titleOf(entry: string): string {
  return entry.replace(links, "").replace(/\\([|<*[\]])/g, "$1");
}

function titleLink(files: readonly TitledFile[], title: string): string {
  const found = files.filter((file) => hasTitle(file, title));
  const named = found.map(({ file }) => ` [${file.replace(/^test\/|(?:\.test)?\.ts$/g, "")}](../${file})`);
  return `${title.replace(/[|<*[\]]/g, "\\$&")}${named.join(",")}`;
}

function sourceLink(name: string): string {
  return existsSync(join(root, `src/${name}.ts`)) ? `[${name}](../src/${name}.ts)` : name;
}

function countsTable(rows: readonly CoverageRow[]): string {
  const states: readonly Coverage[] = ["tested", "no test", "not yet", "not offered"];
  const line = (name: string, of: readonly CoverageRow[]): string => {
    const counts = states.map((state) => of.filter(({ coverage }) => coverage === state).length);
    return `| ${[name, of.length, ...counts].join(" | ")} |`;
  };
  return [
    `| Specification | Demands | ${states.join(" | ")} |`,
    `|---|${"---|".repeat(states.length + 1)}`,
    ...Map.groupBy(rows, ({ specification }) => specification)
      .entries()
      .map(([name, of]) => line(name, of)),
    line("**Together**", rows),
  ].join("\n");
}
