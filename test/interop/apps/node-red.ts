import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const nodeRed: Trial = {
  name: "node-red",
  version: "5.0.7, with passport-openidconnect 0.1.2",
  install: () => npmPackages("node-red", ["node-red@5.0.7", "passport-openidconnect@0.1.2"]),
  async prove(stage, step, modules) {
    const page = await stage.newPage();
    const editor = page.locator("#red-ui-header-button-user");
    {
      await using _ = await start(stage, modules, (await stage.register()).settings);
      await step("signs in", async () => {
        await page.goto(stage.host);
        await page.getByText("Sign in with Latchkey").click();
        await stage.signIn(page);
        await editor.waitFor();
      });
      await step("the person", async () => {
        await editor.click();
        await page.locator(".red-ui-menu-dropdown", { hasText: "ada" }).first().waitFor();
      });
      await step("signs out", async () => {
        await page.getByText("Logout").click();
        await page.getByText("Sign in with Latchkey").waitFor();
      });
      await step("trap: somebody who is not among the users", async () => {
        const other = await stage.newPage();
        await other.goto(stage.host);
        await other.getByText("Sign in with Latchkey").click();
        await stage.signIn(other, "kim");
        await other.getByText("Sign in with Latchkey").waitFor();
        await other.getByText(stage.trap("AuthenticationError: Unauthorized")).waitFor();
      });
    }
    await step("trap: a client that has to send PKCE", async () => {
      await using _ = await start(stage, modules, (await stage.register(["--strict"])).settings);
      await page.goto(stage.host);
      await page.getByText("Sign in with Latchkey").click();
      await page.getByText(stage.trap("code_challenge")).waitFor();
    });
  },
};

async function start(stage: Stage, modules: string, settings: readonly string[]): Promise<Program> {
  const userDir = join(stage.folder, "node-red");
  const file = join(stage.folder, "settings.js");
  // `require` finds the strategy in the folder of Node-RED, where the guide has it installed.
  const strategy = JSON.stringify(join(modules, "passport-openidconnect"));
  const pasted = settings.join("\n").replace('require("passport-openidconnect")', `require(${strategy})`);
  const own = `uiHost: "127.0.0.1", uiPort: ${stage.port}, telemetry: { enabled: false }, editorTheme: { tours: false },`;
  await writeFile(file, `module.exports = {\n${own}\n${pasted}\n};\n`);
  return Program.start({
    command: [process.execPath, join(modules, "node-red/red.js"), "--settings", file, "--userDir", userDir],
    cwd: stage.folder,
    ready: stage.host,
  });
}
