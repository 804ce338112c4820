// What the program and the launcher of a checkout (scripts/node) both need. Plain JavaScript for any Node from 18 on.
import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** The lines of Node that Latchkey is tested on, as `engines` of package.json has them. */
export const supportedNodes = "Node 24 (24.15 or newer) or Node 26";
/** Tells the newer Node the process that started it and waits for it. */
export const launcherVariable = "LATCHKEY_LAUNCHER";
const watchMilliseconds = 500;

/** Node 24.15 is the first 24 whose SQLite keeps what a checkpoint and a write at the same moment commit (3.51.3). */
export function isSupported(version) {
  const [major, minor] = version.split(".").map(Number);
  return major >= 26 || (major === 24 && minor >= 15);
}

// A launcher that is killed ends nothing, and the shell between npm and `npm start` passes no signal on. In every other place a parent
// may go and leave the service running.
export function whenAbandoned(launcher, end) {
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
