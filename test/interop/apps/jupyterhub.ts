import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import { npmPackages, pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const jupyterhub: Trial = {
  name: "jupyterhub",
  version: "6.1.1, with oauthenticator 17.4.0",
  async install() {
    await installProxy();
    return pythonPackages("jupyterhub", ["jupyterhub==6.1.1", "oauthenticator==17.4.0"]);
  },
  async prove(stage, step, programs) {
    const proxy = await installProxy();
    const { settings } = await stage.register();
    await using _ = await start(stage, { programs, proxy }, settings.join("\n"));
    const page = await stage.newPage();
    await step("signs in", async () => {
      await page.goto(`${stage.host}/hub/home`);
      await page.getByText("Sign in with Latchkey").click();
      await stage.signIn(page);
    });
    await step("the person", async () => {
      await page.goto(`${stage.host}/hub/home`);
      await page.getByText("ada", { exact: true }).first().waitFor();
    });
    await step("groups", async () => {
      const answer = await page.goto(`${stage.host}/hub/admin`);
      assert.equal(answer?.status(), 200);
      const user = await page.evaluate(async () => {
        const xsrf = /_xsrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
        return (await fetch("/hub/api/user", { headers: { "X-XSRFToken": xsrf } })).json();
      });
      assert.deepEqual(user.groups.toSorted(), ["admins", "staff"]);
      assert.equal(user.admin, true);
    });
    await step("signs out", async () => {
      await page.goto(`${stage.host}/hub/logout`);
      await page.getByText("Sign in with Latchkey").waitFor();
    });
    await step("trap: somebody in no group that is allowed", async () => {
      const other = await stage.newPage();
      await other.goto(`${stage.host}/hub/login`);
      await other.getByText("Sign in with Latchkey").click();
      await stage.signIn(other, "kim");
      await other
        .getByText(stage.trap("403 : Sorry, you are not currently authorized to use this hub."))
        .waitFor();
    });
  },
};

function installProxy(): Promise<string> {
  return npmPackages("jupyterhub-proxy", ["configurable-http-proxy@5.3.0"]);
}

async function start(
  stage: Stage,
  { programs, proxy }: { readonly programs: string; readonly proxy: string },
  settings: string,
): Promise<Program> {
  const file = join(stage.folder, "jupyterhub_config.py");
  const [hub, api] = [await freePort(), await freePort()];
  const own = `
c.JupyterHub.bind_url = "${stage.host}"
c.JupyterHub.hub_port = ${hub}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${api}"
c.ConfigurableHTTPProxy.command = ${JSON.stringify([process.execPath, join(proxy, "configurable-http-proxy/bin/configurable-http-proxy")])}
c.JupyterHub.spawner_class = "simple"
`;
  await writeFile(file, `${settings}\n${own}`);
  return Program.start({
    command: [join(programs, "jupyterhub"), "--config", file],
    cwd: stage.folder,
    environment: { JUPYTERHUB_CRYPT_KEY: randomBytes(32).toString("hex") },
    ready: `${stage.host}/hub/health`,
  });
}
