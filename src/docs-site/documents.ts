import { posix } from "node:path";
import type { LinkTarget } from "./markdown.ts";

/** A document of the repository and its page of the site. */
export interface DocumentPage {
  /** Its path in the repository. */
  readonly file: string;
  /** Its path in the site. */
  readonly page: string;
  readonly title: string;
}

/** The pages under one heading of the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly DocumentPage[];
}

/** The list of documents, from which the navigation is made. */
export const contentsFile = "docs/README.md";

const outside: Readonly<Record<string, string>> = {
  "README.md": "index.html",
  [contentsFile]: "contents.html",
  "bench/README.md": "benchmark.html",
  "bench/RESULTS.md": "results.html",
  "CHANGELOG.md": "changelog.html",
  "CONTRIBUTING.md": "contributing.html",
  "SECURITY.md": "security.html",
};

/** Reads the groups and their documents, in order: the first link of each row or item below a heading. */
export function groupsOf(contents: string): readonly PageGroup[] {
  const [, ...parts] = contents.split(/^## /m);
  return parts.map((part) => {
    const [title = ""] = part.split("\n", 1);
    const links = [...part.matchAll(/^(?:\| |- )\[([^\]]+)\]\(([^)#]+\.md)\)/gm)];
    const pages = links.map(([, text = "", target = ""]) => {
      const file = posix.join(posix.dirname(contentsFile), target);
      return { file, page: pageOf(file), title: text };
    });
    return { title, pages };
  });
}

/** The path in the site of a document's page. */
function pageOf(file: string): string {
  return (
    outside[file] ??
    file
      .replace(/^docs\//, "")
      .replace(/README\.md$/, "index.html")
      .replace(/\.md$/, ".html")
  );
}

/** A path relative to a page of the site, so that the site works wherever it lies. */
export function relativeTo(page: string, target: string): string {
  return posix.relative(posix.dirname(page), target);
}

/**
 * Says where a link of a document leads. The site has the documents of the list and their pictures; a folder is the document that
 * describes it.
 */
export function linkTargetOf(
  from: DocumentPage,
  href: string,
  site: { readonly pages: ReadonlyMap<string, DocumentPage>; readonly pictures: ReadonlySet<string> },
): LinkTarget {
  if (/^(?:https?|mailto):/.test(href) || href.startsWith("#")) return { href };
  const [path = "", anchor] = href.split("#");
  const file = posix.join(posix.dirname(from.file), path);
  const behind = anchor === undefined ? "" : `#${anchor}`;
  if (file === "docs/adr/") return { href: `${relativeTo(from.page, pageOf(contentsFile))}#decisions` };
  const found = site.pages.get(file) ?? site.pages.get(posix.join(file, "README.md"));
  if (found !== undefined) return { href: `${relativeTo(from.page, found.page)}${behind}` };
  if (site.pictures.has(file)) return { href: relativeTo(from.page, pictureOf(file)) };
  return { file };
}

/** The path in the site of a picture. */
export function pictureOf(file: string): string {
  return `pictures/${posix.basename(file)}`;
}
