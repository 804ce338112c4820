import type { Terms } from "../flows/operator/rights.ts";
import { ok, type Result } from "../values/result.ts";
import { etagOf, matches, versionsIn } from "./etag.ts";
import type { Call } from "./operation.ts";
import { type Problem, problem } from "./problem.ts";

/** The terms of a change: the rights of the operator, and the versions that `If-Match` names. */
export function termsOf({ operator, ifMatch }: Pick<Call, "operator" | "ifMatch">): Terms {
  return { by: operator, seen: ifMatch === undefined ? undefined : versionsIn(ifMatch) };
}

/** Refuses a change if the record is not the one that the operator read. Without `If-Match`, any record will do. */
export function checkMatch({ ifMatch }: Pick<Call, "ifMatch">, standing: object): Result<void, Problem> {
  if (ifMatch === undefined || matches(ifMatch, etagOf(standing))) return ok(undefined);
  return problem(
    "precondition-failed",
    "It changed since it was read, so nothing was changed here. Read it again, and repeat the change on what it is now.",
  );
}
