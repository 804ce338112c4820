/** The acts that links allow. The stored text is the word; a link with a word of a newer release is not found. */
export const linkKinds = [
  "recover",
  "operator-recover",
  "verify-address",
  "sign-up",
  "invite",
  "lock",
] as const;

export type LinkKind = (typeof linkKinds)[number];
