import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release } from "node:os";
import { join } from "node:path";
import { cores } from "./cores.ts";
import { spreadOf } from "./statistics.ts";

/** What the figures were taken on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
  readonly filesystem: string;
  /** Median of appending 4 KiB and waiting for the disk: the floor of a durable commit. */
  readonly fdatasyncMicroseconds: number;
  /** Of the last minute, before the run: above 0 somebody else was busy. */
  readonly loadBefore: number;
  readonly pinning: string;
}

/** statfs(2) magic numbers. */
const filesystems: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  16914836: "tmpfs (no disk: durable costs nothing here)",
  2035054128: "overlayfs",
  801189825: "zfs",
};

/** Looks at the machine; writes a small file into the folder for the disk's sake. */
export function describeMachine(folder: string): Machine {
  const type = statfsSync(folder).type;
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    filesystem: filesystems[type] ?? `0x${type.toString(16)}`,
    fdatasyncMicroseconds: measureFdatasync(folder),
    loadBefore: loadavg()[0] ?? Number.NaN,
    pinning:
      cores === undefined
        ? "NOT pinned: no taskset or only one core, so server and driver disturb each other"
        : `servers on core ${cores.server}, driver on core ${cores.driver}`,
  };
}

function measureFdatasync(folder: string): number {
  const file = join(folder, "fdatasync");
  const descriptor = openSync(file, "w");
  const page = Buffer.alloc(4096, 1);
  const microseconds = Array.from({ length: 200 }, () => {
    writeSync(descriptor, page);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    return (performance.now() - startedAt) * 1000;
  });
  closeSync(descriptor);
  rmSync(file);
  return spreadOf(microseconds).median;
}
