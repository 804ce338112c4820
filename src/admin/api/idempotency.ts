import { type Digest, sha256 } from "../../values/digest.ts";
import type { Result } from "../../values/result.ts";
import { plus } from "../../values/time.ts";
import type { Answer, Call, Operation } from "./operation.ts";
import { type Problem, problem } from "./problem.ts";

/** How long an answer is kept. */
const keptSeconds = 86_400;

/**
 * Runs a creation at most once for each key of a caller. The answer, which may hold a secret, is kept sealed and only for the same
 * caller with the same rights. A refusal is not kept, so that its request can be repaired. Where the process dies in between, nobody knows whether the
 * creation happened, so the key stays taken and nothing is created twice.
 */
export async function runOnce(
  operation: Operation,
  { registry, operator, params, body }: Call,
  key: string,
  run: () => Promise<Result<Answer, Problem>>,
): Promise<Result<Answer, Problem>> {
  const { idempotencyKeys, clock, sealer } = registry;
  const now = clock.now();
  const caller = [operator.client.id, operator.account?.id ?? ""];
  const keyed = {
    key: sha256(JSON.stringify([...caller, key])),
    request: requestDigest(sealer, [operation.id, params ?? {}, body, [...operator.scopes].sort()]),
    expiresAt: plus(now, keptSeconds),
  };
  const claim = await idempotencyKeys.claim(keyed, now);
  if (claim.kind === "other-request")
    return problem(
      "idempotency-key-reused",
      "This key was sent with another request. Take a new key for each.",
    );
  if (claim.kind === "unsettled") return problem("request-under-way", underWay);
  if (claim.kind === "answered") {
    const kept = sealer.open("answer", claim.sealedAnswer);
    return kept === undefined
      ? problem("request-under-way", underWay)
      : JSON.parse(Buffer.from(kept).toString());
  }
  const answered = await run();
  if (answered.ok) {
    const sealed = sealer.seal("answer", Buffer.from(JSON.stringify(answered)));
    await idempotencyKeys.settle(keyed.key, sealed);
  } else await idempotencyKeys.release(keyed.key);
  return answered;
}

/** Keyed, because a request may hold a password, which readers of the database could guess from a plain digest. */
function requestDigest(sealer: Call["registry"]["sealer"], asked: readonly unknown[]): Digest {
  return sha256(sealer.pseudonym(`admin request ${JSON.stringify(asked)}`));
}

const underWay =
  "A request with this key is under way, or its process died before it answered. Wait a moment; where it stays like this, look whether it was done, and then take a new key.";
