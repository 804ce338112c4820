import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { stateOf } from "../../src/cli/client-view.ts";
import { clientBody } from "../../src/operations/client-schema.ts";
import { type Digest, sha256 } from "../../src/values/digest.ts";
import { parseClientId } from "../../src/values/ids.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { clientNamed, noon } from "../storage-contract/samples.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"];

test("client create --json prints the documented members, and the secret this once", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  assert.deepEqual(Object.keys(client ?? {}), [
    "client_id",
    "client_secret",
    "name",
    "redirect_uris",
    "profile",
    "public",
    "disabled",
    "created_at",
    "secrets",
    "secret_last_used_at",
    "token_endpoint_auth_method",
    "response_types",
    "grant_types",
    "openid",
    "post_logout_redirect_uris",
    "third_party",
    "dpop_bound_access_tokens",
    "require_pushed_authorization_requests",
    "only_groups",
    "resources",
    "next_commands",
  ]);
  assert.match(String(client?.client_id), /^lkc[A-Za-z0-9]{20}$/);
  assert.match(String(client?.client_secret), /^lks[A-Za-z0-9]{40}$/);
  assert.deepEqual(client?.redirect_uris, ["https://app.example/callback"]);
  const [shown] = await folder.json(["client", "show", String(client?.client_id)]);
  const { client_secret: _, next_commands: __, ...withoutSecret } = client ?? {};
  assert.deepEqual(shown, withoutSecret);
});

test("client create says nothing about the use of a secret that it has just made", async () => {
  await using folder = await openFolder();
  const { stdout } = await folder.run(create);
  assert.match(stdout, /^Client secret +lks/m);
  assert.doesNotMatch(stdout, /^Secret /m);
});

test("a client is created, listed, changed, rotated, disabled, enabled and deleted", async () => {
  await using folder = await openFolder();
  const [strict] = await folder.json([...create, "--strict", "--redirect-uri", "https://app.example/other"]);
  const [open] = await folder.json([...create, "--public"]);
  assert.equal(strict?.profile, "strict");
  assert.deepEqual(strict?.redirect_uris, ["https://app.example/callback", "https://app.example/other"]);
  assert.equal(open?.public, true);
  assert.equal("client_secret" in (open ?? {}), false);
  const id = String(strict?.client_id);
  assert.deepEqual(
    (await folder.json(["client", "list"])).map(({ client_id }) => client_id),
    [id, open?.client_id],
  );
  const [updated] = await folder.json(["client", "update", id, "--name", "New", "--no-strict"]);
  assert.equal(updated?.name, "New");
  assert.equal(updated?.profile, "interface");
  const [rotated] = await folder.json(["client", "rotate-secret", id]);
  assert.match(String(rotated?.client_secret), /^lks[A-Za-z0-9]{40}$/);
  assert.notEqual(rotated?.client_secret, strict?.client_secret);
  assert.equal((await folder.json(["client", "disable", id]))[0]?.disabled, true);
  assert.equal((await folder.json(["client", "enable", id]))[0]?.disabled, false);
  assert.equal((await folder.json(["client", "delete", id]))[0]?.deleted, true);
  assert.equal((await folder.run(["client", "show", id])).exitCode, 3);
});

test("the command that the error page prints works as it is printed, through a shell", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const uri = "https://app.example/it's?a=1&b=$HOME";
  const quoted = `'${uri.replaceAll("'", "'\\''")}'`;
  const { stderr } = await folder.run(["client", "show", String(client?.client_id), "--data-dir", "data"]);
  assert.equal(stderr, "");
  const bin = new URL("../../bin/latchkey.js", import.meta.url).pathname;
  const line = `"${process.execPath}" "${bin}" client update ${client?.client_id} --add-redirect-uri ${quoted} --json`;
  const { stdout } = await promisify(execFile)("sh", ["-c", line], { cwd: folder.path });
  assert.deepEqual(JSON.parse(stdout).redirect_uris, ["https://app.example/callback", uri]);
});

test("--redirect-uri replaces the list, --remove-redirect-uri takes one away", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const update = ["client", "update", String(client?.client_id)];
  const [replaced] = await folder.json([
    ...update,
    "--redirect-uri",
    "https://b.example/",
    "--redirect-uri",
    "https://c.example/",
  ]);
  assert.deepEqual(replaced?.redirect_uris, ["https://b.example/", "https://c.example/"]);
  const [removed] = await folder.json([...update, "--remove-redirect-uri", "https://b.example/"]);
  assert.deepEqual(removed?.redirect_uris, ["https://c.example/"]);
});

test("what people read is aligned, the secret is data on stdout, and talk is on stderr", async () => {
  await using folder = await openFolder();
  const { stdout, stderr } = await folder.run(create);
  assert.match(stdout, /^Client ID {6}lkc\w{20}\nClient secret {2}lks\w{40}\n/);
  assert.match(stderr, /cannot be shown again/);
  assert.match(stderr, /Undo: .*client delete lkc/);
  assert.ok(!/lks\w{40}/.test(stderr));
  const list = await folder.run(["client", "list"]);
  assert.match(
    list.stdout,
    /^CLIENT ID +NAME +KIND +STATE +SIGN-INS +LAST USED +REDIRECT URI\nlkc\w+ {2}My app {2}interface {2}ok +0 +https:/,
  );
  assert.ok(!`${stdout}${list.stdout}`.includes("\u001b["), "no colour off a terminal");
});

test("client list narrows and orders the applications as the console does", async () => {
  await using folder = await openFolder();
  await folder.json([...create, "--name", "B"]);
  const [open] = await folder.json([...create, "--name", "A", "--public"]);
  const names = async (...words: readonly string[]) =>
    (await folder.json(["client", "list", ...words])).map(({ name }) => name);
  assert.deepEqual(await names(), ["B", "A"]);
  assert.deepEqual(await names("--sort", "name"), ["A", "B"]);
  assert.deepEqual(await names("--sort=-registered", "--limit", "1"), ["A"]);
  assert.deepEqual(await names("--kind", "public"), ["A"]);
  assert.deepEqual(await names("--state", "disabled"), []);
  await folder.run(["client", "disable", String(open?.client_id)]);
  assert.deepEqual(await names("--state", "disabled"), ["A"]);
  assert.match((await folder.run(["client", "list", "--kind", "machine"])).stderr, /No client matches\./);
  const wrong = await folder.run(["client", "list", "--sort", "age"]);
  assert.deepEqual([wrong.exitCode, wrong.stdout], [2, ""]);
});

test("while a secret is rotated, client show and client list say when each was last used, until the old one is retired", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const id = parseClientId(String(client?.client_id));
  assert.ok(id !== undefined);
  const [old, now] = [sha256(String(client?.client_secret)), Date.now()];
  const note = async (secretDigest: Digest, usedAt: number) => {
    const path = join(folder.path, "data", "latchkey.db");
    const store = await openSqliteStore({ path, clock: systemClock });
    await store.secretUses.note({ clientId: id, secretDigest, usedAt: instantOf(usedAt) });
    await store.close();
  };
  const usesIn = async (words: readonly string[]) => {
    const [{ secrets, secret_last_used_at, old_secret_last_used_at } = {}] = await folder.json(words);
    return [secrets, secret_last_used_at, old_secret_last_used_at];
  };
  const show = ["client", "show", id];
  assert.deepEqual(await usesIn(show), [1, null, undefined]);
  const hoursAgo = now - 2 * 3_600_000;
  await note(old, hoursAgo);
  assert.deepEqual(await usesIn(show), [1, new Date(hoursAgo).toISOString(), undefined]);
  const [rotated] = await folder.json(["client", "rotate-secret", id, "--overlap"]);
  assert.equal(rotated?.old_secret_last_used_at, new Date(hoursAgo).toISOString());
  const told = await folder.run(show);
  assert.match(
    told.stdout,
    /New secret +no recorded use\nOld secret +last used \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/,
  );
  assert.match(told.stderr, /client retire-secret lkc/);
  assert.match((await folder.run(["client", "list"])).stdout, / two secrets /);

  await note(sha256(String(rotated?.client_secret)), now);
  const both = [2, new Date(now).toISOString(), new Date(hoursAgo).toISOString()];
  assert.deepEqual(await usesIn(show), both);
  assert.deepEqual(await usesIn(["client", "list"]), both);
  assert.deepEqual(await usesIn(["client", "update", id, "--name", "New"]), both);
  assert.deepEqual(await usesIn(["client", "retire-secret", id]), [1, both[1], undefined]);
  assert.match((await folder.run(show)).stdout, /\nSecret +last used /);
});

test("client list points out an old secret that nobody has used for a week", async () => {
  const use = (days: number) => [
    { clientId: rotating.id, secretDigest: sha256("old"), usedAt: plus(noon, -days * 86_400) },
  ];
  const rotating = clientNamed("shop", { previousSecretDigest: sha256("old") });
  assert.equal(stateOf(clientBody(rotating, { uses: use(7) }), noon), "old secret idle");
  assert.equal(stateOf(clientBody(rotating, { uses: use(6.9) }), noon), "two secrets");
  assert.equal(stateOf(clientBody(rotating, { uses: [] }), noon), "two secrets", "nothing is known");
});

test("a deleted client can be had back with the command that is printed, kind included", async () => {
  await using folder = await openFolder();
  const rows = [
    [[], " --redirect-uri https://app.example/callback\n"],
    [["--strict"], " --redirect-uri https://app.example/callback --strict\n"],
    [["--public"], " --redirect-uri https://app.example/callback --public\n"],
    [["--strict", "--public"], " --redirect-uri https://app.example/callback --strict --public\n"],
    [
      ["--openid", "--id-token-alg", "EdDSA", "--refresh", "--resource", "urn:a", "--resource", "urn:b"],
      " --redirect-uri https://app.example/callback --openid --id-token-alg EdDSA --refresh --resource urn:a --resource urn:b\n",
    ],
    [
      ["--third-party", "--audience", "urn:own", "--dpop", "--par"],
      " --redirect-uri https://app.example/callback --third-party --audience urn:own --dpop --par\n",
    ],
    [
      [
        "--tos-uri",
        "https://app.example/terms",
        "--policy-uri",
        "https://app.example/privacy",
        "--logo-uri",
        "https://app.example/l",
      ],
      " --redirect-uri https://app.example/callback --logo-uri https://app.example/l --policy-uri https://app.example/privacy --tos-uri https://app.example/terms\n",
    ],
    [
      ["--openid", "--lean-id-token", "--public-keys-uri", "https://app.example/jwks"],
      " --redirect-uri https://app.example/callback --openid --lean-id-token --public-keys-uri https://app.example/jwks\n",
    ],
  ] as const;
  for (const [kind, ending] of rows) {
    const [client] = await folder.json([...create, ...kind]);
    const { stderr } = await folder.run(["client", "delete", String(client?.client_id)]);
    assert.ok(stderr.includes(`client create --name 'My app'${ending}`), stderr);
  }
});

test("hints name the client that the command was about", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const id = String(client?.client_id);
  const rows = [
    ["https://app.example/callback", `client delete ${id}\``],
    ["https://app.example/other", `client show ${id}\``],
  ] as const;
  for (const [uri, hint] of rows) {
    const { stderr } = await folder.run(["client", "update", id, "--remove-redirect-uri", uri]);
    assert.ok(stderr.includes(hint), stderr);
  }
});

test("a first client that is refused leaves no database behind", async () => {
  await using folder = await openEmptyFolder();
  for (const words of [
    ["--name", "x", "--redirect-uri", "http://app.example/"],
    ["--name", " ", "--redirect-uri", "https://app.example/"],
  ])
    assert.equal((await folder.run(["client", "create", ...words])).exitCode, 4);
  assert.deepEqual(readdirSync(folder.path), []);
});

test("of two changes of one client at the same moment none is lost: one may have to be run again, exit code 5", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const id = String(client?.client_id);
  const uris = ["https://app.example/1", "https://app.example/2", "https://app.example/3"];
  const answers = await Promise.all(
    uris.map((uri) => folder.run(["client", "update", id, "--add-redirect-uri", uri])),
  );
  const [shown] = await folder.json(["client", "show", id]);
  answers.forEach(({ exitCode, stderr }, at) => {
    assert.ok(exitCode === 0 || exitCode === 5, stderr);
    if (exitCode === 5) assert.match(stderr, /at the same moment.*\n.*run this again/);
    const isThere = JSON.stringify(shown?.redirect_uris).includes(`${uris[at]}"`);
    assert.equal(isThere, exitCode === 0, `${uris[at]} and its exit code ${exitCode}`);
  });
});

test("a client for devices needs no redirect URI, until it is none any more or has pairwise subjects", async () => {
  await using folder = await openFolder();
  const tv = ["client", "create", "--name", "Television", "--public", "--openid", "--device"];
  const [made] = await folder.json(tv);
  assert.deepEqual(made?.redirect_uris, []);
  const update = ["client", "update", String(made?.client_id)];
  for (const change of ["--no-device", "--subject-type=pairwise"])
    assert.equal((await folder.run([...update, change])).exitCode, 4, change);
  const sector = ["--subject-type", "pairwise", "--sector", "tv.example"];
  assert.equal((await folder.run([...update, ...sector])).exitCode, 0);
  const { stdout } = await folder.run(["client", "show", String(made?.client_id)]);
  assert.match(stdout, /Television/);
});

test("exit codes: 2 for words that mean nothing, 3 for what is not there, 4 for what is refused", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const rows: [string[], number, RegExp][] = [
    [
      ["client", "create", "--redirect-uri", "https://app.example/"],
      2,
      /^latchkey: The option --name <name> is missing\.\n {2}`.* client create --help`/,
    ],
    [["client", "show"], 2, /^latchkey: The argument <id> is missing\.\n/],
    [["client", "create", "--name"], 2, /^latchkey: The option --name needs a value\.\n/],
    [["client", "lst"], 2, /There is no command "lst"\.\n.*list\?\n.*client --help` shows/],
    [["clinet"], 2, /client/],
    [["clinet", "list"], 2, /There is no command "clinet"\.\n.*client`/],
    [
      ["client", "list", "--colour"],
      2,
      /^latchkey: There is no option --colour\.\n {2}`.* client list --help`/,
    ],
    [["serve", "--prot", "8000"], 2, /^latchkey: There is no option --prot\.\n {2}Did you mean --port\?\n/],
    [["client", "list", "--config"], 2, /needs a value\.\n {2}`node \S+latchkey\.js --help`/],
    [["client", "show", "lkcNobody"], 3, /no such client/],
    [["client", "delete", "../x"], 3, /no such client/],
    [["client", "create", "--name", "x"], 4, /at least one redirect URI[\s\S]*--redirect-uri URI/],
    [[...create, "--redirect-uri", "http://app.example/"], 4, /http: is allowed only for/],
    [["client", "create", "--name", "", "--redirect-uri", "https://app.example/"], 4, /visible characters/],
  ];
  for (const [words, exitCode, said] of rows) {
    const answer = await folder.run(words);
    assert.equal(answer.exitCode, exitCode, `${words.join(" ")}: ${answer.stderr}`);
    assert.match(answer.stderr, said);
    assert.equal(answer.stdout, "");
  }
});

test("a command in a folder without an installation says where it looked, and makes none", async () => {
  await using folder = await openEmptyFolder();
  for (const words of [
    create,
    ["client", "list"],
    ["user", "create", "--username", "ada", "--password-random"],
    ["user", "list"],
    ["session", "list"],
    ["key", "rotate"],
    ["db", "status"],
  ]) {
    const answer = await folder.run(words);
    assert.equal(answer.exitCode, 69, words.join(" "));
    assert.match(answer.stderr, /no database at .*data\/latchkey\.db/);
    assert.match(
      answer.stderr,
      /--data or LATCHKEY_DATA_DIR\..* init` makes a new one, and so does the first .* serve`/,
    );
  }
  assert.deepEqual(readdirSync(folder.path), []);
  const { stdout, exitCode } = await folder.run([]);
  assert.equal(exitCode, 0);
  assert.match(stdout, /not made yet/);
  const doctor = await folder.json(["doctor", "--port", "0"]);
  assert.ok(doctor.every(({ state }) => state !== "failed"));
  assert.match(JSON.stringify(doctor), /will be created at the first start/);
});

test("client update without a change is refused with exit code 2 and says where to read what can change", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const answer = await folder.run(["client", "update", String(client?.client_id)]);
  assert.equal(answer.exitCode, 2);
  assert.match(answer.stderr, /No change is named\.\n.*client update --help/);
});

test("client delete and user delete ask nobody without a terminal, with --yes or without", async () => {
  await using folder = await openFolder();
  for (const yes of [[], ["--yes"], ["-y"]]) {
    const [client] = await folder.json(create);
    assert.equal((await folder.run(["client", "delete", String(client?.client_id), ...yes])).exitCode, 0);
    await folder.json(["user", "create", "--username", "ada", "--password-random"]);
    assert.equal((await folder.run(["user", "delete", "ada", ...yes])).exitCode, 0);
  }
});

test("--data and --config choose another installation, before the command or after it", async () => {
  await using folder = await openEmptyFolder();
  assert.equal((await folder.run(["db", "migrate", "--data", "here"])).exitCode, 0);
  assert.equal((await folder.run(["--data", "here", "client", "list"])).exitCode, 0);
  assert.equal((await folder.run(["client", "list", "--data=here"])).exitCode, 0);
  writeFileSync(join(folder.path, "other.env"), "LATCHKEY_DATA_DIR=here");
  assert.equal((await folder.run(["client", "list", "--config", "other.env"])).exitCode, 0);
  assert.equal((await folder.run(["--config", "other.env", "client", "list"])).exitCode, 0);
  const missing = await folder.run(["client", "list", "--config", "none.env"]);
  assert.equal(missing.exitCode, 78);
  assert.match(missing.stderr, /none\.env: There is no such file/);
  assert.deepEqual(readdirSync(folder.path).sort(), ["here", "other.env"]);
});

test("client list --search shows those with the text, and says when there are none", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  await folder.json(["client", "create", "--name", "Other", "--redirect-uri", "https://other.example/"]);
  const found = await folder.json(["client", "list", "--search", "MY APP"]);
  assert.deepEqual(
    found.map(({ client_id }) => client_id),
    [client?.client_id],
  );
  const none = await folder.run(["client", "list", "--search", "nothing"]);
  assert.deepEqual([none.exitCode, none.stdout, none.stderr], [0, "", "No client has that text.\n"]);
});
