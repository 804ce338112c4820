import { type DpopRefusalReason, decideDpopProof, readDpopProof } from "../protocol/dpop.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Ports } from "./ports.ts";

/** The request that a proof must have been made for. */
export interface ProvenRequest {
  /** The header DPoP. */
  readonly proof: string | undefined;
  readonly method: "GET" | "POST";
  /** As clients know it, without query. */
  readonly url: string;
  /** At protected resources: the token that the proof comes with. */
  readonly accessToken?: string;
}

/** Verifies a proof of possession (RFC 9449 §4.3) and uses it up; answers the thumbprint of the key that was proved. */
export async function proveKey(
  ports: Pick<Ports, "clock" | "jwtVerifier" | "usedOnce">,
  request: ProvenRequest,
): Promise<Result<string, DpopRefusalReason>> {
  const presented = readDpopProof(request.proof);
  if (!presented.ok) return presented;
  const { jwt, key } = presented.value;
  const decided = decideDpopProof({
    verified: await ports.jwtVerifier.verify(jwt, [key]),
    thumbprint: await ports.jwtVerifier.thumbprint(key),
    method: request.method,
    url: request.url,
    now: ports.clock.now(),
    ...(request.accessToken !== undefined && { accessToken: request.accessToken }),
  });
  if (!decided.ok) return decided;
  const { thumbprint, use } = decided.value;
  return (await ports.usedOnce.use(use.key, use.keepUntil)) ? ok(thumbprint) : refuse("dpop-proof-replayed");
}
