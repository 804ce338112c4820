import { ok, type Result } from "../values/result.ts";
import { etagOf, matches } from "./etag.ts";
import type { Call } from "./operation.ts";
import { type Problem, problem } from "./problem.ts";

/** Decides whether what stands is what the operator read. Without `If-Match` anything is. */
export function checkMatch({ ifMatch }: Pick<Call, "ifMatch">, standing: object): Result<void, Problem> {
  if (ifMatch === undefined || matches(ifMatch, etagOf(standing))) return ok(undefined);
  return problem(
    "precondition-failed",
    "It changed since it was read, so nothing was changed here. Read it again, and repeat the change on what it is now.",
  );
}
