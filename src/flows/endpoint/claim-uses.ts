import type { SingleUse } from "../../protocol/jwt.ts";
import type { Eventual } from "../../values/eventual.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Ports } from "../ports.ts";

declare const brand: unique symbol;

/** The signed things that came with a request and work once: the client's assertion and the proof of its key. */
export interface SingleUses {
  readonly assertion?: SingleUse | undefined;
  readonly proof?: SingleUse | undefined;
}

type ReplayRefusalReason = "client-assertion-replayed" | "dpop-proof-replayed";

/** Evidence that nothing the request carried can be used again. No endpoint answers a call without it. */
export interface UsesClaimed {
  readonly [brand]: "UsesClaimed";
}

/** The evidence for a call that is turned down and stores nothing, so its assertion and proof may come again. */
export const nothingDone = {} as UsesClaimed;

/**
 * Claims everything that a request may use once. Call it last, right before the fact that makes the request succeed: a request
 * that fails stores nothing (RFC 9449 §11.1 and RFC 7523 §3 ask only that nothing succeeds twice).
 */
export function claimUses(
  ports: Pick<Ports, "replayCache">,
  uses: SingleUses,
): Eventual<Result<UsesClaimed, ReplayRefusalReason>> {
  const carriesNone = uses.assertion === undefined && uses.proof === undefined;
  return carriesNone ? ok({} as UsesClaimed) : claimEach(ports, uses);
}

async function claimEach(
  { replayCache }: Pick<Ports, "replayCache">,
  { assertion, proof }: SingleUses,
): Promise<Result<UsesClaimed, ReplayRefusalReason>> {
  if (assertion && !(await replayCache.use(assertion.key, assertion.keepUntil)))
    return refuse("client-assertion-replayed");
  if (proof && !(await replayCache.use(proof.key, proof.keepUntil))) return refuse("dpop-proof-replayed");
  return ok({} as UsesClaimed);
}
