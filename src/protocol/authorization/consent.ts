import { allowancesOf } from "../api/api.ts";
import { scopeOfClaims } from "../openid/claims.ts";
import type { AuthorizationRequest } from "./request.ts";

/**
 * False for a public client on a loopback port or with an app's own scheme. Any program on the person's machine can pose as it, so a
 * code goes there only after the person chose to continue (RFC 8252 §8.6).
 */
export function provesItsApp({
  client,
  redirectUri,
}: Pick<AuthorizationRequest, "client"> & { readonly redirectUri: string }): boolean {
  return !client.isPublic || redirectUri.startsWith("https:");
}

/**
 * What a third party asks for and this person has not allowed, in the words of `allowancesOf`; undefined if there is nothing to ask.
 * Claims that are requested by name count as their scope. A person without a consent is asked even for an empty scope.
 * `isAnswered`: the consent page of this very request was answered.
 */
export function scopeToAllow(
  { client, scope, apis, claims, prompts }: AuthorizationRequest,
  allowedScope: readonly string[] | undefined,
  { isAnswered }: { readonly isAnswered: boolean },
): readonly string[] | undefined {
  if (!client.metadata.isThirdParty) return undefined;
  const wanted = [...new Set([...allowancesOf(scope, apis), ...scopeOfClaims(claims)])];
  const asksAgain = prompts.has("consent") && !isAnswered;
  if (allowedScope === undefined || asksAgain) return wanted;
  const added = wanted.filter((value) => !allowedScope.includes(value));
  return added.length === 0 ? undefined : added;
}
