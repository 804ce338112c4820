import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const pgadmin: Trial = {
  name: "pgadmin",
  version: "9.18",
  install: () => pythonPackages("pgadmin", ["pgadmin4==9.18"]),
  async prove(stage, step, programs) {
    const settings = (await stage.register()).settings.join("\n");
    const page = await stage.newPage();
    {
      await using _ = await start(stage, programs, settings);
      await step("signs in", async () => {
        await page.goto(stage.host);
        await page.getByRole("button", { name: /Latchkey/ }).click();
        await stage.signIn(page);
      });
      await step("the person", async () => {
        await page.getByText("ada@example.org").first().waitFor();
      });
      await step("signs out, here and there", async () => {
        await page.goto(`${stage.host}/oauth2/logout`);
        await page.getByRole("button", { name: /Latchkey/ }).click();
        await stage.asksWhoIsThere(page);
      });
    }
    await step("trap: without PKCE", async () => {
      const without = settings.replace(/^.*OAUTH2_CHALLENGE_METHOD.*$/m, "");
      await using wrong = await start(stage, programs, without);
      await page.goto(stage.host);
      await page.getByRole("button", { name: /Latchkey/ }).click();
      await wrong.prints(stage.trap("code_challenge"));
    });
  },
};

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const own = `
SERVER_MODE = True
DEFAULT_SERVER = "127.0.0.1"
DEFAULT_SERVER_PORT = ${stage.port}
DATA_DIR = "${stage.folder}/data"
UPGRADE_CHECK_ENABLED = False
`;
  await writeFile(join(stage.folder, "config_local.py"), `${settings}\n${own}`);
  return Program.start({
    command: [join(programs, "pgadmin4")],
    cwd: stage.folder,
    environment: {
      PYTHONPATH: stage.folder,
      PGADMIN_SETUP_EMAIL: "admin@example.org",
      PGADMIN_SETUP_PASSWORD: "seven quiet rivers run north",
    },
    ready: `${stage.host}/login`,
  });
}
