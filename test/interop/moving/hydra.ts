import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endpointNames, oldPaths } from "../../../src/protocol/old-product/paths.ts";
import { freePort } from "../../support/free-port.ts";
import { replacingGoProgram } from "../apps/support/packages.ts";
import { Program } from "../apps/support/program.ts";
import { runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const version = "2.3.0";
/** Releases after this one have it. */
const laterEndpoint = "deviceAuthorization";
const ada = { username: "ada", password: "seven quiet rivers run north" };
const redirectUris = ["http://127.0.0.1:9/cb"];

/** It has no people; its clients move, and the addresses of its endpoints can be kept. */
export const hydra: Trial = {
  name: "hydra",
  format: undefined,
  version,
  install: () =>
    replacingGoProgram("hydra", {
      wanted: `github.com/ory/hydra/v2@v${version}`,
      // As its own go.mod has it.
      replaced: ["github.com/gobuffalo/pop/v6 => github.com/ory/pop/v6 v6.2.1-0.20241121111754-e5dfc0f3344b"],
      tags: "sqlite,json1",
    }),
  async prove(stage, step, folder) {
    const program = join(folder, "hydra");
    const [port, adminPort] = [await freePort(), await freePort()];
    const issuer = `http://localhost:${port}`;
    const settings = join(stage.folder, "hydra.yml");
    await writeFile(settings, settingsOf(stage.folder, issuer, port, adminPort));
    await runTool([program, "migrate", "sql", "up", "-e", "--yes", "-c", settings], {
      environment: { DSN: dsnOf(stage.folder) },
    });
    let metadata: Record<string, unknown> = {};
    let file = "";
    {
      await using _ = await Program.start({
        command: [program, "serve", "all", "--dev", "-c", settings],
        cwd: stage.folder,
        ready: `${issuer}/health/ready`,
      });
      const admin = `http://127.0.0.1:${adminPort}/admin/clients`;
      for (const client of clients) {
        const made = await fetch(admin, { method: "POST", body: JSON.stringify(client) });
        assert.equal(made.status, 201, await made.text());
      }
      file = await (await fetch(admin)).text();
      metadata = (await (
        await fetch(`${issuer}/.well-known/openid-configuration`)
      ).json()) as typeof metadata;
    }
    await step("its endpoints are those of the table", async () => {
      for (const [path, endpoint] of oldPaths.hydra.filter(([, name]) => name !== laterEndpoint))
        assert.equal(metadata[endpointNames[endpoint]], `${issuer}${path}`, endpointNames[endpoint]);
    });
    const destination = await stage.destination(
      { LATCHKEY_BASE_URL: issuer, LATCHKEY_OLD_PATHS: "hydra" },
      port,
    );
    await step("its clients are imported, and one signs a person in at the old addresses", async () => {
      const imported = await destination.importClients(file);
      assert.deepEqual([...imported].map(([id, { outcome }]) => [id, outcome]).sort(), [
        ["cron", "refused"],
        ["notes", "created"],
      ]);
      const { client_secret: clientSecret, notes } = imported.get("notes") ?? {};
      assert.deepEqual(notes, ['The member "audience" is left out.']);
      await destination.service.createUser(ada);
      const client = { clientId: "notes", clientSecret: String(clientSecret), redirectUris };
      const paths = { authorization: "/oauth2/auth", token: "/oauth2/token", keys: "/.well-known/jwks.json" };
      assert.equal((await destination.signInAt(client, ada, paths)).iss, issuer);
    });
  },
};

const clients = [
  {
    client_id: "notes",
    client_name: "Notes",
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid offline_access email",
    token_endpoint_auth_method: "client_secret_basic",
    post_logout_redirect_uris: ["http://127.0.0.1:9/bye"],
    audience: ["https://api.example"],
  },
  { client_id: "cron", grant_types: ["client_credentials"] },
];

const dsnOf = (folder: string) => `sqlite://${join(folder, "db.sqlite")}?_fk=true`;

const settingsOf = (folder: string, issuer: string, port: number, adminPort: number) => `
dsn: ${dsnOf(folder)}
serve:
  public: { host: 127.0.0.1, port: ${port} }
  admin: { host: 127.0.0.1, port: ${adminPort} }
urls:
  self: { issuer: "${issuer}" }
  login: http://127.0.0.1:9/login
  consent: http://127.0.0.1:9/consent
secrets: { system: [not-a-secret-not-a-secret] }
`;
