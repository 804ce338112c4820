import type { JwtPart } from "../../flows/key-ports.ts";
import { fromBase64Url } from "../../values/base64url.ts";

/** A JWS in compact form (RFC 7515 §7.1), taken apart and not verified. */
export interface CompactJws {
  readonly header: JwtPart;
  readonly claims: JwtPart;
  /** What the signature is over. */
  readonly signingInput: string;
  readonly signature: Uint8Array;
}

/** Longer ones are nobody's token or assertion. */
const charactersMax = 8_192;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Takes a JWS apart whose header and payload are JSON objects; undefined for anything else, a JWE and more than 8 KB included. */
export function readCompactJws(jwt: string): CompactJws | undefined {
  if (jwt.length > charactersMax) return undefined;
  const parts = jwt.split(".", 4);
  if (parts.length !== 3) return undefined;
  const [protectedHeader = "", payload = "", lastPart = ""] = parts;
  const header = objectOf(protectedHeader);
  const claims = objectOf(payload);
  const signature = fromBase64Url(lastPart);
  if (!header || !claims || !signature) return undefined;
  return { header, claims, signingInput: `${protectedHeader}.${payload}`, signature };
}

function objectOf(part: string): JwtPart | undefined {
  const bytes = fromBase64Url(part);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // No JSON in UTF-8: what was sent is no JWT, which is all that the caller needs to know.
  }
}

function isObject(value: unknown): value is JwtPart {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
