import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needTool, packagedVersion, runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const password = "seven quiet rivers run north";
/** The name of each person, and the words by which slappasswd makes the hash. */
const kinds = {
  ssha: ["-h", "{SSHA}"],
  sha: ["-h", "{SHA}"],
  smd5: ["-h", "{SMD5}"],
  md5: ["-h", "{MD5}"],
  crypt: ["-h", "{CRYPT}", "-c", "$6$%.16s"],
  argon2: ["-o", "module-path=/usr/lib/ldap", "-o", "module-load=argon2", "-h", "{ARGON2}"],
  des: ["-h", "{CRYPT}"],
};

export const openldap: Trial = {
  name: "openldap",
  format: "ldif",
  version: "2.5.13",
  async install() {
    await needTool(["slappasswd", "-s", "x"], "slapd");
    return "";
  },
  async prove(stage, step) {
    const configuration = join(stage.folder, "slapd.conf");
    let file = "";
    await step(`slapcat writes the people (${await packagedVersion("slapd")})`, async () => {
      await mkdir(join(stage.folder, "db"));
      await writeFile(configuration, settingsIn(stage.folder));
      const entries = [domain];
      for (const [uid, words] of Object.entries(kinds))
        entries.push(entryOf(uid, (await runTool(["slappasswd", ...words, "-s", password])).trim()));
      entries.push(group);
      await runTool(["slapadd", "-f", configuration], { input: entries.join("\n") });
      file = await runTool(["slapcat", "-f", configuration, "-b", "dc=example,dc=org"]);
    });
    const destination = await stage.destination();
    await step("the file is imported", async () => {
      const { counts, said, report } = await destination.importPeople(file);
      assert.match(said, /as LDIF/);
      assert.deepEqual([counts.created, counts.refused], [Object.keys(kinds).length, 0]);
      assert.deepEqual(Object.keys(report), ["des"]);
    });
    await step("old passwords and groups", async () => {
      for (const username of Object.keys(kinds).filter((name) => name !== "des")) {
        assert.equal((await destination.signIn({ username, password })).name, "Ada Lovelace");
        await destination.refuses({ username, password: `${password}!` });
      }
      await destination.refuses({ username: "des", password });
      assert.deepEqual((await destination.person("ssha")).groups, ["staff"]);
    });
  },
};

function settingsIn(folder: string): string {
  return [
    ...["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`),
    ...["modulepath /usr/lib/ldap", "moduleload back_mdb"],
    ...["database mdb", "suffix dc=example,dc=org", `directory ${join(folder, "db")}`, ""],
  ].join("\n");
}

const domain = `dn: dc=example,dc=org
objectClass: domain
dc: example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people
`;

const entryOf = (uid: string, hash: string) => `dn: uid=${uid},ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: ${uid}
cn: Ada Lovelace
sn: Lovelace
givenName: Ada
mail: ${uid}@example.org
userPassword: ${hash}
`;

const group = `dn: cn=staff,dc=example,dc=org
objectClass: groupOfNames
cn: staff
member: uid=ssha,ou=people,dc=example,dc=org
`;
