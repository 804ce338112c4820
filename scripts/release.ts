import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sbomOf } from "./sbom.ts";
import { wordsOf } from "./usage.ts";

/**
 * Makes a release out of a clean checkout: `npm run release -- 0.2.0`. It writes the version and the date into package.json, the lock and
 * CHANGELOG.md, commits and tags that, and puts the package, the list of everything in it (SBOM, CycloneDX) and their SHA-256 into
 * release/. Nothing leaves the machine: the last lines say how to publish. Run .ci/run before.
 */
const root = resolve(import.meta.dirname, "..");
const [version = ""] = wordsOf("npm run release -- VERSION", 1);
const date = new Date().toISOString().slice(0, 10);

try {
  const problem = whyNot();
  if (problem !== undefined) throw new Error(problem);
  const tag = `v${version}`;
  npm("version", version, "--no-git-tag-version", "--allow-same-version");
  writeFileSync(join(root, "CHANGELOG.md"), datedChangelog());
  git("commit", "-qam", `release: version ${version}`);
  git("tag", "-a", tag, "-m", `Version ${version}`);
  for (const line of pack(tag)) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function whyNot(): string | undefined {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return "Name the version, such as: npm run release -- 0.2.0";
  if (git("status", "--porcelain") !== "") return "The checkout has changes. Commit them, or take them back.";
  if (git("tag", "--list", `v${version}`) !== "") return `There is a tag v${version} already.`;
  const { version: last } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (orderOf(version) < orderOf(last)) return `The version ${version} is older than ${last}.`;
  const [, unreleased = ""] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog()) ?? [];
  if (unreleased.trim() === "")
    return "CHANGELOG.md says nothing under [Unreleased], so there is nothing to release.";
  return undefined;
}

function orderOf(text: string): number {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return (major * 1_000 + minor) * 1_000 + patch;
}

function changelog(): string {
  return readFileSync(join(root, "CHANGELOG.md"), "utf8");
}

function datedChangelog(): string {
  return changelog().replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${date}\n`);
}

/** Returns what to do next. */
function pack(tag: string): readonly string[] {
  const folder = join(root, "release", version);
  if (existsSync(folder)) throw new Error(`There is a folder ${folder} already.`);
  mkdirSync(folder, { recursive: true });
  npm("pack", "--silent", "--pack-destination", folder);
  const list = sbomOf(join(root, "package-lock.json"), version);
  writeFileSync(join(folder, `latchkey-${version}.cdx.json`), `${JSON.stringify(list, undefined, 2)}\n`);
  const sums = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return [
    `release/${version} has the package, its SBOM and SHA256SUMS.`,
    `Publish:  git push origin main ${tag} && npm publish release/${version}/latchkey-${version}.tgz`,
    `Undo:     git tag -d ${tag} && git reset --hard HEAD~1 && rm -r release/${version}`,
  ];
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}

function npm(...words: readonly string[]): string {
  return execFileSync("npm", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
