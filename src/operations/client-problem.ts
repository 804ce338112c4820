import { type ClientProblem, describeClientProblem } from "../flows/operator/client-problem.ts";
import type { MetadataProblem } from "../protocol/client/metadata-change.ts";
import { inMemberNames, nameOf } from "./client-schema.ts";
import type { Call } from "./operation.ts";
import { changedMeanwhile, invalidMember, lackingScope, notFound, problem } from "./problem.ts";

/** The problem of a client that could not be registered or changed. */
export function refusedClient({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: ClientProblem) {
  const detail = inMemberNames(describeClientProblem(reason));
  switch (reason.kind) {
    case "unknown-client":
      return notFound("client");
    case "changed-meanwhile":
      return changedMeanwhile(ifMatch !== undefined);
    case "right-missing":
      return outOfReachClient();
    case "public-client-has-no-secret":
    case "signing-client-has-no-secret":
    case "own-client-is-fixed":
    case "two-secrets-already":
    case "no-older-secret":
      return problem("conflict", detail);
    default:
      return invalidMember(memberOf(reason), detail);
  }
}

/** The problem of an operator who may not change clients with rights of operators. */
export function outOfReachClient() {
  return lackingScope("admins:write", "A client with rights of operators");
}

type AboutContent = Exclude<
  ClientProblem["kind"],
  | "unknown-client"
  | "changed-meanwhile"
  | "right-missing"
  | "public-client-has-no-secret"
  | "signing-client-has-no-secret"
  | "own-client-is-fixed"
  | "two-secrets-already"
  | "no-older-secret"
>;

function memberOf(reason: Extract<ClientProblem, { readonly kind: AboutContent }>): string {
  if (reason.kind === "metadata-unusable") return propertyOf(reason.problem);
  return members[reason.kind];
}

const members: Readonly<Record<Exclude<AboutContent, "metadata-unusable">, string>> = {
  "name-unusable": "name",
  "redirect-uri-unusable": "redirect_uris",
  "redirect-uri-missing": "redirect_uris",
  "redirect-uris-too-many": "redirect_uris",
  "redirect-uri-not-registered": "remove_redirect_uris",
  "machine-unusable": "machine",
  "unknown-group": "only_groups",
};

function propertyOf(reason: MetadataProblem): string {
  if ("member" in reason) return nameOf(reason.member);
  switch (reason.kind) {
    case "rotation-needed":
      return nameOf("keepsRefreshToken");
    case "sector-without-pairwise":
      return nameOf("sector");
    default:
      return "redirect_uris";
  }
}
