import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Makes what the npm package runs: JavaScript out of src, and beside it the files that it reads, such as migrations.
 * `node scripts/build.ts [FOLDER]`; without a folder it is dist, emptied first.
 */
const root = join(import.meta.dirname, "..");
const [given] = process.argv.slice(2);
const folder = given === undefined ? join(root, "dist") : resolve(given);
if (given === undefined) rmSync(folder, { recursive: true, force: true });

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const words = [compiler, "-p", join(root, "tsconfig.dist.json"), "--outDir", folder];
const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
if (status === 0)
  cpSync(join(root, "src"), folder, { recursive: true, filter: (path) => !path.endsWith(".ts") });
process.exitCode = status ?? 1;
