import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "../support/free-port.ts";
import { newDataDir } from "../support/service.ts";

const root = path.resolve(import.meta.dirname, "../..");
const entry = path.join(root, "bin/latchkey.js");

/** Makes the first process believe that it is an older Node, which starts the installed one as its child. */
const olderNode = `data:text/javascript,${encodeURIComponent(`
  if (process.env.IS_CHILD === undefined) {
    process.env.IS_CHILD = "yes";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } });
    process.execve = undefined;
  }`)}`;

/** For everything that a test waits for, so that what goes on running is ended with the test. */
const deadlineMilliseconds = 60_000;

/** Makes the demo look for its ancestors all the time, and say so each time. */
const watching = `data:text/javascript,${encodeURIComponent(`
  if (process.argv.includes("demo")) {
    const { setInterval: start } = globalThis;
    globalThis.setInterval = (tick, wait) => start(() => { tick(); if (wait === 500) console.error("watched"); }, wait && 20);
  }`)}`;

interface Launched extends AsyncDisposable {
  readonly first: ChildProcess;
  /** Settles when a further line of the output matches. */
  readonly says: (line: RegExp) => Promise<void>;
  /** When every process that holds the output has ended: code and signal of the first one. */
  readonly ended: Promise<unknown>;
}

/** Starts a command in a process group of its own, and waits until a line of its output matches. */
async function launch(
  command: string,
  words: readonly string[],
  ready: RegExp,
  more: Readonly<Record<string, string>> = {},
): Promise<Launched> {
  const [dataDir, port] = await Promise.all([newDataDir(), freePort()]);
  const env = { ...process.env, LATCHKEY_DATA_DIR: dataDir, LATCHKEY_PORT: String(port), ...more };
  const first = spawn(command, words, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(first, "close", { signal: AbortSignal.timeout(deadlineMilliseconds) });
  const said: string[] = [];
  let waiting: { readonly line: RegExp; readonly settle: () => void }[] = [];
  const says = (line: RegExp) => new Promise<void>((settle) => waiting.push({ line, settle }));
  const isReady = says(ready);
  for (const stream of [first.stdout, first.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      said.push(line);
      for (const each of waiting.filter((each) => each.line.test(line))) each.settle();
      waiting = waiting.filter((each) => !each.line.test(line));
    });
  const early = ended.then(() => Promise.reject(new Error(`It ended early:\n${said.join("\n")}`)));
  await Promise.race([isReady, early]);
  early.catch(() => undefined);
  return {
    first,
    says,
    ended,
    [Symbol.asyncDispose]: async () => {
      try {
        process.kill(-(first.pid ?? 0), "SIGKILL");
      } catch {
        // The whole group has ended.
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const serve = () =>
  launch(process.execPath, ["--import", olderNode, entry, "serve"], /"msg":"listening"|listening/);

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  test(`an older Node passes ${signal} on to the newer one, and ends with its exit code`, async () => {
    await using launched = await serve();
    launched.first.kill(signal);
    assert.deepEqual(await launched.ended, [0, null]);
  });

test("the newer Node ends when the older one that started it is killed", async () => {
  await using launched = await serve();
  launched.first.kill("SIGKILL");
  assert.deepEqual(await launched.ended, [null, "SIGKILL"]);
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`npm start: the demo ends with npm when npm alone gets ${signal}`, async () => {
    await using launched = await launch("npm", ["start", "--", "--demo-port", "0"], /Ctrl-C stops it/);
    launched.first.kill(signal);
    await launched.ended;
    assert.ok(launched.first.exitCode !== null || launched.first.signalCode !== null);
  });

test("npm start: the demo stays with npm, whatever started npm", async () => {
  // This shell becomes the command that npm gives it, so that what started npm is two steps above the demo.
  const command = "npm --script-shell=bash start -- --demo-port 0 & wait";
  const env = { NODE_OPTIONS: `--import=${watching}` };
  await using launched = await launch("bash", ["-c", command], /Ctrl-C stops it/, env);
  const end = once(launched.first, "exit");
  launched.first.kill("SIGKILL");
  await end;
  const ended = launched.ended.then(() => assert.fail("the demo has ended"));
  for (let count = 0; count < 5; count += 1) await Promise.race([launched.says(/^watched$/), ended]);
  ended.catch(() => undefined);
});

test("compiled modules are kept in a folder of the user, and nowhere where there is none", async () => {
  const folder = await newDataDir();
  const copied = path.join(folder, "bin/latchkey.js");
  const worksIn = path.join(folder, "working");
  for (const name of ["bin", "dist", "working"]) await mkdir(path.join(folder, name));
  for (const name of ["latchkey.js", "launch.js"])
    await copyFile(path.join(root, "bin", name), path.join(folder, "bin", name));
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  // Nothing can be kept beside the program.
  await writeFile(path.join(folder, "node_modules"), "");
  await writeFile(
    path.join(folder, "dist/main.js"),
    'import { getCompileCacheDir } from "node:module"; console.log(getCompileCacheDir() ?? "nowhere");',
  );
  const unknownUser = `data:text/javascript,${encodeURIComponent(`
    process.getBuiltinModule("node:os").homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); };
    process.getBuiltinModule("node:module").syncBuiltinESMExports();`)}`;
  const keptIn = async (env: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const { NODE_COMPILE_CACHE: _, XDG_CACHE_HOME: __, HOME: ___, ...others } = process.env;
    const options = { cwd: worksIn, env: { ...others, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, [...words, copied], options);
    return stdout.trim();
  };
  const home = path.join(folder, "home");
  assert.ok((await keptIn({ HOME: home })).startsWith(path.join(home, ".cache/latchkey")));
  assert.equal(await keptIn({ HOME: "" }), "nowhere");
  assert.equal(await keptIn({ HOME: home, XDG_CACHE_HOME: "relative" }), "nowhere");
  assert.equal(await keptIn({}, `--import=${unknownUser}`), "nowhere");
  assert.deepEqual(await readdir(worksIn), []);
  await rm(folder, { recursive: true });
});

/** A checkout whose installed Node is a script of the shell. Says how `latchkey version` ends there on an older Node. */
async function versionWithInstalled(script: string | undefined) {
  const folder = await newDataDir();
  await mkdir(path.join(folder, "src"));
  await writeFile(path.join(folder, "src/main.ts"), "");
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  for (const name of ["bin", "scripts/node"])
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (source) => !source.endsWith("node_modules"),
    });
  const place = path.join(folder, "scripts/node/node_modules", `node-${process.platform}-${process.arch}`);
  if (script !== undefined) {
    await mkdir(path.join(place, "bin"), { recursive: true });
    await writeFile(path.join(place, "package.json"), "{}");
    await writeFile(path.join(place, "bin/node"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const words = ["--import", olderNode, path.join(folder, "bin/latchkey.js"), "version"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  await rm(folder, { recursive: true });
  return { exitCode: child.exitCode, stdout, stderr };
}

const needs = "latchkey: this is Node 20.0.0, Latchkey needs Node 24 (24.15 or newer) or Node 26.";

test("an older Node says which package the installed one lacks", async () => {
  const said = "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file";
  assert.deepEqual(await versionWithInstalled(`echo '${said}: No such file' >&2; exit 127`), {
    exitCode: 69,
    stdout: "",
    stderr: `${needs} The one that npm installed needs the library libatomic.so.1: run apt-get install libatomic1 (dnf install libatomic).\n`,
  });
});

test("an older Node says what else keeps the installed one from starting, or that there is none", async () => {
  const broken = await versionWithInstalled("echo 'wrong loader' >&2; exit 1");
  assert.equal(broken.stderr, `${needs} The one that npm installed does not start: wrong loader\n`);
  const missing = await versionWithInstalled(undefined);
  const reason = `The one that npm installs for a checkout on ${process.platform}-${process.arch} is missing`;
  assert.equal(missing.stderr, `${needs} ${reason}: run npm ci with nothing omitted.\n`);
  assert.deepEqual([broken.exitCode, missing.exitCode], [69, 69]);
});

test("no package of the checkout puts a Node before the machine's own", async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"));
  const nodes = Object.keys(packages).filter((place) => packages[place].bin?.node !== undefined);
  assert.equal(nodes.length, 5);
  assert.deepEqual(
    nodes.filter((place) => !place.startsWith("scripts/node/node_modules/")),
    [],
  );
});
