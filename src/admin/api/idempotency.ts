import { confirmingAuditor } from "../../flows/audit.ts";
import type { ConfirmedAct, KeyedRequest } from "../../flows/idempotency-ports.ts";
import type { Operator } from "../../flows/operator/access.ts";
import type { Answer, Answered, Call, Operation } from "../../operations/operation.ts";
import { type Problem, problem } from "../../operations/problem.ts";
import { AttemptOvertaken } from "../../values/attempt-overtaken.ts";
import { type Digest, sha256 } from "../../values/digest.ts";
import { type Result, unreachable } from "../../values/result.ts";
import { type Instant, plus, secondsUntil } from "../../values/time.ts";

/** How long an answer is kept. */
const keptSeconds = 86_400;

/** How long an attempt keeps others away without being confirmed: longer than a request takes. One that takes longer is safe, but in vain. */
const leaseSeconds = 60;

/** A call whose operator holds a token. */
export interface CallOfProgram extends Call {
  readonly operator: Operator;
}

/**
 * Runs a creation at most once for each key of a caller. The answer, which may hold a secret, is kept sealed and only for the same
 * caller with the same rights. A refusal is not kept, so that its request can be repaired. The fact that creates confirms the attempt, so
 * where the process dies, the next attempt after the lease either creates or hears that the creation happened.
 */
export async function runOnce(operation: Operation, call: CallOfProgram, key: string): Answered {
  const { registry, operator, params, body } = call;
  const { idempotencyKeys, clock, random, sealer } = registry;
  const now = clock.now();
  const caller = [operator.client.id, operator.account?.id ?? ""];
  const keyed = {
    key: sha256(JSON.stringify([...caller, key])),
    attempt: random.alphanumeric(22),
    request: requestDigest(sealer, [operation.id, params ?? {}, body, [...operator.scopes].sort()]),
    leasedUntil: plus(now, leaseSeconds),
    expiresAt: plus(now, keptSeconds),
  };
  const claim = await idempotencyKeys.claim(keyed, now);
  switch (claim.kind) {
    case "claimed":
      return runAttempt(operation, call, keyed);
    case "unsettled":
      return underWay(now, claim.until ?? keyed.leasedUntil);
    case "confirmed":
      return responseLost(claim.confirmed);
    case "other-request":
      return problem(
        "idempotency-key-reused",
        "This key was sent with another request. Take a new key for each.",
      );
    case "answered": {
      const kept = sealer.open("answer", claim.sealedAnswer);
      return kept === undefined
        ? responseLost(claim.confirmed)
        : (JSON.parse(Buffer.from(kept).toString()) as Result<Answer, Problem>);
    }
    default:
      return unreachable(claim);
  }
}

async function runAttempt(operation: Operation, call: CallOfProgram, keyed: KeyedRequest): Answered {
  const { idempotencyKeys, clock, sealer, audit } = call.registry;
  const registry = { ...call.registry, audit: confirmingAuditor(audit, keyed) };
  try {
    const answered = await operation.run({ ...call, registry });
    if (answered.ok) {
      const sealed = sealer.seal("answer", Buffer.from(JSON.stringify(answered)));
      await idempotencyKeys.settle(keyed, sealed);
    } else await idempotencyKeys.release(keyed);
    return answered;
  } catch (error) {
    if (!(error instanceof AttemptOvertaken)) throw error;
    const now = clock.now();
    return underWay(now, plus(now, leaseSeconds));
  }
}

/** Keyed, because a request may hold a password, which readers of the database could guess from a plain digest. */
function requestDigest(sealer: Call["registry"]["sealer"], asked: readonly unknown[]): Digest {
  return sha256(sealer.pseudonym(`admin request ${JSON.stringify(asked)}`));
}

function underWay(now: Instant, until: Instant) {
  return problem(
    "request-under-way",
    "A request with this key is under way, or its process died before it answered. Send it again after the seconds that Retry-After says.",
    { retryAfterSeconds: Math.max(1, secondsUntil(now, until)) },
  );
}

function responseLost(confirmed: ConfirmedAct | undefined) {
  const done = confirmed ? ` (${[confirmed.act, confirmed.target].filter(Boolean).join(", ")})` : "";
  return problem(
    "response-lost",
    `The first request with this key was carried out${done}, but its response is lost; nothing was done again. GET what it made. A secret that only the response contained cannot be read again: replace it by a request with a new key.`,
  );
}
