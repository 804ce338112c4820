import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { deliveryReport } from "../support/delivery-report.ts";
import { startMailServer } from "../support/mail-server.ts";
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

test("why --user: a message that came back blocks the mail of the person until the named command gave a right address", async () => {
  await using server = await startMailServer();
  await using folder = await openFolder();
  const env = { LATCHKEY_SMTP_URL: server.url };
  const id = await registered(folder);
  const rules = async (...more: string[]) => {
    const { stdout, stderr } = await folder.run(["why", "--user", "ada", ...more, "--json"], { env });
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout).rules as { rule: string; outcome: string; value: string; command: string }[];
  };
  const mail = async (...more: string[]) => (await rules(...more)).find(({ rule }) => rule === "mail");
  assert.deepEqual(
    (await rules()).map(({ rule, outcome }) => [rule, outcome]),
    [
      ["account", "passes"],
      ["way in", "passes"],
      ["mail", "blocks"],
    ],
    "there is no address",
  );
  await folder.run(["user", "update", "ada", "--email", "ada@example.org"]);
  assert.equal((await mail())?.outcome, "passes");
  await folder.run(["user", "set-password", "ada", "--password-random"], { env });
  assert.match((await mail())?.value ?? "", /^the message of .+ to ada@example\.org is about to be sent$/);
  assert.equal((await folder.run(["mail", "test", "root@example.org"], { env })).exitCode, 0);
  assert.match((await mail())?.value ?? "", /was accepted by the mail server$/);
  assert.equal(await mail("--client", id), undefined, "it decides nothing where mail arrives");

  const sent = server.taken.find(({ to }) => to.includes("ada@example.org"))?.raw ?? "";
  await folder.run(["mail", "bounced"], { input: deliveryReport(sent, { status: "5.1.1" }) });
  const bounced = await mail();
  assert.deepEqual(
    [bounced?.outcome, bounced?.command],
    ["blocks", "latchkey user update ada --email ADDRESS"],
  );
  assert.match(
    bounced?.value ?? "",
    /^the message of .+ to ada@example\.org came back \(bounced 5\.1\.1, no such address\)$/,
  );
  const told = await folder.run(["why", "--user", "ada"], { env });
  assert.match(told.stdout, /^RULE +OUTCOME +BECAUSE\n[\s\S]*mail +blocks +the message of/);
  assert.match(told.stderr, /Repair: .* user update ada --email ADDRESS/);
  const beside = await mail("--client", id);
  assert.deepEqual(
    [beside?.outcome, beside?.value],
    ["passes", bounced?.value],
    "the person has a password, so mail stops no sign-in",
  );
  await folder.run(["user", "update", "ada", "--email", "ada@example.net"]);
  assert.match((await mail())?.value ?? "", /^no message to ada@example\.net/);
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
    ["--user", "ada", "--path", "/x"],
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
  for (const [question, words] of [
    [["--user", "nobody"], /no such account/],
    [["--user", "nobody", "--client", id], /no such account/],
    [["--user", "ada", "--client", "nothing"], /no such client/],
  ] as const) {
    const { exitCode, stderr } = await folder.run(["why", ...question]);
    assert.equal(exitCode, 3);
    assert.match(stderr, words);
  }
  assert.equal((await folder.run(["why", "k1"])).exitCode, 3);
});
