import {
  type DpopRefusalReason,
  decideDpopProof,
  type ProvenKey,
  readDpopProof,
} from "../../protocol/token/dpop.ts";
import type { Result } from "../../values/result.ts";
import type { Ports } from "../ports.ts";

/** The request that a proof must have been made for. */
interface ProvenRequest {
  /** The header DPoP. */
  readonly proof: string | undefined;
  readonly method: string;
  /** As clients know it, without query. */
  readonly url: string;
  /** At protected resources: the token that the proof comes with. */
  readonly accessToken?: string;
}

/** Verifies a proof of possession (RFC 9449 §4.3). The key is proved once `claimUses` has claimed the use of the proof. */
export async function proveKey(
  ports: Pick<Ports, "clock" | "jwtVerifier">,
  request: ProvenRequest,
): Promise<Result<ProvenKey, DpopRefusalReason>> {
  const presented = readDpopProof(request.proof);
  if (!presented.ok) return presented;
  const { jwt, key } = presented.value;
  return decideDpopProof({
    verified: await ports.jwtVerifier.verify(jwt, [key]),
    thumbprint: await ports.jwtVerifier.thumbprint(key),
    method: request.method,
    url: request.url,
    now: ports.clock.now(),
    ...(request.accessToken !== undefined && { accessToken: request.accessToken }),
  });
}
