import type { SingleUse } from "../../protocol/jwt.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Ports } from "../ports.ts";

/** The signed things that came with a request and work once: the client's assertion and the proof of its key. */
export interface SingleUses {
  readonly assertion?: SingleUse | undefined;
  readonly proof?: SingleUse | undefined;
}

/**
 * Claims everything that a request may use once. Call it last, right before the fact that makes the request succeed: a request
 * that fails stores nothing (RFC 9449 §11.1 and RFC 7523 §3 ask only that nothing succeeds twice).
 */
export async function claimUses(
  ports: Pick<Ports, "replayCache">,
  { assertion, proof }: SingleUses,
): Promise<Result<void, "client-assertion-replayed" | "dpop-proof-replayed">> {
  if (assertion && !(await ports.replayCache.use(assertion.key, assertion.keepUntil)))
    return refuse("client-assertion-replayed");
  if (proof && !(await ports.replayCache.use(proof.key, proof.keepUntil)))
    return refuse("dpop-proof-replayed");
  return ok(undefined);
}
