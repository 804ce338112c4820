import { authenticationMethodOf, type Client } from "../../protocol/client/client.ts";
import { type Digest, equalDigests } from "../../values/digest.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { SecretUse } from "../ports.ts";

/** The number of its secrets that work. */
export function secretCount({ secretDigest, previousSecretDigest }: Client): number {
  return [secretDigest, previousSecretDigest].filter((digest) => digest !== undefined).length;
}

/** True for a client that authenticates with a secret. */
export function usesSecret(client: Client): boolean {
  return authenticationMethodOf(client).startsWith("client_secret");
}

/** True for a client that must authenticate with a secret and has none. */
export function hasNoProof(client: Client): boolean {
  return usesSecret(client) && secretCount(client) === 0;
}

/** The last use of the secret with this digest; undefined if none is on record. */
export function usedAtOf(digest: Digest, uses: readonly SecretUse[]): Instant | undefined {
  return uses.find(({ secretDigest }) => equalDigests(secretDigest, digest))?.usedAt;
}

const idleAfterSeconds = 7 * 86_400;

/** True if the old secret was last used more than a week ago. Without a use on record nothing is known. */
export function isOldSecretIdle(
  { previousSecretDigest }: Client,
  uses: readonly SecretUse[],
  now: Instant,
): boolean {
  const usedAt = previousSecretDigest && usedAtOf(previousSecretDigest, uses);
  return usedAt !== undefined && isIdle(usedAt, now);
}

/** True if a secret was last used more than a week ago. */
export function isIdle(usedAt: Instant, now: Instant): boolean {
  return now >= plus(usedAt, idleAfterSeconds);
}
