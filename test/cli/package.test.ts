import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

interface Locked {
  readonly version: string;
  readonly integrity: string;
}

let folder: string;
/** Unpacked: what somebody who installs the package gets. */
let installed: string;
let manifest: Readonly<Record<"dependencies" | "optionalDependencies", Readonly<Record<string, string>>>>;

/** A checkout of its own, in which a release is made: what somebody who installs the package gets comes out of it. */
let checkout: string;
const version = "9.0.0";

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-package-"));
  checkout = join(folder, "checkout");
  for (const name of [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "bench",
    "bin",
    "docs",
    "src",
    "scripts",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.dist.json",
  ])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"), "junction");
  writeFileSync(join(checkout, ".gitignore"), "node_modules\ndist/\nrelease/\nnpm-shrinkwrap.json\n");
  await git("init", "-q");
  await git("config", "user.name", "Release");
  await git("config", "user.email", "release@example.org");
  await assert.rejects(release(version), /The checkout has changes/);
  await git("add", "-A");
  await git("commit", "-qm", "everything");
  const { stdout } = await release(version);
  assert.match(stdout, /npm publish release\/9\.0\.0\/latchkey-9\.0\.0\.tgz/);
  installed = join(folder, "unpacked");
  mkdirSync(installed);
  const tarball = join(checkout, "release", version, `latchkey-${version}.tgz`);
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
});

function git(...words: readonly string[]) {
  return run("git", [...words], { cwd: checkout });
}

function release(...words: readonly string[]) {
  const env = { ...process.env, npm_config_offline: "true" };
  return run(process.execPath, [join(checkout, "scripts/release.ts"), ...words], { cwd: checkout, env });
}

after(() => rmSync(folder, { recursive: true, force: true }));

function shrinkwrap(): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(join(installed, "npm-shrinkwrap.json"), "utf8")).packages;
}

test("the npm package pins the Node that it brings, and every other dependency, by version and hash", () => {
  const packages = shrinkwrap();
  const direct = { ...manifest.dependencies, ...manifest.optionalDependencies };
  assert.equal(Object.keys(direct).filter((name) => name.startsWith("node-")).length, 5);
  for (const [name, version] of Object.entries(direct))
    assert.equal(packages[`node_modules/${name}`]?.version, version, name);
  for (const [path, { integrity }] of Object.entries(packages).filter(([path]) => path !== ""))
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, path);
});

test("the npm package names no place that something was downloaded from, and nothing that only development needs", () => {
  const text = readFileSync(join(installed, "npm-shrinkwrap.json"), "utf8");
  assert.doesNotMatch(text, /"resolved"|devDependencies|"dev":/);
  assert.deepEqual(
    Object.keys(shrinkwrap()).filter((path) => /typescript|playwright|biome|chromium/.test(path)),
    [],
  );
});

test("packing leaves no npm-shrinkwrap.json behind, which would win over package-lock.json", () => {
  assert.ok(!existsSync(join(checkout, "npm-shrinkwrap.json")));
});

/** An application that has the package and ours of the tests beside it. */
function makeApplication(): string {
  const application = join(folder, "application");
  const packages = join(application, "node_modules");
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => !name.startsWith(".")))
    symlinkSync(join(root, "node_modules", name), join(packages, name), "junction");
  rmSync(join(packages, "latchkey"), { recursive: true, force: true });
  cpSync(installed, join(packages, "latchkey"), { recursive: true });
  cpSync(join(root, "test/library/samples"), application, { recursive: true });
  writeFileSync(join(application, "package.json"), '{"type":"module"}');
  return application;
}

/** The first Node of the machine that is too old for the service itself, with its version. */
async function findOlderNode(): Promise<string | undefined> {
  for (const place of new Set((process.env.PATH ?? "").split(delimiter))) {
    const node = join(place, "node");
    if (place.includes("node_modules") || !existsSync(node)) continue;
    const { stdout } = await run(node, ["--version"]);
    const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
    if (major >= 20 && major < 26) return node;
  }
  return undefined;
}

test("the test suites of the guide pass with the package, on this Node and on an older one", async (t) => {
  const application = makeApplication();
  // With it the inner runner would take itself for a file of the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const older = await findOlderNode();
  for (const node of [process.execPath, ...(older === undefined ? [] : [older])])
    assert.match(
      (await run(node, ["--test", "--test-reporter=spec"], { cwd: application, env })).stdout,
      /^ℹ pass 4$/m,
    );
  if (older === undefined) t.diagnostic("No Node from 20 to 25 is in the PATH, so only this one was tried.");
});

test("the guide shows the samples, character for character", () => {
  const guide = readFileSync(join(root, "docs/testing-your-application.md"), "utf8");
  for (const name of readdirSync(join(root, "test/library/samples")))
    assert.ok(
      guide.includes(`\`\`\`js\n${readFileSync(join(root, "test/library/samples", name), "utf8")}\`\`\``),
      name,
    );
});

test("the types of the package are complete for a strict program", async () => {
  const place = mkdtempSync(join(folder, "typed-"));
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  mkdirSync(join(place, "node_modules"));
  cpSync(installed, join(place, "node_modules/latchkey"), { recursive: true });
  writeFileSync(
    join(place, "uses.ts"),
    `import { type Latchkey, startLatchkey } from "latchkey";
import { startTestLatchkey, type TestMail } from "latchkey/testing";
const service: Latchkey = await startLatchkey({ port: 0 });
const test = await startTestLatchkey({ now: "2030-01-01T00:00:00Z", signingKeys: { ES256: "pem" } });
const { clientId, clientSecret } = await test.createClient({ redirectUris: ["http://localhost/"], openid: true });
const mails: readonly TestMail[] = await test.mails();
const back: URL = await test.signIn("http://localhost/", await test.createUser({ username: "ada" }));
export const all: readonly unknown[] = [service.issuer, clientId.length, clientSecret?.length, mails.length, back.href];
// @ts-expect-error: there is no such option.
await startLatchkey({ prot: 1 });
`,
  );
  const lib = ["es2024", "dom"];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    lib,
    types: [],
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", place]);
});

/** Installs the tarball into a folder that was empty. Says by name what keeps npm from it where the registry is out of reach. */
async function installTarball(place: string): Promise<string | undefined> {
  const tarball = join(checkout, "release", version, `latchkey-${version}.tgz`);
  const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball];
  try {
    await run("npm", words, { cwd: place });
    return undefined;
  } catch (error) {
    const { stderr = "" } = error as { readonly stderr?: string };
    const [, code] =
      /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)/.exec(stderr) ?? [];
    if (code === undefined) throw error;
    return `not here: the registry of npm (${code})`;
  }
}

test("npx latchkey runs from the tarball in a folder that was empty, on this Node and on an older one", async (t) => {
  const place = mkdtempSync(join(folder, "empty-"));
  const missing = await installTarball(place);
  if (missing !== undefined) return t.skip(missing);
  const npx = realpathSync((await run("sh", ["-c", "command -v npx"])).stdout.trim());
  const older = await findOlderNode();
  for (const node of [process.execPath, ...(older === undefined ? [] : [older])]) {
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const { stdout } = await run(node, [npx, "--no", "latchkey", "version"], { cwd: place, env });
    assert.match(stdout, /^latchkey 9\.0\.0 \(Node 26\./, node);
  }
  if (older === undefined) t.diagnostic("No Node from 20 to 25 is in the PATH, so only this one was tried.");
});

/** Puts the packages of this checkout beside the unpacked one. */
function linkDependencies(): void {
  const place = join(installed, "node_modules");
  if (!existsSync(place)) symlinkSync(join(root, "node_modules"), place, "junction");
}

/** The program of the package with a folder for its data; nothing of the surroundings reaches it. */
function latchkey(place: string, dataDir: string, ...words: readonly string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("LATCHKEY_")),
  );
  const given = [join(place, "bin", "latchkey.js"), ...words, "--data-dir", dataDir];
  return run(process.execPath, given, { cwd: folder, env });
}

test("the npm package has the program and no source; it starts, and makes and migrates a database", async () => {
  assert.ok(!existsSync(join(installed, "src")));
  linkDependencies();
  const data = join(folder, "data");
  const { stdout } = await latchkey(installed, data, "version");
  assert.match(stdout, /^latchkey \d+\.\d+\.\d+ /);
  await latchkey(installed, data, "db", "migrate");
  const create = ["client", "create", "--name", "x", "--redirect-uri", "https://app.example/"];
  const client = await latchkey(installed, data, ...create, "--json");
  assert.match(JSON.parse(client.stdout).client_id, /^lkc/);
});

test("a program without its migrations says so plainly, and makes no database", async () => {
  linkDependencies();
  const place = join(folder, "incomplete");
  cpSync(installed, place, { recursive: true, verbatimSymlinks: true });
  rmSync(join(place, "dist/adapters/sqlite/migrations"), { recursive: true });
  const data = join(folder, "other");
  await assert.rejects(latchkey(place, data, "db", "migrate"), ({ code, stderr }) => {
    assert.match(stderr, /^latchkey: This installation of Latchkey is incomplete: .*Install it again/);
    return code === 69;
  });
  assert.ok(!existsSync(data));
});

test("a release has the package, a list of all that is in it, and their digests", async () => {
  const made = join(checkout, "release", version);
  const list = `latchkey-${version}.cdx.json`;
  assert.deepEqual(readdirSync(made).sort(), ["SHA256SUMS", list, `latchkey-${version}.tgz`]);
  await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: made });
  const { components } = JSON.parse(readFileSync(join(made, list), "utf8"));
  const listed = components.map((one: Record<string, string>) => `${one.name} ${one.version}`);
  const wanted = Object.entries(shrinkwrap()).filter(([path]) => path !== "");
  assert.deepEqual(
    listed.sort(),
    wanted.map(([path, entry]) => `${path.replace(/^.*node_modules\//, "")} ${entry.version}`).sort(),
  );
  assert.match(
    readFileSync(join(checkout, "CHANGELOG.md"), "utf8"),
    /## \[Unreleased\]\n\n## \[9\.0\.0\] - 20/,
  );
  assert.equal((await git("tag", "--list")).stdout, "v9.0.0\n");
});

test("a release needs a version that is newer, and something to tell of", async () => {
  await assert.rejects(release(), /Name the version/);
  await assert.rejects(release("8.9.9"), /older than 9\.0\.0/);
  await assert.rejects(release(version), /There is a tag v9\.0\.0 already/);
  await assert.rejects(release("9.0.1"), /nothing to release/);
});

test("the npm package has every page of its documents, and the files that they load", async () => {
  linkDependencies();
  const program = `
    const { openDocsSite } = await import(process.argv[1]);
    const site = openDocsSite();
    const sizes = site.paths.map((path) => Buffer.byteLength(site.file(path).body));
    console.log(JSON.stringify({ count: sizes.length, smallest: Math.min(...sizes) }));`;
  const place = pathToFileURL(join(installed, "dist/docs-site/site.js")).href;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program, place]);
  const { count, smallest } = JSON.parse(stdout);
  assert.ok(count > 100 && smallest > 100, stdout);
});
