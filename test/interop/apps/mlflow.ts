import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import { environmentIn, type Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const mlflow: Trial = {
  name: "mlflow",
  version: "3.17.2, with mlflow-oidc-auth 11.0.2",
  install: () => pythonPackages("mlflow", ["mlflow==3.17.2", "mlflow-oidc-auth==11.0.2"], "python3.13"),
  async prove(stage, step, programs) {
    const { settings } = await stage.register();
    const environment = environmentIn(settings.join("\n"));
    const page = await stage.newPage();
    await using _ = await start(stage, programs, environment);
    await step("signs in", async () => {
      await page.goto(`${stage.host}/login`);
      await stage.signIn(page);
    });
    await step("the person and groups", async () => {
      const { username, display_name: name, groups, is_admin: isAdmin } = await currentUser(page);
      assert.deepEqual([username, name, isAdmin], ["ada@example.org", "Ada Lovelace", true]);
      assert.deepEqual(groups.map(({ group_name: group }) => group).toSorted(), ["admins", "staff"]);
    });
    await step("signs out, here and there", async () => {
      await page.goto(`${stage.host}/logout`);
      await page.waitForURL(`${stage.host}/oidc/ui/auth**`);
      await page.goto(`${stage.host}/login`);
      await stage.asksWhoIsThere(page);
    });
    await step("trap: somebody in no group that is allowed", async () => {
      const other = await stage.newPage();
      await other.goto(`${stage.host}/login`);
      await stage.signIn(other, "kim");
      await other.getByText(stage.trap("User is not allowed to login")).first().waitFor();
    });
  },
};

/** Whom it sees. */
interface User {
  readonly username: string;
  readonly display_name: string;
  readonly is_admin: boolean;
  readonly groups: readonly { readonly group_name: string }[];
}

function currentUser(page: Page): Promise<User> {
  return page.evaluate(async () => (await fetch("/api/2.0/mlflow/users/current")).json());
}

function start(
  stage: Stage,
  programs: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  const words = [
    "--app-name",
    "oidc-auth",
    "--host",
    "127.0.0.1",
    "--port",
    String(stage.port),
    "--workers",
    "1",
  ];
  return Program.start({
    command: [join(programs, "mlflow"), "server", ...words],
    cwd: stage.folder,
    environment: { ...environment, PATH: `${programs}:${process.env.PATH}` },
    ready: `${stage.address}/health`,
  });
}
