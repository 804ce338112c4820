import { fromBase64Url } from "./base64url.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";

/** A JWS in compact form (RFC 7515 §7.1), taken apart and not verified. */
export interface CompactJws {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** What the signature is over. */
  readonly signingInput: string;
  readonly signature: Uint8Array;
}

/** No token, assertion or proof is longer. */
const charactersMax = 8_192;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Takes apart a JWS whose header and payload are JSON objects: the one reader for JWTs of any origin. Undefined for anything
 * else, an unsigned one, a JWE and more than 8 KB included.
 */
export function readCompactJws(jwt: string): CompactJws | undefined {
  if (jwt.length > charactersMax) return undefined;
  const parts = jwt.split(".", 4);
  if (parts.length !== 3) return undefined;
  const [protectedHeader = "", payload = "", lastPart = ""] = parts;
  const header = objectOf(fromBase64Url(protectedHeader));
  const claims = objectOf(fromBase64Url(payload));
  const signature = fromBase64Url(lastPart);
  if (!header || !claims || !signature?.length) return undefined;
  return { header, claims, signingInput: `${protectedHeader}.${payload}`, signature };
}

/** The JSON object that the bytes are, in UTF-8; undefined for anything else. */
export function objectOf(bytes: Uint8Array | undefined): JsonObject | undefined {
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // No JSON in UTF-8, which is all that the caller needs to know.
  }
}
