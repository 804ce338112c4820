import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { needTool, packagedVersion, runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const password = "seven quiet rivers run north";
/** The options of htpasswd, each a kind of hash. */
const kinds = { bcrypt: "-B", md5: "-m", sha1: "-s", sha256: "-2", sha512: "-5" };

export const htpasswd: Trial = {
  name: "htpasswd",
  format: "htpasswd",
  version: "2.4.71",
  async install() {
    await needTool(["htpasswd", "-nbB", "a", "b"], "apache2-utils");
    return "";
  },
  async prove(stage, step) {
    const file = join(stage.folder, ".htpasswd");
    await step(`htpasswd writes the file (${await packagedVersion("apache2-utils")})`, async () => {
      for (const [name, option] of Object.entries(kinds)) {
        const creates = option === "-B" ? ["-c"] : [];
        await runTool(["htpasswd", ...creates, "-i", option, file, name], { input: password });
      }
    });
    const destination = await stage.destination();
    await step("the file is imported", async () => {
      const { counts, said, report } = await destination.importPeople(await readFile(file, "utf8"));
      assert.match(said, /as an htpasswd file/);
      assert.deepEqual([counts.created, report], [Object.keys(kinds).length, {}]);
    });
    await step("old passwords", async () => {
      for (const username of Object.keys(kinds)) {
        assert.ok((await destination.signIn({ username, password })).sub);
        await destination.refuses({ username, password: `${password}!` });
      }
    });
  },
};
