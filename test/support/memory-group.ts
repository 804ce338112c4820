import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A control group whose processes are killed when together they need more memory than its limit. */
export interface MemoryGroup extends Disposable {
  /** A process that writes its id here joins the group. */
  readonly processesFile: string;
}

const folders = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes" },
  { root: "/sys/fs/cgroup", limit: "memory.max" },
] as const;

let count = 0;

/** Makes a group, of version 1 or 2 of control groups; undefined if this machine does not allow it. Dispose of it when its processes have ended. */
export function createMemoryGroup(bytesMax: number): MemoryGroup | undefined {
  for (const { root, limit } of folders) {
    count += 1;
    const folder = join(root, `latchkey-test-${process.pid}-${count}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (existsSync(join(folder, limit))) {
      writeFileSync(join(folder, limit), String(bytesMax));
      return {
        processesFile: join(folder, "cgroup.procs"),
        [Symbol.dispose]: () => {
          if (readFileSync(join(folder, "cgroup.procs"), "utf8") === "") rmdirSync(folder);
        },
      };
    }
    rmdirSync(folder);
  }
  return undefined;
}
