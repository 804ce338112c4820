import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openDocsSite } from "../src/docs-site/site.ts";
import { wordsOf } from "./usage.ts";

/** Writes the documents as static pages: `node scripts/docs-site.ts [FOLDER]`; without a folder it is dist-docs, emptied first. */
const [given] = wordsOf("npm run docs:site -- [FOLDER]", 1);
const folder = resolve(given ?? join(import.meta.dirname, "../dist-docs"));
if (given === undefined) rmSync(folder, { recursive: true, force: true });
const site = openDocsSite();
let bytes = 0;
for (const path of site.paths) {
  const file = site.file(path);
  if (file === undefined) throw new Error(`${path} could not be made.`);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), file.body);
  bytes += Buffer.byteLength(file.body);
}
console.log(`${site.paths.length} files, ${Math.round(bytes / 1000)} kB, in ${folder}`);
