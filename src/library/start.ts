import type { Started, Wanted } from "./options.ts";

/** Starts the service in this process. Rejects if this Node is too old for it, before anything of the service is loaded. */
export async function start(wanted: Wanted): Promise<Started> {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major < 26 && !(major === 24 && minor >= 15))
    throw new Error(`This is Node ${node}, Latchkey needs Node 24 (24.15 or newer) or Node 26.`);
  return (await import("./in-process.ts")).startInProcess(wanted);
}
