import { join } from "node:path";
import { startPostgres } from "../../support/postgres.ts";
import { goProgram } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import { environmentIn, type Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const miniflux: Trial = {
  name: "miniflux",
  version: "2.3.5",
  install: () => goProgram("miniflux", "miniflux.app/v2@v2.3.5"),
  async prove(stage, step, folder) {
    const postgres = await startPostgres();
    try {
      const database = await postgres.newSchema();
      const { settings } = await stage.register();
      const environment = {
        ...environmentIn(settings.join("\n")),
        DATABASE_URL: `${database}&sslmode=disable`,
        LISTEN_ADDR: `127.0.0.1:${stage.port}`,
        RUN_MIGRATIONS: "1",
        DISABLE_SCHEDULER_SERVICE: "1",
      };
      const page = await stage.newPage();
      {
        await using _ = await start(stage, folder, environment);
        await step("signs in", async () => {
          await page.goto(stage.host);
          await page.locator('a[href*="oauth2/oidc/redirect"]').click();
          await stage.signIn(page);
        });
        await step("the person", async () => {
          await page.goto(`${stage.host}/settings`);
          await page.getByRole("link", { name: "Authentication" }).click();
          await page.locator('input[name="username"][value="ada"]').waitFor();
        });
        await step("signs out", async () => {
          await page.locator('a[href*="logout"], form[action*="logout"] button').first().click();
          await page.locator('a[href*="oauth2/oidc/redirect"]').waitFor();
        });
      }
      await step("trap: the discovery document instead of the base URL", async () => {
        await using wrong = await start(stage, folder, {
          ...environment,
          OAUTH2_OIDC_DISCOVERY_ENDPOINT: `${stage.service.url}/.well-known/openid-configuration`,
        });
        await page.goto(`${stage.host}/oauth2/oidc/redirect`);
        await wrong.prints(stage.trap("/.well-known/openid-configuration"));
      });
    } finally {
      await postgres.remove();
    }
  },
};

function start(
  stage: Stage,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  return Program.start({
    command: [join(folder, "miniflux.app")],
    cwd: stage.folder,
    environment,
    ready: stage.host,
  });
}
