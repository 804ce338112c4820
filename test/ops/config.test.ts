import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { inspect, parseEnv } from "node:util";
import fc from "fast-check";
import {
  databasePath,
  describeConfigProblem,
  loadConfig,
  resolveIssuer,
  sqliteFile,
  unnamedProxyRepair,
} from "../../src/ops/config.ts";
import type { Flags } from "../../src/ops/config-layers.ts";
import { flowSettings } from "../../src/ops/flow-settings.ts";
import { flagOf, settingKeys, settings } from "../../src/ops/settings.ts";
import { translateToml } from "../../src/ops/toml-settings.ts";

type Environment = Readonly<Record<string, string>>;

/** Loads with files that exist only here; a file that is `unreadable` exists but cannot be read. */
function load(given: {
  env?: Environment;
  flags?: Flags;
  files?: Environment;
  unreadable?: string;
  configFile?: string;
}) {
  return loadConfig({
    configFile: given.configFile,
    env: given.env ?? {},
    flags: given.flags ?? {},
    cwd: "/srv",
    readFile: (path) => {
      if (path === given.unreadable) throw Object.assign(new Error("no"), { code: "EACCES" });
      return given.files?.[path];
    },
  });
}

function loaded(given: Parameters<typeof load>[0]) {
  const result = load(given);
  assert.ok(result.ok, inspect(result));
  return result.value;
}

function problemsOf(given: Parameters<typeof load>[0]): string[] {
  const result = load(given);
  assert.ok(!result.ok, "expected the configuration to be refused");
  return result.reason.map(describeConfigProblem);
}

test("without any source every setting has its documented default", () => {
  const { config, origins, unknown } = loaded({});
  assert.deepEqual(
    { ...config },
    {
      issuer: "http://localhost:{port}",
      host: "127.0.0.1",
      port: 8080,
      database: { kind: "sqlite", path: "data/latchkey.db" },
      dataDir: "data",
      logLevel: "info",
      codeLifetime: 60,
      accessTokenLifetime: 3600,
      sessionLifetime: 2_592_000,
      sessionIdle: 604_800,
      trustedProxies: [],
      workers: 1,
      migrate: "reversible",
      stopGrace: 3,
      metricsHost: "127.0.0.1",
      registration: "closed",
      registrationsMax: 1000,
      clientDocuments: { mode: "closed" },
      claimsHookFail: "closed",
      require: "one",
      consoleRequire: "two",
      passkeyOrigins: [],
      signUp: "closed",
      deletionGraceDays: 14,
      auditDays: 400,
      hstsForSubdomains: false,
      brandName: "Latchkey",
      brandDoor: true,
      mailLogo: false,
      backupKeep: 7,
      importCheckKind: "webhook",
      importCheckStartTls: false,
    },
  );
  assert.deepEqual(new Set(Object.values(origins)), new Set(["default"]));
  assert.deepEqual(unknown, []);
});

/** Their default is a list without members, or depends on other settings. */
const saysDefaultInWords = new Set<string>([
  "mailFrom",
  "trustedProxies",
  "issuer",
  "passkeyRpId",
  "passkeyOrigins",
]);

test("the documented default of each setting is what its parser makes of it", () => {
  const { config } = loaded({});
  for (const key of settingKeys) {
    const { defaultText, parse, isSecret, fallback } = settings[key];
    if (isSecret || fallback === undefined || saysDefaultInWords.has(key)) continue;
    const parsed = parse(defaultText);
    assert.ok(parsed.ok, key);
    assert.deepEqual(parsed.value, config[key], key);
  }
});

test("the example of each setting works", () => {
  for (const key of settingKeys) {
    const { example, parse, isSecret } = settings[key];
    if (!isSecret) assert.ok(parse(example).ok, key);
  }
});

test("defaults < .env < environment < flags, and each value says where it came from", () => {
  const files = { "/srv/.env": "LATCHKEY_PORT=1002" };
  const env = { LATCHKEY_PORT: "1003" };
  const flags = { port: "1004" };
  const rows = [
    [{}, 8080, "default"],
    [{ files }, 1002, ".env"],
    [{ files, env }, 1003, "environment"],
    [{ files, env, flags }, 1004, "--port"],
  ] as const;
  for (const [given, port, origin] of rows) {
    const { config, origins } = loaded(given);
    assert.equal(config.port, port);
    assert.equal(origins.port, origin);
  }
});

test("the file that is named is read instead of .env, and must exist", () => {
  const files = { "/srv/.env": "LATCHKEY_PORT=1002", "/srv/other.env": "LATCHKEY_HOST=::1" };
  const { config, origins } = loaded({ files, configFile: "other.env" });
  assert.deepEqual([config.host, config.port, origins.host], ["::1", 8080, "other.env"]);
  for (const configFile of ["none.env", "none.toml"])
    assert.deepEqual(problemsOf({ files, configFile }), [`${configFile}: There is no such file.`]);
});

test("a file of settings that cannot be read is named with the system's word", () => {
  for (const name of [".env", "latchkey.toml"])
    assert.deepEqual(problemsOf({ unreadable: `/srv/${name}` }), [
      `${name}: It cannot be read (EACCES). The user of this process must be able to look into /srv, and to read the file if it is there.`,
    ]);
});

const notToml =
  "Settings are read from NAME=value lines, not from TOML, and nothing starts without those in this file.";

test("a latchkey.toml is refused with the lines that say the same in .env, and no secret", () => {
  const toml = [
    'base_url = "https://id.example"  # public',
    "port = 8_080",
    "trusted_proxies = [",
    '  "10.0.0.0/8", # inner',
    "  '::1',",
    "]",
    `secret = "${"s".repeat(40)}"`,
    'registration_token_file = "/run/a token"',
    'database_url = "postgres://latchkey:pass%40word@db/latchkey"',
    'secert = "typed wrong"',
    "host = ''",
    "[table]",
    "",
  ].join("\n");
  assert.deepEqual(problemsOf({ files: { "/srv/latchkey.toml": toml } }), [
    [
      `latchkey.toml: ${notToml} Write these lines into .env, and remove latchkey.toml:`,
      "LATCHKEY_BASE_URL=https://id.example",
      "LATCHKEY_PORT=8080",
      "LATCHKEY_TRUSTED_PROXIES=10.0.0.0/8,::1",
      "LATCHKEY_SECRET=[the value of secret]",
      "LATCHKEY_REGISTRATION_TOKEN_FILE='/run/a token'",
      "LATCHKEY_DATABASE_URL=[the value of database_url]",
      "# secert: there is no such setting",
      "# line 12 of latchkey.toml: translate it by hand",
    ].join("\n"),
  ]);
});

test("the translation of latchkey.toml leaves out the names that .env sets, because .env won", () => {
  const files = { "/srv/latchkey.toml": "port = 1001\nsecret_file = 'x'", "/srv/.env": "LATCHKEY_PORT=1002" };
  const [problem = ""] = problemsOf({ files });
  assert.deepEqual(problem.split("\n").slice(1), ["LATCHKEY_SECRET_FILE=x"]);
  const both = { ...files, "/srv/.env": "LATCHKEY_PORT_FILE=port\nLATCHKEY_SECRET=y" };
  assert.ok(
    problemsOf({ files: both }).includes(
      `latchkey.toml: ${notToml} It adds none to .env: do without latchkey.toml.`,
    ),
  );
});

test("a latchkey.toml does no harm where it has comments alone, or where another file is named", () => {
  assert.ok(load({ files: { "/srv/latchkey.toml": "# port = 1\n\n" } }).ok);
  const files = { "/srv/latchkey.toml": "port = 1", "/srv/other.env": "" };
  assert.ok(load({ files, configFile: "other.env" }).ok);
});

test("a named file in TOML is refused with the lines for a file that is named instead", () => {
  assert.deepEqual(problemsOf({ files: { "/srv/a/b.toml": "port = 1001" }, configFile: "a/b.toml" }), [
    `a/b.toml: ${notToml} Write these lines into a/b.env, and name that file with --config:\nLATCHKEY_PORT=1001`,
  ]);
});

test("the translation of any text in TOML is read as the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (written) => {
      const value = written.trim();
      const { lines } = translateToml(`data_dir = ${JSON.stringify(written)}`, () => false);
      // No line of an env file can hold all three quotes.
      fc.pre(!["'", '"', "`"].every((quote) => value.includes(quote)));
      assert.equal(parseEnv(lines.join("\n")).LATCHKEY_DATA_DIR ?? "", value);
    }),
  );
});

test("NAME_FILE reads the value from a file, without the line end", () => {
  const { config, origins } = loaded({
    env: { LATCHKEY_PORT_FILE: "/run/port", LATCHKEY_SECRET_FILE: "secret" },
    files: { "/run/port": "9000\n", "/srv/secret": "0123456789abcdef0123456789abcdef\n" },
  });
  assert.equal(config.port, 9000);
  assert.equal(config.secret?.reveal(), "0123456789abcdef0123456789abcdef");
  assert.equal(origins.port, "environment, file /run/port");
});

test("the files that hold a secret are told, and no others", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  const filesOf = (settings: string, env: Environment = {}) =>
    loaded({ env, files: { "/srv/.env": settings, "/srv/secret": secret, "/run/db": "sqlite:/data/x.db" } })
      .secretFiles;
  assert.deepEqual(filesOf(`LATCHKEY_SECRET=${secret}`), ["/srv/.env"]);
  assert.deepEqual(filesOf("LATCHKEY_SECRET_FILE=secret"), ["/srv/secret"]);
  assert.deepEqual(filesOf("LATCHKEY_SMTP_URL=smtps://user:password@mail.example"), ["/srv/.env"]);
  assert.deepEqual(filesOf("LATCHKEY_SMTP_URL=smtp://mail.example:25"), []);
  assert.deepEqual(filesOf("LATCHKEY_PORT=9000", { LATCHKEY_SECRET: secret }), []);
  assert.deepEqual(filesOf("", { LATCHKEY_DATABASE_URL_FILE: "/run/db" }), []);
  const database = (url: string) => filesOf(`LATCHKEY_DATABASE_URL=${url}`, { LATCHKEY_SECRET: secret });
  assert.deepEqual(database("postgres://latchkey:password@db.example/latchkey"), ["/srv/.env"]);
  assert.deepEqual(database("postgres://latchkey@db.example:5432/latchkey"), []);
});

test("NAME_FILE is refused beside NAME, and where the file is missing, empty or closed", () => {
  const env = { LATCHKEY_PORT_FILE: "/run/port" };
  const rows = [
    [{ env: { ...env, LATCHKEY_PORT: "1" } }, /LATCHKEY_PORT is set in the same place/],
    [{ env }, /The file \/run\/port does not exist/],
    [{ env, files: { "/run/port": " \n" } }, /is empty/],
    [{ env, unreadable: "/run/port" }, /cannot be read \(EACCES\)/],
  ] as const;
  for (const [given, expected] of rows) assert.match(problemsOf(given).join("\n"), expected);
});

test("a stronger source wins over the file variant of a weaker one", () => {
  const { config } = loaded({ env: { LATCHKEY_PORT_FILE: "/nowhere" }, flags: { port: "7000" } });
  assert.equal(config.port, 7000);
});

test("an empty value means the same as none", () => {
  assert.equal(loaded({ env: { LATCHKEY_PORT: " " } }).config.port, 8080);
});

test("every wrong value is refused at once, with the setting, the cause and an example", () => {
  const env = { LATCHKEY_PORT: "80a", LATCHKEY_CODE_LIFETIME_SECONDS: "301", LATCHKEY_HOST: "http://x" };
  assert.deepEqual(problemsOf({ env }), [
    'LATCHKEY_HOST (environment): "http://x" does not work. It must be an IP address or a host name, without a scheme or a port.\n  Example: LATCHKEY_HOST=0.0.0.0',
    'LATCHKEY_PORT (environment): "80a" does not work. It must be a whole number from 0 to 65535.\n  Example: LATCHKEY_PORT=8080',
    'LATCHKEY_CODE_LIFETIME_SECONDS (environment): "301" does not work. It must be a whole number of seconds from 10 to 300.\n  Example: LATCHKEY_CODE_LIFETIME_SECONDS=60',
  ]);
  assert.match(problemsOf({ flags: { port: "x" } }).join(), /^--port: .*\n {2}Example: --port 8080$/s);
  assert.match(
    problemsOf({ files: { "/srv/.env": "LATCHKEY_PORT=70000" } }).join(),
    /^LATCHKEY_PORT \(\.env\): .*\n {2}Example: LATCHKEY_PORT=8080$/s,
  );
});

test("each setting refuses values out of its bounds", () => {
  const rows: [string, string[], string[]][] = [
    ["LATCHKEY_PORT", ["0", "65535"], ["-1", "65536", "8080.5", "1e3", "0x50"]],
    ["LATCHKEY_CODE_LIFETIME_SECONDS", ["10", "300"], ["9", "301", "60s"]],
    ["LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS", ["60"], ["59", "9999999"]],
    ["LATCHKEY_HOST", ["::1", "[::1]", "0.0.0.0", "id.example"], ["a b", "host:80", "-x"]],
    ["LATCHKEY_STOP_GRACE_SECONDS", ["0", "300"], ["-1", "301", "3s"]],
    ["LATCHKEY_WORKERS", ["1"], ["0", "129", "two", "1.5"]],
    ["LATCHKEY_LOG_LEVEL", ["silent", "debug"], ["loud", "INFO"]],
    [
      "LATCHKEY_BASE_URL",
      ["https://id.example/x", "http://[::1]:1"],
      ["http://id.example", "id.example", "https://id.example//x"],
    ],
    ["LATCHKEY_CLAIMS_HOOK_FAIL", ["closed", "open"], ["ajar"]],
    [
      "LATCHKEY_TRUSTED_PROXIES",
      ["10.0.0.1", "::/0, 10.0.0.0/8"],
      ["10.0.0.0/33", "::/129", "proxy", "1.2.3.4/5/6"],
    ],
    [
      "LATCHKEY_DATABASE_URL",
      ["sqlite:x.db", "sqlite:///var/x.db"],
      ["x.db", "sqlite:", "mysql://x", "sqlite::memory:"],
    ],
  ];
  for (const [name, good, bad] of rows) {
    for (const value of good) assert.ok(load({ env: { [name]: value } }).ok, `${name}=${value}`);
    for (const value of bad) assert.ok(!load({ env: { [name]: value } }).ok, `${name}=${value}`);
  }
});

test("the claims hook has an address that nobody can read along, and a secret of Standard Webhooks beside it", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const url = "https://people.example.org/claims";
  const withHook = (env: Readonly<Record<string, string>>) => ({
    env: { LATCHKEY_CLAIMS_HOOK_URL: url, LATCHKEY_CLAIMS_HOOK_SECRET: secret, ...env },
  });
  const problemsWith = (env: Readonly<Record<string, string>>) => problemsOf(withHook(env));
  for (const good of [url, "https://10.0.0.7/claims", "http://127.0.0.1:9000/x", "http://localhost:9000/"])
    assert.ok(load(withHook({ LATCHKEY_CLAIMS_HOOK_URL: good })).ok, good);
  for (const bad of [
    "http://people.example.org/",
    "http://10.0.0.7/",
    "https://me:pw@people.example.org/",
    `${url}#x`,
    "people.example.org",
  ])
    assert.match(problemsWith({ LATCHKEY_CLAIMS_HOOK_URL: bad }).join(), /LATCHKEY_CLAIMS_HOOK_URL/, bad);
  for (const bad of ["x", "whsec_", `whsec_${"A".repeat(30)}`, secret.slice(6), `whsec_${"A".repeat(92)}`]) {
    const said = problemsWith({ LATCHKEY_CLAIMS_HOOK_SECRET: bad }).join();
    assert.match(said, /LATCHKEY_CLAIMS_HOOK_SECRET.*It must be whsec_/, bad);
    if (bad.length > 10) assert.ok(!said.includes(bad), "a secret is never printed");
  }
  assert.match(
    problemsOf({ env: { LATCHKEY_CLAIMS_HOOK_URL: url } }).join(),
    /needs LATCHKEY_CLAIMS_HOOK_SECRET/,
  );
  assert.match(
    problemsOf({ env: { LATCHKEY_CLAIMS_HOOK_SECRET: secret } }).join(),
    /needs LATCHKEY_CLAIMS_HOOK_URL/,
  );
});

test("the address of a PostgreSQL is taken, and its password is never printed", () => {
  const secret = "a-secret-of-more-than-thirty-two-characters";
  const url = "postgres://latchkey:pass%40word@db.example:5433/sign-in?sslmode=verify-full";
  const { config } = loaded({ env: { LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET: secret } });
  assert.ok(config.database.kind === "postgres");
  assert.equal(config.database.url.reveal(), url);
  assert.equal(databasePath(config), "postgres://db.example:5433/sign-in");
  assert.equal(sqliteFile(config), undefined);
  assert.ok(!inspect(config, { depth: 9 }).includes("pass%40word"));
  for (const wrong of [
    "postgres:/u:pass%40word@db/x",
    "postgres://u:pass%40word@db",
    "mysql://u:pass%40word@db/x",
  ]) {
    const shown = problemsOf({ env: { LATCHKEY_DATABASE_URL: wrong, LATCHKEY_SECRET: secret } }).join();
    assert.match(shown, /LATCHKEY_DATABASE_URL/);
    assert.ok(!shown.includes("pass%40word"), shown);
  }
});

test("PostgreSQL needs a master key that every node is given", () => {
  const env = { LATCHKEY_DATABASE_URL: "postgres://db/latchkey" };
  assert.match(problemsOf({ env }).join(), /^LATCHKEY_SECRET: PostgreSQL needs it: every node/);
  const files = { "/run/secret": "a-secret-of-more-than-thirty-two-characters" };
  assert.ok(load({ env: { ...env, LATCHKEY_SECRET_FILE: "/run/secret" }, files }).ok);
});

test("several workers need PostgreSQL: on SQLite they are refused with the cause and the repair", () => {
  const secret = "a-secret-of-more-than-thirty-two-characters";
  const postgres = { LATCHKEY_DATABASE_URL: "postgres://db/latchkey", LATCHKEY_SECRET: secret };
  const sqlite = { LATCHKEY_DATABASE_URL: "sqlite:data/latchkey.db" };
  assert.equal(loaded({ env: { ...postgres, LATCHKEY_WORKERS: "128" } }).config.workers, 128);
  for (const env of [{}, sqlite])
    assert.deepEqual(problemsOf({ env: { ...env, LATCHKEY_WORKERS: "2" } }), [
      "LATCHKEY_WORKERS (environment): Several processes need PostgreSQL: an SQLite file is served by one. Leave it at 1, or set LATCHKEY_DATABASE_URL to a PostgreSQL.\n  Example: LATCHKEY_WORKERS=1",
    ]);
  assert.match(problemsOf({ flags: { workers: "4" } }).join(), /^LATCHKEY_WORKERS \(--workers\): /);
});

test("a secret is refused when short, without being repeated, and never prints itself", () => {
  const shown = problemsOf({ env: { LATCHKEY_SECRET: "hunter2-too-short" } }).join();
  assert.match(shown, /at least 32 characters/);
  assert.ok(!shown.includes("hunter2"));
  const secret = "a-secret-of-more-than-thirty-two-characters";
  const everything = inspect(loaded({ env: { LATCHKEY_SECRET: secret } }), { depth: 9 });
  assert.ok(!everything.includes(secret));
});

test("a secret has no flag that would show it in the list of processes", () => {
  assert.equal(flagOf(settings.secret.name, settings.secret.isSecret), "--secret-file");
});

test("a registration token is one that a header can carry, comes from the environment or a file, and is never shown", () => {
  const mode = { LATCHKEY_REGISTRATION: "token" };
  assert.match(problemsOf({ env: mode }).join(), /LATCHKEY_REGISTRATION_TOKEN/);
  for (const text of ["short", `${"x".repeat(40)} y`, `${"é".repeat(40)}`]) {
    const shown = problemsOf({ env: { ...mode, LATCHKEY_REGISTRATION_TOKEN: text } }).join();
    assert.match(shown, /at least 32 letters/);
    assert.ok(!shown.includes(text));
  }
  const token = "dGhpcyBpcyB0aGUgcmVnaXN0cmF0aW9uIHRva2Vu+/8=";
  const files = { "/srv/token": `${token}\n` };
  for (const given of [
    { env: { ...mode, LATCHKEY_REGISTRATION_TOKEN: token } },
    { env: { ...mode, LATCHKEY_REGISTRATION_TOKEN_FILE: "token" }, files },
    { env: mode, flags: { registrationTokenFile: "token" }, files },
  ]) {
    const { config } = loaded(given);
    assert.deepEqual([config.registration, config.registrationToken?.reveal()], ["token", token]);
    assert.ok(!inspect(config, { depth: 9 }).includes(token));
  }
  assert.match(problemsOf({ env: { LATCHKEY_REGISTRATION: "yes" } }).join(), /closed, token or open/);
});

test("an unknown name is reported with the nearest one", () => {
  const { unknown } = loaded({
    env: { LATCHKEY_BASE_URI: "https://x.example", LATCHKEY_COLOUR: "red" },
    files: { "/srv/.env": "LATCHKEY_PROT=1" },
  });
  assert.deepEqual(unknown.map(describeConfigProblem), [
    "LATCHKEY_PROT (.env): There is no such setting. Did you mean LATCHKEY_PORT?",
    "LATCHKEY_BASE_URI (environment): There is no such setting. Did you mean LATCHKEY_BASE_URL?",
    "LATCHKEY_COLOUR (environment): There is no such setting. `latchkey config print` lists them all.",
  ]);
});

test("the variables that Kubernetes sets for a service named latchkey are no typing mistakes, but its port is refused with the repair", () => {
  const env = { LATCHKEY_SERVICE_HOST: "10.0.0.1", LATCHKEY_PORT_8080_TCP_ADDR: "10.0.0.1" };
  assert.deepEqual(loaded({ env }).unknown, []);
  assert.match(problemsOf({ env: { LATCHKEY_PORT: "tcp://10.0.0.1:80" } }).join(), /enableServiceLinks/);
});

test("the data folder decides where the database lies unless that is set", () => {
  const pathOf = (env: Environment) => {
    const { database } = loaded({ env }).config;
    return database.kind === "sqlite" && database.path;
  };
  assert.equal(pathOf({ LATCHKEY_DATA_DIR: "/var/lib/x/" }), "/var/lib/x/latchkey.db");
  const env = { LATCHKEY_DATA_DIR: "/var/lib/x", LATCHKEY_DATABASE_URL: "sqlite:/db/y.db" };
  assert.equal(pathOf(env), "/db/y.db");
});

test("without a base URL the issuer is localhost with the port that was taken", () => {
  assert.equal(resolveIssuer(loaded({}).config, 8080), "http://localhost:8080");
  assert.equal(
    resolveIssuer(loaded({ env: { LATCHKEY_PORT: "0" } }).config, 40_001),
    "http://localhost:40001",
  );
  const env = { LATCHKEY_BASE_URL: "https://id.example/" };
  assert.equal(resolveIssuer(loaded({ env }).config, 40_001), "https://id.example");
});

test("behind https a proxy has to be named, with an example that fits where the service listens", () => {
  const https = { LATCHKEY_BASE_URL: "https://id.example" };
  const rows: [Environment, RegExp | undefined][] = [
    [{}, undefined],
    [https, /example 127\.0\.0\.1$/],
    [{ ...https, LATCHKEY_HOST: "0.0.0.0" }, /example 10\.0\.0\.0\/8$/],
    [{ ...https, LATCHKEY_TRUSTED_PROXIES: "10.1.2.3" }, undefined],
  ];
  for (const [env, expected] of rows) {
    const repair = unnamedProxyRepair(loaded({ env }).config);
    if (expected === undefined) assert.equal(repair, undefined);
    else assert.match(repair ?? "", expected);
  }
});

test("loading never throws, with any text in any source", () => {
  fc.assert(
    fc.property(fc.constantFrom(...settingKeys), fc.string(), fc.string(), (key, value, toml) => {
      load({
        env: { [settings[key].name]: value },
        files: { "/srv/latchkey.toml": toml, "/srv/.env": toml },
      });
    }),
    { numRuns: 300 },
  );
});

test("scheduled backups need a folder, one kind of lock, and an SQLite file", () => {
  const every = { LATCHKEY_BACKUP_EVERY: "24h" };
  const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
  const passphrase = "several words that nobody tries";
  const postgres = {
    LATCHKEY_DATABASE_URL: "postgres://db/latchkey",
    LATCHKEY_SECRET: "0123456789abcdef0123456789abcdef",
  };
  const rows = [
    [every, /LATCHKEY_BACKUP_DIR: LATCHKEY_BACKUP_EVERY requires it/],
    [
      { ...every, ...postgres, LATCHKEY_BACKUP_DIR: "/b" },
      /backed up with its own tools: let cron run pg_dump/,
    ],
    [
      { LATCHKEY_BACKUP_RECIPIENT: recipient, LATCHKEY_BACKUP_PASSPHRASE: passphrase },
      /either for public keys or with LATCHKEY_BACKUP_PASSPHRASE/,
    ],
    [
      { LATCHKEY_BACKUP_RECIPIENT: recipient.replace("ql3", "ql4") },
      /not a public key of age, or is mistyped/,
    ],
    [{ LATCHKEY_BACKUP_PASSPHRASE: "too short" }, /at least 16 characters/],
    ...["24", "9m", "32d", "h", "-1h", "1.5h", "0m"].map(
      (text) => [{ LATCHKEY_BACKUP_EVERY: text }, /from 10m to 31d/] as const,
    ),
  ] as const;
  for (const [env, expected] of rows) assert.match(problemsOf({ env }).join("\n"), expected);
  const { config } = loaded({
    env: { ...every, LATCHKEY_BACKUP_DIR: "/b", LATCHKEY_BACKUP_RECIPIENT: `${recipient}, ${recipient}` },
  });
  assert.equal(config.backupEvery, 86_400);
  assert.deepEqual(config.backupRecipients, [recipient, recipient]);
});

test("a public base URL has ten registrations an hour from one network, one on localhost 600, and the setting decides", () => {
  const perHour = (env: Environment) => {
    const { config } = loaded({ env });
    return flowSettings(config, resolveIssuer(config, 8080)).registrationsPerHour;
  };
  const name = "LATCHKEY_REGISTRATIONS_PER_HOUR";
  assert.equal(perHour({ LATCHKEY_BASE_URL: "https://id.example" }), 10);
  assert.equal(perHour({ LATCHKEY_BASE_URL: "https://id.example", [name]: "100" }), 100);
  assert.equal(perHour({}), 600);
  assert.equal(perHour({ [name]: "10" }), 10);
  assert.match(problemsOf({ env: { [name]: "0" } }).join(), /LATCHKEY_REGISTRATIONS_PER_HOUR/);
});

test("a contact for researchers and the day when it ends are set together, and each is read strictly", () => {
  const contact = "mailto:security@example.org, https://example.org/report";
  const { config } = loaded({
    env: { LATCHKEY_SECURITY_CONTACT: contact, LATCHKEY_SECURITY_EXPIRES: "2027-06-30" },
  });
  assert.deepEqual(config.securityContact, ["mailto:security@example.org", "https://example.org/report"]);
  assert.equal(config.securityExpires, "2027-06-30T23:59:59Z");
  assert.match(
    problemsOf({ env: { LATCHKEY_SECURITY_CONTACT: contact } })[0] ?? "",
    /needs LATCHKEY_SECURITY_EXPIRES/,
  );
  assert.match(
    problemsOf({ env: { LATCHKEY_SECURITY_EXPIRES: "2027-06-30" } })[0] ?? "",
    /needs LATCHKEY_SECURITY_CONTACT/,
  );
  for (const [name, value] of [
    ["CONTACT", "security@example.org"],
    ["CONTACT", "http://example.org"],
    ["CONTACT", "https://example.org/\u00e9"],
    ["CONTACT", ","],
    ["EXPIRES", "2027-02-30"],
    ["EXPIRES", "soon"],
    ["EXPIRES", "2027-06-30T00:00:00Z"],
  ] as const)
    assert.equal(problemsOf({ env: { [`LATCHKEY_SECURITY_${name}`]: value } }).length, 1, value);
});

const searched = {
  LATCHKEY_IMPORT_CHECK_BASE_DN: "dc=example",
  LATCHKEY_IMPORT_CHECK_FILTER: "(uid={username})",
};
const byName = { LATCHKEY_IMPORT_CHECK_DN: "{username}@corp.example" };
const searcher = { LATCHKEY_IMPORT_CHECK_BIND_DN: "cn=a", LATCHKEY_IMPORT_CHECK_BIND_PASSWORD: "b" };
const inTheClear = { LATCHKEY_IMPORT_CHECK_URL: "ldap://old.example" };
const directoryCases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp | undefined])[] = [
  ["an anonymous search", searched, undefined],
  ["a search by an account", { ...searched, ...searcher }, undefined],
  ["StartTLS", { ...byName, ...inTheClear, LATCHKEY_IMPORT_CHECK_START_TLS: "yes" }, undefined],
  [
    "people who search for themselves",
    { ...byName, LATCHKEY_IMPORT_CHECK_BASE_DN: "dc=example", LATCHKEY_IMPORT_CHECK_SUBJECT: "objectGUID" },
    undefined,
  ],
  [
    "people who search for themselves without a subject",
    { ...byName, LATCHKEY_IMPORT_CHECK_BASE_DN: "dc=example" },
    /^LATCHKEY_IMPORT_CHECK_SUBJECT: .* requires it/,
  ],
  [
    "a base without a filter",
    { LATCHKEY_IMPORT_CHECK_BASE_DN: "dc=example" },
    /^LATCHKEY_IMPORT_CHECK_FILTER: LATCHKEY_IMPORT_CHECK_BASE_DN requires it/,
  ],
  [
    "a filter without a base",
    { LATCHKEY_IMPORT_CHECK_FILTER: "(uid={username})" },
    /^LATCHKEY_IMPORT_CHECK_BASE_DN: LATCHKEY_IMPORT_CHECK_FILTER requires it/,
  ],
  ["a filter for everybody", { LATCHKEY_IMPORT_CHECK_FILTER: "(uid=*)" }, /have \{username\} in it/],
  ["a name and a filter", { ...byName, ...searched }, /^LATCHKEY_IMPORT_CHECK_FILTER: .*Remove one/],
  ["a name and an account", { ...byName, ...searcher }, /^LATCHKEY_IMPORT_CHECK_BIND_DN: .*Remove one/],
  [
    "an account without its password",
    { ...searched, LATCHKEY_IMPORT_CHECK_BIND_DN: "cn=a" },
    /^LATCHKEY_IMPORT_CHECK_BIND_PASSWORD: LATCHKEY_IMPORT_CHECK_BIND_DN requires it/,
  ],
  [
    "a password without its account",
    { ...searched, LATCHKEY_IMPORT_CHECK_BIND_PASSWORD: "b" },
    /^LATCHKEY_IMPORT_CHECK_BIND_DN: LATCHKEY_IMPORT_CHECK_BIND_PASSWORD requires it/,
  ],
  [
    "a base that is not a distinguished name",
    { LATCHKEY_IMPORT_CHECK_BASE_DN: "example.org" },
    /It must be a distinguished name/,
  ],
  [
    "a directory in the clear",
    { ...byName, ...inTheClear },
    /^LATCHKEY_IMPORT_CHECK_URL: It must start with ldaps:.*LATCHKEY_IMPORT_CHECK_START_TLS=yes/,
  ],
  [
    "StartTLS within TLS",
    { ...byName, LATCHKEY_IMPORT_CHECK_START_TLS: "yes" },
    /^LATCHKEY_IMPORT_CHECK_START_TLS: .*ldaps:/,
  ],
];

describe("the settings of a move", () => {
  const url = { LATCHKEY_IMPORT_CHECK_URL: "https://old.example/check" };
  const ldap = { LATCHKEY_IMPORT_CHECK_URL: "ldaps://old.example" };
  const until = { LATCHKEY_IMPORT_CHECK_UNTIL: "2027-03-31" };
  const secret = { LATCHKEY_IMPORT_CHECK_SECRET: `whsec_${Buffer.alloc(24).toString("base64")}` };
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp | undefined])[] = [
    ["complete", { ...url, ...until, ...secret }, undefined],
    [
      "without a day",
      { ...url, ...secret },
      /^LATCHKEY_IMPORT_CHECK_UNTIL: LATCHKEY_IMPORT_CHECK_URL requires it/,
    ],
    ["a webhook without a secret", { ...url, ...until }, /^LATCHKEY_IMPORT_CHECK_SECRET: .*requires it/],
    [
      "a secret that is no signing key",
      { ...url, ...until, LATCHKEY_IMPORT_CHECK_SECRET: "short" },
      /^LATCHKEY_IMPORT_CHECK_SECRET: A webhook is signed with whsec_/,
    ],
    [
      "a grant without a client",
      { ...url, ...until, LATCHKEY_IMPORT_CHECK_KIND: "password-grant" },
      /^LATCHKEY_IMPORT_CHECK_CLIENT: LATCHKEY_IMPORT_CHECK_KIND=password-grant requires it/,
    ],
    [
      "a grant of a client without a secret",
      { ...url, ...until, LATCHKEY_IMPORT_CHECK_KIND: "cognito", LATCHKEY_IMPORT_CHECK_CLIENT: "c" },
      undefined,
    ],
    ["a day that is none", { LATCHKEY_IMPORT_CHECK_UNTIL: "2027-02-30" }, /It must be a day/],
    ["plain http", { LATCHKEY_IMPORT_CHECK_URL: "http://old.example/" }, /must start with https/],
    ["plain ldap", { LATCHKEY_IMPORT_CHECK_URL: "ldap://old.example/" }, /must start with ldaps/],
    [
      "a search in the address",
      { LATCHKEY_IMPORT_CHECK_URL: "ldaps://old.example/dc=org" },
      /must end after/,
    ],
    [
      "a directory without a name to bind",
      { ...ldap, ...until, LATCHKEY_IMPORT_CHECK_KIND: "ldap" },
      /^LATCHKEY_IMPORT_CHECK_DN: LATCHKEY_IMPORT_CHECK_KIND=ldap requires it/,
    ],
    [
      "a directory that is asked as another product",
      { ...ldap, ...until, ...secret },
      /^LATCHKEY_IMPORT_CHECK_KIND: .* go together/,
    ],
    [
      "a web address that is asked as a directory",
      { ...url, ...until, ...secret, LATCHKEY_IMPORT_CHECK_KIND: "ldap" },
      /^LATCHKEY_IMPORT_CHECK_URL: .* go together/,
    ],
    ["a template without a place", { LATCHKEY_IMPORT_CHECK_DN: "uid=ada" }, /\{username\} in it once/],
    ["no attribute", { LATCHKEY_IMPORT_CHECK_SUBJECT: "entry=UUID" }, /the name of an attribute/],
    [
      "a directory",
      {
        ...ldap,
        ...until,
        LATCHKEY_IMPORT_CHECK_KIND: "ldap",
        LATCHKEY_IMPORT_CHECK_DN: "uid={username},dc=example",
      },
      undefined,
    ],
    ...directoryCases.map(
      ([what, env, problem]) =>
        [what, { ...ldap, ...until, LATCHKEY_IMPORT_CHECK_KIND: "ldap", ...env }, problem] as const,
    ),
    [
      "plain http on this machine",
      { ...until, ...secret, LATCHKEY_IMPORT_CHECK_URL: "http://127.0.0.1:1/" },
      undefined,
    ],
    [
      "credentials in the address",
      { LATCHKEY_IMPORT_CHECK_URL: "https://a:b@old.example/" },
      /must not have credentials/,
    ],
    [
      "old keys without a day",
      { LATCHKEY_OLD_KEYS: "/k.json" },
      /^LATCHKEY_OLD_KEYS_UNTIL: LATCHKEY_OLD_KEYS requires it/,
    ],
    ["an unknown product", { LATCHKEY_OLD_PATHS: "okta" }, /It must be keycloak, authelia/],
  ];
  for (const [what, env, problem] of cases)
    it(`${what}: ${problem === undefined ? "taken" : "refused"}`, () => {
      const loaded = loadConfig({ env, flags: {}, cwd: "/", readFile: () => undefined });
      if (problem === undefined) assert.ok(loaded.ok, JSON.stringify(loaded));
      else assert.match(loaded.ok ? "" : loaded.reason.map(describeConfigProblem).join("\n"), problem);
    });
});
