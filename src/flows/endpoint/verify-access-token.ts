import { type PresentedToken, signedAccessToken } from "../../protocol/token/access-token.ts";
import {
  accessTokenType,
  looksLikeJwtAccessToken,
  readJwtAccessToken,
} from "../../protocol/token/jwt-access-token.ts";
import type { KnownToken, NamedToken } from "../../protocol/token/token-parameter.ts";
import type { Ports } from "../ports.ts";

/**
 * Reads a JWT access token of this service, expired or not; undefined for any other text, an ID token included. The row of its grant
 * says whether it still works: `findLiveGrant`.
 */
export async function verifyJwtAccessToken(
  ports: Pick<Ports, "signer">,
  text: string,
): Promise<PresentedToken | undefined> {
  if (!looksLikeJwtAccessToken(text)) return undefined;
  const claims = await ports.signer.verifyOwn(text, accessTokenType);
  return claims && readJwtAccessToken(signedAccessToken(text), claims);
}

/** Tells a token of this service from a JWT that only looks like one, for which there is nothing to be found. */
export async function verifyNamedToken(
  ports: Pick<Ports, "signer">,
  named: NamedToken,
): Promise<KnownToken | undefined> {
  if (named.kind !== "jwt") return named;
  const token = await verifyJwtAccessToken(ports, named.text);
  return token && { kind: "access-token", token };
}
