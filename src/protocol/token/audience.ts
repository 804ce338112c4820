/**
 * Decides which APIs a new token is meant for (RFC 8707 §2.2): the requested ones, as far as they were granted before. Without a
 * request it is all that was granted; without a grant, the registered ones may be requested. Undefined for any other request.
 */
export function decideAudience(given: {
  /** Undefined where the authorization request named none. */
  readonly granted: readonly string[] | undefined;
  readonly registered: readonly string[];
  readonly requested: readonly string[];
}): readonly string[] | undefined {
  const { granted, registered, requested } = given;
  if (requested.length === 0) return granted ?? [];
  const allowed = granted ?? registered;
  return requested.every((uri) => allowed.includes(uri)) ? requested : undefined;
}
