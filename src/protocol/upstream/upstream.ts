import type { Instant } from "../../values/time.ts";
import type { GroupMapping } from "./group-mapping.ts";

declare const brand: unique symbol;

/** The name of an upstream: a word of its callback's path. */
export type UpstreamName = string & { readonly [brand]: "UpstreamName" };

/** Which provider it is: what differs between them is a preset of its kind. */
export const upstreamKinds = ["google", "microsoft", "apple", "github", "gitlab", "oidc"] as const;

export type UpstreamKind = (typeof upstreamKinds)[number];

/** True for the word of a kind. */
export function isUpstreamKind(word: string): word is UpstreamKind {
  return upstreamKinds.some((kind) => kind === word);
}

/** The names of the key that signs Apple's client secrets. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
}

/** A provider at which people sign in, and of which Latchkey is a relying party. */
export interface Upstream {
  readonly name: UpstreamName;
  readonly kind: UpstreamKind;
  /** The issuer identifier; for GitHub, which has none, the address of its site. It never changes: subjects are the issuer's. */
  readonly issuer: string;
  readonly clientId: string;
  /** The client secret, or Apple's private key in PEM, sealed under the keyring. */
  readonly sealedSecret: string;
  /** Apple alone: its client secret is a JWT that this key signs. */
  readonly appleKey?: AppleKey;
  /** What its button says. */
  readonly displayName: string;
  /** E-mail domains, in lower case: people with an address there are sent here, and if there are any, nobody else gets an account. */
  readonly domains: readonly string[];
  /** An address that it calls verified finds the account that has it. */
  readonly trustsEmail: boolean;
  /** People whom nobody knows yet get an account. */
  readonly createsAccounts: boolean;
  /** Whose groups there are which groups here. Absent if groups are this service's alone. */
  readonly groupMapping?: GroupMapping;
  readonly isDisabled: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The most upstreams that an installation may have: each is a button of the sign-in page. */
export const upstreamsMax = 20;

/** The most e-mail domains of one upstream. */
export const domainsMax = 50;

const nameShape = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const domainShape =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Letters, digits, hyphens and dots of any script. A URL parser decodes or drops other characters; a mail server does not. */
const hostCharacters = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** The rule for a name, as the end of a sentence. */
export const upstreamNameRule = "1 to 32 small letters, digits and hyphens";

/** Reads a name; undefined if it breaks the rule. */
export function readUpstreamName(text: string): UpstreamName | undefined {
  return nameShape.test(text) ? (text as UpstreamName) : undefined;
}

/** Reads an e-mail domain, with or without `@` in front, in the form that is compared; undefined if it is none. */
export function readDomain(text: string): string | undefined {
  const bare = text.trim().replace(/^@/, "").toLowerCase();
  if (!hostCharacters.test(bare)) return undefined;
  const url = URL.parse(`https://${bare}`);
  const isHost = url !== null && url.host !== "" && url.href === `https://${url.host}/`;
  return isHost && domainShape.test(url.host) && !/^[0-9.]+$/.test(url.host) ? url.host : undefined;
}

/** The domain of an e-mail address, in the form that is compared; undefined if the text is not an address. */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  return at < 1 ? undefined : readDomain(address.slice(at + 1));
}

/**
 * The upstream to which people with this name or address are sent: the first one in use that has the domain. Undefined if the name has
 * no domain, or no upstream has it.
 */
export function upstreamFor(upstreams: readonly Upstream[], typed: string): Upstream | undefined {
  const domain = domainOf(typed.trim());
  if (domain === undefined) return undefined;
  return upstreams.find(({ isDisabled, domains }) => !isDisabled && domains.includes(domain));
}
