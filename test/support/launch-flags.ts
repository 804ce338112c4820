import { readFileSync } from "node:fs";

/** The flags of Node in the first line of a launcher, which the system reads when the file is run by its name. */
export function launchFlagsOf(launcher: string): readonly string[] {
  const [firstLine = ""] = readFileSync(launcher, "utf8").split("\n", 1);
  return firstLine.split(" ").filter((word) => word.startsWith("--"));
}
