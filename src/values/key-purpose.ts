/** THE list of the purposes of symmetric keys, and what the keys of each purpose do. */
const doings = {
  code: "seal",
  step: "mac",
  device: "seal",
  refresh: "seal",
  "pushed-request": "seal",
  mail: "seal",
  "mail-request": "seal",
  "trusted-browser": "seal",
  "upstream-state": "seal",
  flash: "seal",
  console: "seal",
  "forward-auth": "seal",
  answer: "seal",
  totp: "keep",
  subject: "pseudonym",
  upstream: "keep",
  audit: "chain",
  webhook: "keep",
} as const;

/** What a symmetric key is for. Each purpose always has a key. */
export type SymmetricPurpose = keyof typeof doings;

type PurposeOf<Doing> = {
  [Purpose in SymmetricPurpose]: (typeof doings)[Purpose] extends Doing ? Purpose : never;
}[SymmetricPurpose];

/**
 * What a sealed message is for. A message sealed for one purpose never opens for another. "keep" seals secrets that stay in the
 * database for as long as their rows.
 */
export type SealPurpose = PurposeOf<"seal" | "keep">;

/** What a message authentication code (MAC) is for: the hidden field of a form. */
export type MacPurpose = PurposeOf<"mac">;

/**
 * A purpose with one lasting key: pseudonyms that clients keep were computed with it, kept secrets are sealed with it, or the audit trail
 * is chained with it.
 */
export type LastingPurpose = PurposeOf<"pseudonym" | "keep" | "chain">;

const lastingDoings: ReadonlySet<string> = new Set(["pseudonym", "keep", "chain"]);

/** Every purpose, in the order in which a start creates missing keys. A new lasting purpose goes to the end: see `purposesSinceAudit`. */
export const symmetricPurposes: readonly SymmetricPurpose[] = Object.keys(doings).filter(isSymmetricPurpose);

/** True for the words of the list. */
export function isSymmetricPurpose(word: string): word is SymmetricPurpose {
  return Object.hasOwn(doings, word);
}

/** True for the purposes whose key never rotates and is never removed. */
export function isLastingPurpose(purpose: string): purpose is LastingPurpose {
  return isSymmetricPurpose(purpose) && lastingDoings.has(doings[purpose]);
}

/** True for the purposes whose keys make MACs. */
export function isMacPurpose(purpose: SymmetricPurpose): purpose is MacPurpose {
  return doings[purpose] === "mac";
}

/** The lasting purposes whose key a start makes after the key of the audit trail. */
export const purposesSinceAudit: readonly SymmetricPurpose[] = symmetricPurposes
  .slice(symmetricPurposes.indexOf("audit") + 1)
  .filter(isLastingPurpose);
