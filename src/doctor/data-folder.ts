import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Finding } from "../flows/operator/finding.ts";
import { type Config, sqliteFile } from "../ops/config.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { sizeText } from "../values/words.ts";

const freeBytesMin = 200 * 1024 * 1024;

/** Checks that the data folder is writable and closed to others, and that the disk has room. */
export function checkDataFolder(config: Config): Finding {
  const check = "data folder";
  const file = sqliteFile(config);
  if (file === undefined) return { check, state: "ok", detail: "not needed: the database is PostgreSQL" };
  const folder = resolve(dirname(file));
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    const found = statSync(existing);
    if (!found.isDirectory())
      return {
        check,
        state: "failed",
        detail: `${existing} is not a folder`,
        repair: "set LATCHKEY_DATA_DIR to a folder",
      };
    const { bavail, bsize } = statfsSync(existing);
    if (bavail * bsize < freeBytesMin)
      return {
        check,
        state: "warning",
        detail: `only ${sizeText(bavail * bsize)} free at ${existing}`,
        repair: "free some space: without space nobody can sign in",
      };
    if (existing !== folder)
      return { check, state: "ok", detail: `${folder} will be created at the first start` };
    if (process.platform !== "win32" && (found.mode & 0o007) !== 0)
      return {
        check,
        state: "warning",
        detail: `${folder} is open to every user of this machine`,
        repair: `chmod 700 '${folder}'`,
      };
    return { check, state: "ok", detail: folder };
  } catch (error) {
    return {
      check,
      state: "failed",
      detail: `${existing} is not writable (${errorCodeOf(error)})`,
      repair: "make it writable for the user of this process, or set LATCHKEY_DATA_DIR to another folder",
    };
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}
