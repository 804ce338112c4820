import { existsSync, readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second for every architecture (USER_HZ). */
const millisecondsPerTick = 10;
/** What proc_pid_status(5) calls kB are 1,024 bytes. */
const bytesPerKilobyte = 1024;

/** A process and all its descendants, or the process alone where the system does not tell. */
export function processTree(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
  } catch {
    return [pid];
  }
}

/** CPU time, user and system, of all threads of the processes so far; undefined where there is no /proc. */
export function cpuMilliseconds(pids: readonly number[]): number | undefined {
  try {
    return alive(pids)
      .map(cpuOf)
      .reduce((sum, milliseconds) => sum + milliseconds, 0);
  } catch {
    return undefined;
  }
}

/** Without descendants that have ended meanwhile. */
function alive([root, ...others]: readonly number[]): readonly number[] {
  return root === undefined ? [] : [root, ...others.filter((pid) => existsSync(`/proc/${pid}`))];
}

/** proc_pid_stat(5): fields 14 and 15; the second field, the name in parentheses, may hold spaces. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}

/** Resident memory of the processes in MB, now or at its highest; undefined where there is no /proc. */
export function residentMegabytes(pids: readonly number[], which: "now" | "peak"): number | undefined {
  try {
    return alive(pids)
      .map((pid) => residentOf(pid, which === "now" ? "VmRSS" : "VmHWM"))
      .reduce((a, b) => a + b, 0);
  } catch {
    return undefined;
  }
}

function residentOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const kilobytes = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(status)?.[1];
  return (Number(kilobytes) * bytesPerKilobyte) / 1e6;
}
