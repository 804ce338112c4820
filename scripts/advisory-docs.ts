import { type Advisory, advisoryGroups } from "../test/advisories.ts";
import { testsByCase } from "./case-docs.ts";
import { hasTitle, type TitledFile, titledFiles } from "./test-titles.ts";

const intro = `# Advisories of others

What went wrong in other sign-in servers and libraries, and the test that would catch the same here. To add an advisory, write a row in
[test/advisories.ts](../test/advisories.ts) on the day you read it. Its test is due within a week; after that, \`npm test\` fails. A row names [cases](cases.md)
or tests by their titles, and \`npm test\` also fails if one of them does not exist. This page is made by
\`node scripts/node scripts/docs.ts\`.
`;

const day = 86_400_000;
const dueDays = 7;

/** docs/advisories.md, as the list of advisories and the tests make it. */
export function advisoryDocs(): string {
  const files = titledFiles();
  const sections = advisoryGroups.map(({ title, advisories }) => {
    const rows = advisories.map(
      ({ id, shape, proofs, since, read }) =>
        `| ${id} | ${shape} | ${proofs.map((proof) => linkTo(proof, files)).join(", ")} | ${since ?? `due a week after ${read}`} |`,
    );
    return `## ${title}\n\n${["| Advisory | What went wrong | Tested here by | Since |", "|---|---|---|---|", ...rows].join("\n")}`;
  });
  return `${[intro.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** One sentence for each advisory without its test: one that is overdue, or one that names a case or title that is not there. */
export function advisoryGaps(
  now: number,
  advisories: readonly Advisory[] = advisoryGroups.flatMap((group) => group.advisories),
): readonly string[] {
  const cases = testsByCase();
  const files = titledFiles();
  return advisories.flatMap(({ id, proofs, since, read }) => {
    const missing = proofs
      .filter((proof) => !cases.has(proof) && fileOf(proof, files) === undefined)
      .map((proof) => `${id} names ${JSON.stringify(proof)}, which is no case and no title of a test`);
    const readAt = read === undefined ? undefined : Date.parse(read);
    const testedAt = since === undefined ? now : Date.parse(since);
    if (readAt !== undefined && testedAt > readAt + dueDays * day)
      return [...missing, `${id} was read on ${read}, and its test was due within ${dueDays} days`];
    return proofs.length === 0 && readAt === undefined ? [`${id} has neither a test nor a day`] : missing;
  });
}

function fileOf(title: string, files: readonly TitledFile[]): string | undefined {
  return files.find((file) => hasTitle(file, title))?.file;
}

function linkTo(proof: string, files: readonly TitledFile[]): string {
  const file = fileOf(proof, files);
  return file === undefined ? proof : `[${proof}](../${file})`;
}
