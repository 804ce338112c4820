import { userinfoClaims } from "../../protocol/openid/claims.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { opensUserinfo } from "../../protocol/scope.ts";
import { readAccessToken } from "../../protocol/token/access-token.ts";
import { type BearerRefusalReason, readBearerToken } from "../../protocol/token/bearer.ts";
import { type DpopRefusalReason, decideTokenUse, readDpopToken } from "../../protocol/token/dpop.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { GrantDetails } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import { proveKey } from "./dpop.ts";
import { findLiveGrant, type TokenPorts } from "./find-token.ts";
import { claimSourceOf } from "./id-token.ts";
import { verifyJwtAccessToken } from "./verify-access-token.ts";

type UserinfoPorts = TokenPorts &
  Pick<Ports, "settings" | "sealer" | "signer" | "jwtVerifier" | "replayCache">;

/** A request to userinfo. */
export interface UserinfoRequest {
  readonly method: "GET" | "POST";
  /** The address as clients know it, without query. */
  readonly url: string;
  readonly authorization: string | undefined;
  /** The header DPoP. */
  readonly dpop: string | undefined;
  readonly query: Parameters | undefined;
  readonly body?: Parameters | undefined;
}

/** What userinfo answers: plain claims, or a JWT for a client that registered for signed answers. */
export type Userinfo =
  | { readonly kind: "claims"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: "jwt"; readonly jwt: string };

/** Why userinfo is refused, and the scheme that the request used, which the challenge names. */
export interface UserinfoRefusal {
  readonly reason: BearerRefusalReason | DpopRefusalReason;
  readonly scheme: "Bearer" | "DPoP";
}

/** Says who the person behind a token is (OpenID Connect Core §5.3). The scope of the token decides which claims are in it. */
export async function readUserinfo(
  ports: UserinfoPorts,
  request: UserinfoRequest,
): Promise<Result<Userinfo, UserinfoRefusal>> {
  const bound = readDpopToken(request.authorization);
  const scheme = bound === undefined ? "Bearer" : "DPoP";
  const presented = bound ?? readBearerToken(request);
  if (!presented.ok) return refuse({ reason: presented.reason, scheme });
  const token = readAccessToken(presented.value) ?? (await verifyJwtAccessToken(ports, presented.value));
  const found = token === undefined ? refuse("token-unknown" as const) : await findLiveGrant(ports, token);
  if (!found.ok) return refuse({ reason: found.reason, scheme });
  if (found.value.account === undefined) return refuse({ reason: "token-of-machine", scheme });
  const { grant, client, account } = found.value;
  const { details } = grant;
  const used = await decideUse(ports, request, bound?.ok ? bound.value : undefined, details?.dpopThumbprint);
  if (!used.ok) return refuse({ reason: used.reason, scheme });
  if (details !== undefined && isOfApi(details) && !opensUserinfo(details.scope))
    return refuse({ reason: "token-of-api", scheme });
  const claims = userinfoClaims({
    person: claimSourceOf(ports, client, account),
    scope: details?.scope ?? [],
    requested: details?.userinfoClaims,
  });
  const algorithm = details && client.metadata.userinfoAlgorithm;
  if (algorithm === undefined) return ok({ kind: "claims", claims });
  ports.signer.requireRoom(algorithm);
  const signed = { ...claims, iss: ports.settings.issuer, aud: grant.clientId };
  return ok({ kind: "jwt", jwt: await ports.signer.sign(algorithm, "JWT", signed) });
}

function isOfApi({ authenticatedAt, exchange }: GrantDetails): boolean {
  return authenticatedAt !== undefined || exchange !== undefined;
}

/** RFC 9449 §7: a bound token needs a proof of its key, and an unbound one cannot be used with the scheme DPoP. */
async function decideUse(
  ports: UserinfoPorts,
  { dpop, method, url }: UserinfoRequest,
  accessToken: string | undefined,
  boundTo: string | undefined,
): Promise<Result<void, DpopRefusalReason>> {
  if (accessToken === undefined) return decideTokenUse({ boundTo, proven: undefined });
  const proven = await proveKey(ports, { proof: dpop, method, url, accessToken });
  if (!proven.ok) return proven;
  const decided = decideTokenUse({ boundTo, proven: proven.value.thumbprint });
  if (!decided.ok) return decided;
  const claimed = await claimUses(ports, { proof: proven.value.use });
  return claimed.ok ? ok(undefined) : refuse("dpop-proof-replayed");
}
