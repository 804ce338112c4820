import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const octoprint: Trial = {
  name: "octoprint",
  version: "1.11.8",
  install: () => pythonPackages("octoprint", ["octoprint==1.11.8"]),
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
        await page.locator("#navbar_login", { hasText: "ada" }).waitFor();
      });
      await step("groups", async () => {
        const { name, groups } = await currentUser(page);
        assert.equal(name, "ada");
        assert.deepEqual(groups.toSorted(), ["admins", "users"]);
      });
      await step("signs out", async () => {
        await stage.signOutAtProxy(page);
      });
    }
    await step("trap: nobody may be added", async () => {
      const without = settings.join("\n").replace("addRemoteUsers: true", "addRemoteUsers: false");
      await using _ = await start(stage, programs, without);
      const other = await stage.newPage();
      await other.goto(stage.host);
      await stage.signIn(other, "kim");
      await other.locator("input[type=password]").first().waitFor();
      stage.trap("its own form for a password after the one of Latchkey");
    });
    await step("trap: a group that the mapping does not name", async () => {
      await using _ = await start(stage, programs, settings.join("\n").replace(/^ *staff: users$/m, ""));
      const other = await stage.newPage();
      await other.goto(stage.host);
      await stage.signIn(other);
      await other.locator("#navbar_login", { hasText: "ada" }).waitFor();
      assert.deepEqual((await currentUser(other)).groups, ["admins"]);
      stage.trap("somebody lacks a right that her group should give");
    });
  },
};

function currentUser(page: Page): Promise<{ readonly name: string; readonly groups: readonly string[] }> {
  return page.evaluate(async () => (await fetch("/api/currentuser")).json());
}

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const own = `server:\n  firstRun: false\n  onlineCheck:\n    enabled: false\nplugins:\n  tracking:\n    enabled: false\n  softwareupdate:\n    pluginmanager: {}\n`;
  await writeFile(join(stage.folder, "config.yaml"), `${own}${settings}\n`);
  const words = ["--basedir", stage.folder, "--host", "127.0.0.1", "--port", String(stage.port)];
  return Program.start({
    command: [join(programs, "octoprint"), "serve", "--iknowwhatimdoing", ...words],
    cwd: stage.folder,
    ready: `${stage.address}/robots.txt`,
  });
}
