import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { npmPackages } from "../apps/support/packages.ts";
import { runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const version = "1.7.25";
const password = "seven quiet rivers run north";

/** Better Auth keeps people in tables of the application's database, which become a CSV file by a query. */
export const betterAuth: Trial = {
  name: "better-auth",
  format: undefined,
  version,
  install: () => npmPackages("better-auth", [`better-auth@${version}`]),
  async prove(stage, step, modules) {
    let file = "";
    await step("it makes a person", async () => {
      const script = join(dirname(modules), "people.mjs");
      await writeFile(script, people);
      const database = JSON.parse(await runTool([process.execPath, script], { cwd: stage.folder }));
      const [{ id, email, name, emailVerified }] = database.user;
      const [account] = database.account;
      const cells = [id, email, name, String(emailVerified), account.password];
      file = `id,email,name,email_verified,password\n${cells.join(",")}\n`;
    });
    const destination = await stage.destination();
    await step("the rows are imported", async () => {
      const map = "sub=id,email=email,name=name,email_verified=email_verified,password_hash=password";
      const { counts } = await destination.importPeople(file, ["--format", "csv", "--map", map]);
      assert.equal(counts.created, 1);
    });
    await step("the old password and sub", async () => {
      const ada = { username: "ada@example.org", password };
      assert.equal((await destination.signIn(ada)).sub, file.split("\n")[1]?.split(",")[0]);
      await destination.refuses({ ...ada, password: `${password}!` });
    });
  },
};

const people = `
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
const database = { user: [], account: [], session: [], verification: [] };
const auth = betterAuth({
  baseURL: "http://localhost",
  secret: "a secret of at least thirty-two characters",
  database: memoryAdapter(database),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
});
await auth.api.signUpEmail({ body: { email: "ada@example.org", name: "Ada Lovelace", password: ${JSON.stringify(password)} } });
console.log(JSON.stringify(database));
`;
