import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { install, newestNode, oldestNode, oldestSupported } from "../support/supported-nodes.ts";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly bin?: Readonly<Record<string, string>>;
}

let folder: string;
/** Unpacked: what somebody who installs the package gets. */
let installed: string;
let manifest: Readonly<Record<"dependencies" | "engines", Readonly<Record<string, string>>>>;

/** A checkout of its own, in which a release is made: what somebody who installs the package gets comes out of it. */
let checkout: string;
const version = "9.0.0";

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-package-"));
  mkdirSync(join(folder, "oldest"));
  writeFileSync(join(folder, "oldest/package.json"), "{}");
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
    cpSync(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
  for (const name of ["node_modules", "scripts/node/node_modules"])
    symlinkSync(join(root, name), join(checkout, name), "junction");
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

test("the npm package pins every dependency by version and hash, and brings no Node", () => {
  const packages = shrinkwrap();
  for (const [name, version] of Object.entries(manifest.dependencies))
    assert.equal(packages[`node_modules/${name}`]?.version, version, name);
  for (const [path, { integrity, bin }] of Object.entries(packages).filter(([path]) => path !== "")) {
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, path);
    assert.ok(!Object.keys(bin ?? {}).includes("node"), path);
  }
});

test("the npm package names no place that something was downloaded from, and nothing that only development needs", () => {
  const text = readFileSync(join(installed, "npm-shrinkwrap.json"), "utf8");
  assert.doesNotMatch(text, /"resolved"|devDependencies|"dev":/);
  assert.deepEqual(
    Object.keys(shrinkwrap()).filter((path) =>
      /typescript|playwright|biome|chromium|latchkey-node|modelcontextprotocol|hono/.test(path),
    ),
    [],
  );
});

test("the npm package has at most 4 MB", () => {
  assert.ok(statSync(join(checkout, "release", version, `latchkey-${version}.tgz`)).size < 4_000_000);
});

test("packing leaves no npm-shrinkwrap.json behind, which would win over package-lock.json", () => {
  assert.ok(!existsSync(join(checkout, "npm-shrinkwrap.json")));
});

/** An application that has the package and ours of the tests beside it. */
function makeApplication(): string {
  const application = mkdtempSync(join(folder, "application-"));
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

/** The first and the newest Node that `engines` admits. */
const lines = {
  [oldestSupported]: () => oldestNode(join(folder, "oldest")),
  26: async () => ({ node: newestNode() }),
};

test("the launcher, the library and package.json admit the same lines of Node", async () => {
  assert.equal(manifest.engines.node, `^${oldestSupported} || >=26.0.0`);
  const launched = pathToFileURL(join(installed, "bin/launch.js")).href;
  const started = pathToFileURL(join(installed, "dist/library/start.js")).href;
  const ask = `
    const { isSupported } = await import(${JSON.stringify(launched)});
    const { start } = await import(${JSON.stringify(started)});
    const versions = ["20.20.2", "22.23.3", "24.14.9", "24.15.0", "24.99.0", "25.9.0", "26.0.0", "27.1.0"];
    for (const node of versions) {
      Object.defineProperty(process, "versions", { value: { node } });
      const said = await start({ kind: "nothing" }).catch(({ message }) => message);
      console.log(node, isSupported(node), !/^This is Node/.test(said));
    }`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", ask]);
  assert.deepEqual(stdout.trim().split("\n"), [
    "20.20.2 false false",
    "22.23.3 false false",
    "24.14.9 false false",
    "24.15.0 true true",
    "24.99.0 true true",
    "25.9.0 false false",
    "26.0.0 true true",
    "27.1.0 true true",
  ]);
});

/** Runs a script in a process that takes itself for an older Node. */
function onOlderNode(...words: readonly string[]) {
  const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`;
  return run(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(older)}`, ...words]);
}

test("on an older Node the program and the library say what they need, in one line", async () => {
  await assert.rejects(
    onOlderNode(join(installed, "bin/latchkey.js"), "serve"),
    ({ code, stderr, stdout }) => {
      assert.deepEqual(
        { code, stderr, stdout },
        {
          code: 69,
          stderr:
            "latchkey: this is Node 20.20.2, Latchkey needs Node 24 (24.15 or newer) or Node 26. Install one from nodejs.org.\n",
          stdout: "",
        },
      );
      return true;
    },
  );
  const library = pathToFileURL(join(installed, "dist/testing.js")).href;
  const program = `await (await import(${JSON.stringify(library)})).startTestLatchkey()`;
  await assert.rejects(
    onOlderNode("--input-type=module", "--eval", program),
    /Error: This is Node 20\.20\.2, Latchkey needs Node 24 \(24\.15 or newer\) or Node 26\./,
  );
});

for (const [line, find] of Object.entries(lines))
  test(`the test suites of the guide pass with the package on Node ${line}, in the process of the test`, async (t) => {
    const found = await find();
    if ("missing" in found) return t.skip(found.missing);
    const application = makeApplication();
    // With it the inner runner would take itself for a file of the outer one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const words = ["--test", "--test-reporter=spec"];
    assert.match((await run(found.node, words, { cwd: application, env })).stdout, /^ℹ pass 4$/m);
  });

test("the guide shows the samples, character for character", () => {
  const guide = readFileSync(join(root, "docs/testing-your-application.md"), "utf8");
  for (const folder of ["samples", "runners"])
    for (const name of readdirSync(join(root, "test/library", folder)))
      assert.ok(
        guide.includes(`\`\`\`js\n${readFileSync(join(root, "test/library", folder, name), "utf8")}\`\`\``),
        name,
      );
});

test("the types of the package are complete for a strict program", async () => {
  const place = mkdtempSync(join(folder, "typed-"));
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  mkdirSync(join(place, "node_modules"));
  cpSync(installed, join(place, "node_modules/latchkey"), { recursive: true });
  for (const name of ["@types", "undici-types"])
    symlinkSync(join(root, "node_modules", name), join(place, "node_modules", name), "junction");
  writeFileSync(
    join(place, "uses.ts"),
    `import { type Latchkey, openLatchkey, startLatchkey } from "latchkey";
import { startTestLatchkey, type TestMail } from "latchkey/testing";
import { createServer } from "node:http";
const service: Latchkey = await startLatchkey({ port: 0 });
createServer((await openLatchkey({ baseUrl: "http://localhost:3000/id" })).handler);
// @ts-expect-error: a service without a port needs its address.
await openLatchkey({});
const test = await startTestLatchkey({ now: "2030-01-01T00:00:00Z", signingKeys: { ES256: "pem" } });
const { clientId, clientSecret } = await test.createClient({ redirectUris: ["http://localhost/"], openid: true });
const secret: string = clientSecret;
const open = await service.createClient({ redirectUris: ["http://localhost/"], public: true });
// @ts-expect-error: a public client has no secret.
const none: string = open.clientSecret;
const mails: readonly TestMail[] = await test.mails();
const back: URL = await test.signIn("http://localhost/", await test.createUser({ username: "ada" }));
export const all: readonly unknown[] = [service.issuer, clientId.length, secret, none, mails.length, back.href];
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
    types: ["node"],
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", place]);
});

/** Installed by npm, from its registry, into a project that was empty. */
let project: string;
let lacksProject: string | undefined;

test("installing the package leaves a project its own Node", async (t) => {
  project = mkdtempSync(join(folder, "project-"));
  writeFileSync(join(project, "package.json"), '{"scripts":{"which-node":"node -p process.execPath"}}');
  lacksProject = await install(project, join(checkout, "release", version, `latchkey-${version}.tgz`));
  if (lacksProject !== undefined) return t.skip(lacksProject);
  const { stdout: own } = await run("node", ["-p", "process.execPath"], { cwd: project });
  const { stdout } = await run("npm", ["run", "--silent", "which-node"], { cwd: project });
  assert.equal(stdout, own);
  const { stdout: kilobytes } = await run("du", ["-sk", "node_modules"], { cwd: project });
  assert.ok(Number.parseInt(kilobytes, 10) < 70_000, kilobytes);
});

for (const [line, find] of Object.entries(lines))
  test(`npx latchkey runs from the tarball on Node ${line}, serves and hashes passwords`, async (t) => {
    const found = await find();
    const missing = "missing" in found ? found.missing : lacksProject;
    if ("missing" in found || missing !== undefined) return t.skip(missing);
    const npx = realpathSync((await run("sh", ["-c", "command -v npx"])).stdout.trim());
    const env = {
      ...process.env,
      PATH: `${dirname(found.node)}${delimiter}${process.env.PATH}`,
      LATCHKEY_DATA_DIR: mkdtempSync(join(folder, "data-")),
      LATCHKEY_PORT: "0",
    };
    const latchkey = (...words: readonly string[]) =>
      run(found.node, [npx, "--no", "latchkey", ...words], { cwd: project, env });
    assert.match((await latchkey("version")).stdout, new RegExp(`^latchkey 9\\.0\\.0 \\(Node ${line}`));
    await latchkey("db", "migrate");
    await latchkey("user", "create", "--username", "ada", "--password-random");
    const served = spawn(found.node, [join(project, "node_modules/latchkey/bin/latchkey.js"), "serve"], {
      env,
    });
    const ended = once(served, "close");
    try {
      const lines = createInterface({ input: served.stdout });
      const [first] = await Promise.race([once(lines, "line"), ended]);
      const { url } = JSON.parse(String(first));
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      assert.match(await (await fetch(`${url}/sign-in`)).text(), /name="password"/);
    } finally {
      served.kill("SIGTERM");
      await ended;
    }
    assert.equal(served.exitCode, 0);
  });

/** Starts `latchkey demo --mcp` as npm installed it, and stops it when it has said where it is. */
async function startDemo(): Promise<{
  readonly mcp_url?: string;
  readonly demo_url: string;
  readonly said: string;
}> {
  const program = join(project, "node_modules/latchkey/bin/latchkey.js");
  const words = ["demo", "--mcp", "--json", "--port", "0", "--demo-port", "0"];
  const data = mkdtempSync(join(folder, "data-"));
  const demo = spawn(newestNode(), [program, ...words, "--data-dir", data], { cwd: folder });
  const ended = once(demo, "close");
  let said = "";
  demo.stderr.on("data", (text) => {
    said += text;
  });
  try {
    const [line] = await Promise.race([once(createInterface({ input: demo.stdout }), "line"), ended]);
    const welcome = JSON.parse(String(line));
    assert.equal((await fetch(welcome.demo_url)).status, 200);
    return { ...welcome, said };
  } finally {
    demo.kill("SIGTERM");
    await ended;
  }
}

test("`latchkey demo --mcp` starts without the packages of its MCP server, and its one line brings them", async (t) => {
  if (lacksProject !== undefined) return t.skip(lacksProject);
  const without = await startDemo();
  assert.equal(without.mcp_url, undefined);
  const [, named = ""] =
    /^The MCP server is not running, .*: npm install latchkey (.+)\n$/.exec(without.said) ?? [];
  const packages = named.split(" ");
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [, name = "", major] of named.matchAll(/(\S+)@(\d+)(?: |$)/g))
    assert.equal(devDependencies[name]?.split(".")[0], major, `the checkout has another ${name}`);
  assert.equal(packages.length, 2, without.said);
  const lacksPackages = await install(project, ...packages);
  if (lacksPackages !== undefined) return t.skip(lacksPackages);
  const { mcp_url, demo_url, said } = await startDemo();
  assert.deepEqual([mcp_url, said], [`${demo_url}/mcp`, ""]);
});

/** The runners of tests that the guide has a section for: how it calls each, and what each says of one test that passed. */
const runners = {
  node: { words: () => ["--test", "--test-reporter=spec"], options: "", says: /pass 1$/m },
  vitest: { words: (npx: string) => [npx, "--no", "vitest", "run"], options: "", says: /Tests +1 passed/ },
  jest: {
    words: (npx: string) => [npx, "--no", "jest"],
    options: "--experimental-vm-modules",
    says: /Tests: +1 passed/,
  },
};
let lacksRunners: string | undefined;

test("npm installs Vitest and Jest beside the package", async (t) => {
  lacksRunners = lacksProject ?? (await install(project, "vitest@4", "jest@30"));
  if (lacksRunners !== undefined) t.skip(lacksRunners);
});

for (const [line, find] of Object.entries(lines))
  for (const [runner, { words, options, says }] of Object.entries(runners))
    test(`a person signs in with the tarball in a test of ${runner} on Node ${line}`, async (t) => {
      const found = await find();
      const missing = "missing" in found ? found.missing : lacksRunners;
      if ("missing" in found || missing !== undefined) return t.skip(missing);
      const application = mkdtempSync(join(project, "application-"));
      writeFileSync(join(application, "package.json"), '{"type":"module"}');
      cpSync(join(root, "test/library/samples/auth.js"), join(application, "auth.js"));
      const file = `${runner}.test.js`;
      cpSync(join(root, "test/library/runners", file), join(application, file));
      const npx = realpathSync((await run("sh", ["-c", "command -v npx"])).stdout.trim());
      const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
      const env = {
        ...inherited,
        PATH: `${dirname(found.node)}${delimiter}${inherited.PATH}`,
        NODE_OPTIONS: options,
        NO_COLOR: "1",
      };
      const answer = await run(found.node, words(npx), { cwd: application, env });
      assert.match(answer.stdout + answer.stderr, says);
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
