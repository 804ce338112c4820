import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The guide whose code and error texts are tested here. */
export const guide = readFileSync(
  join(resolve(import.meta.dirname, "../../.."), "docs/protect-an-api.md"),
  "utf8",
);

/** What stands between the fences of one language, in order. */
export function blocksOf(language: string): readonly string[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = ""]) => code);
}

/** The error texts that the table of the guide has for a library; `…` stands for what differs from case to case. */
export function textsOf(library: "jose" | "PyJWT" | "Spring" | "Go"): readonly string[] {
  const found = guide.matchAll(new RegExp(`(?:\\| |<br>)${library}: \`([^\`]+)\``, "g"));
  return [...found].flatMap(([, text = ""]) => text.split("…").filter((part) => part !== ""));
}
