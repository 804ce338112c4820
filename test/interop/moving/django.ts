import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "../apps/support/packages.ts";
import { runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const version = "5.2.19";
const password = "seven quiet rivers run north";
/** Each hasher that Django ships; the first is its default. */
const hashers = ["PBKDF2", "PBKDF2SHA1", "Argon2", "BCryptSHA256", "BCrypt", "Scrypt", "MD5"];

export const django: Trial = {
  name: "django",
  format: "django",
  version,
  install: () => pythonPackages("django", [`django[argon2,bcrypt]==${version}`]),
  async prove(stage, step, programs) {
    const python = join(programs, "python");
    const cwd = join(stage.folder, "site");
    const manage = (words: readonly string[], input?: string) =>
      runTool([python, "manage.py", ...words], { cwd, ...(input !== undefined && { input }) });
    let file = "";
    await step("dumpdata writes the people", async () => {
      await mkdir(cwd);
      await runTool([python, "-m", "django", "startproject", "project", cwd]);
      await manage(["migrate", "--verbosity", "0"]);
      await writeFile(join(stage.folder, "people.py"), people);
      await manage(["shell"], `exec(open(${JSON.stringify(join(stage.folder, "people.py"))}).read())\n`);
      file = await manage(["dumpdata", "auth.user", "--natural-foreign"]);
    });
    const destination = await stage.destination();
    await step("the file is imported", async () => {
      const { counts, said, report } = await destination.importPeople(file);
      assert.match(said, /as the users of Django's dumpdata/);
      assert.deepEqual([counts.created, counts.refused], [hashers.length + 3, 0]);
      assert.deepEqual(report, {
        admin: 'partly: Not kept: field "is_superuser". Not kept: field "is_staff".',
      });
    });
    await step("old passwords, groups and claims", async () => {
      for (const hasher of hashers) {
        const username = hasher.toLowerCase();
        assert.equal((await destination.signIn({ username, password })).given_name, "Ada");
        await destination.refuses({ username, password: `${password}!` });
      }
      for (const username of ["inactive", "unusable"]) await destination.refuses({ username, password });
      assert.deepEqual((await destination.person("pbkdf2")).groups, ["staff"]);
    });
  },
};

const people = `
from django.contrib.auth import hashers
from django.contrib.auth.models import Group, User
staff = Group.objects.create(name="staff")
def add(username, **more):
    return User.objects.create(username=username, email=username + "@example.org", first_name="Ada", last_name="Lovelace", **more)
for name in ${JSON.stringify(hashers)}:
    hasher = getattr(hashers, name + "PasswordHasher")()
    add(name.lower(), password=hasher.encode(${JSON.stringify(password)}, hasher.salt())).groups.add(staff)
usable = User.objects.get(username="pbkdf2").password
add("inactive", password=usable, is_active=False)
add("admin", password=usable, is_staff=True, is_superuser=True)
unusable = add("unusable")
unusable.set_unusable_password()
unusable.save()
`;
