import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { sha256 } from "../../src/values/digest.ts";
import { openFolder } from "./command-line.ts";

const secrets = { BEFORE: "quiet-amber-lantern-walks-north", AFTER: "other-amber-lantern-walks-south" };
const each = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `  - ${write(1_000 + index)}\n`).join("");
const things = 150;

/** Clients and people, of which every part differs between the two states. */
const state = (isAfter: boolean) => `
groups: [{ group: before }, { group: after }]
clients:
${each(things, (index) => `{ client_id: c${index}, name: ${isAfter ? "After" : "Before"}, openid: ${isAfter}, redirect_uris: [https://c${index}.example/cb], secret: env:${isAfter ? "AFTER" : "BEFORE"}, disabled: ${isAfter} }`)}
users:
${each(things, (index) => `{ username: u${index}, name: ${isAfter ? "After" : "Before"}, groups: [${isAfter ? "after" : "before"}], disabled: ${isAfter} }`)}`;

test("kill -9 in the middle of an apply that changes clients and people in every part leaves each as it was or as it is declared, with its entries", async () => {
  await using folder = await openFolder();
  const file = join(folder.path, "state.yaml");
  await writeFile(file, state(false));
  assert.equal((await folder.run(["apply", "state.yaml"], { env: secrets })).exitCode, 0);
  await writeFile(file, state(true));
  const database = new DatabaseSync(join(folder.path, "data", "latchkey.db"), {
    timeout: 5_000,
    readOnly: true,
  });
  const rows = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
  const changed = () =>
    rows(`SELECT (SELECT count(*) FROM clients WHERE name = 'After')
            + (SELECT count(*) FROM accounts WHERE name = 'After') AS count`)[0]?.count as number;
  const ofClient = (isAfter: boolean) => [
    isAfter ? "After" : "Before",
    isAfter,
    Buffer.from(sha256(secrets[isAfter ? "AFTER" : "BEFORE"])).toString("hex"),
    isAfter ? "client-changed client-disabled client-secret-rotated" : "",
  ];
  const ofPerson = (isAfter: boolean) => [
    isAfter ? "After" : "Before",
    isAfter,
    isAfter ? "after" : "before",
    isAfter ? "user-changed user-disabled" : "",
  ];
  const entriesOf = `(SELECT group_concat(act, ' ') FROM
    (SELECT act FROM audit WHERE target_id = each.id AND act NOT LIKE '%-created' AND act <> 'tokens-revoked' ORDER BY act))`;
  let cut = 0;
  for (const more of [1, 5, 40, 60, 20]) {
    const wanted = changed() + more;
    await using running = folder.begin(["apply", "state.yaml"], secrets);
    while (changed() < wanted && running.process.exitCode === null) await wait(1);
    running.process.kill("SIGKILL");
    await running.ended;
    if (changed() < 2 * things) cut++;
    for (const { name, is_disabled, secret_digest, acts } of rows(
      `SELECT name, is_disabled, secret_digest, ${entriesOf} AS acts FROM clients AS each`,
    ))
      assert.deepEqual(
        [name, is_disabled === 1, Buffer.from(secret_digest as Uint8Array).toString("hex"), acts ?? ""],
        ofClient(name === "After"),
      );
    for (const { name, is_disabled, member, acts } of rows(
      `SELECT name, is_disabled, ${entriesOf} AS acts,
         (SELECT group_concat(group_name, ' ') FROM group_members WHERE account_id = each.id) AS member
       FROM accounts AS each`,
    ))
      assert.deepEqual([name, is_disabled === 1, member, acts ?? ""], ofPerson(name === "After"));
  }
  database.close();
  assert.ok(cut > 2, `only ${cut} kills came in the middle`);
  assert.equal((await folder.run(["apply", "state.yaml"], { env: secrets })).exitCode, 0);
  const plan = await folder.run(["apply", "state.yaml", "--plan"], { env: secrets });
  assert.equal(plan.exitCode, 0, plan.stdout);
});
