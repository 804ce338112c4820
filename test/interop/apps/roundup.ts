import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const roundup: Trial = {
  name: "roundup",
  version: "2.6.0",
  install: () => pythonPackages("roundup", ["roundup==2.6.0"]),
  async prove(stage, step, programs) {
    const { settings } = await stage.protect("nginx");
    const [ofTracker = "", ofServer = ""] = settings;
    await prepare(stage, programs, ofTracker);
    const page = await stage.newPage();
    await using _ = await start(stage, programs, ofServer);
    await step("signs in", async () => {
      await page.goto(`${stage.host}/issues/`);
      await stage.signIn(page);
    });
    await step("the person", async () => {
      await page.getByText("Hello, ada").waitFor();
    });
    await step("signs out", async () => {
      await stage.signOutAtProxy(page);
    });
    await step("trap: somebody who has no account", async () => {
      const other = await stage.newPage();
      await other.goto(`${stage.host}/issues/`);
      await stage.signIn(other, "kim");
      await other.locator("input[name=__login_password]").waitFor();
      stage.trap("its own form for a password after the one of Latchkey");
    });
  },
};

/** A tracker with one account, and with the settings of the guide in its file. */
async function prepare(stage: Stage, programs: string, settings: string): Promise<void> {
  const admin = (...words: readonly string[]) =>
    Program.printsBeforeItEnds({
      command: [join(programs, "roundup-admin"), "-i", join(stage.folder, "tracker"), ...words],
      cwd: stage.folder,
    });
  await admin("install", "minimal", "sqlite");
  const file = join(stage.folder, "tracker/config.ini");
  const [, line = ""] = settings.split("\n");
  const [name = ""] = line.split(" ");
  const text = (await readFile(file, "utf8"))
    .replace(new RegExp(`^#? ?${name} =.*$`, "m"), line)
    .replace(/^#? ?(web|domain|email) = ?(?:NO DEFAULT.*)?$/gm, (_, key: string) =>
      key === "web" ? `web = ${stage.host}/issues/` : `${key} = example.org`,
    );
  await writeFile(file, text);
  await admin("initialise", "seven quiet rivers run north");
  await admin("create", "user", "username=ada", "roles=User", "address=ada@example.org");
}

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const file = join(stage.folder, "server.ini");
  // The server refuses to run as root, and becomes somebody else if it is told to.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? "user = nobody\n" : "";
  if (isRoot) execFileSync("chown", ["-R", "nobody", stage.folder]);
  const own = `${user}host = 127.0.0.1\nport = ${stage.port}\n[trackers]\nissues = ${stage.folder}/tracker\n`;
  await writeFile(file, `${settings}\n${own}`);
  return Program.start({
    command: [join(programs, "roundup-server"), "-C", file],
    cwd: stage.folder,
    ready: `${stage.address}/issues/`,
  });
}
