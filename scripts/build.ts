import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Makes what the npm package runs: JavaScript out of src, beside it the files that it reads, such as migrations, and the types of what
 * programs import.
 * `node scripts/build.ts [FOLDER]`; without a folder it is dist, emptied first.
 */
const root = join(import.meta.dirname, "..");
const [given] = process.argv.slice(2);
const folder = given === undefined ? join(root, "dist") : resolve(given);
if (given === undefined) rmSync(folder, { recursive: true, force: true });

/** What programs import, and the files that these name in their types. */
const typed = ["library.d.ts", "testing.d.ts", "library/options.d.ts", "library/sign-in.d.ts"];

process.exitCode = compile(folder, []);
if (process.exitCode === 0) {
  cpSync(join(root, "src"), folder, { recursive: true, filter: (path) => !path.endsWith(".ts") });
  process.exitCode = writeTypes();
}

function compile(outDir: string, more: readonly string[]): number {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const words = [compiler, "-p", join(root, "tsconfig.dist.json"), "--outDir", outDir, ...more];
  return spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1;
}

/** The compiler makes types for every file. Programs see only what is exported, so only that is shipped. */
function writeTypes(): number {
  const scratch = mkdtempSync(join(tmpdir(), "latchkey-types-"));
  try {
    const status = compile(scratch, ["--declaration", "--emitDeclarationOnly"]);
    if (status !== 0) return status;
    for (const file of typed) {
      const text = readFileSync(join(scratch, file), "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"');
      writeFileSync(join(folder, file), text);
    }
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
