import { type Api, rolesOf } from "../../protocol/api/api.ts";
import {
  type AccessToken,
  accessTokenLengthMax,
  digestOfAccessToken,
  formatAccessToken,
  signedAccessToken,
} from "../../protocol/token/access-token.ts";
import {
  accessTokenType,
  type JwtAccessTokenFacts,
  type JwtAccessTokenRefusalReason,
  jwtAccessTokenClaims,
} from "../../protocol/token/jwt-access-token.ts";
import type { Digest } from "../../values/digest.ts";
import type { GrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { FlowSettings, Ports } from "../ports.ts";

/** An access token, and the digest under which its grant is stored. */
interface CreatedAccessToken {
  readonly token: AccessToken;
  readonly digest: Digest;
}

/** The facts of a new access token. */
export interface AccessTokenGiven extends Omit<JwtAccessTokenFacts, "issuer" | "audience"> {
  /** The API that the token is for; undefined for a token without one. */
  readonly api: Api | undefined;
}

/**
 * Makes sure that an access token for this API can be made, before anything is spent for it: a signing key that cannot be made, or a
 * full signing thread, rejects here.
 */
export async function readyForAccessToken(
  { signer }: Pick<Ports, "signer">,
  api: Api | undefined,
): Promise<void> {
  if (api?.tokenFormat !== "jwt") return;
  signer.requireRoom(api.signingAlgorithm);
  await signer.ready(api.signingAlgorithm);
}

/** Makes a token that only this service can read. */
export function createOpaqueAccessToken(
  { random }: Pick<Ports, "random">,
  grantId: GrantId,
): CreatedAccessToken {
  const token = formatAccessToken(grantId, random.bytes(32));
  return { token, digest: digestOfAccessToken(token) };
}

/**
 * Makes an access token in the format of its API. Call it before the claim that makes the grant durable, and `readyForAccessToken`
 * before that: a token that cannot be made must not cost the code or the refresh token. `groups` are left out if the token would
 * be too long with them; userinfo still has them.
 */
export async function createAccessToken(
  ports: Pick<Ports, "random" | "signer"> & { readonly settings: Pick<FlowSettings, "issuer"> },
  { api, ...given }: AccessTokenGiven,
): Promise<Result<CreatedAccessToken, JwtAccessTokenRefusalReason>> {
  if (api?.tokenFormat !== "jwt") return ok(createOpaqueAccessToken(ports, given.grantId));
  const facts = jwtFacts(ports, api, given);
  const sign = async (content: JwtAccessTokenFacts): Promise<AccessToken> =>
    signedAccessToken(
      await ports.signer.sign(api.signingAlgorithm, accessTokenType, jwtAccessTokenClaims(content)),
    );
  const whole = await sign(facts);
  const token =
    whole.length > accessTokenLengthMax && facts.groups !== undefined
      ? await sign({ ...facts, groups: undefined })
      : whole;
  if (token.length > accessTokenLengthMax) return refuse("access-token-too-long");
  return ok({ token, digest: digestOfAccessToken(token) });
}

/** The facts that a JWT access token for this API says. */
export function jwtFacts(
  { settings }: { readonly settings: Pick<FlowSettings, "issuer"> },
  api: Api,
  given: Omit<AccessTokenGiven, "api">,
): JwtAccessTokenFacts {
  const { groups } = given;
  return {
    ...given,
    issuer: settings.issuer,
    audience: api.resource,
    roles: groups && rolesOf(api, groups),
  };
}
