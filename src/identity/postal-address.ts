import { ok, type Result, refuse } from "../values/result.ts";

declare const brand: unique symbol;

/** A postal address as it stands on a letter: lines separated by line feeds, none of them empty. */
export type PostalAddress = string & { readonly [brand]: "PostalAddress" };

/** Why a text cannot become a postal address. */
export type PostalAddressProblem = "empty" | "too-long" | "too-many-lines" | "invisible-character";

const lengthMax = 500;
const linesMax = 10;

/** Reads the text of an operator: trims each line and leaves out empty ones. */
export function readPostalAddress(text: string): Result<PostalAddress, PostalAddressProblem> {
  if (text.length > 4 * lengthMax) return refuse("too-long");
  const lines = text
    .normalize("NFC")
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const address = lines.join("\n");
  if (address === "") return refuse("empty");
  if (lines.some((line) => /\p{C}/u.test(line))) return refuse("invisible-character");
  if (lines.length > linesMax) return refuse("too-many-lines");
  if ([...address].length > lengthMax) return refuse("too-long");
  return ok(address as PostalAddress);
}

const descriptions: Readonly<Record<PostalAddressProblem, string>> = {
  empty: "It is empty.",
  "too-long": `It has more than ${lengthMax} characters.`,
  "too-many-lines": `It has more than ${linesMax} lines.`,
  "invisible-character": "It contains a control or invisible character; type it again instead of pasting it.",
};

/** One sentence for the operator: the cause, and the repair if it is not plain. */
export function describePostalAddressProblem(problem: PostalAddressProblem): string {
  return descriptions[problem];
}
