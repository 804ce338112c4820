import { posix } from "node:path";
import { type DocumentPage, type PageGroup, relativeTo } from "./documents.ts";
import type { LinkTarget } from "./markdown.ts";

/** The path in the site of a document as Markdown. */
export function plainPathOf({ page }: DocumentPage): string {
  return page.replace(/\.html$/, ".md");
}

/** A document without the YAML in front of it, which only programs read. */
export function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---\n+/, "");
}

/**
 * A document for programs that read Markdown. Its links lead to other documents as Markdown; a link to a file that the site does not have
 * becomes its text.
 */
export function plainMarkdown(text: string, targetOf: (href: string) => LinkTarget): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\(([^()\s]+)\)/g,
    (whole, mark: string, words: string, href: string) => {
      const target = targetOf(href);
      if (!("href" in target)) return mark === "" ? words : "";
      if (/^[a-z]+:/.test(target.href)) return whole;
      return `${mark}[${words}](${target.href.replace(/\.html(?=#|$)/, ".md")})`;
    },
  );
}

/** Groups that explain decisions and proofs, not how anything is used. */
const optional = /^(?:Change|Proof|Decisions|Benchmarks?)\b/i;

/** The list of all documents for programs, as llmstxt.org describes it. Links are relative to the root of the site. */
export function llmsText(groups: readonly PageGroup[], questions: ReadonlyMap<string, string>): string {
  const line = (page: DocumentPage) => {
    const question = questions.get(page.file);
    return `- [${page.title}](${relativeTo("llms.txt", plainPathOf(page))})${question === undefined ? "" : `: ${question}`}`;
  };
  const sections = (those: readonly PageGroup[]) =>
    those.map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join("\n")}\n`);
  const rest = groups.filter(({ title }) => optional.test(title)).flatMap(({ pages }) => pages);
  return [
    "# Latchkey\n",
    "> A sign-in service that you run yourself: OAuth 2.1 and OpenID Connect in one process with one SQLite file, or PostgreSQL.\n",
    "Every document is here as Markdown. To connect an application, follow the skill in the section Connect.\n",
    ...sections(groups.filter(({ title }) => !optional.test(title))),
    ...(rest.length === 0 ? [] : sections([{ title: "Optional", pages: rest }])),
  ].join("\n");
}

/** The question that each document answers, from the tables of the list of documents. */
export function questionsIn(contents: string, contentsFile: string): ReadonlyMap<string, string> {
  const rows = contents.matchAll(/^\| \[[^\]]+\]\(([^)#]+\.md)\) \| (.+) \|$/gm);
  return new Map(
    [...rows].map(([, target = "", question = ""]) => [
      posix.join(posix.dirname(contentsFile), target),
      question.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
    ]),
  );
}
