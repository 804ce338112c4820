import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedDocs } from "./generated-docs.ts";
import { wordsOf } from "./usage.ts";

/** Writes what the documentation takes from the source and the tests: `node scripts/node scripts/docs.ts`. */
const root = join(import.meta.dirname, "..");
wordsOf("node scripts/node scripts/docs.ts");
for (const { file, made } of generatedDocs((name) => readFileSync(join(root, name), "utf8"))) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), made);
  console.log(`${file} is up to date.`);
}
