import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { freePort } from "../../support/free-port.ts";
import { replacingGoProgram } from "../apps/support/packages.ts";
import { Program } from "../apps/support/program.ts";
import { runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const version = "1.3.1";
const password = "seven quiet rivers run north";

// biome-ignore lint/suspicious/noExplicitAny: the members differ from call to call, and each is checked where it is read.
type Answer = any;

export const kratos: Trial = {
  name: "kratos",
  format: "kratos",
  version,
  install: () =>
    replacingGoProgram("kratos", {
      wanted: `github.com/ory/kratos@v${version}`,
      // As its own go.mod has them.
      replaced: [
        "github.com/gobuffalo/pop/v6 => github.com/ory/pop/v6 v6.2.0",
        "github.com/gorilla/sessions => github.com/ory/sessions v1.2.2-0.20220110165800-b09c17334dc2",
        "github.com/mattn/go-sqlite3 => github.com/mattn/go-sqlite3 v1.14.22",
      ],
      tags: "sqlite,json1",
    }),
  async prove(stage, step, folder) {
    const program = join(folder, "kratos");
    const [publicPort, adminPort] = [await freePort(), await freePort()];
    const settings = join(stage.folder, "kratos.yml");
    await writeFile(join(stage.folder, "identity.json"), JSON.stringify(schema));
    await writeFile(settings, settingsOf(stage.folder, publicPort, adminPort));
    await runTool([program, "migrate", "sql", "-e", "--yes", "-c", settings], {
      environment: { DSN: dsnOf(stage.folder) },
    });
    const shown = `http://127.0.0.1:${publicPort}`;
    const admin = `http://127.0.0.1:${adminPort}/admin/identities`;
    let file = "";
    let secret = "";
    const subjects: Record<string, string> = {};
    {
      await using _ = await Program.start({
        command: [program, "serve", "--dev", "-c", settings],
        cwd: stage.folder,
        ready: `${shown}/health/ready`,
      });
      await step("people register, and one sets an app up", async () => {
        for (const name of ["ada", "bob", "carol"]) {
          const { identity, session_token: token } = await register(shown, name);
          subjects[name] = identity.id;
          if (name === "carol") secret = await setUpApp(shown, token);
        }
        const change = [{ op: "replace", path: "/state", value: "inactive" }];
        await call("PATCH", `${admin}/${subjects.bob}`, change);
      });
      const credentials = ["password", "totp", "oidc"].map((kind) => `include_credential=${kind}`);
      file = JSON.stringify(await call("GET", `${admin}?page_size=1000&${credentials.join("&")}`));
    }
    const destination = await stage.destination();
    await step("the identities are imported", async () => {
      const { counts, said, report } = await destination.importPeople(file);
      assert.match(said, /as the identities of Ory Kratos/);
      assert.deepEqual([counts.created, report], [3, {}]);
    });
    await step("old passwords, app, claims and sub", async () => {
      const ada = { username: "ada@example.org", password };
      const claims = await destination.signIn(ada);
      assert.deepEqual([claims.sub, claims.given_name], [subjects.ada, "Ada"]);
      await destination.refuses({ ...ada, password: `${password}!` });
      await destination.refuses({ ...ada, username: "bob@example.org" });
      const carol = { ...ada, username: "carol@example.org", code: () => codeOf(secret) };
      assert.equal((await destination.signIn(carol)).sub, subjects.carol);
    });
  },
};

async function register(shown: string, name: string): Promise<Answer> {
  const flow = await call("GET", `${shown}/self-service/registration/api`);
  const traits = { email: `${name}@example.org`, name: { first: "Ada", last: "Lovelace" } };
  return call("POST", flow.ui.action, { method: "password", password, traits });
}

async function setUpApp(shown: string, token: string): Promise<string> {
  const flow = await call("GET", `${shown}/self-service/settings/api`, undefined, token);
  const nodes: readonly Answer[] = flow.ui.nodes;
  const secret = nodes.find(({ attributes }) => attributes.id === "totp_secret_key").attributes.text.text;
  await call("POST", flow.ui.action, { method: "totp", totp_code: codeOf(secret) }, token);
  return secret;
}

function codeOf(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret) });
}

async function call(method: string, url: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token !== undefined && { "x-session-token": token }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const dsnOf = (folder: string) => `sqlite://${join(folder, "db.sqlite")}?_fk=true`;

const settingsOf = (folder: string, publicPort: number, adminPort: number) => `
dsn: ${dsnOf(folder)}
serve:
  public: { host: 127.0.0.1, port: ${publicPort}, base_url: "http://127.0.0.1:${publicPort}/" }
  admin: { host: 127.0.0.1, port: ${adminPort} }
selfservice:
  default_browser_return_url: http://127.0.0.1:${publicPort}/
  methods:
    password: { enabled: true, config: { haveibeenpwned_enabled: false } }
    totp: { enabled: true, config: { issuer: Kratos } }
  flows:
    registration: { after: { password: { hooks: [{ hook: session }] } } }
identity:
  default_schema_id: default
  schemas: [{ id: default, url: "file://${join(folder, "identity.json")}" }]
secrets:
  cookie: [not-a-secret-not-a-secret]
  cipher: [not-a-secret-of-thirty-two-bytes]
courier: { smtp: { connection_uri: "smtp://127.0.0.1:1/" } }
`;

/** The preset "email and password" of Ory. */
const schema = {
  $id: "https://schemas.ory.sh/presets/kratos/identity.email.schema.json",
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Person",
  type: "object",
  properties: {
    traits: {
      type: "object",
      properties: {
        email: {
          type: "string",
          format: "email",
          "ory.sh/kratos": {
            credentials: { password: { identifier: true }, totp: { account_name: true } },
            verification: { via: "email" },
            recovery: { via: "email" },
          },
        },
        name: {
          type: "object",
          properties: { first: { type: "string" }, last: { type: "string" } },
        },
      },
      required: ["email"],
      additionalProperties: false,
    },
  },
};
