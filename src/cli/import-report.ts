import { open } from "node:fs/promises";
import type { Report } from "../flows/operator/import/people.ts";

/** A report on disk that only its owner reads: names and addresses are in it. */
export interface ReportFile extends Report, AsyncDisposable {}

const lineStart = '{"line":';

/** True if a report may be written: nothing is there, or the report of an earlier import. */
export async function isFreeForReport(path: string): Promise<boolean> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return true;
  try {
    const found = await file.stat();
    if (!found.isFile()) return !found.isDirectory();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lineStart.length), 0, lineStart.length, 0);
    return bytesRead === 0 || buffer.toString("latin1") === lineStart;
  } finally {
    await file.close();
  }
}

/** Opens the file of a report, which is made by its first use. */
export async function openReport(path: string): Promise<ReportFile> {
  const file = await open(path, "a+", 0o600);
  const length = async (): Promise<number> => (await file.stat()).size;
  return {
    length,
    append: async (lines) => {
      const before = await length();
      if (lines.length > 0) await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return before;
    },
    // A report that was moved away in between is shorter: then the new one has the rest.
    cut: async (bytes) => {
      if ((await length()) > bytes) await file.truncate(bytes);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
