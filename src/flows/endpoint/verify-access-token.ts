import { type PresentedToken, signedAccessToken } from "../../protocol/token/access-token.ts";
import {
  accessTokenType,
  looksLikeJwtAccessToken,
  readJwtAccessToken,
} from "../../protocol/token/jwt-access-token.ts";
import type { FlowSettings, Ports } from "../ports.ts";

/** The name that the service gives itself in its tokens. */
export interface NamedService {
  readonly settings: Pick<FlowSettings, "issuer">;
}

/**
 * Reads a JWT access token of this service, expired or not; undefined for any other text, an ID token included. The row of its grant
 * says whether it still works: `findLiveGrant`.
 */
export async function verifyJwtAccessToken(
  ports: Pick<Ports, "signer"> & NamedService,
  text: string,
): Promise<PresentedToken | undefined> {
  if (!looksLikeJwtAccessToken(text)) return undefined;
  const claims = await ports.signer.verifyOwn(text, accessTokenType);
  return claims && readJwtAccessToken(signedAccessToken(text), claims, ports.settings.issuer);
}
