import { mappedGroupsMax } from "../../protocol/upstream/group-mapping.ts";
import {
  domainsMax,
  upstreamKinds,
  upstreamNameRule,
  upstreamsMax,
} from "../../protocol/upstream/upstream.ts";
import { certificateSentence, isCertificateProblem } from "../../values/certificate.ts";
import { unreachable } from "../../values/result.ts";
import type { UpstreamFailure } from "../upstream/relying-party.ts";

/** Why an upstream was not added or changed. */
export type UpstreamProblem =
  | { readonly kind: "kind-unknown" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "display-name-unusable" }
  | { readonly kind: "issuer-missing" }
  | { readonly kind: "issuer-unusable" }
  | { readonly kind: "tenant-unusable" }
  | { readonly kind: "client-id-missing" }
  | { readonly kind: "secret-missing" }
  | { readonly kind: "apple-key-missing" }
  | { readonly kind: "domain-unusable"; readonly text: string }
  | { readonly kind: "domains-too-many" }
  | { readonly kind: "group-claim-unusable" }
  | { readonly kind: "group-map-unusable"; readonly text: string }
  | { readonly kind: "group-unknown"; readonly name: string }
  | { readonly kind: "exists" }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "check-failed"; readonly failure: UpstreamFailure; readonly issuer: string };

/** One or two sentences for the operator: the cause and, if it is not obvious, the repair. */
export function describeUpstreamProblem(problem: UpstreamProblem): string {
  switch (problem.kind) {
    case "kind-unknown":
      return `The kind of a provider is one of ${upstreamKinds.join(", ")}.`;
    case "name-unusable":
      return `The name of a provider has ${upstreamNameRule}.`;
    case "display-name-unusable":
      return "The name on the button has 1 to 100 visible characters.";
    case "issuer-missing":
      return "Give the provider's issuer with --issuer, exactly as in its discovery document.";
    case "issuer-unusable":
      return "The issuer is an address like https://login.example.org, without query or fragment.";
    case "tenant-unusable":
      return "Give the tenant with --tenant: its id from the Entra admin centre, or consumers. Add a provider for each tenant.";
    case "client-id-missing":
      return "Give the client id that the provider issued with --client-id.";
    case "secret-missing":
      return "The client secret is missing. Send it on stdin, with --client-secret-stdin.";
    case "apple-key-missing":
      return "Apple needs --team-id, --key-id and --key-file: its client secret is signed with this key.";
    case "domain-unusable":
      return `${problem.text} is not an e-mail domain such as example.org.`;
    case "domains-too-many":
      return `A provider has at most ${domainsMax} domains.`;
    case "group-claim-unusable":
      return "Give the provider's claim that lists groups with --group-claim, such as groups or roles. GitHub has none.";
    case "group-map-unusable":
      return `${problem.text} is not a pair of groups such as 'their group=staff'. There can be ${mappedGroupsMax} at most.`;
    case "group-unknown":
      return `There is no group ${problem.name}. Make it first with \`latchkey group create\`.`;
    case "exists":
      return "A provider with this name exists already. Choose another name with --name.";
    case "too-many":
      return `An installation has at most ${upstreamsMax} providers.`;
    case "unknown":
      return `There is no provider ${problem.name}.`;
    case "conflict":
      return "Somebody else changed this provider at the same time, so nothing was changed here.";
    case "check-failed":
      return describeUpstreamFailure(problem.failure, problem.issuer);
    default:
      return unreachable(problem);
  }
}

const checks: Readonly<Record<string, string>> = {
  "address-not-allowed":
    "is in a private network or does not use https. That is allowed only if the base URL of this service is localhost.",
  unreachable: "does not answer.",
  "timed-out": "does not answer in time.",
  "too-large": "sends a response that is too large for a discovery document.",
  "discovery-unreadable":
    "has no discovery document at /.well-known/openid-configuration. Compare the issuer with the provider's documentation.",
  "discovery-issuer":
    "has a different issuer in its discovery document. Use that one exactly, with or without the slash at its end.",
  "discovery-endpoints": "has no usable endpoints in its discovery document.",
  "keys-unreadable": "publishes no keys at the jwks_uri of its discovery document.",
  "secret-unreadable": "has a client secret that this installation's keys cannot open. Set it again.",
  "apple-key-unusable": "needs the private key in the .p8 file that Apple gave you.",
};

/** Why a provider does not work as configured. */
export function describeUpstreamFailure({ reason }: UpstreamFailure, issuer: string): string {
  if (isCertificateProblem(reason)) return certificateSentence(issuer, reason);
  return `${issuer} ${checks[reason] ?? `cannot be used (${reason}).`}`;
}
