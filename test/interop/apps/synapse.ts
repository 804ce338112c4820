import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

export const synapse: Trial = {
  name: "synapse",
  version: "1.163.2",
  install: () => pythonPackages("synapse", ["matrix-synapse[oidc]==1.163.2"]),
  async prove(stage, step, programs) {
    await using _ = await start(stage, programs, (await stage.register()).settings.join("\n"));
    const page = await stage.newPage();
    const client = new MatrixClient(stage.host);
    const redirect = `${stage.host}/_matrix/client/v3/login/sso/redirect/oidc-latchkey?redirectUrl=${stage.host}/back`;
    await step("signs in", async () => {
      await page.goto(redirect);
      await stage.signIn(page);
      const next = await page.getByRole("link", { name: "Continue" }).getAttribute("href");
      const token = new URL(next ?? "").searchParams.get("loginToken");
      await client.signIn({ type: "m.login.token", token });
    });
    await step("the person", async () => {
      assert.equal((await client.call("GET", "account/whoami")).user_id, "@ada:localhost");
      const profile = await client.call("GET", "profile/@ada:localhost");
      assert.equal(profile.displayname, "Ada Lovelace");
      const { threepids } = await client.call("GET", "account/3pid");
      assert.equal(threepids[0].address, "ada@example.org");
    });
    await step("signing out at the service ends the session there", async () => {
      await stage.signOutAtService(page);
      await client.isSignedOut();
    });
    await step("trap: somebody has an account already", async () => {
      await new MatrixClient(stage.host).call("POST", "register", {
        username: "kim",
        password: "nine slow clouds drift south",
        auth: { type: "m.login.dummy" },
      });
      await page.goto(redirect);
      await stage.signIn(page, "kim");
      await page.getByText(`${stage.trap("@kim1:")}localhost`).waitFor();
    });
  },
};

async function start(stage: Stage, programs: string, settings: string): Promise<Program> {
  const file = join(stage.folder, "homeserver.yaml");
  const own = `
server_name: localhost
report_stats: false
listeners:
  - { port: ${stage.port}, bind_addresses: ["127.0.0.1"], type: http, tls: false, resources: [{ names: [client] }] }
database: { name: sqlite3, args: { database: ${stage.folder}/homeserver.db } }
media_store_path: ${stage.folder}/media
signing_key_path: ${stage.folder}/signing.key
macaroon_secret_key: not-a-secret
form_secret: not-a-secret
trusted_key_servers: []
enable_registration: true
enable_registration_without_verification: true
`;
  await writeFile(file, `${own}${settings}\n`);
  const words = ["-m", "synapse.app.homeserver", "--config-path", file];
  const python = join(programs, "python");
  await Program.printsBeforeItEnds({ command: [python, ...words, "--generate-keys"], cwd: stage.folder });
  return Program.start({
    command: [python, ...words],
    cwd: stage.folder,
    ready: `${stage.host}/_matrix/client/versions`,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the members differ from call to call, and each is checked where it is read.
type Answer = any;

class MatrixClient {
  readonly #host: string;
  #token = "";

  constructor(host: string) {
    this.#host = host;
  }

  async signIn(body: object): Promise<void> {
    this.#token = (await this.call("POST", "login", body)).access_token;
  }

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.#fetch(method, path, body);
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  }

  /** The service tells Synapse in the background. */
  async isSignedOut(): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await this.#fetch("GET", "account/whoami")).status === 401) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.fail("The session of Synapse did not end.");
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#host}/_matrix/client/v3/${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(this.#token !== "" && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
