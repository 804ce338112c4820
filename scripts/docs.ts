import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocs } from "./generated-docs.ts";

/** Writes what the documentation takes from the source and the tests: `npx node scripts/docs.ts`. */
const root = join(import.meta.dirname, "..");
for (const { file, made } of generatedDocs((name) => readFileSync(join(root, name), "utf8"))) {
  writeFileSync(join(root, file), made);
  console.log(`${file} is up to date.`);
}
