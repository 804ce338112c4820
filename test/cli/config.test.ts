import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openEmptyFolder } from "./command-line.ts";

const secret = "a-secret-of-more-than-thirty-two-characters";

test("config print shows every setting with its source, and no secret", async () => {
  await using folder = await openEmptyFolder();
  writeFileSync(
    join(folder.path, ".env"),
    `LATCHKEY_HOST=0.0.0.0\nLATCHKEY_PORT=1002\nLATCHKEY_SECRET=${secret}\n`,
  );
  const env = { LATCHKEY_LOG_LEVEL: "warn", LATCHKEY_CODE_LIFETIME_SECONDS: "30" };
  const answer = await folder.run(["config", "print", "--code-lifetime-seconds", "20", "--json"], { env });
  const rows = answer.stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const found = Object.fromEntries(rows.map(({ setting, value, origin }) => [setting, [value, origin]]));
  assert.deepEqual(found.LATCHKEY_HOST, ["0.0.0.0", ".env"]);
  assert.deepEqual(found.LATCHKEY_PORT, ["1002", ".env"]);
  assert.deepEqual(found.LATCHKEY_LOG_LEVEL, ["warn", "environment"]);
  assert.deepEqual(found.LATCHKEY_CODE_LIFETIME_SECONDS, ["20", "--code-lifetime-seconds"]);
  assert.deepEqual(found.LATCHKEY_BASE_URL, ["http://localhost:1002", "default"]);
  assert.deepEqual(found.LATCHKEY_HSTS_SUBDOMAINS, ["no", "default"]);
  assert.deepEqual(found.LATCHKEY_SECRET, ["[secret]", ".env"]);
  const forPeople = await folder.run(["config", "print"]);
  assert.match(forPeople.stdout, /^SETTING +VALUE +SOURCE\n/);
  assert.ok(!`${answer.stdout}${forPeople.stdout}`.includes(secret));
});

test("a bad setting ends every command with exit code 78 and names the setting, the cause and an example", async () => {
  await using folder = await openEmptyFolder();
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

test("a latchkey.toml ends every command with exit code 78 and its translation, before anything is made", async () => {
  await using folder = await openEmptyFolder();
  writeFileSync(join(folder.path, "latchkey.toml"), 'base_url = "https://id.example"\n');
  const line = "LATCHKEY_BASE_URL=https://id.example";
  for (const words of [["serve"], ["demo"], ["db", "migrate"], ["config", "print"]]) {
    const { exitCode, stderr } = await folder.run(words);
    assert.equal(exitCode, 78, words.join(" "));
    assert.match(stderr, new RegExp(`latchkey\\.toml: .*Write these lines into \\.env.*:\n${line}\n`));
  }
  const { problems } = JSON.parse((await folder.run(["config", "validate", "--json"])).stdout);
  assert.deepEqual(problems[0].lines, [line]);
  assert.deepEqual(readdirSync(folder.path), ["latchkey.toml"]);
});

test("an unknown name warns everywhere, and config validate refuses it", async () => {
  await using folder = await openEmptyFolder();
  const env = { LATCHKEY_BASE_URI: "https://id.example" };
  const print = await folder.run(["config", "print"], { env });
  assert.equal(print.exitCode, 0);
  assert.match(print.stderr, /LATCHKEY_BASE_URI.*Did you mean LATCHKEY_BASE_URL\?/);
  assert.equal((await folder.run(["config", "validate"], { env })).exitCode, 78);
  assert.equal((await folder.run(["config", "validate"])).exitCode, 0);
});

test("config validate --json lists everything that is wrong in one object", async () => {
  await using folder = await openEmptyFolder();
  const rows = [
    [{}, 0, []],
    [{ LATCHKEY_BASE_URI: "x" }, 78, ["LATCHKEY_BASE_URI (environment)"]],
    [
      { LATCHKEY_PORT: "x", LATCHKEY_HOST: "a b" },
      78,
      ["LATCHKEY_HOST (environment)", "LATCHKEY_PORT (environment)"],
    ],
  ] as const;
  for (const [env, exitCode, where] of rows) {
    const answer = await folder.run(["config", "validate", "--json"], { env });
    assert.equal(answer.exitCode, exitCode);
    const { valid, problems } = JSON.parse(answer.stdout);
    assert.equal(valid, exitCode === 0);
    assert.deepEqual(
      problems.map((problem: { where: string }) => problem.where),
      where,
    );
  }
});

test("config validate and doctor warn of an https base URL without a named proxy", async () => {
  await using folder = await openEmptyFolder();
  const env = { LATCHKEY_BASE_URL: "https://id.example", LATCHKEY_PORT: "0" };
  const validate = await folder.run(["config", "validate"], { env });
  assert.equal(validate.exitCode, 0);
  assert.match(validate.stderr, /Warning: .*proxy.*LATCHKEY_TRUSTED_PROXIES/);
  const doctor = await folder.run(["doctor"], { env });
  assert.match(doctor.stdout, /^warning +base URL: .*proxy.*\n +Repair: set LATCHKEY_TRUSTED_PROXIES/m);
  const named = { ...env, LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" };
  assert.doesNotMatch((await folder.run(["config", "validate"], { env: named })).stderr, /Warning/);
});

test("the service and the demo refuse a bad port alike", async () => {
  await using folder = await openEmptyFolder();
  for (const option of ["--port", "--demo-port"]) {
    const { exitCode, stderr } = await folder.run(["demo", option, "x"]);
    assert.equal(exitCode, 78);
    assert.match(
      stderr,
      new RegExp(`^latchkey: ${option}: "x" does not work\\. .*\n {2}Example: ${option} 808\\d\n$`),
    );
  }
});

test("an accent that is hard to read is refused with one that is not, and a logo that cannot be shown with the reason", async () => {
  await using folder = await openEmptyFolder();
  writeFileSync(join(folder.path, "logo.svg"), "<svg><script/></svg>");
  writeFileSync(join(folder.path, "plain.svg"), '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const rows = [
    [
      { LATCHKEY_BRAND_ACCENT: "#ff8800" },
      /LATCHKEY_BRAND_ACCENT.*The nearest colour that works is #[0-9a-f]{6}\./,
    ],
    [{ LATCHKEY_BRAND_LOGO: "logo.svg" }, /LATCHKEY_BRAND_LOGO: logo\.svg contains a script/],
    [{ LATCHKEY_BRAND_LOGO: "none.png" }, /LATCHKEY_BRAND_LOGO: none\.png cannot be read \(ENOENT\)/],
    [{ LATCHKEY_MAIL_LOGO: "yes" }, /LATCHKEY_MAIL_LOGO: There is no logo: set LATCHKEY_BRAND_LOGO/],
    [
      { LATCHKEY_MAIL_LOGO: "yes", LATCHKEY_BRAND_LOGO: "plain.svg" },
      /LATCHKEY_MAIL_LOGO: Mail programs load pictures by https only: set LATCHKEY_BASE_URL/,
    ],
    [
      {
        LATCHKEY_MAIL_LOGO: "yes",
        LATCHKEY_BRAND_LOGO: "plain.svg",
        LATCHKEY_BASE_URL: "https://id.example.org",
      },
      /LATCHKEY_BRAND_LOGO: plain\.svg is an SVG, which mail programs do not show/,
    ],
  ] as const;
  for (const words of [["serve"], ["config", "validate"]])
    for (const [env, sentence] of rows) {
      const { exitCode, stderr } = await folder.run(words, { env });
      assert.equal(exitCode, 78, words.join(" "));
      assert.match(stderr, sentence);
    }
});

test("help and --help say the same, of every command; --version and version too", async () => {
  await using folder = await openEmptyFolder();
  for (const words of [[], ["client"], ["client", "create"], ["demo"]]) {
    const command = await folder.run(["help", ...words]);
    const option = await folder.run([...words, "--help"]);
    assert.deepEqual([command.exitCode, option.exitCode], [0, 0]);
    assert.equal(command.stdout, option.stdout);
    assert.match(command.stdout, new RegExp(`^Usage: ${["latchkey", ...words].join(" ")} `));
  }
  const nothing = await folder.run(["help", "client", "creat"]);
  assert.equal(nothing.exitCode, 2);
  assert.match(nothing.stderr, /Did you mean `.*latchkey\.js client create`\?/);
  for (const option of ["--version", "-V"])
    assert.deepEqual(await folder.run([option]), await folder.run(["version"]));
});

test("commands in messages are printed as they must be typed here", async () => {
  await using folder = await openEmptyFolder();
  const { stderr } = await folder.run(["config", "print"], { env: { LATCHKEY_COLOUR: "red" } });
  assert.match(stderr, /`node \S*latchkey\.js config print` lists them all/);
});

test("settings are flags before and after the command", async () => {
  await using folder = await openEmptyFolder();
  for (const words of [
    ["--port", "7001", "config", "print", "--json"],
    ["config", "print", "--json", "--port=7001"],
  ])
    assert.match((await folder.run(words)).stdout, /"LATCHKEY_PORT","value":"7001","origin":"--port"/);
});

test("--help lists every command and every setting, version says what runs", async () => {
  await using folder = await openEmptyFolder();
  const { stdout, exitCode } = await folder.run(["--help"]);
  assert.equal(exitCode, 0);
  for (const word of [
    "demo",
    "serve",
    "doctor",
    "client",
    "user",
    "session",
    "token",
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

test("completion scripts exist for three shells, and bash completes with its script", async () => {
  await using folder = await openEmptyFolder();
  const { stdout: script } = await folder.run(["completion", "bash"]);
  const ask = `${script}\nCOMP_WORDS=(latchkey client ro); COMP_CWORD=2; _latchkey; echo "\${COMPREPLY[@]}"`;
  assert.equal(execFileSync("bash", ["-c", ask], { encoding: "utf8" }).trim(), "rotate-secret");
  const option = `${script}\nCOMP_WORDS=(latchkey client update --no-op); COMP_CWORD=3; _latchkey; echo "\${COMPREPLY[@]}"`;
  assert.equal(execFileSync("bash", ["-c", option], { encoding: "utf8" }).trim(), "--no-openid");
  assert.match((await folder.run(["completion", "zsh"])).stdout, /^#compdef latchkey/);
  assert.match((await folder.run(["completion", "fish"])).stdout, /^complete -c latchkey/m);
  assert.equal((await folder.run(["completion", "tcsh"])).exitCode, 2);
});

test("a wrapper that names itself is how commands are printed, with the places that its user gave", async () => {
  await using folder = await openEmptyFolder();
  assert.equal((await folder.run(["init"])).exitCode, 0);
  writeFileSync(join(folder.path, "service.env"), "LATCHKEY_LOG_LEVEL=warn\n");
  const env = { LATCHKEY_COMMAND: "sudo latchkey" };
  const undoOf = async (username: string, ...places: readonly string[]) => {
    const words = ["--config", "service.env", ...places, "user", "create", "--username", username];
    const { exitCode, stderr } = await folder.run([...words, "--password-random"], { env });
    assert.equal(exitCode, 0, stderr);
    return /^ *Undo: (.+)$/m.exec(stderr)?.[1];
  };
  assert.equal(await undoOf("grace"), "sudo latchkey user delete grace");
  assert.equal(await undoOf("hedy", "--data", "data"), "sudo latchkey --data data user delete hedy");
  const unnamed = await folder.run(["config", "print"], { env });
  assert.doesNotMatch(unnamed.stderr, /LATCHKEY_COMMAND/, "no setting of the service");
});
