import assert from "node:assert/strict";
import { cp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { languages } from "../../src/protocol/language.ts";
import { authorizationTarget } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { LiveService, newDataDir } from "../support/service.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");

let folder: string;
let service: LiveService;
let browser: FormClient;

/** A checkout in which one file of the Polish folder is cut off, as by a copy that was interrupted. */
before(async () => {
  folder = await newDataDir();
  for (const part of ["bin", "src"]) await cp(join(root, part), join(folder, part), { recursive: true });
  for (const part of ["package.json", "scripts", "node_modules"])
    await symlink(join(root, part), join(folder, part));
  await writeFile(join(folder, "src/pages/languages/pl/mail.ts"), "export const mail = {\n");
  service = new LiveService(await newDataDir(), {}, join(folder, "bin/latchkey.js"));
  await service.start();
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(folder, { recursive: true });
});

/** The first page of the service, for somebody who reads this language. */
async function languageOfHome(language: string): Promise<string | undefined> {
  const { status, body } = await browser.get("/", { "accept-language": language });
  assert.equal(status, 200);
  return languageIn(body);
}

const languageIn = (page: string) => /^<!doctype html><html lang="([^"]*)"/.exec(page)?.[1];

const failures = () => service.logLines.filter((line) => line.includes("language-failed"));

test("the browser's language is not loaded for a page in the language that the request asks for", async () => {
  const notes = await service.createClient("Notes", ["http://127.0.0.1:9/callback"]);
  const headers = { "accept-language": "pl" };
  const { body } = await browser.get(authorizationTarget(notes, { ui_locales: "de" }), headers);
  assert.equal(languageIn(body), "de");
  // Lines are written in the order of what they tell, so this one follows all that the page caused.
  const refused = service.logged("authorization-refused");
  await browser.get(authorizationTarget({ ...notes, redirectUris: ["http://127.0.0.1:9/other"] }));
  await refused;
  assert.deepEqual(failures(), []);
});

test("every language comes from its folder; the pages of one that cannot be loaded are in English, and the log says so once", async () => {
  const shown = await Promise.all(languages.map(languageOfHome));
  assert.deepEqual(
    shown,
    languages.map((language) => (language === "pl" ? "en" : language)),
  );
  assert.equal(await languageOfHome("pl"), "en");
  const [line = "", ...more] = await until(() => failures().length > 0 && failures());
  assert.deepEqual(more, []);
  const { level, language, failure } = JSON.parse(line);
  assert.deepEqual([level, language, failure.name], ["error", "pl", "SyntaxError"]);
});

test("a mail in a language that cannot be loaded is in English, and a command that is to write one fails", async () => {
  const person = { username: "ada", password: "seven quiet rivers run north", email: "ada@example.org" };
  await service.createUser(person);
  const updated = await service.run(["user", "update", person.username, "--claim", "locale=pl"]);
  assert.equal(updated.exitCode, 0, updated.stderr);
  await browser.submit(await browser.get("/recover"), { username: person.email });
  const mails = async () => (await service.run(["mail", "list", "--json"])).stdout.trim();
  const mail = JSON.parse(await until(async () => (await mails()) || undefined));
  assert.deepEqual([mail.kind, mail.subject], ["recover", "Choose a new password"]);

  const invited = await service.run(["invite", "create", "--email", "eve@example.org", "--language", "pl"]);
  assert.deepEqual([invited.exitCode, invited.stdout], [1, ""]);
  assert.equal(await mails(), JSON.stringify(mail));
});
