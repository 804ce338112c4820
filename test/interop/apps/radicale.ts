import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const radicale: Trial = {
  name: "radicale",
  version: "3.9.0",
  install: () => pythonPackages("radicale", ["radicale==3.9.0"]),
  async prove(stage, step, programs) {
    const { settings } = await stage.protect("nginx");
    const page = await stage.newPage();
    {
      await using _ = await start(stage, programs, settings.join("\n"));
      await step("signs in", async () => {
        await page.goto(stage.host);
        await stage.signIn(page);
      });
      await step("the person", async () => {
        await page.getByText("ada's Collections").waitFor();
        assert.equal(await principal(page), "/ada/");
      });
      await step("signs out", async () => {
        await stage.signOutAtProxy(page);
      });
    }
    const trap = stage.trap("its own form for a password after the one of Latchkey");
    for (const [given, wrong] of [
      ["prefer_browser_login = True", "prefer_browser_login = False"],
      ["http_remote_user", "http_x_remote_user"],
    ] as const)
      await step(`trap: ${trap}, with ${wrong}`, async () => {
        await using _ = await start(stage, programs, settings.join("\n").replace(given, wrong));
        const other = await stage.newPage();
        await other.goto(stage.host);
        await stage.signIn(other);
        await other.locator("#loginscene input[type=password]").waitFor();
      });
  },
};

/** Whose calendars they are, as every CalDAV client asks; undefined for nobody's. */
function principal(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const body = `<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>`;
    const answer = await fetch("/", { method: "PROPFIND", headers: { depth: "0" }, body });
    return /current-user-principal>\s*<href>([^<]+)</.exec(await answer.text())?.[1];
  });
}

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const file = join(stage.folder, "config");
  const own = `[server]\nhosts = 127.0.0.1:${stage.port}\n[storage]\nfilesystem_folder = ${stage.folder}/collections\n`;
  await writeFile(file, `${own}${settings}\n`);
  return Program.start({
    command: [join(programs, "radicale"), "--config", file],
    cwd: stage.folder,
    ready: `${stage.address}/.web/`,
  });
}
