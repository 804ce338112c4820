import { type Field, type FieldTable, isField } from "../src/flows/operator/import/fields.ts";
import type { Source } from "../src/flows/operator/import/source.ts";
import { type PeopleFormat, peopleFormats, sources } from "../src/flows/operator/import/sources.ts";
import { originSection } from "./import-formats.ts";
import { importGuides } from "./import-guides.ts";
import { importProofs, proofSection } from "./import-proofs.ts";

/** What a page says beyond the table of its source. */
export interface ImportGuide {
  /** The product, as its makers write it. */
  readonly product: string;
  /** How the file is made there: sentences, and commands in blocks. */
  readonly there: string;
  /** The name of the file in the commands, and options of the import beyond the usual ones. */
  readonly file: string;
  readonly options?: string;
  /** What is kept, for a source without a table. */
  readonly kept?: readonly (readonly [there: string, here: string])[];
  /** What is not kept and why, beyond the members that the report names. */
  readonly notKept: readonly string[];
  /** A section of its own, with its heading. */
  readonly further?: string;
  /** "wrapped": the usual hashes of the product are wrapped on the way. "none": the file has no hashes. */
  readonly hashes: "kept" | "wrapped" | "none" | "either";
}

/** The pages in docs/importing/, one for each source. */
export function importPages(): readonly { readonly file: string; readonly made: string }[] {
  return peopleFormats.map((format) => ({ file: `docs/importing/${format}.md`, made: pageOf(format) }));
}

/** The row of each source for the list in docs/importing.md. */
export function importList(): string {
  const rows = peopleFormats.map((format) => {
    const { product, hashes } = importGuides[format];
    const proof = importProofs[format];
    const run = proof === undefined ? "" : `${proof.product} ${proof.version}`;
    return `| [${product}](importing/${format}.md) | \`${format}\` | ${inList[hashes]} | ${run} |`;
  });
  return ["", "| From | `--format` | Password hashes | Run with |", "|---|---|---|---|", ...rows, ""].join(
    "\n",
  );
}

const inList = {
  kept: "kept",
  wrapped: "wrapped",
  either: "kept or wrapped, by their kind",
  none: "not in the file",
} as const;

function pageOf(format: PeopleFormat): string {
  const guide = importGuides[format];
  const source: Source = sources[format];
  const options = guide.options === undefined ? "" : ` ${guide.options}`;
  const command = `latchkey import users ${guide.file}${options} --create-groups`;
  const passed = source.fields === undefined ? [] : passedIn(source.fields, "");
  const left = source.fields === undefined ? [] : leftIn(source.fields);
  return `# ${guide.product}

${guide.there}

Then here, first without keeping anything:

\`\`\`sh
${command} --dry-run
${command}
\`\`\`

The format is recognised; \`--format ${format}\` names it. [Import and export](../importing.md) describes the report, resuming, people who exist already and the
options.

## What is kept

| There | Here |
|---|---|
${[...(guide.kept ?? []), ...(source.fields === undefined ? [] : keptIn(source.fields, ""))].map(([there, here]) => `| ${there} | ${here} |`).join("\n")}

## What is not

${guide.notKept.map((line) => `- ${line}`).join("\n")}
${left.length === 0 ? "" : `- Named in the report, if a person has them: ${left.join(", ")}.\n`}- Any other member of a person is named in the report, and the summary counts how often each came.${passed.length === 0 ? "" : `\n- These mean nothing outside of the product and are only counted: ${passed.map((name) => `\`${name}\``).join(", ")}.`}

${guide.further === undefined ? "" : `${guide.further}\n`}## How long it takes

${howLong[guide.hashes]}

${proofSection(format)}${originSection(format)}`;
}

const howLong = {
  kept: "The hashes are kept, so an import mostly writes: [some thousand people take seconds](../importing.md#how-long-it-takes).",
  wrapped:
    "The hashes are wrapped, and hashing them dominates: [the import says how many a second](../importing.md#how-long-it-takes) the machine does.",
  either:
    "Hashes that are wrapped dominate the time; with those that are kept, an import mostly writes. [Both were measured](../importing.md#how-long-it-takes).",
  none: "There is nothing to hash, so an import mostly writes: [some thousand people take seconds](../importing.md#how-long-it-takes). Each person then needs a new password, by *Forgot password* or `latchkey user recover`, or signs in in another way.",
} as const;

/** The members that are kept, with where they go; the first for each place is enough, as products write each once. */
function keptIn(table: FieldTable, path: string): readonly (readonly [string, string])[] {
  return fieldsIn(table, path).flatMap(([name, { goes }]) =>
    goes === undefined || goes === "" ? [] : [[`\`${name}\``, goes] as const],
  );
}

function leftIn(table: FieldTable): readonly string[] {
  return [...new Set(fieldsIn(table, "").flatMap(([, { says }]) => says ?? []))];
}

function passedIn(table: FieldTable, path: string): readonly string[] {
  return fieldsIn(table, path).flatMap(([name, { goes, says }]) =>
    goes === undefined && says === undefined ? [name] : [],
  );
}

function fieldsIn(table: FieldTable, path: string): readonly (readonly [string, Field])[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    isField(entry) ? [[`${path}${name}`, entry] as const] : fieldsIn(entry, `${path}${name}.`),
  );
}
