import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, it, test } from "node:test";
import type { Command } from "commander";
import { done, exitCodes } from "../../src/cli/outcome.ts";
import { createProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal.ts";
import { endless, type LiveService, startService } from "../support/service.ts";

const root = resolve(import.meta.dirname, "../..");
const program = await createProgram(
  { terminal: openTerminal({}), env: {}, cwd: root, runLatchkey: "latchkey", words: [], outcome: done },
  ["help"],
);

function leaves(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((inner) =>
    inner.commands.length > 0
      ? leaves(inner, [...path, inner.name()])
      : [[[...path, inner.name()].join(" "), inner] as const],
  );
}

test("the table of exit codes has each code of the program, and no other", () => {
  const [, section = ""] = readFileSync(join(root, "docs/reference.md"), "utf8").split("## Exit codes\n");
  const [table = ""] = section.split("With `--json`");
  const documented = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  assert.deepEqual(
    documented,
    [...new Set(Object.values(exitCodes))].sort((left, right) => left - right),
  );
});

test("no option and no argument takes a secret: it comes from stdin, from a file, or from a prompt", () => {
  const commands = [["latchkey", program] as const, ...leaves(program)];
  assert.ok(commands.length > 90);
  const takesValue = commands.flatMap(([name, { options, registeredArguments }]) => [
    ...options
      .filter(({ required, optional }) => required || optional)
      .map(({ long, flags }) => ({ name: `${name} ${long}`, word: long ?? "", flags })),
    ...registeredArguments.map((argument) => ({
      name: `${name} <${argument.name()}>`,
      word: argument.name(),
      flags: "",
    })),
  ]);
  const secretive = /secret|password|passphrase|token|smtp|private|(?:^|-)key(?:$|-)|database-url/;
  const suspicious = takesValue.filter(
    ({ word, flags }) => secretive.test(word) && !/file/.test(word) && !/<file>/.test(flags),
  );
  // Each takes no secret, for the reason beside it.
  const harmless: Readonly<Record<string, string>> = {
    "latchkey --database-url": "a URL with a password is refused",
    "latchkey --access-token-lifetime-seconds": "a number",
    "client create --id-token-alg": "an algorithm",
    "client update --id-token-alg": "an algorithm",
    "api create --token": "a format",
    "api update --token": "a format",
    "upstream add --key-id": "an id, which Apple publishes",
  };
  assert.deepEqual(
    suspicious.map(({ name }) => name).filter((name) => !(name in harmless)),
    [],
  );
  const names = new Set(takesValue.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(harmless).filter((name) => !names.has(name)),
    [],
  );
});

test("the address of a database is no argument if a password is in it", async () => {
  await using service = await startService();
  for (const address of ["postgres://a:hunter2@db.example/x", "postgres://a@db.example/x?password=hunter2"]) {
    const { exitCode, stderr } = await service.run(["client", "list", "--database-url", address]);
    assert.equal(exitCode, 78);
    assert.match(stderr, /--database-url: Other users of this machine can read a password.*PGPASSWORD/);
    assert.doesNotMatch(stderr, /hunter2/);
  }
});

/** Commands that ask on a terminal, with what they end with where there is none. */
const asking: Readonly<Record<string, readonly [words: readonly string[], exitCode: number]>> = {
  "a new password": [["user", "create", "--username", "bob"], 2],
  "another password": [["user", "set-password", "ada"], 2],
  "a passphrase": [["db", "backup", "copy.age", "--encrypt"], 2],
  "whether to delete a person": [["user", "delete", "ada"], 0],
  "whether to delete a client": [["client", "delete", "CLIENT"], 0],
};

describe("without a terminal nothing is asked, and a command ends although its stdin never does", () => {
  let service: LiveService;
  let client = "";
  before(async () => {
    service = await startService();
    await service.createUser({ username: "ada", password: "seven quiet rivers run north" });
    client = (await service.createClient("Notes", ["http://localhost:1/callback"])).clientId;
  });
  after(() => service[Symbol.asyncDispose]());

  for (const [what, [words, expected]] of Object.entries(asking))
    it(what, { timeout: 60_000 }, async () => {
      const named = words.map((word) => (word === "CLIENT" ? client : word));
      const { exitCode, stdout, stderr } = await service.run(named, endless);
      assert.equal(exitCode, expected, stderr);
      assert.doesNotMatch(stdout + stderr, /\[y\/N\]|Password: |Passphrase: /);
    });
});

describe("--dry-run", () => {
  it("of a deletion shows what it is about, and changes nothing", async () => {
    await using service = await startService();
    await service.createUser({ username: "ada", password: "seven quiet rivers run north" });
    const { clientId } = await service.createClient("Notes", ["http://localhost:1/callback"]);
    assert.equal((await service.run(["group", "create", "staff"])).exitCode, 0);
    const things: readonly (readonly [readonly string[], readonly string[]])[] = [
      [
        ["user", "ada"],
        ["user", "delete", "ada"],
      ],
      [
        ["client", clientId],
        ["client", "delete", clientId],
      ],
      [
        ["group", "staff"],
        ["group", "delete", "staff"],
      ],
    ];
    for (const [[noun = "", name = ""], words] of things) {
      const shown = await service.run([...words, "--dry-run", "--json"]);
      assert.equal(shown.exitCode, 0, shown.stderr);
      const record = JSON.parse(shown.stdout);
      assert.equal(record.dry_run, true);
      assert.ok(Object.values(record).includes(name), shown.stdout);
      const spoken = await service.run([...words, "--dry-run"]);
      assert.match(spoken.stderr, /Nothing was changed/);
      assert.equal((await service.run([noun, "show", name])).exitCode, 0);
      assert.equal((await service.run([noun, "delete", "nobody", "--dry-run"])).exitCode, 3);
    }
  });

  it("every command that asks before it changes something has it, or has a plan", () => {
    const asks = leaves(program).filter(([, { options }]) => options.some(({ long }) => long === "--yes"));
    const without = asks.filter(
      ([, { options }]) => !options.some(({ long }) => long === "--dry-run" || long === "--plan"),
    );
    assert.deepEqual(
      without.map(([name]) => name),
      ["db migrate"],
    );
  });
});
