import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A folder of the test's own, removed after it. */
export function scratchFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-adapters-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs with the rights of somebody who is not root; root may write what nobody may. */
export async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || !process.seteuid) return action();
  process.seteuid(65_534);
  try {
    return await action();
  } finally {
    process.seteuid(0);
  }
}
