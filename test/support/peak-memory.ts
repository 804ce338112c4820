/**
 * Loaded with `node --import` into a process of Latchkey: it joins the control group PEAK_GROUP, if one is named, and when it ends
 * appends the most resident memory that it had to the file PEAK_FILE.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { PEAK_FILE: file, PEAK_GROUP: group } = process.env;
if (isMainThread && file !== undefined) {
  if (group !== undefined) writeFileSync(group, String(process.pid));
  process.on("exit", () => appendFileSync(file, `${peakBytesOf("self")}\n`));
}

/** The most resident memory that a process has had since its program began. NOTE: `ru_maxrss` also counts the process that started it. */
export function peakBytesOf(process: number | "self"): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, "utf8")) ?? [];
  if (kilobytes === undefined) throw new Error(`Process ${process} does not say how much memory it took.`);
  return Number(kilobytes) * 1024;
}
