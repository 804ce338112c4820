import type { Operator } from "../../flows/operator/access.ts";
import type { Ports } from "../../flows/ports.ts";
import { adminRequestReservation } from "../../identity/try-limits.ts";
import { type Problem, problem } from "../../operations/problem.ts";
import { ok, type Result } from "../../values/result.ts";
import { secondsUntil } from "../../values/time.ts";

/** Counts a request of an operator. */
export async function reserveRequest(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  { caller }: Operator,
): Promise<Result<void, Problem>> {
  const now = clock.now();
  const reserved = await attempts.reserve([adminRequestReservation(caller)], now);
  if (reserved.ok) return ok(undefined);
  const seconds = Math.max(1, secondsUntil(now, reserved.reason.retryAt));
  return problem("too-many-requests", `Wait ${seconds} seconds, and send fewer requests at once.`, {
    retryAfterSeconds: seconds,
  });
}
