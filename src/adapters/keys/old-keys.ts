import { readFileSync } from "node:fs";
import { errorCodeOf } from "../../values/error-code.ts";
import { ok, type Result, refuse } from "../../values/result.ts";

const bytesMax = 64 * 1024;

/** Reads the file with the public keys of the old product; refused with the reason as a sentence. */
export function readOldKeyFile(path: string): Result<string, string> {
  try {
    const bytes = readFileSync(path);
    return bytes.length > bytesMax ? refuse("It is longer than 64 KiB.") : ok(bytes.toString());
  } catch (error) {
    return refuse(`It cannot be read (${errorCodeOf(error)}).`);
  }
}
