import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const place = join(import.meta.dirname, "../.packages");

/** A package or a program that this machine does not give: the application is skipped, with this text as the reason. */
export class NotHere extends Error {}

/** Packages of npm in a folder that git ignores, without what their install scripts would add; returns the folder of modules. */
export async function npmPackages(name: string, wanted: readonly string[]): Promise<string> {
  const folder = await installed(name, wanted, async (to) => {
    await writeFile(join(to, "package.json"), '{ "private": true }\n');
    const quietly = ["--no-audit", "--no-fund", "--loglevel", "error", "--ignore-scripts", "--prefix", to];
    await run("npm", ["install", ...quietly, ...wanted], { cwd: to });
  });
  return join(folder, "node_modules");
}

/** Packages of PyPI in an environment of their own, for an interpreter of this name; returns the folder of its programs. */
export async function pythonPackages(
  name: string,
  wanted: readonly string[],
  interpreter = "python3",
): Promise<string> {
  const folder = await installed(name, wanted, async (to) => {
    await run(interpreter, ["-m", "venv", "--clear", to]);
    const quietly = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"];
    await run(join(to, "bin/python"), ["-m", "pip", "install", ...quietly, ...wanted]);
  });
  return join(folder, "bin");
}

/** A program in Go, built from its module; returns the folder that it lies in. */
export function goProgram(name: string, wanted: string): Promise<string> {
  return installed(name, [wanted], async (to) => {
    await run("go", ["install", wanted], { env: { ...process.env, GOBIN: to, CGO_ENABLED: "0" } });
  });
}

/**
 * The same for a module that replaces others, which `go install` refuses: it is built from a module of its own with the replacements
 * that have a version. Needs a compiler for C.
 */
export function replacingGoProgram(
  name: string,
  {
    wanted,
    replaced,
    tags,
  }: { readonly wanted: string; readonly replaced: readonly string[]; readonly tags: string },
): Promise<string> {
  return installed(name, [wanted, ...replaced, tags], async (to) => {
    const lines = replaced.map((each) => `replace ${each}\n`);
    await writeFile(join(to, "go.mod"), `module trial\n\n${lines.join("")}`);
    const options = { cwd: to, env: { ...process.env, CGO_ENABLED: "1" } };
    await run("go", ["get", wanted], options);
    const [path = ""] = wanted.split("@");
    await run("go", ["build", "-tags", tags, "-o", name, path], options);
  });
}

/** An archive of Maven Central (`group:artifact:version:zip`), unpacked; returns the folder that it lies in. */
export function mavenArchive(name: string, wanted: string): Promise<string> {
  return installed(name, [wanted], async (to) => {
    const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack";
    await run("mvn", ["-q", "-B", goal, `-Dartifact=${wanted}`, `-DoutputDirectory=${to}`], { cwd: to });
  });
}

/** The files of a package of Debian, without installing it; returns the folder that they lie in. */
export function debianFiles(name: string): Promise<string> {
  return installed(`debian-${name}`, [name], async (to) => {
    await run("apt-get", ["download", "-qq", name], { cwd: to });
    await run("sh", ["-c", "dpkg -x ./*.deb ."], { cwd: to });
  });
}

/** A folder that is complete, with what is wanted now, stays for the next run. */
async function installed(
  name: string,
  wanted: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(place, name);
  const mark = join(folder, "complete");
  const words = `${wanted.join("\n")}\n`;
  if ((await readFile(mark, "utf8").catch(() => "")) === words) return folder;
  await mkdir(folder, { recursive: true });
  try {
    await install(folder);
  } catch (error) {
    throw new NotHere(`${wanted.join(", ")} could not be had: ${lastLine(error)}`, { cause: error });
  }
  await writeFile(mark, words);
  return folder;
}

function lastLine(error: unknown): string {
  const { stderr = "", message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr.trim() || message).split("\n").at(-1) ?? "";
}
