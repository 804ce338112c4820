/** The few messages of LDAP (RFC 4511) that ask a directory whether a password is right, and whose it is. */
import { guidBytes } from "../../values/guid.ts";
import { bytesOf, element, elementAt, elementsIn, numberIn, octets } from "./ber.ts";

/** One message of a directory. */
export interface LdapMessage {
  readonly messageId: number;
  /** The tag of the operation. */
  readonly operation: number;
  /** The content of the operation. */
  readonly content: Uint8Array;
  /** The content of the controls that follow it (§4.1.11). */
  readonly controls: Uint8Array;
}

/** The end of an operation: its code and what the directory says of it (RFC 4511 §4.1.9). */
export interface LdapResult extends Pick<LdapMessage, "controls"> {
  readonly code: number;
  readonly diagnostic: string;
}

/** Asks for the state of the password with the answer to a bind (draft-behera-ldap-password-policy-11 §6.1). */
export const passwordPolicy = "1.3.6.1.4.1.42.2.27.8.5.1";

/** The tags of the answers (RFC 4511 §4.2.2, §4.5.2, §4.10, §4.12). */
export const answers = {
  bind: 0x61,
  entry: 0x64,
  searched: 0x65,
  compare: 0x6f,
  reference: 0x73,
  extended: 0x78,
} as const;

const placeholder = "{username}";
/** Names that the Active Directory does not read as a name of another form. */
const plainName = /^[\p{L}\p{M}\p{N}._+'@-]{1,200}$/u;

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
 * (RFC 4513 §5.1.2), and some end a text at the first NUL. Throws without a name too, for which every password is right (§5.1.1).
 */
export function bindRequest(messageId: number, name: string | Uint8Array, password: string): Uint8Array {
  if (name.length === 0 || !isBindable(password))
    throw new RangeError("A directory would read this name or password as empty.");
  const version = element(0x02, [3]);
  const operation = element(0x60, version, octets(name), element(0x80, bytesOf(password)));
  // Not critical: a directory that does not know it answers without it.
  return message(messageId, operation, element(0xa0, element(0x30, octets(passwordPolicy))));
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
  value: Uint8Array,
): Uint8Array {
  const assertion = element(0x30, octets(attribute), octets(value));
  return message(messageId, element(0x6e, octets(entry), assertion));
}

/** RFC 4511 §4.5: the names of at most two entries below the base; aliases and references are not followed. */
export function searchRequest(messageId: number, base: string, filter: Uint8Array): Uint8Array {
  const [wholeSubtree, neverDerefAliases] = [element(0x0a, [2]), element(0x0a, [0])];
  const [entriesMax, secondsMax, areOnlyTypes] = [element(0x02, [2]), element(0x02, [3]), element(0x01, [0])];
  // RFC 4511 §4.5.1.8: no attribute.
  const attributes = element(0x30, octets("1.1"));
  const limits = [entriesMax, secondsMax, areOnlyTypes];
  return message(
    messageId,
    element(0x63, octets(base), wholeSubtree, neverDerefAliases, ...limits, filter, attributes),
  );
}

/** A filter that both of these must fit. */
export function bothOf(one: Uint8Array, other: Uint8Array): Uint8Array {
  return element(0xa0, one, other);
}

/** A filter for entries that have this value. */
export function equals(attribute: string, value: Uint8Array): Uint8Array {
  return element(0xa3, octets(attribute), octets(value));
}

/** RFC 4511 §4.14. */
export function startTlsRequest(messageId: number): Uint8Array {
  return message(messageId, element(0x77, element(0x80, bytesOf("1.3.6.1.4.1.1466.20037"))));
}

/** RFC 4511 §4.3. */
export function unbindRequest(messageId: number): Uint8Array {
  return message(messageId, [0x42, 0x00]);
}

/** The subject as the attribute has it: an objectGUID of Active Directory is stored as 16 bytes. Undefined if it cannot have the value. */
export function subjectIn(attribute: string, subject: string): Uint8Array | undefined {
  return attribute.toLowerCase() === "objectguid" ? guidBytes(subject) : bytesOf(subject);
}

/** Reads the first message in these bytes, and its length there; undefined if it has not come whole yet. */
export function readMessage(
  bytes: Uint8Array,
): { readonly message: LdapMessage; readonly length: number } | "malformed" | "too-large" | undefined {
  if (bytes.length > 0 && bytes[0] !== 0x30) return "malformed";
  const whole = elementAt(bytes, 0);
  if (typeof whole !== "object") return whole;
  const [id, operation, last] = elementsIn(bytes, whole) ?? [];
  const messageId = id?.tag === 0x02 ? numberIn(bytes, id) : undefined;
  if (messageId === undefined || operation === undefined) return "malformed";
  const content = bytes.subarray(operation.start, operation.end);
  const controls = last?.tag === 0xa0 ? bytes.subarray(last.start, last.end) : new Uint8Array();
  return { message: { messageId, operation: operation.tag, content, controls }, length: whole.end };
}

/** The result that ends an operation; undefined if the content is not a result. */
export function readResult({ content, controls }: LdapMessage): LdapResult | undefined {
  const [code, , diagnostic] = elementsIn(content, { start: 0, end: content.length }) ?? [];
  const number = code?.tag === 0x0a ? numberIn(content, code) : undefined;
  if (number === undefined) return undefined;
  const said = diagnostic?.tag === 0x04 ? content.subarray(diagnostic.start, diagnostic.end) : undefined;
  return { code: number, diagnostic: new TextDecoder().decode(said), controls };
}

/** The name of an entry that was found, as the directory wrote it; undefined if the content is not an entry, or has no name. */
export function readEntryName({ content }: LdapMessage): Uint8Array | undefined {
  const [name] = elementsIn(content, { start: 0, end: content.length }) ?? [];
  return name?.tag === 0x04 && name.end > name.start ? content.subarray(name.start, name.end) : undefined;
}

function message(messageId: number, ...parts: readonly ArrayLike<number>[]): Uint8Array {
  return element(0x30, element(0x02, [messageId]), ...parts);
}
