import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";

/** Which room may import which; `type:` in front allows only type imports. A test compares the drawing in docs/architecture.md with it. */
const allowedImports: Record<string, readonly string[]> = {
  values: [],
  protocol: ["values"],
  identity: ["values"],
  flows: ["protocol", "identity", "values"],
  // A row's tries are counted while it is locked, so the rule that counts them runs in the store.
  adapters: [
    "values",
    "type:flows",
    "type:protocol",
    "type:identity",
    "identity/rate-limit.ts",
    // A stored hash is read where it is verified, and by the import, which keeps only what this reads.
    "identity/foreign-hash.ts",
    "identity/old-digest.ts",
    "protocol/client/stored-metadata.ts",
    "protocol/api/stored-api.ts",
  ],
  // The room of operators is loaded by the table of routes alone, and late.
  http: [
    "flows",
    "pages",
    "protocol",
    "identity",
    "values",
    "type:ops",
    "admin/api/answer.ts",
    "admin/console/console.ts",
    "docs-site/answer.ts",
  ],
  // What people run: data and the guides made of it. Those who use it load it late.
  apps: ["values"],
  "docs-site": ["type:http", "apps", "pages", "values"],
  operations: ["flows", "protocol", "identity", "values"],
  admin: ["apps", "operations", "flows", "http", "pages", "protocol", "identity", "values"],
  pages: ["values", "type:protocol", "type:identity", "protocol/language.ts"],
  ops: ["values", "type:flows"],
  doctor: ["flows", "ops", "protocol", "values", "type:adapters", "adapters/keys/master-key.ts"],
  demo: ["values"],
  cli: [
    "administration.ts",
    "compose.ts",
    // Operations are called from here with what the service has for them.
    "compose/administration.ts",
    "compose/declared.ts",
    "apps",
    "compose/old-system.ts",
    "operations",
    "flows",
    "ops",
    "values",
    "protocol",
    "identity",
    "type:adapters",
    "adapters",
    "demo",
    "doctor",
    // The report of `shadow` is a page.
    "pages/html.ts",
    "pages/style.ts",
  ],
  "administration.ts": ["adapters", "ops", "pages", "flows/audit.ts", "type:flows"],
  compose: [
    "administration.ts",
    "adapters",
    "doctor",
    "flows",
    "operations",
    "ops",
    "values",
    "protocol",
    "identity",
  ],
  "compose.ts": ["compose", "administration.ts", "adapters", "flows", "http", "ops", "values"],
  library: ["compose.ts", "administration.ts", "adapters", "flows", "ops", "values"],
  "library.ts": ["library"],
  "testing.ts": ["library"],
  "main.ts": ["cli"],
};

/** Rooms that touch nothing of Node but digests, constant-time comparison and the loading of a language, and no package at all. */
const pureRooms = new Set(["values", "protocol", "identity", "pages", "flows"]);
const pureNodeModules = new Set(["node:crypto", "node:module"]);

/** Node modules and packages that one place alone may import. */
const onlyIn: Record<string, RegExp> = {
  "node:sqlite": /^adapters\/sqlite\/connection\.ts$/,
  "node:module": /^(?:cli\/(?:demo|serve)|pages\/catalogues)\.ts$/,
  jose: /^(?:adapters\/keys\/|demo\/(?:orders-api|mcp-server)\.ts$)/,
  "lru-cache": /^(?:adapters|http|demo)\//,
  "@simplewebauthn/server": /^adapters\/passkeys\//,
  "@node-rs/argon2": /^adapters\/passwords\//,
  "@node-rs/bcrypt": /^adapters\/passwords\/foreign\.ts$/,
  "@zxcvbn-ts/core": /^adapters\/passwords\/estimator-main\.ts$/,
  "@zxcvbn-ts/language-common": /^adapters\/passwords\/estimator-main\.ts$/,
  otpauth: /^adapters\/otp\//,
  qr: /^adapters\/otp\//,
  "age-encryption": /^adapters\/backup\//,
  nodemailer: /^adapters\/mail\//,
  "@modelcontextprotocol/server": /^demo\/mcp-server\.ts$/,
  "@modelcontextprotocol/node": /^demo\/mcp-server\.ts$/,
  "@prometheus-io/client": /^ops\/metrics\.ts$/,
  "@opentelemetry/api": /^ops\/tracing\.ts$/,
  commander: /^cli\//,
  marked: /^docs-site\//,
  yaml: /^(?:cli\/import-source|adapters\/declared\/(?:source|written))\.ts$/,
  // The command line names the types of schemas, and loads zod with the operations of a noun.
  zod: /^(?:admin\/api|operations)\/|^cli\/operation-(?:command|input|view)\.ts$|^admin\/console\/operation-form\.ts$/,
};

/**
 * The files that import something late, and why: a command's own file, storage and service behind a command, the driver of
 * PostgreSQL, and what a service may never need.
 */
const lateImports: Readonly<Record<string, readonly string[]>> = {
  "cli/serve.ts": ["../ops/metrics.ts", "../ops/metrics-listener.ts", "../ops/worker-metrics.ts"],
  "compose/administration.ts": ["../doctor/installation.ts", "./declared.ts"],
  "compose/metrics.ts": ["./declared.ts"],
  "compose/observation.ts": ["./metrics.ts", "./tracing.ts"],
  "compose/ports.ts": ["./claims-hook.ts"],
  "library/start.ts": ["./in-process.ts"],
  "cli/administration.ts": ["../administration.ts", "../compose.ts"],
  "cli/import-source.ts": ["yaml"],
  "admin/console/client-from-app.ts": ["../../apps/applications.ts", "../../apps/guide.ts"],
  "cli/client-application.ts": ["../apps/applications.ts"],
  "cli/demo.ts": ["../demo/mcp-server.ts"],
  "cli/db-copy.ts": ["../adapters/copy-store.ts", "../adapters/postgres/copy-target.ts"],
  "compose.ts": [
    "./compose/old-system.ts",
    "./http/old-paths.ts",
    "./compose/backups.ts",
    "./compose/declared.ts",
  ],
  "cli/apply.ts": ["../operations/declared/schema.ts", "../compose/declared.ts"],
  "cli/doctor-checks.ts": [
    "../doctor/protected-hosts.ts",
    "../compose/declared.ts",
    "../compose/old-system.ts",
  ],
  "cli/export.ts": ["../operations/state.ts", "../adapters/declared/written.ts"],
  "cli/rehearsal-copy.ts": ["../adapters/postgres/copy-beside.ts", "../adapters/postgres/migrations.ts"],
  "cli/upgrade.ts": ["./rehearsal.ts"],
  "administration.ts": ["./adapters/postgres/store.ts", "./pages/mail.ts", "./pages/catalogues.ts"],
  "flows/authorize/complete-sign-in.ts": ["../session/other-accounts.ts", "../session/end-session.ts"],
  "flows/authorize/dispatch.ts": ["./select-account.ts", "../verify-hint.ts"],
  "flows/authorize/prove-password.ts": ["./move-password.ts"],
  "flows/verify-hint.ts": ["../protocol/old-product/id-token.ts"],
  "flows/endpoint/redeem.ts": ["./ask-claims-hook.ts"],
  "flows/endpoint/refresh.ts": ["./ask-claims-hook.ts"],
  "http/pages/passkey-offer.ts": ["./remove-way-in.ts"],
  "http/pages/authorization.ts": [
    "./consent-page.ts",
    "./choose-account-page.ts",
    "./ways-in-page.ts",
    "./keep-account-page.ts",
    "./verify-page.ts",
    "./link-needed-page.ts",
    "./enrol-page.ts",
    "./passkey-offer-page.ts",
    "./leaving-page.ts",
  ],
  "http/forward-auth/check.ts": [
    "../../flows/forward-auth/check-app-password.ts",
    "../../flows/forward-auth/check-token.ts",
    "../../flows/forward-auth/assertion.ts",
  ],
  "http/pages/sign-in-page.ts": ["../../flows/authorize/fresh-proof.ts", "../../pages/fresh-proof.ts"],
  "http/pages/sign-in.ts": ["./upstream-start.ts"],
  "http/routes.ts": [
    "./flash.ts",
    "./pages/authorization.ts",
    "./pages/sign-in.ts",
    "./pages/continue.ts",
    "./pages/choose-account.ts",
    "./pages/consent.ts",
    "./pages/language-picker.ts",
    "./pages/protected-place.ts",
    "./pages/home.ts",
    "./pages/logo.ts",
    "./endpoints/userinfo.ts",
    "./endpoints/server-metadata.ts",
    "./endpoints/well-known.ts",
    "./pages/verify.ts",
    "./pages/enrol.ts",
    "./pages/totp.ts",
    "./pages/recovery-codes.ts",
    "./pages/account.ts",
    "./pages/activity.ts",
    "./pages/browsers.ts",
    "./pages/change-password.ts",
    "./pages/deletion.ts",
    "./pages/export.ts",
    "./pages/device.ts",
    "./pages/passkey-offer.ts",
    "./pages/app-passwords.ts",
    "./pages/passkeys.ts",
    "./pages/address.ts",
    "./pages/profile.ts",
    "./pages/recover.ts",
    "./pages/finish-recovery.ts",
    "./pages/lock.ts",
    "./pages/sign-up.ts",
    "./pages/new-account.ts",
    "./pages/upstream-start.ts",
    "./pages/upstream.ts",
    "./pages/sign-out.ts",
    "../admin/api/answer.ts",
    "./endpoints/token.ts",
    "./endpoints/introspection.ts",
    "./endpoints/revocation.ts",
    "./endpoints/pushed-request.ts",
    "./endpoints/device-authorization.ts",
    "../admin/console/console.ts",
    "../docs-site/answer.ts",
    "./forward-auth/answer.ts",
    "./endpoints/registration.ts",
    "./endpoints/client-endpoint.ts",
  ],
  "adapters/backup/age.ts": ["age-encryption"],
  "adapters/sql/nouns.ts": ["./people.ts"],
  "adapters/sqlite/store.ts": ["./backup.ts"],
  "adapters/fetch/guarded-fetch.ts": ["node:https", "node:http"],
  "adapters/mail/smtp.ts": ["nodemailer"],
  "adapters/passwords/argon2.ts": ["./foreign.ts"],
  "adapters/passwords/foreign.ts": ["@node-rs/bcrypt"],
  "adapters/keys/jwt-verifier.ts": ["jose"],
  "adapters/keys/verified-jwt.ts": ["jose"],
  "adapters/passkeys/webauthn.ts": ["@simplewebauthn/server/helpers", "@simplewebauthn/server"],
  "adapters/otp/totp-codes.ts": ["otpauth", "qr"],
  "adapters/upstream/upstream-party.ts": ["./openid-party.ts"],
  "demo/orders-api.ts": ["jose"],
};

/** Time, randomness and identity come in as arguments (style rule 23). */
const impure =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomBytes\b|\brandomUUID\b|\brandomFill|\bgetRandomValues\b/;

const source = resolve(import.meta.dirname, "../src");
const files = globSync("**/*.ts", { cwd: source }).sort();

interface Import {
  readonly specifier: string;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), "utf8");
  const found: Import[] = [];
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s)?[^"';]*?\bfrom\s+"([^"]+)"/gms))
    found.push({ specifier: match[2] ?? "", isType: match[1] !== undefined });
  for (const match of text.matchAll(/^import\s+"([^"]+)"|\b(?:import|getBuiltinModule)\("([^"]+)"\)/gm))
    found.push({ specifier: match[1] ?? match[2] ?? "", isType: false });
  return found;
}

/** What is loaded with a file, at once. */
function loadedWith(file: string): string[] {
  const text = readFileSync(join(source, file), "utf8");
  return [...text.matchAll(/^(?:import|export)\s+(?!type\s)[^"';]*?\bfrom\s+"([^"]+)"/gms)].map(
    ([, specifier = ""]) => (specifier.startsWith(".") ? join(dirname(file), specifier) : specifier),
  );
}

function withoutComments(file: string): string {
  return readFileSync(join(source, file), "utf8").replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "");
}

/** The files of `src/` that a file imports, types included. */
function neighboursOf(file: string): string[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => join(dirname(file), specifier));
}

/** The shortest way along imports from one file to another, or none. */
function wayBetween(
  from: string,
  to: string,
  neighbours: (file: string) => readonly string[],
): string[] | undefined {
  const ways = new Map([[from, [from]]]);
  for (const [file, way] of ways)
    for (const next of neighbours(file)) {
      if (next === to) return [...way, next];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  return undefined;
}

function roomOf(file: string): string {
  return file.split("/")[0] ?? file;
}

test("the architecture test sees the source", () => {
  assert.ok(files.length > 20, `only ${files.length} files found`);
  assert.ok(importsOf("compose.ts").length > 5);
});

test("every file imports only the rooms that its own room may import", () => {
  const faults: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    const allowed = allowedImports[room];
    if (allowed === undefined) {
      faults.push(`${file}: room ${room} is not in the table`);
      continue;
    }
    for (const { specifier, isType } of importsOf(file)) {
      if (!specifier.startsWith(".")) continue;
      const target = relative(source, resolve(source, dirname(file), specifier));
      const to = roomOf(target);
      const isAllowed =
        to === room ||
        allowed.includes(to) ||
        allowed.includes(target) ||
        (isType && allowed.includes(`type:${to}`));
      if (!isAllowed) faults.push(`${file} imports ${target}${isType ? " (type)" : ""}`);
    }
  }
  assert.deepEqual(faults, []);
});

test("every arrow of the drawing is in the table, and every row of the table follows from the arrows", () => {
  const drawing = readFileSync(resolve(source, "../docs/diagrams/rooms-light.svg"), "utf8");
  const arrows = [...drawing.matchAll(/<title>(\S+) → (\S+?)(?: \(\w+\))?<\/title>/g)];
  const drawnAs: Record<string, string> = {
    compose: "compose.ts",
    "library.ts": "library",
    "testing.ts": "library",
  };
  const name = (target: string) => {
    const room = roomOf(target.replace(/^type:/, ""));
    return drawnAs[room] ?? room;
  };
  const rows = Object.entries(allowedImports).flatMap(([room, targets]) =>
    targets.map((target) => [name(room), name(target)] as const),
  );
  const reached = rows.filter(([from, to]) => from !== to && to !== "values");
  const strange = arrows.filter(([, from, to]) => !reached.some((row) => row[0] === from && row[1] === to));
  const neighbours = (room: string) => arrows.filter(([, from]) => from === room).map(([, , to = ""]) => to);
  assert.deepEqual([...strange], []);
  assert.deepEqual(
    reached.filter(([from, to]) => wayBetween(from, to, neighbours) === undefined),
    [],
  );
});

test("pure rooms and flows import nothing of Node but digests and what loads a language, and no package", () => {
  const faults: string[] = [];
  for (const file of files)
    for (const { specifier } of importsOf(file))
      if (pureRooms.has(roomOf(file)) && !specifier.startsWith(".") && !pureNodeModules.has(specifier))
        faults.push(`${file} imports ${specifier}`);
  assert.deepEqual(faults, []);
});

test("pure rooms and flows do not read the process", () => {
  const faults = files.filter(
    (file) => pureRooms.has(roomOf(file)) && /\bprocess\s*[.[]|\bglobalThis\b/.test(withoutComments(file)),
  );
  assert.deepEqual(faults, []);
});

test("no file reaches itself along imports", () => {
  const imports = new Map(files.map((file) => [file, neighboursOf(file)]));
  const neighbours = (file: string) => imports.get(file) ?? [];
  assert.deepEqual(
    files.flatMap((file) => wayBetween(file, file, neighbours)?.join(" → ") ?? []),
    [],
  );
});

test("a package with one home is imported nowhere else", () => {
  const faults: string[] = [];
  for (const file of files)
    for (const { specifier } of importsOf(file))
      for (const [name, home] of Object.entries(onlyIn))
        if ((specifier === name || specifier.startsWith(`${name}/`)) && !home.test(file))
          faults.push(`${file} imports ${specifier}`);
  assert.deepEqual(faults, []);
});

test("a service that starts loads no command but serve, and node:http without all that hangs on its import", () => {
  const commands = importsOf("cli/program.ts").flatMap(({ specifier }) =>
    loadedWith("cli/program.ts").includes(join("cli", specifier)) ? [] : [join("cli", specifier)],
  );
  assert.ok(commands.includes("cli/client.ts") && commands.includes("cli/serve.ts"));
  const loaded = new Set(["main.ts", "cli/serve.ts", "compose.ts", "http/server.ts"]);
  for (const file of loaded) if (files.includes(file)) for (const next of loadedWith(file)) loaded.add(next);
  assert.ok(loaded.has("http/app.ts") && loaded.has("cli/program.ts"));
  assert.deepEqual(
    commands.filter((file) => loaded.has(file)),
    ["cli/serve.ts"],
  );
  assert.ok(!loaded.has("node:http"));
});

test("a file imports late only what the list of late imports says; the table of commands has one for each command", () => {
  const late = files.flatMap((file) => {
    const found = [...withoutComments(file).matchAll(/(?<!typeof )\bimport\("([^"]+)"\)/g)];
    const specifiers = new Set(found.map(([, specifier = ""]) => specifier));
    return specifiers.size === 0 || file === "cli/program.ts" ? [] : [[file, [...specifiers]] as const];
  });
  assert.deepEqual(Object.fromEntries(late), lateImports);
});

test("no file asks with instanceof about what Node makes, which Jest runs in another realm", () => {
  const builtIn = /\binstanceof (?:\w*Error|Uint8Array|Buffer|ArrayBuffer|Map|Set|Date|URL|Promise)\b/g;
  // Classes of libraries, which are loaded in the realm of their caller.
  const ofLibraries = /(?:Commander|AuthorizationResponse|ResponseBody)Error$/;
  const faults = files.flatMap((file) =>
    (withoutComments(file).match(builtIn) ?? []).filter((found) => !ofLibraries.test(found)),
  );
  assert.deepEqual(faults, []);
});

test("time and randomness are read only in adapters/system", () => {
  const faults = files.filter((file) => {
    if (file.startsWith("adapters/system/") || file.startsWith("demo/")) return false;
    return impure.test(withoutComments(file));
  });
  assert.deepEqual(faults, []);
});

test("there are no barrels, no helper folders and no default exports", () => {
  const faults = files.filter(
    (file) =>
      /(^|\/)(index|utils?|helpers?)(\.ts$|\/)/.test(file) ||
      /^export default\b/m.test(readFileSync(join(source, file), "utf8")),
  );
  assert.deepEqual(faults, []);
});

test("migrations are numbered from 1 without a gap, and no number is there twice", () => {
  for (const engine of ["sqlite", "postgres"]) {
    const names = globSync("*.sql", { cwd: join(source, "adapters", engine, "migrations") }).sort();
    assert.deepEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, index) => index + 1),
      engine,
    );
  }
});
