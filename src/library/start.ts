import type { Started, Wanted } from "./options.ts";

const oldestNode = [26, 10] as const;

/** Starts the service in this process, or beside it where this Node is too old to run it. */
export async function start(wanted: Wanted): Promise<Started> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isRecent = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  // Loaded late: neither file need run on the Node of the other.
  if (isRecent) return (await import("./in-process.ts")).startInProcess(wanted);
  return (await import("./child.ts")).startInChild(wanted);
}
