import { open } from "node:fs/promises";
import type { Report } from "../flows/operator/import/people.ts";

/** A report on disk that only its owner reads: names and addresses are in it. */
export interface ReportFile extends Report, AsyncDisposable {}

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
