import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";
import { openFolder } from "./command-line.ts";

test("the master key is replaced beside a running service, which goes on, and older backups say which key they need", async () => {
  await using folder = await openFolder();
  const data = join(folder.path, "data");
  const key = () => readFileSync(join(data, "master.key"), "utf8").trim();
  const old = key();
  await folder.json(["db", "backup", "old.db"]);
  await using service = folder.begin(["serve", "--port", "0"]);
  await service.nextLine();
  const [replaced] = await folder.json(["key", "rotate-master"]);
  const retired = String(replaced?.retired_file);
  assert.notEqual(key(), old);
  assert.equal(readFileSync(retired, "utf8").trim(), old);
  assert.ok(Number(replaced?.keys) > 5);
  await folder.json(["key", "rotate", "--purpose", "code"]);
  assert.equal(service.process.exitCode, null);
  service.process.kill("SIGTERM");
  await service.ended;
  const check = await folder.run(["db", "restore", "old.db", "--check"]);
  assert.equal(check.exitCode, 78, check.stdout);
  assert.ok(check.stderr.includes(basename(retired)), check.stderr);
  const administration = await openAdministration(configOf(folder.path, { LATCHKEY_DATA_DIR: data }));
  const { items } = await administration.store.auditTrail.list({ limit: 50 });
  await administration.close();
  const acts = items.map(({ act, actor }) => `${act} by ${actor.kind}`);
  for (const act of ["backup-made", "master-key-replaced"])
    assert.ok(acts.includes(`${act} by command-line`), acts.join());
});

test("a replacement that was begun is told of by doctor and the service, and the same command finishes it", async () => {
  await using folder = await openFolder();
  const next = join(folder.path, "data", "master.key.next");
  writeFileSync(next, "the next key, of more than 32 characters\n", { mode: 0o600 });
  const doctor = await folder.run(["doctor", "--port", "0"]);
  assert.match(
    doctor.stdout,
    /warning +master key: there are two, .*\n +Repair: finish the rotation: `.*key rotate-master`/,
  );
  {
    const env = { LATCHKEY_COMMAND: "sudo latchkey" };
    await using service = folder.begin(["serve", "--port", "0"], env);
    let line = await service.nextLine();
    while (!line.includes("two-master-keys")) line = await service.nextLine();
    assert.match(line, /sudo latchkey key rotate-master/, "printed as it is typed here");
  }
  writeFileSync(join(folder.path, "third"), "a third key, of more than 32 characters\n");
  const third = await folder.run(["key", "rotate-master", "--new-secret-file", "third"]);
  assert.equal(third.exitCode, 78, third.stderr);
  assert.match(third.stderr, /Another replacement was begun/);
  assert.equal((await folder.run(["key", "rotate-master"])).exitCode, 0);
  assert.ok(!readdirSync(join(folder.path, "data")).includes("master.key.next"));
});

test("what cannot be a master key is refused, and where it is a setting the command says what to set", async () => {
  await using folder = await openFolder();
  writeFileSync(join(folder.path, "short"), "too short\n");
  const env = { LATCHKEY_SECRET: readFileSync(join(folder.path, "data", "master.key"), "utf8").trim() };
  const rows = [
    [["--new-secret-file", "short"], {}, 4, /short has 9 characters/],
    [["--new-secret-file", "none"], {}, 3, /none cannot be read/],
    [["--new-secret-file", "short"], env, 2, /comes from LATCHKEY_SECRET_NEXT/],
    [[], env, 78, /First set LATCHKEY_SECRET_NEXT to the new one on every node/],
    [
      [],
      { LATCHKEY_SECRET_NEXT: "x".repeat(40) },
      78,
      /takes the place of LATCHKEY_SECRET, which is not set/,
    ],
  ] as const;
  for (const [words, environment, exitCode, cause] of rows) {
    const answer = await folder.run(["key", "rotate-master", ...words], { env: environment });
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, cause);
  }
});

test("replacements at the same time end well, and the key file opens what the last of them sealed", async () => {
  await using folder = await openFolder();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => folder.run(["key", "rotate-master"])));
    assert.deepEqual(
      answers.map(({ exitCode, stderr }) => exitCode === 0 || stderr),
      [true, true, true, true],
    );
    assert.equal((await folder.run(["key", "list"])).exitCode, 0);
  }
  assert.ok(!readdirSync(join(folder.path, "data")).includes("master.key.next"));
});
