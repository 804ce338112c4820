import { readGivenClaim } from "../../../protocol/openid/person-claims.ts";
import type { TextsOfPerson } from "./person-texts.ts";

/** The claims that can be kept. A value that a claim cannot have is left out, and never a reason to refuse the person. */
export function claimsOf(
  texts: Readonly<Record<string, string | undefined>>,
): Required<Pick<TextsOfPerson, "claims" | "leftOut">> {
  const claims: Record<string, string> = {};
  const leftOut: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue;
    const read = readGivenClaim(name, text);
    if (read.ok) claims[read.value.name] = read.value.value;
    else leftOut.push(`the claim ${name}`);
  }
  return { claims, leftOut };
}
