import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const airflow: Trial = {
  name: "airflow",
  version: "3.3.2, with its FAB provider 3.10.2",
  install: () =>
    pythonPackages("airflow", ["apache-airflow==3.3.2", "apache-airflow-providers-fab==3.10.2", "authlib"]),
  async prove(stage, step, programs) {
    await using _ = await start(stage, programs, (await stage.register()).settings.join("\n"));
    const page = await stage.newPage();
    await step("signs in", async () => {
      await toSignIn(stage, page);
      await stage.signIn(page);
    });
    await step("the person and groups", async () => {
      await page.goto(`${stage.host}/auth/users/userinfo/`);
      for (const words of ["ada", "Ada Lovelace", "ada@example.org", "Admin"])
        await page.getByText(words).first().waitFor();
    });
    await step("signs out", async () => {
      await page.goto(`${stage.host}/auth/logout/`);
      await page.goto(`${stage.host}/auth/users/userinfo/`);
      assert.match(page.url(), /\/auth\/login/);
    });
    await step("trap: somebody in no group that has a role", async () => {
      const other = await stage.newPage();
      await toSignIn(stage, other);
      await stage.signIn(other, "kim");
      await other.goto(`${stage.host}/auth/users/userinfo/`);
      await other.getByText(stage.trap("Viewer")).first().waitFor();
    });
  },
};

async function toSignIn(stage: Stage, page: Page): Promise<void> {
  await page.goto(`${stage.host}/auth/login/`);
  await page
    .getByText(/latchkey/i)
    .first()
    .click();
}

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  await writeFile(join(stage.folder, "webserver_config.py"), settings);
  const environment = {
    AIRFLOW_HOME: stage.folder,
    AIRFLOW__CORE__AUTH_MANAGER: "airflow.providers.fab.auth_manager.fab_auth_manager.FabAuthManager",
    AIRFLOW__CORE__LOAD_EXAMPLES: "False",
    AIRFLOW__API__BASE_URL: stage.host,
    AIRFLOW__API__WORKERS: "1",
    PATH: `${programs}:${process.env.PATH}`,
  };
  const command = join(programs, "airflow");
  await Program.printsBeforeItEnds({ command: [command, "db", "migrate"], cwd: stage.folder, environment });
  return Program.start({
    command: [command, "api-server", "--host", "127.0.0.1", "--port", String(stage.port)],
    cwd: stage.folder,
    environment,
    ready: `${stage.host}/auth/login/`,
  });
}
