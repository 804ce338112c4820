import { describeWebhookProblem, type WebhookProblem } from "../flows/operator/webhook.ts";
import type { Call } from "./operation.ts";
import { changedMeanwhile, invalidMember, notFound, problem } from "./problem.ts";

/** The problem of a webhook that could not be added or changed. */
export function refusedWebhook({ ifMatch }: Pick<Call, "ifMatch">, reason: WebhookProblem) {
  const detail = describeWebhookProblem(reason);
  switch (reason.kind) {
    case "unknown":
      return notFound("webhook");
    case "entry-unknown":
      return notFound("undelivered entry of the webhook");
    case "conflict":
      return changedMeanwhile(ifMatch !== undefined);
    case "too-many":
      return problem("conflict", detail);
    case "act-unknown":
      return invalidMember("acts", detail);
    case "url-unusable":
      return invalidMember("url", detail);
  }
}
