import { readFileSync } from "node:fs";

/** The flags of Node that the first line of a launcher names, as the system reads it when the file is run by its name. */
export function launchFlagsOf(launcher: string): readonly string[] {
  const [firstLine = ""] = readFileSync(launcher, "utf8").split("\n", 1);
  return firstLine.split(" ").filter((word) => word.startsWith("--"));
}
