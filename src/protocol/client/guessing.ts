import type { TokenRefusalReason } from "../errors.ts";
import { dpopErrors } from "../token/dpop.ts";
import type { Client } from "./client.ts";

const failuresOfAnybody: ReadonlySet<TokenRefusalReason> = new Set([
  "code-unknown",
  "refresh-token-unknown",
  "device-code-unknown",
  "introspection-by-public-client",
  "exchange-not-registered",
]);

/**
 * Whether the refusal of an authenticated client counts as a failed try. A public client's id proves nothing, so a failure that any
 * stranger can cause in its name counts. The failure of a code or refresh token that was really issued does not. An assertion that
 * comes again may be stolen, so it counts for every client.
 */
export function countsAsGuess(reason: TokenRefusalReason, { isPublic }: Pick<Client, "isPublic">): boolean {
  if (reason === "client-assertion-replayed") return true;
  return isPublic && (reason in dpopErrors || failuresOfAnybody.has(reason));
}
