/**
 * Room: docs-site. It makes static pages of the repository's documents, with a search that needs no server. It knows neither people nor
 * clients, and reads only files that come with the program. `scripts/docs-site.ts` writes the pages into a folder; answer.ts serves them
 * beside the demo.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { iconOn } from "../pages/components.ts";
import type { SafeHtml } from "../pages/html.ts";
import { light } from "../pages/tokens.ts";
import { pageScript } from "./browser-script.ts";
import {
  contentsFile,
  type DocumentPage,
  groupsOf,
  linkTargetOf,
  type PageGroup,
  pictureOf,
} from "./documents.ts";
import { readMarkdown, renderMarkdown } from "./markdown.ts";
import { renderSitePage } from "./page.ts";
import { llmsText, plainMarkdown, plainPathOf, questionsIn, withoutFrontMatter } from "./plain.ts";
import { makeSearchIndex } from "./search-index.ts";
import { siteStyle } from "./style.ts";

export interface SiteFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** The site. It is made file by file, when one is asked for, and each is kept: there are as many as the list of documents says. */
export interface DocsSite {
  /** The paths of all files, below the address of the site. */
  readonly paths: readonly string[];
  readonly groups: readonly PageGroup[];
  /** Undefined for a path that is none of them. */
  file(path: string): SiteFile | undefined;
  /** The page at a path with another text, such as a guide for one reader, and what stands above it. Undefined for a path that is no page. */
  pageWith(path: string, markdown: string, above: SafeHtml): SiteFile | undefined;
}

const pageType = "text/html; charset=utf-8";
const markdownType = "text/markdown; charset=utf-8";
const pictureFolders = ["docs/diagrams", "docs/screenshots"];

/** The folder of README.md and docs/: of a checkout, or of the npm package. */
const ownRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Opens the site of the documents in a folder. Throws if its list of documents is missing. */
export function openDocsSite(root: string = ownRoot): DocsSite {
  const read = (file: string) => readFileSync(`${root}/${file}`, "utf8");
  const groups = groupsOf(read(contentsFile));
  const pictures = ["bench/chart.svg", ...picturesIn(root)];
  const contents: DocumentPage = { file: contentsFile, page: "contents.html", title: "All documents" };
  const pages = [contents, ...groups.flatMap((group) => group.pages)];
  const known = {
    pages: new Map(pages.map((page) => [page.file, page])),
    pictures: new Set(pictures),
  };
  const targetFrom = (from: DocumentPage) => (href: string) => linkTargetOf(from, href, known);
  const rendered = (page: DocumentPage, text = read(page.file), above?: SafeHtml): SiteFile => ({
    type: pageType,
    body: renderSitePage({
      page,
      groups,
      above,
      ...renderMarkdown(readMarkdown(withoutFrontMatter(text)), targetFrom(page)),
    }),
  });
  const plain = (page: DocumentPage): SiteFile => ({
    type: markdownType,
    body: plainMarkdown(read(page.file), targetFrom(page)),
  });
  const llms = () => llmsText(groups, questionsIn(read(contentsFile), contentsFile));
  const makers = new Map<string, () => SiteFile>([
    ["style.css", () => ({ type: "text/css; charset=utf-8", body: siteStyle })],
    ["site.js", () => ({ type: "text/javascript; charset=utf-8", body: pageScript })],
    ["icon.svg", () => ({ type: "image/svg+xml", body: iconOn(light.door) })],
    ["search.json", () => ({ type: "application/json", body: makeSearchIndex(groups, read) })],
    ["llms.txt", () => ({ type: "text/plain; charset=utf-8", body: llms() })],
    ...pages.map((page) => [page.page, () => rendered(page)] as const),
    ...pages.map((page) => [plainPathOf(page), () => plain(page)] as const),
    ...pictures.map((file) => [pictureOf(file), () => pictureFile(`${root}/${file}`)] as const),
  ]);
  const made = new Map<string, SiteFile>();
  return {
    paths: [...makers.keys()],
    groups,
    file: (path) => {
      const known = made.get(path) ?? makers.get(path)?.();
      if (known !== undefined) made.set(path, known);
      return known;
    },
    pageWith: (path, markdown, above) => {
      const page = pages.find((one) => one.page === path);
      return page && rendered(page, markdown, above);
    },
  };
}

function picturesIn(root: string): readonly string[] {
  return pictureFolders.flatMap((folder) => {
    const names = readdirSync(`${root}/${folder}`).filter((name) => /\.(?:svg|webp)$/.test(name));
    return names.map((name) => `${folder}/${name}`);
  });
}

function pictureFile(path: string): SiteFile {
  return { type: path.endsWith(".svg") ? "image/svg+xml" : "image/webp", body: readFileSync(path) };
}
