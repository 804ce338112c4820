import { ok, type Result, refuse } from "./result.ts";

/** The most characters that fit on the door. */
const nameLengthMax = 40;

/** Reads the name of a service as an operator wrote it: trimmed, in NFC, and without invisible characters. */
export function readBrandName(text: string): Result<string, string> {
  const name = text.trim().normalize("NFC");
  const isUsable = name !== "" && [...name].length <= nameLengthMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
  return isUsable ? ok(name) : refuse(`It must have 1 to ${nameLengthMax} visible characters.`);
}
