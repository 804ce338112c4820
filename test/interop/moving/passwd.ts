import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NotHere } from "../apps/support/packages.ts";
import { needTool, packagedVersion, runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const password = "seven quiet rivers run north";

export const passwd: Trial = {
  name: "passwd",
  format: "passwd",
  version: "4.13",
  async install() {
    await needTool(["useradd", "--help"], "passwd");
    if (process.getuid?.() !== 0) throw new NotHere("useradd and chpasswd change files for root alone");
    return "";
  },
  async prove(stage, step) {
    const root = join(stage.folder, "root");
    const read = (name: string) => readFile(join(root, "etc", name), "utf8");
    await step(`useradd and chpasswd write the files (${await packagedVersion("passwd")})`, async () => {
      await mkdir(join(root, "etc"), { recursive: true });
      for (const name of ["passwd", "group", "shadow", "gshadow"])
        await writeFile(
          join(root, "etc", name),
          name === "passwd" ? "root:x:0:0:root:/root:/bin/bash\n" : "",
        );
      await writeFile(join(root, "etc/shadow"), "root:*:19000:0:99999:7:::\n");
      for (const [name, method] of [
        ["md", "MD5"],
        ["sha2", "SHA256"],
        ["sha5", "SHA512"],
        ["yes", "YESCRYPT"],
      ]) {
        await runTool([
          "useradd",
          "--prefix",
          root,
          "-c",
          "Ada Lovelace,Room 1",
          "-s",
          "/bin/bash",
          name ?? "",
        ]);
        await runTool(["chpasswd", "-R", root, "-c", method ?? ""], { input: `${name}:${password}\n` });
      }
      await runTool(["usermod", "-R", root, "-L", "md"]);
    });
    const destination = await stage.destination();
    await step("both files are imported", async () => {
      const names = await destination.importPeople(await read("passwd"));
      assert.deepEqual([names.counts.created, names.counts.refused], [4, 1]);
      assert.match(names.report.root ?? "", /account of the system/);
      const hashes = await destination.importPeople(await read("shadow"), ["--on-conflict", "update"]);
      assert.equal(hashes.counts.updated, 4);
      assert.match(hashes.report.yes ?? "", /kind yescrypt/);
      assert.equal((await destination.person("md")).disabled, true);
    });
    await step("old passwords", async () => {
      for (const username of ["sha2", "sha5"]) {
        assert.equal((await destination.signIn({ username, password })).name, "Ada Lovelace");
        await destination.refuses({ username, password: `${password}!` });
      }
      for (const username of ["md", "yes"]) await destination.refuses({ username, password });
    });
  },
};
