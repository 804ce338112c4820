import { ok, type Result, refuse } from "../../values/result.ts";

/** How many characters the name of a person or client has at most. */
export const displayNameLengthMax = 100;

/**
 * Reads the name of a person, client or API, or another short text for pages, as an operator wrote it: trimmed, in NFC, and without
 * invisible characters.
 */
export function readDisplayName(
  text: string,
  lengthMax = displayNameLengthMax,
): Result<string, { readonly kind: "name-unusable" }> {
  const name = text.trim().normalize("NFC");
  const isUsable = name !== "" && [...name].length <= lengthMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
  return isUsable ? ok(name) : refuse({ kind: "name-unusable" });
}
