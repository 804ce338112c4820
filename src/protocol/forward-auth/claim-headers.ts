import { type ClaimRule, headerOf } from "../client/claim-rule.ts";
import type { ClaimSource } from "../openid/claims.ts";
import { claimsByRule, type GivenValue } from "../openid/claims-by-rule.ts";
import { headerText } from "./identity-headers.ts";

/** What the headers by rule have room for together: proxies keep the head of an answer in a buffer of 4 or 8 KiB. */
const bytesMax = 4_096;

/** The names of the headers that the rules of an application fill, in lower case. */
export function claimHeaderNames(rules: readonly ClaimRule[]): readonly string[] {
  return [...new Set(rules.flatMap((rule) => headerOf(rule) ?? []))];
}

/**
 * The headers by rule for a person, or for nobody. Each is there for everybody, and empty if no rule gives a value: some proxies leave the
 * visitor's own header in place of one that an answer lacks. Values are encoded like the other headers. An unverified e-mail address is
 * left out, because applications find accounts by it.
 */
export function claimHeaders(
  rules: readonly ClaimRule[],
  person: ClaimSource | undefined,
): Readonly<Record<string, string>> {
  const headers = Object.fromEntries(claimHeaderNames(rules).map((name) => [name, ""]));
  if (person === undefined || rules.length === 0) return headers;
  const known = person.isEmailUnverified ? { ...person, email: undefined } : person;
  // Header names do not differ by case, so neither do the rules with one name.
  const named = rules.map((rule) => ({ ...rule, name: rule.name.toLowerCase() }));
  let left = bytesMax;
  for (const [name, value] of Object.entries(claimsByRule(named, known, "header") ?? {})) {
    const text = textOf(value, left);
    headers[name] = text;
    left -= text.length;
  }
  return headers;
}

/** A list loses whole values at its end, and anything else that is too long is left out, so that nothing is cut in the middle. */
function textOf(value: GivenValue | undefined, room: number): string {
  if (Array.isArray(value)) return listText(value, room);
  const isAddress = typeof value === "object" && value !== null && "formatted" in value;
  const text = headerText(String((isAddress ? value.formatted : value) ?? ""));
  return text.length <= room ? text : "";
}

/** Values with commas between them; a comma inside of one is encoded. */
function listText(values: readonly string[], room: number): string {
  let text = "";
  for (const value of values) {
    const one = headerText(value).replaceAll(",", "%2C");
    const longer = text === "" ? one : `${text},${one}`;
    if (longer.length > room) break;
    text = longer;
  }
  return text;
}
