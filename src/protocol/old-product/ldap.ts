/** The three messages of LDAP (RFC 4511) that ask a directory whether a password is right, and whose it is. */

/** What a directory answered: the code of RFC 4511 §4.1.9. */
export interface LdapResult {
  readonly messageId: number;
  /** The tag of the operation. */
  readonly operation: number;
  readonly code: number;
}

/** The tags of the answers (RFC 4511 §4.2.2, §4.10). */
export const answers = { bind: 0x61, compare: 0x6f } as const;

const placeholder = "{username}";
/** Names that the Active Directory does not read as a name of another form. */
const plainName = /^[A-Za-z0-9._+'@-]{1,200}$/;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * The name that a person is bound by. In a distinguished name the username is one value, whatever is in it (RFC 4514 §2.4). In another
 * template, such as `{username}@corp.example.org` of the Active Directory, only plain names are asked about: undefined for others.
 */
export function bindNameOf(template: string, username: string): string | undefined {
  if (!isDistinguishedName(template))
    return plainName.test(username) ? template.replace(placeholder, () => username) : undefined;
  const escaped = username
    .replace(/["+,;<>\\=]/g, "\\$&")
    .replace(/\0/g, "\\00")
    .replace(/^[ #]/, "\\$&")
    .replace(/ $/, "\\ ");
  return template.replace(placeholder, () => escaped);
}

/** True if the template makes the name of an entry, about which the directory can be asked further. */
export function isDistinguishedName(template: string): boolean {
  return template.includes("=");
}

/**
 * RFC 4511 §4.2 with a simple password. Throws for a password that a directory takes for none: it answers success to anybody's name then
 * (RFC 4513 §5.1.2), and some end a text at the first NUL.
 */
export function bindRequest(messageId: number, name: string, password: string): Uint8Array {
  if (!isBindable(password)) throw new RangeError("A directory takes this password for none.");
  const version = element(0x02, [3]);
  return message(
    messageId,
    element(0x60, version, element(0x04, bytesOf(name)), element(0x80, bytesOf(password))),
  );
}

/** Whether a bind with this password proves that somebody knows it. */
export function isBindable(password: string): boolean {
  return password !== "" && !password.includes("\0");
}

/** RFC 4511 §4.10: whether the entry has this value. */
export function compareRequest(
  messageId: number,
  entry: string,
  attribute: string,
  value: string,
): Uint8Array {
  const assertion = element(0x30, element(0x04, bytesOf(attribute)), element(0x04, bytesOf(value)));
  return message(messageId, element(0x6e, element(0x04, bytesOf(entry)), assertion));
}

/** RFC 4511 §4.3. */
export function unbindRequest(messageId: number): Uint8Array {
  return message(messageId, [0x42, 0x00]);
}

/** Reads the first answer in these bytes; undefined if it has not come whole yet, and "malformed" for everything else. */
export function readResult(bytes: Uint8Array): LdapResult | "malformed" | undefined {
  const whole = elementAt(bytes, 0, 0x30);
  if (typeof whole !== "object") return whole;
  const within = bytes.subarray(0, whole.end);
  const id = elementAt(within, whole.start, 0x02);
  if (typeof id !== "object") return "malformed";
  const operation = within[id.end];
  const answer = elementAt(within, id.end, operation);
  if (operation === undefined || typeof answer !== "object") return "malformed";
  const code = elementAt(within.subarray(0, answer.end), answer.start, 0x0a);
  if (typeof code !== "object") return "malformed";
  const [messageId, result] = [numberIn(within, id), numberIn(within, code)];
  return messageId === undefined || result === undefined
    ? "malformed"
    : { messageId, operation, code: result };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** An element of BER with this tag and a definite length; undefined if it goes on beyond the bytes. */
function elementAt(bytes: Uint8Array, at: number, tag: number | undefined): Span | "malformed" | undefined {
  const [first, short] = [bytes[at], bytes[at + 1]];
  if (first !== undefined && first !== tag) return "malformed";
  if (short === undefined) return undefined;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  // RFC 4511 §5.1: only the definite form. Three bytes are more than anybody waits for.
  if (short === 0x80 || lengthBytes > 3) return "malformed";
  const start = at + 2 + lengthBytes;
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 0 ? short : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes.length < start + length ? undefined : { start, end: start + length };
}

/** A number that is not negative, of at most four bytes. */
function numberIn(bytes: Uint8Array, { start, end }: Span): number | undefined {
  const digits = bytes.subarray(start, end);
  const [first = 0x80] = digits;
  return first >= 0x80 || digits.length > 4 ? undefined : digits.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** An element of BER. */
function element(tag: number, ...parts: readonly ArrayLike<number>[]): Uint8Array {
  const length = parts.reduce((sum, { length: own }) => sum + own, 0);
  const lengthBytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  if (length > 0xffff) throw new RangeError("An LDAP message has 64 KiB at most here.");
  return Uint8Array.from([tag, ...lengthBytes, ...parts.flatMap((part) => Array.from(part))]);
}

function message(messageId: number, operation: ArrayLike<number>): Uint8Array {
  return element(0x30, element(0x02, [messageId]), operation);
}
