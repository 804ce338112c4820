import { describeUpstreamProblem, type UpstreamProblem } from "../flows/operator/upstream-problem.ts";
import type { Call } from "./operation.ts";
import { changedMeanwhile, invalidMember, notFound, problem } from "./problem.ts";

/** The problem of a provider that could not be added or changed. */
export function refusedUpstream({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: UpstreamProblem) {
  const detail = inMembers(describeUpstreamProblem(reason));
  switch (reason.kind) {
    case "unknown":
      return notFound("provider");
    case "conflict":
      return changedMeanwhile(ifMatch !== undefined);
    case "exists":
    case "too-many":
      return problem("conflict", detail);
    default:
      return invalidMember(members[reason.kind], detail);
  }
}

const members = {
  "kind-unknown": "kind",
  "name-unusable": "upstream",
  "display-name-unusable": "display_name",
  "issuer-missing": "issuer",
  "issuer-unusable": "issuer",
  "tenant-unusable": "tenant",
  "client-id-missing": "client_id",
  "secret-missing": "secret",
  "apple-key-missing": "key_id",
  "domain-unusable": "domains",
  "domains-too-many": "domains",
  "group-claim-unusable": "group_claim",
  "group-map-unusable": "group_map",
  "group-unknown": "group_map",
  "check-failed": "issuer",
} as const;

const options: Readonly<Record<string, string>> = {
  "--name": "upstream",
  "--key-file": "secret",
  "--client-secret-stdin": "secret",
};

/** A sentence written for the command line, with options replaced by members of the API. */
function inMembers(sentence: string): string {
  return sentence.replace(/--[a-z][a-z-]*/g, (flag) => options[flag] ?? flag.slice(2).replaceAll("-", "_"));
}
