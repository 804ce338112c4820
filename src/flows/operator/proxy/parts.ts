import type { Client } from "../../../protocol/client/client.ts";
import { claimHeaderNames } from "../../../protocol/forward-auth/claim-headers.ts";
import { assertionHeader, identityHeaders } from "../../../protocol/forward-auth/identity-headers.ts";
import { ownPathOnHost } from "../../../protocol/forward-auth/protected-origin.ts";

/** One host of the application. */
export interface Host {
  readonly origin: string;
  readonly scheme: string;
  /** With a port that is not the default. */
  readonly authority: string;
  readonly name: string;
  /** Letters, digits and underscores, for names inside a configuration. */
  readonly word: string;
  /** True if programs come in with app passwords, which the application must not see. */
  readonly hasAppPasswords: boolean;
  /** Every header that the application trusts, as the proxies spell it. */
  readonly headers: readonly string[];
  /**
   * Every name that nobody outside may use. CGI, WSGI and Rack read a dash and an underscore as one, and PHP a dot too (GHSA-x677-9fxg-v5c5),
   * so each is spelt with every mixture of the three, for a proxy that cannot remove names by a pattern.
   */
  readonly spelled: readonly string[];
}

/** One of the hosts that a protected application registered. */
export function hostOf(origin: string, { hasAppPasswords, claimRules }: Client["metadata"]): Host {
  const { hostname, host, protocol } = new URL(origin);
  const word = host.replace(/[^a-z0-9]+/g, "_");
  const headers = [...identityHeaders, assertionHeader, ...claimHeaderNames(claimRules)].map((name) =>
    name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  );
  const spelled = [...headers, ...rewrites].flatMap(spellingsOf);
  const where = { origin, scheme: protocol.slice(0, -1), authority: host, name: hostname, word };
  return { ...where, hasAppPasswords, headers, spelled: [...new Set(spelled)] };
}

/** The name with each of its dashes as a dash, an underscore or a dot: three to the power of their number. */
function spellingsOf(name: string): readonly string[] {
  const [first = "", ...words] = name.split("-");
  return words.reduce(
    (made, word) => ["-", "_", "."].flatMap((mark) => made.map((one) => one + mark + word)),
    [first],
  );
}

/** Some frameworks take path, method or host from these, so a visitor could pass the check for one path and open another. */
export const rewrites = [
  "X-Original-URL",
  "X-Rewrite-URL",
  "X-HTTP-Method-Override",
  "X-HTTP-Method",
  "X-Method-Override",
  "Forwarded",
];
/** Where Latchkey and the application listen, to be replaced by the operator. */
export const service = "127.0.0.1:8080";
export const application = "127.0.0.1:3000";
export const own = ownPathOnHost;
/** The paths there that a visitor may open. The checks of proxies are not among them: their answers name people. */
export const owned = ["sign-in", "callback", "sign-out"].map((name) => `${own}/${name}`);

/** Why a file takes the header Authorization away once a request was let through. */
export const basicIsOurs = "The app password is Latchkey's affair: the application gets no Authorization.";

/** What stands at the top of each file. */
export function opening(mark: string, { origin }: Host, proxy: string, more: readonly string[] = []): string {
  return [
    `${origin} behind ${proxy}, protected by Latchkey. Replace ${application}, where the application listens, and ${service},`,
    "where Latchkey listens. The application must be reachable only through this proxy. Latchkey needs the proxy's address:",
    "  LATCHKEY_TRUSTED_PROXIES=127.0.0.1,::1",
    "Latchkey sees the head of each request and never its body. While it cannot be reached, no request gets through.",
    ...more,
  ]
    .map((line) => `${mark} ${line}`.trimEnd())
    .join("\n");
}
