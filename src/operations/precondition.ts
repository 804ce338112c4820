import type { Terms } from "../flows/operator/rights.ts";
import { versionsIn } from "./etag.ts";
import type { Call } from "./operation.ts";

/** The terms of a change: the rights of the operator, and the versions that `If-Match` names. */
export function termsOf({ operator, ifMatch }: Pick<Call, "operator" | "ifMatch">): Terms {
  return { by: operator, seen: ifMatch === undefined ? undefined : versionsIn(ifMatch) };
}
