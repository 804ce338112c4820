import type { Issuer } from "../../values/issuer.ts";
import { decidePlace, whatLacks } from "../forward-auth/decide-access.ts";
import { admits, type Client, isProtected, isSelfRegistered } from "./client.ts";

/** What leads to an application, and for whom. */
interface Visitor {
  /** The groups of the person. */
  readonly groups: readonly string[];
  readonly issuer: Issuer;
}

/**
 * The address at which a person starts to use a client; undefined if it has none, is disabled, or does not admit them. How strongly they
 * must prove who they are is asked there. A client that nobody vouches for has none: its registrar could put a link on everybody's home page.
 */
export function startAddressOf(client: Client, { groups, issuer }: Visitor): string | undefined {
  if (client.isDisabled || isSelfRegistered(client) || !admits(client, groups)) return undefined;
  const { clientUri, initiateLoginUri, protectedOrigins } = client.metadata;
  if (isProtected(client)) return protectedOrigins.find((origin) => opensAt(client, origin, groups));
  return initiateLoginUri === undefined ? clientUri : withIssuer(initiateLoginUri, issuer);
}

/** OpenID Connect Core §4: the address is told who starts the sign-in. */
function withIssuer(uri: string, issuer: Issuer): string {
  return `${uri}${uri.includes("?") ? "&" : "?"}iss=${encodeURIComponent(issuer)}`;
}

const strong = { proved: "phr", met: "phr", required: "one" } as const;

/** True if the first page of a host behind a proxy is open to somebody in these groups. */
function opensAt(client: Client, origin: string, groups: readonly string[]): boolean {
  const place = decidePlace(client, { method: "GET", origin, path: "/", target: "/" });
  if (place.kind !== "guarded") return place.kind === "public";
  return whatLacks(client, place.rule, { groups, ...strong }).length === 0;
}
