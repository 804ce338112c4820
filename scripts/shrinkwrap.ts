import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes npm-shrinkwrap.json for the npm package: every dependency by version and hash. npm follows it at every installation. `--remove` deletes the file, because npm would prefer it to package-lock.json.
 */
const root = join(import.meta.dirname, "..");
const file = join(root, "npm-shrinkwrap.json");

interface Locked {
  readonly dev?: boolean;
  /** A folder of the checkout, which only development uses. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly devDependencies?: unknown;
}

if (process.argv.includes("--remove")) rmSync(file, { force: true });
else writeFileSync(file, `${JSON.stringify(shrinkwrap(), undefined, 2)}\n`);

/** The lock without development dependencies and without download addresses. */
function shrinkwrap(): object {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { "": self, ...locked }: Readonly<Record<string, Locked>> = lock.packages;
  const { devDependencies: _, ...own } = self ?? {};
  const packages: Record<string, object> = { "": own };
  for (const [path, entry] of Object.entries(locked)) {
    if (entry.dev || entry.link) continue;
    if (entry.integrity === undefined) throw new Error(`package-lock.json has no hash for ${path}.`);
    const { resolved: __, ...kept } = entry;
    packages[path] = kept;
  }
  return { ...lock, packages };
}
