import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type LiveService, newDataDir, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** What a process counts: asynchronous resources, calls of crypto, SQL and disk, bytes allocated, bytes that reach the old generation, modules loaded, or bytes kept. */
export type Counted = "resources" | "calls" | "allocated" | "promoted" | "modules" | "heap";

/** What the process has used since its start, by name. */
export type Counts = Readonly<Record<string, number>>;

const preload = pathToFileURL(join(import.meta.dirname, "counting.ts")).href;

/** A real service whose process counts what it uses. */
export interface CountedService extends AsyncDisposable {
  readonly service: LiveService;
  counts(): Promise<Counts>;
}

export async function startCounted(
  counted: Counted,
  settings: Readonly<Record<string, string>> = {},
): Promise<CountedService> {
  const file = join(await newDataDir(), "counts");
  const service = await startService({
    ...settings,
    NODE_OPTIONS: `--import=${preload}`,
    COUNTS_FILE: file,
    COUNTED: counted,
  });
  const lines = async () => (await readFile(file, "utf8").catch(() => "")).split("\n").slice(0, -1);
  return {
    service,
    counts: async () => {
      const before = (await lines()).length;
      process.kill(service.pid ?? 0, "SIGUSR2");
      await until(async () => (await lines()).length > before);
      return JSON.parse((await lines())[before] ?? "");
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
