import type { Started, Wanted } from "./options.ts";

const oldestNode = [26, 10] as const;

/** Starts the service in this process, or in another one if this Node is too old to run it. */
export async function start(wanted: Wanted): Promise<Started> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isRecent = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  // Loaded only when needed: neither file has to run on the other's Node.
  if (isRecent) return (await import("./in-process.ts")).startInProcess(wanted);
  return (await import("./child.ts")).startInChild(wanted);
}
