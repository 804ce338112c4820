/** The ports for the operator's claims hook. The rules of `ports.ts` hold here too. */
import type { ClaimsQuestion } from "../protocol/openid/claims-of-hook.ts";
import type { JsonObject } from "../values/json-object.ts";
import type { Result } from "../values/result.ts";

/** Why there are no claims of the hook. */
export interface ClaimsHookFailure {
  /** A word of the service's own. */
  readonly reason: string;
  /** The answer's status, if that is the reason. */
  readonly status?: number;
  /** The claim that no hook may give, if that is the reason. */
  readonly claim?: string;
  /** False for a failure that need not be told: the same reason was told within the last minute. */
  readonly isTold: boolean;
}

/** The operator's own code, which runs elsewhere. */
export interface ClaimsHook {
  /** Asks once and waits for half a second at most. Never rejects. */
  ask(question: ClaimsQuestion): Promise<Result<JsonObject, ClaimsHookFailure>>;
}
