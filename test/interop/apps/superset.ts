import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

const run = promisify(execFile);

export const superset: Trial = {
  name: "superset",
  version: "6.1.0",
  install: () =>
    pythonPackages("superset", [
      "apache-superset==6.1.0",
      "authlib",
      "rich",
      "cachetools",
      "flask-caching<2.4",
    ]),
  async prove(stage, step, programs) {
    await using _ = await start(stage, programs, (await stage.register()).settings.join("\n"));
    const page = await stage.newPage();
    await step("signs in", async () => {
      await toSignIn(stage, page);
      await stage.signIn(page);
    });
    await step("the person", async () => {
      const { result } = await readJson(page, "/api/v1/me/");
      assert.deepEqual(
        [result.username, result.first_name, result.email],
        ["ada", "Ada Lovelace", "ada@example.org"],
      );
    });
    await step("groups", async () => {
      const { result } = await readJson(page, "/api/v1/me/roles/");
      assert.deepEqual(Object.keys(result.roles).toSorted(), ["Admin", "Alpha", "Gamma", "Public"]);
    });
    await step("signs out", async () => {
      // Its sign-in page moves the browser once more when it has asked who is there, which can end this navigation.
      await page.goto(`${stage.host}/logout/`, { waitUntil: "commit" });
      await page.waitForURL(/\/login\//);
      await page.waitForLoadState("networkidle");
      assert.equal((await readJson(page, "/api/v1/me/")).result, undefined);
    });
    await step("trap: somebody in no group that has a role", async () => {
      const other = await stage.newPage();
      await toSignIn(stage, other);
      await stage.signIn(other, "kim");
      const words = stage.trap("An error occurred while fetching dashboard info: Forbidden");
      await other.getByText(words).first().waitFor();
    });
  },
};

async function toSignIn(stage: Stage, page: Page): Promise<void> {
  await page.goto(`${stage.host}/login/`);
  await page
    .getByText(/latchkey/i)
    .first()
    .click();
}

// biome-ignore lint/suspicious/noExplicitAny: each member is checked where it is read.
function readJson(page: Page, path: string): Promise<any> {
  return page.evaluate(async (address) => (await fetch(address)).json(), path);
}

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const file = join(stage.folder, "superset_config.py");
  const own = `
SECRET_KEY = "only for this test, and forty letters long"
SQLALCHEMY_DATABASE_URI = "sqlite:///${stage.folder}/superset.db"
`;
  await writeFile(file, `${settings}\n${own}`);
  const environment = { SUPERSET_CONFIG_PATH: file, SUPERSET_HOME: stage.folder, FLASK_APP: "superset" };
  const command = join(programs, "superset");
  for (const words of [["db", "upgrade"], ["init"]])
    await run(command, words, { cwd: stage.folder, env: { ...process.env, ...environment } });
  return Program.start({
    command: [command, "run", "--host", "127.0.0.1", "--port", String(stage.port)],
    cwd: stage.folder,
    environment,
    ready: `${stage.host}/health`,
  });
}
