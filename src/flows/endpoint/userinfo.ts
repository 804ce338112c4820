import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { userinfoClaims } from "../../protocol/openid/claims.ts";
import { claimsByRule, withHookClaims } from "../../protocol/openid/claims-by-rule.ts";
import { opensUserinfo } from "../../protocol/scope.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { findSubject } from "../find-subject.ts";
import type { GrantDetails } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";
import { type TokenUse, type TokenUsePorts, type TokenUseRefusal, useToken } from "./use-token.ts";

type UserinfoPorts = TokenUsePorts & Pick<Ports, "settings" | "sealer">;

/** What userinfo answers: plain claims, or a JWT for a client that registered for signed answers. */
type Userinfo =
  | { readonly kind: "claims"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: "jwt"; readonly jwt: string };

/** Says who the person behind a token is (OpenID Connect Core §5.3). The scope of the token decides which claims are in it. */
export async function readUserinfo(
  ports: UserinfoPorts,
  request: TokenUse,
): Promise<Result<Userinfo, TokenUseRefusal>> {
  const used = await useToken(ports, request);
  if (!used.ok) return used;
  const { scheme, live } = used.value;
  if (live.account === undefined) return refuse({ reason: "token-of-machine", scheme });
  const { grant, client, account } = live;
  const { details } = grant;
  if (details !== undefined && isOfApi(details) && !opensUserinfo(details.scope))
    return refuse({ reason: "token-of-api", scheme });
  const claims = userinfoFor(ports, client, account, details);
  const algorithm = details && client.metadata.userinfoAlgorithm;
  if (algorithm === undefined) return ok({ kind: "claims", claims });
  ports.signer.requireRoom(algorithm);
  const signed = signedUserinfo(ports, client, claims);
  return ok({ kind: "jwt", jwt: await ports.signer.sign(algorithm, "JWT", signed) });
}

/** The claims that userinfo tells this client about a person. A token without `details` opens the subject alone. */
export function userinfoFor(
  ports: Pick<Ports, "sealer">,
  client: Client,
  account: Account,
  details: Pick<GrantDetails, "scope" | "userinfoClaims" | "hookClaims"> | undefined,
): Record<string, unknown> {
  const { claimRules, asksClaimsHook } = client.metadata;
  const hookClaims = asksClaimsHook ? details?.hookClaims : undefined;
  return userinfoClaims({
    sub: findSubject(ports, client, account),
    person: account,
    scope: details?.scope ?? [],
    requested: details?.userinfoClaims,
    byRule: details && withHookClaims(claimsByRule(claimRules, account, "userinfo"), hookClaims),
  });
}

/** What a signed answer says: the claims, and from whom and for whom they are (OpenID Connect Core §5.3.2). */
export function signedUserinfo(
  { settings }: Pick<Ports, "settings">,
  { id }: Pick<Client, "id">,
  claims: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...claims, iss: settings.issuer, aud: id };
}

function isOfApi({ authenticatedAt, exchange }: GrantDetails): boolean {
  return authenticatedAt !== undefined || exchange !== undefined;
}
