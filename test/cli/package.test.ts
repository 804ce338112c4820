import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

interface Locked {
  readonly version: string;
  readonly integrity: string;
}

let folder: string;
/** Unpacked: what somebody who installs the package gets. */
let installed: string;
let manifest: Readonly<Record<"dependencies" | "optionalDependencies", Readonly<Record<string, string>>>>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-package-"));
  for (const name of [
    "bin",
    "docs",
    "src",
    "scripts",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.dist.json",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const { stdout } = await run("npm", ["pack", "--silent"], {
    cwd: folder,
    env: { ...process.env, npm_config_offline: "true" },
  });
  installed = join(folder, "unpacked");
  mkdirSync(installed);
  const tarball = stdout.trim().split("\n").at(-1) ?? "";
  await run("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
  manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function shrinkwrap(): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(join(installed, "npm-shrinkwrap.json"), "utf8")).packages;
}

test("the npm package pins the Node that it brings, and every other dependency, by version and hash", () => {
  const packages = shrinkwrap();
  const direct = { ...manifest.dependencies, ...manifest.optionalDependencies };
  assert.equal(Object.keys(direct).filter((name) => name.startsWith("node-")).length, 5);
  for (const [name, version] of Object.entries(direct))
    assert.equal(packages[`node_modules/${name}`]?.version, version, name);
  for (const [path, { integrity }] of Object.entries(packages).filter(([path]) => path !== ""))
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, path);
});

test("the npm package names no place that something was downloaded from, and nothing that only development needs", () => {
  const text = readFileSync(join(installed, "npm-shrinkwrap.json"), "utf8");
  assert.doesNotMatch(text, /"resolved"|devDependencies|"dev":/);
  assert.deepEqual(
    Object.keys(shrinkwrap()).filter((path) => /typescript|playwright|biome|chromium/.test(path)),
    [],
  );
});

test("packing leaves no npm-shrinkwrap.json behind, which would win over package-lock.json", () => {
  assert.ok(!existsSync(join(folder, "npm-shrinkwrap.json")));
});

test("the npm package has the program and no source, and it starts", async () => {
  assert.ok(!existsSync(join(installed, "src")));
  symlinkSync(join(root, "node_modules"), join(installed, "node_modules"), "junction");
  const { stdout } = await run(process.execPath, [join(installed, "bin", "latchkey.js"), "version"]);
  assert.match(stdout, /^latchkey \d+\.\d+\.\d+ /);
});
