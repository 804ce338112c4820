import { readFileSync } from "node:fs";

/** The flags of Node in the first line of a launcher, which the system reads when the file is run by its name. */
export function launchFlagsOf(launcher: string): readonly string[] {
  return firstWordsOf(launcher).filter((word) => word.startsWith("--"));
}

/** The variables that the same line sets. */
export function launchVariablesOf(launcher: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    firstWordsOf(launcher).flatMap((word) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

function firstWordsOf(launcher: string): readonly string[] {
  const [firstLine = ""] = readFileSync(launcher, "utf8").split("\n", 1);
  return firstLine.split(" ");
}
