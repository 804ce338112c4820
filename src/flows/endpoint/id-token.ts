import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { claimsByRule, withHookClaims } from "../../protocol/openid/claims-by-rule.ts";
import { accessTokenHash, idTokenClaims, idTokenType } from "../../protocol/openid/id-token.ts";
import type { AccessToken } from "../../protocol/token/access-token.ts";
import type { Eventual } from "../../values/eventual.ts";
import type { SessionId } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json-object.ts";
import type { Instant } from "../../values/time.ts";
import { findSubject } from "../find-subject.ts";
import type { Ports } from "../ports.ts";

/** What the ID token says besides the person. */
interface IdTokenContent {
  readonly sessionId: SessionId | undefined;
  readonly authenticatedAt: Instant;
  readonly methods: readonly string[];
  readonly nonce?: string | undefined;
  /** What was granted. */
  readonly scope: readonly string[];
  readonly requested?: readonly string[] | undefined;
  readonly hookClaims?: JsonObject | undefined;
}

/** Signs the ID token that belongs to an access token, with the algorithm that the client registered for. */
export function signIdToken(
  ports: Pick<Ports, "settings" | "clock" | "signer" | "sealer">,
  client: Client,
  account: Account,
  { accessToken, ...content }: IdTokenContent & { readonly accessToken: AccessToken },
): Eventual<string> {
  const { idTokenAlgorithm: algorithm } = client.metadata;
  const claims = idTokenFor(ports, client, account, {
    ...content,
    accessTokenHash: accessTokenHash(accessToken, algorithm),
  });
  return ports.signer.sign(algorithm, idTokenType, claims);
}

/** The claims of the ID token that this client gets about a person. */
export function idTokenFor(
  ports: Pick<Ports, "settings" | "clock" | "sealer">,
  client: Client,
  account: Account,
  { scope, hookClaims, ...content }: IdTokenContent & { readonly accessTokenHash: string },
): Record<string, unknown> {
  const { hasLeanIdToken, claimRules } = client.metadata;
  return idTokenClaims({
    ...content,
    scope: hasLeanIdToken ? [] : scope,
    issuer: ports.settings.issuer,
    clientId: client.id,
    sub: findSubject(ports, client, account),
    person: account,
    byRule: withHookClaims(claimsByRule(claimRules, account, "id_token"), hookClaims),
    now: ports.clock.now(),
  });
}
