import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const password = "violet anchor puzzles 83";
const create = ["user", "create", "--username", "ada", "--password-stdin"];

test("a person is added with a password from stdin, shown, disabled, enabled and deleted", async () => {
  await using folder = await openFolder();
  const words = [...create, "--email", "ada@example.org", "--name", "Ada Lovelace"];
  const [user] = await folder.json(words, `${password}\n`);
  assert.match(String(user?.user_id), /^lku[A-Za-z0-9]{20}$/);
  assert.deepEqual(Object.keys(user ?? {}), [
    "user_id",
    "sub",
    "username",
    "email",
    "email_verified",
    "name",
    "phone_number",
    "address",
    "claims",
    "attributes",
    "groups",
    "require",
    "totp",
    "passkey",
    "admin",
    "disabled",
    "locked_at",
    "delete_after",
    "created_at",
    "next_commands",
  ]);
  assert.equal(user?.username, "ada");
  assert.deepEqual([user?.email_verified, user?.admin], [true, false]);
  const { next_commands: _, ...made } = user ?? {};
  const seen = { ...made, last_sign_in_at: null, imported: false };
  assert.deepEqual(await folder.json(["user", "list"]), [seen]);
  assert.deepEqual(await folder.json(["user", "show", "ADA@example.org"]), [seen]);
  assert.equal((await folder.json(["user", "disable", "ada"]))[0]?.disabled, true);
  assert.equal((await folder.json(["user", "enable", "ada"]))[0]?.disabled, false);
  assert.equal((await folder.json(["user", "delete", "ada"]))[0]?.deleted, true);
  assert.equal((await folder.run(["user", "show", "ada"])).exitCode, 3);
});

test("phone number and address are kept with a person, changed and taken away", async () => {
  await using folder = await openFolder();
  const words = [...create, "--phone", "+44 20 7946 0123", "--address", "12 St James's Square\nLondon"];
  const [user] = await folder.json(words, `${password}\n`);
  const contactsOf = (record: Record<string, unknown> | undefined) => [
    record?.email,
    record?.name,
    record?.phone_number,
    record?.address,
  ];
  assert.deepEqual(contactsOf(user), [null, null, "+442079460123", "12 St James's Square\nLondon"]);
  const shown = await folder.run(["user", "show", "ada"]);
  assert.match(shown.stdout, /^Phone +\+442079460123\nAddress +12 St James's Square\n {10}London\n/m);
  const more = ["--email", "ada@example.org", "--name", "Ada", "--phone", ""];
  const [updated] = await folder.json(["user", "update", "ada", ...more]);
  assert.deepEqual(contactsOf(updated), ["ada@example.org", "Ada", null, "12 St James's Square\nLondon"]);
  assert.deepEqual(await folder.json(["user", "show", "ada@example.org"]), [
    { ...updated, last_sign_in_at: null, imported: false },
  ]);
  assert.deepEqual([user?.email_verified, updated?.email_verified], [null, true]);
  const said = await folder.run(["user", "update", "ada", "--email", "", "--address", ""]);
  assert.match(said.stderr, /^Updated; a running server uses it within a second\.\n$/);
  assert.equal((await folder.run(["user", "show", "ada@example.org"])).exitCode, 3);
});

test("claims are kept with a person by their names, changed and taken away", async () => {
  await using folder = await openFolder();
  const words = [...create, "--claim", "given_name=Ada", "--claim", "picture=https://img.example/?a=1"];
  const [user] = await folder.json(words, `${password}\n`);
  assert.deepEqual(user?.claims, { given_name: "Ada", picture: "https://img.example/?a=1" });
  const update = ["user", "update", "ada", "--claim"];
  const [changed] = await folder.json([...update, "picture=", "--claim", "locale=en-GB"]);
  assert.deepEqual(changed?.claims, { given_name: "Ada", locale: "en-GB" });
  const shown = await folder.run(["user", "show", "ada"]);
  assert.match(shown.stdout, /^Given name +Ada\nLanguage +en-GB\n/m);
  const [bare] = await folder.json([...update, "given_name=", "--claim", "locale="]);
  assert.deepEqual(bare?.claims, {});
  for (const [text, exitCode, said] of [
    ["given_name", 2, /Write it as name=value/],
    ["=Ada", 2, /Write it as name=value/],
    ["email=ada@example.org", 4, /no claim email to give/],
    ["shoe_size=", 4, /no claim shoe_size to give/],
    ["birthdate=10.12.1815", 4, /Give a date as YYYY-MM-DD/],
  ] as const) {
    const answer = await folder.run([...update, text]);
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, said);
  }
});

test("user update: 2 without a change, 3 unknown, 4 refused with the repair, 5 taken", async () => {
  await using folder = await openFolder();
  await folder.json([...create, "--email", "ada@example.org"], `${password}\n`);
  await folder.json(
    ["user", "create", "--username", "eve@example.org", "--email", "eve@example.org", "--password-stdin"],
    `${password}\n`,
  );
  const rows: [string[], number, RegExp][] = [
    [["ada"], 2, /No change is named\.\n.*--phone/],
    [["bob", "--name", "Bob"], 3, /no such account/],
    [["ada", "--phone", "030 1234567"], 4, /begin with \+ and the country code/],
    [["ada", "--address", "x".repeat(501)], 4, /more than 500 characters/],
    [["eve@example.org", "--email", ""], 4, /is the username too/],
    [["ada", "--email", "eve@example.org"], 5, /Another account has this.*\n.*user list/],
  ];
  for (const [words, exitCode, said] of rows) {
    const answer = await folder.run(["user", "update", ...words]);
    assert.deepEqual([answer.exitCode, answer.stdout], [exitCode, ""], answer.stderr);
    assert.match(answer.stderr, said);
  }
  const { stderr } = await folder.run(["user", "update", "eve@example.org", "--email", "eve@example.com"]);
  assert.match(stderr, /changed along: eve@example\.com/);
});

test("a password never comes from an argument, and without a terminal it must be said where it comes from", async () => {
  await using folder = await openFolder();
  const asArgument = await folder.run(["user", "create", "--username", "ada", "--password", password]);
  assert.equal(asArgument.exitCode, 2);
  assert.match(asArgument.stderr, /There is no option --password\./);
  const nowhere = await folder.run(["user", "create", "--username", "ada"]);
  assert.equal(nowhere.exitCode, 2);
  assert.match(nowhere.stderr, /--password-stdin.*--password-random/);
  const empty = await folder.run(create, { input: "" });
  assert.equal(empty.exitCode, 2);
  const both = await folder.run([...create, "--password-random"], { input: password });
  assert.equal(both.exitCode, 2);
});

test("--password-random prints the password that was made, and set-password replaces it", async () => {
  await using folder = await openFolder();
  const [user] = await folder.json(["user", "create", "--username", "ada", "--password-random"]);
  assert.match(String(user?.password), /^(\w{5}-){3}\w{5}$/);
  const [again] = await folder.json(["user", "set-password", "ada", "--password-random"]);
  assert.notEqual(again?.password, user?.password);
  const set = await folder.run(["user", "set-password", "ada", "--password-stdin"], {
    input: `${password}\r\n`,
  });
  assert.equal(set.exitCode, 0);
  assert.ok(!`${set.stdout}${set.stderr}`.includes(password));
});

test("exit codes: 3 unknown, 4 refused, 5 taken; a refused password is not repeated", async () => {
  await using folder = await openFolder();
  await folder.json(create, `${password}\n`);
  const taken = await folder.run(create, { input: `${password}\n` });
  assert.equal(taken.exitCode, 5);
  assert.match(taken.stderr, /has this username/);
  const weak = await folder.run(["user", "create", "--username", "eve", "--password-stdin"], {
    input: "hunter2\n",
  });
  assert.equal(weak.exitCode, 4);
  assert.match(weak.stderr, /at least 15 characters/);
  assert.ok(!weak.stderr.includes("hunter2"));
  const strange = await folder.run(["user", "create", "--username", "a b", "--password-random"]);
  assert.equal(strange.exitCode, 4);
  for (const words of [
    ["disable", "bob"],
    ["delete", "bob"],
    ["set-password", "bob", "--password-random"],
  ])
    assert.equal((await folder.run(["user", ...words])).exitCode, 3, words.join(" "));
});

test("a list shows a hundred, or as many as asked for, and says on stderr how many it left out", async () => {
  await using folder = await openFolder();
  for (const username of ["ada", "bob", "eve"])
    await folder.json(["user", "create", "--username", username, "--password-stdin"], `${password}\n`);
  const two = await folder.run(["user", "list", "--limit", "2"]);
  assert.match(two.stdout, /^USERNAME .*\nada .*\nbob .*\n$/);
  assert.equal(two.stderr, "1 more; --limit 3 shows all.\n");
  const all = await folder.run(["user", "list"]);
  assert.equal(all.stdout.split("\n").length, 5);
  assert.equal(all.stderr, "");
  assert.equal((await folder.json(["user", "list", "--limit", "1"])).length, 1);
  for (const limit of ["0", "-1", "x", "1.5"]) {
    const refused = await folder.run(["user", "list", `--limit=${limit}`]);
    assert.equal(refused.exitCode, 2, limit);
    assert.match(refused.stderr, /^latchkey: --limit: ".*" does not work\. It must be a whole number/);
  }
});

test("a first user that is refused leaves no database behind", async () => {
  await using folder = await openEmptyFolder();
  const rows = [
    [["--username", "a b", "--password-random"], /The username cannot be used/],
    [["--username", "ada", "--email", "nowhere", "--password-random"], /The e-mail address cannot be used/],
    [["--username", "ada", "--password-stdin"], /The password cannot be used/],
  ] as const;
  for (const [words, said] of rows) {
    const answer = await folder.run(["user", "create", ...words], { input: "short\n" });
    assert.equal(answer.exitCode, 4, answer.stderr);
    assert.match(answer.stderr, said);
  }
  assert.deepEqual(readdirSync(folder.path), []);
});

test("sessions: none at first, and revoking asks for exactly one of an id and a person", async () => {
  await using folder = await openFolder();
  await folder.json(create, `${password}\n`);
  assert.deepEqual(await folder.json(["session", "list"]), []);
  for (const words of [[], ["00", "--user", "ada"]]) {
    const { exitCode, stderr } = await folder.run(["session", "revoke", ...words]);
    assert.deepEqual([exitCode, stderr], [2, "latchkey: Name either <session-id> or --user.\n"]);
  }
  assert.equal((await folder.run(["session", "revoke", "0".repeat(32)])).exitCode, 3);
  assert.equal((await folder.run(["session", "list", "--user", "bob"])).exitCode, 3);
  assert.equal((await folder.json(["session", "revoke", "--user", "ada"]))[0]?.revoked, 0);
});

test("a password that guessers try first is refused with the reason, and names of applications are among what they know", async () => {
  await using folder = await openFolder();
  await folder.json([
    "client",
    "create",
    "--name",
    "Tide Tables",
    "--redirect-uri",
    "https://tides.example/cb",
  ]);
  const rows: [string, RegExp][] = [
    ["1qaz2wsx3edc4rfv", /on lists of stolen passwords, which are tried first/],
    ["tide tables 2026!!", /made of the names of this service or account/],
    ["abcabcabcabcabc", /repeats one short piece/],
  ];
  for (const [text, sentence] of rows) {
    const answer = await folder.run(create, { input: text });
    assert.deepEqual([answer.exitCode, answer.stdout], [4, ""], answer.stderr);
    assert.match(answer.stderr, sentence);
    assert.ok(!answer.stderr.includes(text));
  }
});

test("the admin right is given and taken away", async () => {
  await using folder = await openFolder();
  const create = ["user", "create", "--username", "ada", "--password-random", "--admin"];
  assert.equal((await folder.json(create))[0]?.admin, true);
  assert.equal((await folder.json(["user", "update", "ada", "--name", "Ada"]))[0]?.admin, true);
  assert.match((await folder.run(["user", "show", "ada"])).stdout, /Administrator +yes/);
  assert.equal((await folder.json(["user", "update", "ada", "--no-admin"]))[0]?.admin, false);
  assert.equal((await folder.json(["user", "update", "ada", "--admin"]))[0]?.admin, true);
  const command = /second factor[\s\S]*: .*latchkey.* user recover (\w+)\s/;
  assert.equal(command.exec((await folder.run(["user", "update", "ada", "--admin"])).stderr)?.[1], "ada");
  const made = await folder.run([...create.with(3, "bob"), "--json"]);
  assert.equal(command.exec(made.stderr)?.[1], "bob");
  assert.doesNotMatch((await folder.run(["user", "update", "ada", "--name", "Ada"])).stderr, command);
});
