import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

async function registered(folder: Awaited<ReturnType<typeof openFolder>>): Promise<string> {
  await folder.json(["group", "create", "staff"]);
  await folder.json(["user", "create", "--username", "ada", "--password-random"]);
  const create = ["client", "create", "--name", "Shop", "--redirect-uri", "https://shop.example/"];
  const [client] = await folder.json([...create, "--only-group", "staff"]);
  return String(client?.client_id);
}

test("why --user --client: every obstacle at once, and its commands take them away", async () => {
  await using folder = await openFolder();
  const id = await registered(folder);
  await folder.run(["client", "disable", id]);
  await folder.run(["user", "disable", "ada"]);
  const ask = ["why", "--user", "ada", "--client", id];
  const told = await folder.run(ask);
  assert.equal(told.exitCode, 0);
  assert.match(told.stdout, /^ada cannot open Shop\.\nRULE +OUTCOME +BECAUSE\nrequest +blocks/);
  const [record] = await folder.json(ask);
  assert.equal(record?.opens, false);
  const rules = record?.rules as { rule: string; outcome: string; command: string | null }[];
  const blocking = rules.filter(({ outcome }) => outcome === "blocks");
  assert.deepEqual(
    blocking.map(({ rule }) => rule),
    ["request", "account", "groups"],
  );
  for (const { command } of blocking) {
    const [program, ...words] = command?.split(" ") ?? [];
    assert.equal(program, "latchkey");
    assert.equal((await folder.run(words)).exitCode, 0, command ?? "");
  }
  assert.equal((await folder.json(ask))[0]?.opens, true);
});

test("why ID --log: a refusal that only the log has, in JSON lines with words before them", async () => {
  await using folder = await openFolder();
  const id = await registered(folder);
  const line = {
    level: "warn",
    time: "2026-01-01T12:00:00.000Z",
    requestId: "k3-1f",
    network: "192.0.2.0/24",
    reason: "redirect-uri-not-registered",
    clientId: id,
    received: "https://shop.example/other",
    repair: `latchkey client update ${id} --add-redirect-uri 'https://shop.example/other'`,
    msg: "authorization-refused",
  };
  const other = JSON.stringify({ ...line, requestId: "k3-1g", reason: "client-unknown" });
  const text = `not JSON "k3-1f"\n${other}\nNov 28 host latchkey[7]: ${JSON.stringify(line)}\n`;
  const file = join(folder.path, "log");
  await writeFile(file, text);
  const [record] = await folder.json(["why", "k3-1f", "--log", file]);
  assert.deepEqual(
    [record?.source, record?.reason, record?.at, record?.command],
    ["log", line.reason, line.time, line.repair],
  );
  const piped = await folder.run(["why", "k3-1f", "--log", "-"], { input: text });
  assert.match(
    piped.stdout,
    /^Because +The redirect_uri is not registered for this client; it is compared character by character\.$/m,
  );
  const missing = await folder.run(["why", "k3-99", "--log", file]);
  assert.deepEqual([missing.exitCode, missing.stdout], [3, ""]);
  assert.match(missing.stderr, /k3-99/);
  const unreadable = await folder.run(["why", "k3-1f", "--log", join(folder.path, "none")]);
  assert.deepEqual([unreadable.exitCode, unreadable.stdout], [3, ""]);
  assert.match(unreadable.stderr, /ENOENT/);
});

test("why asks one question, and names the thing that is not there", async () => {
  await using folder = await openFolder();
  const id = await registered(folder);
  for (const words of [
    [],
    ["--user", "ada"],
    ["--client", id],
    ["k1", "--token"],
    ["k1", "--user", "ada", "--client", id],
    ["--user", "ada", "--client", id, "--log", "x"],
    ["k1", "--resource", "https://api.example"],
  ]) {
    const { exitCode, stderr } = await folder.run(["why", ...words]);
    assert.equal(exitCode, 2, words.join(" "));
    assert.match(stderr, /Ask one question/);
  }
  for (const [user, client, words] of [
    ["nobody", id, /no such account/],
    ["ada", "nothing", /no such client/],
  ] as const) {
    const { exitCode, stderr } = await folder.run(["why", "--user", user, "--client", client]);
    assert.equal(exitCode, 3);
    assert.match(stderr, words);
  }
  assert.equal((await folder.run(["why", "k1"])).exitCode, 3);
});
