import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const globs = String(scripts["test:unit"]).matchAll(/"(test\/[^"]+)"/g);

/** The files that `npm run test:unit` names by pattern, from the root of the checkout: those that start neither a service nor a browser. */
export const unitFiles: readonly string[] = globSync(
  [...globs].map(([, glob = ""]) => glob),
  { cwd: root },
).sort();
