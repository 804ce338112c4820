/** What applications read about the person behind a request. */
export interface ShownPerson {
  readonly username: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly isEmailUnverified?: boolean | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** The headers in which a proxy hands a person to an application. Each is in every answer that lets a request through. */
export const identityHeaders = ["remote-user", "remote-email", "remote-name", "remote-groups"] as const;

/** The header of the signed assertion, for applications that verify a signature instead of trusting headers. */
export const assertionHeader = "latchkey-assertion";

/** All of them together: a proxy passes the visitor's own header on where an answer lacks one. */
export type IdentityHeaders = Readonly<Record<(typeof identityHeaders)[number], string>>;

/** Empty and not absent: Caddy leaves the visitor's own header in place of one that an answer lacks (GHSA-7r4p-vjf4-gxv4). */
export const nobody: IdentityHeaders = {
  "remote-user": "",
  "remote-email": "",
  "remote-name": "",
  "remote-groups": "",
};

/** Proxies keep the head of an answer in a buffer of 4 or 8 KiB. */
const groupsBytesMax = 2_048;

/**
 * The person in headers. Visible ASCII stays as it is, which is all that most applications ever read; every other character, and `%`, is
 * percent-encoded UTF-8. An unverified e-mail address is left out, because applications find accounts by it.
 */
export function headersOf({
  username,
  name,
  email,
  isEmailUnverified,
  groups = [],
}: ShownPerson): IdentityHeaders {
  return {
    "remote-user": headerText(username),
    "remote-email": isEmailUnverified ? "" : headerText(email ?? ""),
    "remote-name": headerText(name ?? username),
    "remote-groups": groupsText(groups),
  };
}

/**
 * Group names have no comma. A list that is too long loses whole names at its end, which takes rights away and gives none, unless the
 * application denies something by a group.
 */
function groupsText(groups: readonly string[]): string {
  let text = "";
  for (const group of groups) {
    const longer = text === "" ? headerText(group) : `${text},${headerText(group)}`;
    if (longer.length > groupsBytesMax) break;
    text = longer;
  }
  return text;
}

/** Visible ASCII but `%`, and spaces that stand between other characters. */
const plain = /^[\x21-\x24\x26-\x7e]+(?: +[\x21-\x24\x26-\x7e]+)*$/;

/** A text as a header holds it. */
export function headerText(text: string): string {
  if (text === "" || plain.test(text)) return text;
  const trimmed = text.trim();
  return Array.from(Buffer.from(trimmed), (byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x25
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
