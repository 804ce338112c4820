import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as runner from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

const run = promisify(execFile);
/** The package does not export its package.json, so it is read as the file it is. */
const chromiumPackage: { version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")), "utf8"),
);

const libraries = fileURLToPath(new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium")));

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

const hasOwnChromium = `${process.platform}-${process.arch}` === "linux-x64";

/** Why tests with a browser are skipped; false where there is one. The Chromium of the npm package is for Linux on x64. */
export const withoutBrowser: string | false = hasOwnChromium ? false : await findNoChrome();

/** `node:test` for files that need a browser: where there is none, each test is skipped by its name, and hooks prepare nothing for it. */
export const { after, before, test }: Pick<typeof runner, "after" | "before" | "test"> =
  withoutBrowser === false
    ? runner
    : { after: () => {}, before: () => {}, test: Object.assign(skip, runner.test) };

/**
 * Starts a real browser with a fresh profile: the Chromium of the npm package, else the Chrome that is installed. One per test file;
 * close it after the tests.
 */
export async function launchBrowser(moreArguments: readonly string[] = []): Promise<Browser> {
  const args = [...chromiumArguments, ...moreArguments];
  if (!hasOwnChromium) return chromium.launch({ channel: "chrome", args });
  const folder = await unpackedChromium();
  const executablePath = path.join(folder, "chromium");
  const env = {
    ...process.env,
    ...fontsOf(folder),
    ...(await librariesOf(folder, executablePath)),
    HOME: folder,
  };
  return chromium.launch({ executablePath, args, env });
}

/** Only Playwright knows where Chrome is installed. A Chrome that is there and does not start is no reason to skip anything. */
async function findNoChrome(): Promise<string | false> {
  try {
    await (await launchBrowser()).close();
  } catch (error) {
    const isNowhere =
      error instanceof Error && /distribution 'chrome' is not (found|supported)/.test(error.message);
    if (!isNowhere) throw error;
    return `Chrome is missing, and there is no Chromium for ${process.platform} on ${process.arch}`;
  }
  return false;
}

function skip(name?: unknown): Promise<void> {
  return runner.test(String(name), { skip: withoutBrowser });
}

/** A bare system lacks libraries that Chromium links; the package has them, and the system's own go first. */
async function librariesOf(folder: string, executablePath: string): Promise<Record<string, string>> {
  if (!(await lacksLibraries(executablePath, {}))) return {};
  const own = { LD_LIBRARY_PATH: path.join(folder, "al2023/lib") };
  const missing = await lacksLibraries(executablePath, own);
  if (missing !== undefined) throw new Error(`The browser of the tests needs ${missing}.`);
  return own;
}

/** The names of what the loader does not find; undefined where it finds everything. */
async function lacksLibraries(
  executablePath: string,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { stdout } = await run("ldd", [executablePath], { env: { ...process.env, ...variables } });
  const missing = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
  return missing.length === 0 ? undefined : missing.join(", ");
}

/** A bare container has no fonts; the package brings one family, and a configuration that looks for it elsewhere. */
function fontsOf(folder: string): Record<string, string> {
  return existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_FILE: path.join(folder, "fonts.conf") };
}

/**
 * Unpacks once per user of the machine: no user may read what another one unpacked. Test files start at the same moment, so each
 * unpacks into a folder of its own, in a process of its own (the package looks at TMPDIR only), and the first rename wins.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = chromiumPackage;
  const folder = path.join(tmpdir(), `latchkey-chromium-${version}-and-libraries-${process.getuid?.()}`);
  if (existsSync(folder)) return folder;
  const own = await mkdtemp(`${folder}-`);
  const program = `
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    await Promise.all([chromium.executablePath(), inflate(process.argv[1])]);`;
  await run(process.execPath, ["--input-type=module", "--eval", program, libraries], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: own },
  });
  const fonts = `<dir>${path.join(folder, "fonts")}</dir><cachedir>${path.join(folder, "fonts-cache")}</cachedir>`;
  await writeFile(path.join(own, "fonts.conf"), `<fontconfig>${fonts}</fontconfig>`);
  try {
    await rename(own, folder);
  } catch (cause) {
    await rm(own, { recursive: true });
    if (!existsSync(folder)) throw new Error(`Chromium could not be unpacked into ${folder}.`, { cause });
  }
  return folder;
}
