#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8
// Any Node from 18 on can start this file. One that is too old for Latchkey says so; in a checkout the Node that npm installed for it
// takes over. The flag keeps the memory for young objects at 16 MB, where V8 alone would let it grow to 64, and the variable keeps the C
// library from keeping freed memory for each thread apart (ADR 0085).
import { existsSync } from "node:fs";
import * as module from "node:module";
import { availableParallelism, homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isSupported, launcherVariable, supportedNodes, whenAbandoned } from "./launch.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src", "main.ts");
const isCheckout = existsSync(source);

if (isSupported(process.versions.node)) await start();
else if (isCheckout) await continueOnNewerNode();
else {
  console.error(
    `latchkey: this is Node ${process.versions.node}, Latchkey needs ${supportedNodes}. Install one from nodejs.org.`,
  );
  process.exitCode = 69;
}

async function continueOnNewerNode() {
  const { takeOver } = await import("../scripts/node/take-over.js");
  takeOver([...process.execArgv, ...process.argv.slice(1)], { [launcherVariable]: String(process.pid) });
}

// A checkout runs from source; an installed package ships what the compiler emitted.
async function start() {
  enableCompileCache();
  // Hashes of other products are compared in libuv's pool, one per core; files and names must not wait behind them. Read at its first use.
  process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 3);
  const launcher = process.env[launcherVariable];
  delete process.env[launcherVariable];
  whenAbandoned(launcher, () => process.kill(process.pid, "SIGTERM"));
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
    const folder = join(cacheHome, "latchkey");
    const { status } = module.enableCompileCache(folder);
    if (status === module.constants.compileCacheStatus.FAILED) continue;
    // Threads read the variable. One that compiles for itself takes 30 ms and 15 MB more.
    process.env.NODE_COMPILE_CACHE = folder;
    return;
  }
}

function cacheHomeOfUser() {
  try {
    return process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  } catch {
    return undefined; // The system does not know this user, as in a container with a number instead of a name.
  }
}
