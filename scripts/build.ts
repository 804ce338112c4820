import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { wordsOf } from "./usage.ts";

/**
 * Makes what the npm package runs, in dist: JavaScript out of src, beside it the files that it reads, such as migrations, and the types of
 * what programs import.
 */
const root = join(import.meta.dirname, "..");
wordsOf("npm run build");
const folder = join(root, "dist");
rmSync(folder, { recursive: true, force: true });

/** What programs import, and the files that these name in their types. */
const typed = [
  "library.d.ts",
  "testing.d.ts",
  "library/options.d.ts",
  "library/sign-in.d.ts",
  "ops/browser-sign-in.d.ts",
];

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const words = [compiler, "-p", join(root, "tsconfig.dist.json")];
process.exitCode = spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1;
if (process.exitCode === 0) {
  cpSync(join(root, "src"), folder, { recursive: true, filter: (path) => !path.endsWith(".ts") });
  keepTypes();
}

/** The compiler makes types for every file. Programs see only what is exported, so only that is shipped. */
function keepTypes(): void {
  for (const name of globSync("**/*.d.ts", { cwd: folder })) {
    const file = join(folder, name);
    if (!typed.includes(name.replaceAll(sep, "/"))) rmSync(file);
    else writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}
