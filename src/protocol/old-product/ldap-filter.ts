import { bytesOf, element, octets } from "./ber.ts";

/** A filter that is about one person, as the bytes of a search. */
export type LdapFilter = (username: string) => Uint8Array;

const placeholder = "{username}";
/** The tags of RFC 4511 §4.5.1. */
const lists: Readonly<Record<string, number>> = { "&": 0xa0, "|": 0xa1, "!": 0xa2 };
const comparisons: Readonly<Record<string, number>> = { "=": 0xa3, ">=": 0xa5, "<=": 0xa6, "~=": 0xa8 };
const [substrings, present, extensible] = [0xa4, 0x87, 0xa9];
const item = /^([\w.;-]*)(:dn)?(?::([\w.-]+))?(:=|~=|>=|<=|=)([^()]*)$/i;

/**
 * Reads a filter (RFC 4515) in whose values `{username}` stands for a person; undefined if it is not a filter. The name never becomes part of the
 * text of a filter: it is put into the value that is sent, where no character means anything else.
 */
export function parseFilter(text: string): LdapFilter | undefined {
  const read = filterAt(text, 0);
  return read?.end === text.length ? read.filter : undefined;
}

function filterAt(
  text: string,
  at: number,
): { readonly filter: LdapFilter; readonly end: number } | undefined {
  if (text[at] !== "(") return undefined;
  const tag = lists[text[at + 1] ?? ""];
  if (tag === undefined) {
    const end = text.indexOf(")", at);
    const filter = end < 0 ? undefined : itemOf(text.slice(at + 1, end));
    return filter && { filter, end: end + 1 };
  }
  const parts: LdapFilter[] = [];
  let end = at + 2;
  while (text[end] === "(") {
    const read = filterAt(text, end);
    if (read === undefined) return undefined;
    parts.push(read.filter);
    end = read.end;
  }
  const isWhole = text[end] === ")" && (tag === lists["!"] ? parts.length === 1 : parts.length > 0);
  const filter: LdapFilter = (username) => element(tag, ...parts.map((part) => part(username)));
  return isWhole ? { filter, end: end + 1 } : undefined;
}

function itemOf(text: string): LdapFilter | undefined {
  const [, attribute = "", dn, rule, operator = "", value = ""] = item.exec(text) ?? [];
  if (operator === ":=") return extensibleOf({ attribute, rule, isDn: dn !== undefined }, value);
  if (attribute === "" || dn !== undefined || rule !== undefined) return undefined;
  if (operator === "=" && value === "*") return () => element(present, bytesOf(attribute));
  if (operator === "=" && value.includes("*")) return substringsOf(attribute, value.split("*"));
  const [tag, valueAt] = [comparisons[operator], valueFor(value)];
  if (tag === undefined || valueAt === undefined) return undefined;
  return (username) => element(tag, octets(attribute), octets(valueAt(username)));
}

function substringsOf(attribute: string, texts: readonly string[]): LdapFilter | undefined {
  const parts = texts.flatMap((text, index) => {
    if (text === "" && (index === 0 || index === texts.length - 1)) return [];
    const tag = index === 0 ? 0x80 : index === texts.length - 1 ? 0x82 : 0x81;
    return [{ tag, valueAt: text === "" ? undefined : valueFor(text) }];
  });
  return parts.every((part) => part.valueAt !== undefined)
    ? (username) =>
        element(
          substrings,
          octets(attribute),
          element(0x30, ...parts.map(({ tag, valueAt }) => element(tag, valueAt?.(username) ?? []))),
        )
    : undefined;
}

/** RFC 4511 §4.5.1.7.7, such as Active Directory's rules for bits. */
function extensibleOf(
  {
    attribute,
    rule,
    isDn,
  }: { readonly attribute: string; readonly rule: string | undefined; readonly isDn: boolean },
  text: string,
): LdapFilter | undefined {
  const valueAt = valueFor(text);
  if (valueAt === undefined || (attribute === "" && rule === undefined)) return undefined;
  return (username) =>
    element(
      extensible,
      ...(rule === undefined ? [] : [element(0x81, bytesOf(rule))]),
      ...(attribute === "" ? [] : [element(0x82, bytesOf(attribute))]),
      element(0x83, valueAt(username)),
      ...(isDn ? [element(0x84, [0xff])] : []),
    );
}

/** The bytes of a value, in which a backslash and two hex digits are one byte (RFC 4515 §3); undefined if it is not well-formed. */
function valueFor(text: string): LdapFilter | undefined {
  const parts = text.split(placeholder);
  if (!parts.every((part) => /^(?:[^\\*\0]|\\[0-9a-f]{2})*$/i.test(part))) return undefined;
  const literals = parts.map((part) =>
    part
      .split(/(\\[0-9a-f]{2})/i)
      .flatMap((piece) =>
        piece.startsWith("\\") ? [Number.parseInt(piece.slice(1), 16)] : Array.from(bytesOf(piece)),
      ),
  );
  return (username) => {
    const name = Array.from(bytesOf(username));
    return Uint8Array.from(
      literals.flatMap((literal, index) => (index === 0 ? literal : [...name, ...literal])),
    );
  };
}
