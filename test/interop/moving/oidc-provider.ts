import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { endpointNames, oldPaths } from "../../../src/protocol/old-product/paths.ts";
import { freePort } from "../../support/free-port.ts";
import { npmPackages } from "../apps/support/packages.ts";
import { Program } from "../apps/support/program.ts";
import type { Trial } from "./support/trial.ts";

const version = "9.13.3";

/** It has no people of its own; the addresses of its endpoints are what can be kept. */
export const oidcProvider: Trial = {
  name: "oidc-provider",
  format: undefined,
  version,
  install: () => npmPackages("oidc-provider", [`oidc-provider@${version}`]),
  async prove(stage, step, modules) {
    const script = join(dirname(modules), "provider.mjs");
    await writeFile(script, provider);
    const port = await freePort();
    const issuer = `http://localhost:${port}`;
    const discovery = `${issuer}/.well-known/openid-configuration`;
    let metadata: Record<string, unknown> = {};
    {
      await using _ = await Program.start({
        command: [process.execPath, script, String(port)],
        cwd: stage.folder,
        ready: discovery,
      });
      metadata = (await (await fetch(discovery)).json()) as typeof metadata;
    }
    await step("its endpoints are those of the table", async () => {
      for (const [path, endpoint] of oldPaths["oidc-provider"])
        assert.equal(metadata[endpointNames[endpoint]], `${issuer}${path}`, endpointNames[endpoint]);
    });
    await step("they are answered here", async () => {
      await stage.destination({ LATCHKEY_BASE_URL: issuer, LATCHKEY_OLD_PATHS: "oidc-provider" }, port);
      for (const [path] of oldPaths["oidc-provider"])
        assert.notEqual((await fetch(`${issuer}${path}`, { redirect: "manual" })).status, 404, path);
    });
  },
};

const provider = `
import { Provider } from "oidc-provider";
const port = Number(process.argv[2]);
const features = Object.fromEntries(["introspection", "revocation", "deviceFlow", "pushedAuthorizationRequests"].map((name) => [name, { enabled: true }]));
new Provider("http://localhost:" + port, { features }).listen(port, "127.0.0.1");
`;
