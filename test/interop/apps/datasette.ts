import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const datasette: Trial = {
  name: "datasette",
  version: "0.65.5, with datasette-auth-headers 0.1.0",
  install: () => pythonPackages("datasette", ["datasette==0.65.5", "datasette-auth-headers==0.1.0"]),
  async prove(stage, step, programs) {
    const { settings } = await stage.protect("caddy");
    const page = await stage.newPage();
    {
      await using _ = await start(stage, programs, settings.join("\n"));
      await step("signs in", async () => {
        await page.goto(stage.host);
        await stage.signIn(page);
      });
      await step("the person", async () => {
        await page.locator(".actor", { hasText: "ada" }).waitFor({ state: "attached" });
        const actor = await page.evaluate(async () => (await fetch("/-/actor.json")).json());
        assert.deepEqual(actor, { actor: { id: "ada" } });
      });
      await step("signs out", async () => {
        await stage.signOutAtProxy(page);
      });
    }
    await step("trap: a header that the proxy does not send", async () => {
      const other = settings.join("\n").replace("Remote-User", "X-Remote-User");
      await using _ = await start(stage, programs, other);
      await stage.signIn(page);
      await page.getByText(stage.trap("Forbidden")).first().waitFor();
    });
  },
};

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const file = join(stage.folder, "metadata.yaml");
  await writeFile(file, `${settings}\n`);
  return Program.start({
    command: [
      join(programs, "datasette"),
      "serve",
      "--memory",
      "--host",
      "127.0.0.1",
      "--port",
      String(stage.port),
      "--metadata",
      file,
    ],
    cwd: stage.folder,
    ready: `${stage.address}/-/static/app.css`,
  });
}
