import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

const run = promisify(execFile);
/** The package does not export its package.json, so it is read as the file it is. */
const chromiumPackage: { version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")), "utf8"),
);

/** The system libraries that the bundled Chromium links, and their Debian packages. */
const systemPackages = new Map([
  ["libnss3.so", "libnss3"],
  ["libnssutil3.so", "libnss3"],
  ["libsmime3.so", "libnss3"],
  ["libnspr4.so", "libnspr4"],
  ["libplc4.so", "libnspr4"],
  ["libplds4.so", "libnspr4"],
  ["libexpat.so.1", "libexpat1"],
]);

const chromiumArguments = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the real Chromium of the npm package with a fresh profile. One per test file; close it after the tests. */
export async function launchBrowser(moreArguments: readonly string[] = []): Promise<Browser> {
  const folder = await unpackedChromium();
  const executablePath = path.join(folder, "chromium");
  await requireSystemLibraries(executablePath);
  return chromium.launch({
    executablePath,
    args: [...chromiumArguments, ...moreArguments],
    env: { ...process.env, ...fontsOf(folder), HOME: folder },
  });
}

/** A bare container has no fonts; the package brings one family. */
function fontsOf(folder: string): Record<string, string> {
  return existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: path.join(folder, "fonts") };
}

/**
 * Unpacks once per machine. Test files start at the same moment, so each unpacks into a folder of its own, in a process
 * of its own (the package looks at TMPDIR only), and the first rename wins.
 */
async function unpackedChromium(): Promise<string> {
  const folder = path.join(tmpdir(), `latchkey-chromium-${chromiumPackage.version}`);
  if (existsSync(folder)) return folder;
  const own = await mkdtemp(`${folder}-`);
  const program = `await (await import("@sparticuz/chromium")).default.executablePath()`;
  await run(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: own },
  });
  try {
    await rename(own, folder);
  } catch (cause) {
    await rm(own, { recursive: true });
    if (!existsSync(folder)) throw new Error(`Chromium could not be unpacked into ${folder}.`, { cause });
  }
  return folder;
}

async function requireSystemLibraries(executablePath: string): Promise<void> {
  const { stdout } = await run("ldd", [executablePath]);
  const missing = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "");
  if (missing.length === 0) return;
  const packages = new Set(missing.map((library) => systemPackages.get(library) ?? library));
  throw new Error(
    `The browser tests need ${missing.join(", ")}. Install with: apt-get install -y ${[...packages].join(" ")}`,
  );
}
