import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The commit of release 0.1.0, the first one. Migrations since then only add to its schema. */
export const released = "53c1dedb";
const root = resolve(import.meta.dirname, "../..");

/** False in a clone without its history. */
export function hasReleasedProgram(commit = released): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;
}

/**
 * The program of a release in a folder of its own. It runs with the packages of this checkout, which lack only its reader of TOML, or,
 * with `ownPackages`, with those of its own lock file, which npm fetches.
 */
export async function releasedProgram(commit = released, { ownPackages = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-released-"));
  const program = join(folder, "program");
  await mkdir(program);
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  execFileSync("tar", ["-x", "-C", program], { input: archive });
  if (ownPackages)
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: program,
      stdio: ["ignore", "ignore", "inherit"],
    });
  else {
    const toml = join(program, "node_modules/smol-toml");
    await mkdir(toml, { recursive: true });
    await writeFile(join(toml, "index.js"), "export let parse, TomlError;");
    await writeFile(join(toml, "package.json"), '{ "type": "module", "exports": "./index.js" }');
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  }
  return {
    /** The checkout's root. */
    folder: program,
    program: join(program, "bin/latchkey.js"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
