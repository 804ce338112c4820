import type { Issuer } from "../../values/issuer.ts";

/** The relation by which a client finds the issuer (OpenID Connect Discovery 1.0 §2). */
export const issuerRelation = "http://openid.net/specs/connect/1.0/issuer";

const resourceLengthMax = 512;

/** A document of RFC 7033 §4.4. */
interface WebFinger {
  readonly subject: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/**
 * Names the issuer of an address. The answer is the same for every address, so it does not tell whether an account exists, and the
 * domain may be another than the issuer's: its own server passes the question on. Undefined if the resource is no address.
 */
export function webFinger(issuer: Issuer, resource: string): WebFinger | undefined {
  const isAddress = /^(?:acct:|mailto:)[^@\s]+@[^@\s]+$|^https?:\/\/[^\s/]+/.test(resource);
  if (!isAddress || resource.length > resourceLengthMax) return undefined;
  return { subject: resource, links: [{ rel: issuerRelation, href: issuer }] };
}
