import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const secret = "a-secret-of-more-than-thirty-two-characters";

test("config print shows every setting with its source, and no secret", async () => {
  await using folder = await openFolder();
  writeFileSync(join(folder.path, "latchkey.toml"), 'host = "0.0.0.0"\nport = 1001\n');
  writeFileSync(join(folder.path, ".env"), `LATCHKEY_PORT=1002\nLATCHKEY_SECRET=${secret}\n`);
  const env = { LATCHKEY_LOG_LEVEL: "warn", LATCHKEY_CODE_LIFETIME_SECONDS: "30" };
  const answer = await folder.run(["config", "print", "--code-lifetime-seconds", "20", "--json"], { env });
  const rows = answer.stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const found = Object.fromEntries(rows.map(({ setting, value, origin }) => [setting, [value, origin]]));
  assert.deepEqual(found.LATCHKEY_HOST, ["0.0.0.0", "latchkey.toml"]);
  assert.deepEqual(found.LATCHKEY_PORT, ["1002", ".env"]);
  assert.deepEqual(found.LATCHKEY_LOG_LEVEL, ["warn", "environment"]);
  assert.deepEqual(found.LATCHKEY_CODE_LIFETIME_SECONDS, ["20", "--code-lifetime-seconds"]);
  assert.deepEqual(found.LATCHKEY_BASE_URL, ["http://localhost:1002", "default"]);
  assert.deepEqual(found.LATCHKEY_SECRET, ["[secret]", ".env"]);
  const forPeople = await folder.run(["config", "print"]);
  assert.match(forPeople.stdout, /^SETTING +VALUE +SOURCE\n/);
  assert.ok(!`${answer.stdout}${forPeople.stdout}`.includes(secret));
});

test("a bad setting ends every command with exit code 78, the setting, the cause and an example", async () => {
  await using folder = await openFolder();
  for (const words of [
    ["serve"],
    ["demo"],
    ["client", "list"],
    ["config", "validate"],
    ["config", "print"],
  ]) {
    const { exitCode, stderr, stdout } = await folder.run(words, { env: { LATCHKEY_PORT: "80a" } });
    assert.equal(exitCode, 78, words.join(" "));
    assert.match(
      stderr,
      /LATCHKEY_PORT \(environment\): "80a" does not work.*\n {2}Example: LATCHKEY_PORT=8080/,
    );
    assert.equal(stdout, "");
  }
});

test("an unknown name warns everywhere, and config validate refuses it", async () => {
  await using folder = await openFolder();
  const env = { LATCHKEY_BASE_URI: "https://id.example" };
  const print = await folder.run(["config", "print"], { env });
  assert.equal(print.exitCode, 0);
  assert.match(print.stderr, /LATCHKEY_BASE_URI.*Did you mean LATCHKEY_BASE_URL\?/);
  assert.equal((await folder.run(["config", "validate"], { env })).exitCode, 78);
  assert.equal((await folder.run(["config", "validate"])).exitCode, 0);
});

test("settings are flags before and after the command", async () => {
  await using folder = await openFolder();
  for (const words of [
    ["--port", "7001", "config", "print", "--json"],
    ["config", "print", "--json", "--port=7001"],
  ])
    assert.match((await folder.run(words)).stdout, /"LATCHKEY_PORT","value":"7001","origin":"--port"/);
});

test("--help lists every command and every setting, version says what runs", async () => {
  await using folder = await openFolder();
  const { stdout, exitCode } = await folder.run(["--help"]);
  assert.equal(exitCode, 0);
  for (const word of [
    "demo",
    "serve",
    "doctor",
    "client",
    "user",
    "session",
    "key",
    "db",
    "config",
    "completion",
  ])
    assert.match(stdout, new RegExp(`^  ${word}\\b`, "m"));
  for (const flag of ["--base-url", "--secret-file", "--trusted-proxies"]) assert.ok(stdout.includes(flag));
  assert.match((await folder.run(["version"])).stdout, /^latchkey \d+\.\d+\.\d+ \(Node \d+/);
  assert.equal((await folder.run(["client"])).exitCode, 2);
});

test("the completion scripts are made for three shells, and bash completes with its one", async () => {
  await using folder = await openFolder();
  const { stdout: script } = await folder.run(["completion", "bash"]);
  const ask = `${script}\nCOMP_WORDS=(latchkey client ro); COMP_CWORD=2; _latchkey; echo "\${COMPREPLY[@]}"`;
  assert.equal(execFileSync("bash", ["-c", ask], { encoding: "utf8" }).trim(), "rotate-secret");
  assert.match((await folder.run(["completion", "zsh"])).stdout, /^#compdef latchkey/);
  assert.match((await folder.run(["completion", "fish"])).stdout, /^complete -c latchkey/m);
  assert.equal((await folder.run(["completion", "tcsh"])).exitCode, 2);
});
