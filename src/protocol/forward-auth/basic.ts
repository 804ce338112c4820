/** What a program sent by the scheme Basic (RFC 7617). */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** True for a header of the scheme Basic, whether or not it can be read. */
export function isBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic(?: |$)/i.test(authorization);
}

const shape = /^basic +([A-Za-z0-9+/]+={0,2})$/i;
/** Longer than every name with an app password. */
const lengthMax = 4_096;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads name and password as UTF-8, which the challenge asks for (RFC 7617 §2.1); undefined for anything else. */
export function readBasic(authorization: string): BasicCredentials | undefined {
  const encoded = authorization.length > lengthMax ? undefined : shape.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, "base64"));
    const colon = text.indexOf(":");
    return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined; // The bytes are not UTF-8.
  }
}

/** The challenge for programs that know only Basic. A host has no character that would end the quotes. */
export function basicChallenge(realm: string): string {
  return `Basic realm="${realm}", charset="UTF-8"`;
}
