import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import type { Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

/** An empty library, with the tables that Calibre itself would make. */
const library = `import sys
from calibreweb.cps import db
from sqlalchemy import create_engine, text
engine = create_engine("sqlite:///" + sys.argv[1]).execution_options(schema_translate_map={"calibre": None})
db.Base.metadata.create_all(engine)
with engine.begin() as connection:
    connection.execute(text("INSERT INTO library_id (uuid) VALUES ('one')"))
`;

export const calibreWeb: Trial = {
  name: "calibre-web",
  version: "0.6.27",
  install: () => pythonPackages("calibre-web", ["calibreweb==0.6.27"]),
  async prove(stage, step, programs) {
    const { settings } = await stage.protect("caddy");
    const [fields = ""] = settings;
    await writeFile(join(stage.folder, "library.py"), library);
    const said = await Program.printsBeforeItEnds({
      command: [join(programs, "python"), "library.py", join(stage.folder, "metadata.db")],
      cwd: stage.folder,
    });
    assert.doesNotMatch(said, /Error/);
    await using _ = await Program.start({
      command: [join(programs, "cps"), "-i", "127.0.0.1"],
      cwd: stage.folder,
      environment: { CALIBRE_DBPATH: stage.folder, CALIBRE_PORT: String(stage.port) },
      ready: `${stage.address}/login`,
    });
    const operator = await stage.newPage();
    await prepare(stage, operator);
    await fillIn(stage, operator, fields);
    const page = await stage.newPage();
    await step("signs in", async () => {
      await page.goto(stage.host);
      await stage.signIn(page);
    });
    await step("the person", async () => {
      await page.locator("#top_user", { hasText: "ada" }).waitFor();
    });
    await step("signs out", async () => {
      await stage.signOutAtProxy(page);
    });
    const trap = stage.trap("its own sign-in page after the one of Latchkey");
    const asksForPassword = async (username: "ada" | "kim") => {
      const other = await stage.newPage();
      await other.goto(stage.host);
      await stage.signIn(other, username);
      await other.locator("#password").waitFor();
    };
    await step(`trap: ${trap}, without an account`, () => asksForPassword("kim"));
    await step(`trap: ${trap}, from a proxy that is not trusted`, async () => {
      await fillIn(stage, operator, fields.replace("127.0.0.1", "192.0.2.1"));
      await asksForPassword("ada");
    });
  },
};

/** What an operator does once, at the machine itself: the library, and an account. */
async function prepare(stage: Stage, page: Page): Promise<void> {
  await page.goto(`${stage.address}/admin/dbconfig`);
  await page.fill("#username", "admin");
  await page.fill("#password", "admin123");
  await page.click("button[name=submit]");
  await page.fill("#config_calibre_dir", stage.folder);
  await page.click("#db_submit");
  await page.getByText("Database Settings updated").waitFor();
  await page.goto(`${stage.address}/admin/user/new`);
  await page.fill("input[name=name]", "ada");
  await page.fill("input[name=email]", "ada@example.org");
  await page.fill("input[name=password]", "Seven-quiet-rivers-run-north-1");
  await page.click("#user_submit");
  await page.getByText("User 'ada' created").waitFor();
}

/** Fills in the fields that the guide names. */
async function fillIn(stage: Stage, page: Page, fields: string): Promise<void> {
  await page.goto(`${stage.address}/admin/config`);
  await page.getByText("Feature Configuration").click();
  for (const line of fields.split("\n")) {
    const [field = "", value = ""] = line.split(": ");
    if (value === "on") await page.getByLabel(field).check();
    else await page.getByLabel(field).fill(value);
  }
  await page.click("#config_submit");
  await page.getByText("Calibre-Web configuration updated").waitFor();
}
