import type { Parameters } from "../../protocol/parameters.ts";
import { readAccessToken } from "../../protocol/token/access-token.ts";
import { type BearerRefusalReason, readBearerToken } from "../../protocol/token/bearer.ts";
import { type DpopRefusalReason, decideTokenUse, readDpopToken } from "../../protocol/token/dpop.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import { proveKey } from "./dpop.ts";
import { findLiveGrant, type LiveGrant, type TokenPorts } from "./find-token.ts";
import { verifyJwtAccessToken } from "./verify-access-token.ts";

export type TokenUsePorts = TokenPorts & Pick<Ports, "signer" | "jwtVerifier" | "replayCache">;

/** A request to a protected resource of this service. */
export interface TokenUse {
  readonly method: string;
  /** The address as clients know it, without query. */
  readonly url: string;
  readonly authorization: string | undefined;
  /** The header DPoP. */
  readonly dpop: string | undefined;
  readonly query: Parameters | undefined;
  readonly body?: Parameters | undefined;
}

/** The authentication scheme of a request, which a challenge names. */
export type TokenScheme = "Bearer" | "DPoP";

/** Why a protected resource refuses a request. */
export interface TokenUseRefusal {
  readonly reason: BearerRefusalReason | DpopRefusalReason;
  readonly scheme: TokenScheme;
}

/** A valid token, presented correctly. The resource decides what it gives access to. */
interface UsedToken {
  readonly scheme: TokenScheme;
  readonly live: LiveGrant;
}

/** Reads the access token of a request, finds that it works, and has its key proved if it is bound to one (RFC 6750, RFC 9449 §7). */
export async function useToken(
  ports: TokenUsePorts,
  request: TokenUse,
): Promise<Result<UsedToken, TokenUseRefusal>> {
  const bound = readDpopToken(request.authorization);
  const scheme = bound === undefined ? "Bearer" : "DPoP";
  const presented = bound ?? readBearerToken(request);
  if (!presented.ok) return refuse({ reason: presented.reason, scheme });
  const token = readAccessToken(presented.value) ?? (await verifyJwtAccessToken(ports, presented.value));
  const found = token === undefined ? refuse("token-unknown" as const) : await findLiveGrant(ports, token);
  if (!found.ok) return refuse({ reason: found.reason, scheme });
  const boundTo = found.value.grant.details?.dpopThumbprint;
  const used = await decideUse(ports, request, bound?.ok ? bound.value : undefined, boundTo);
  return used.ok ? ok({ scheme, live: found.value }) : refuse({ reason: used.reason, scheme });
}

/** RFC 9449 §7: a bound token needs a proof of its key, and an unbound one cannot be used with the scheme DPoP. */
async function decideUse(
  ports: TokenUsePorts,
  { dpop, method, url }: TokenUse,
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
