import { mappedGroupsMax } from "../../protocol/upstream/group-mapping.ts";
import {
  domainsMax,
  upstreamKinds,
  upstreamNameRule,
  upstreamsMax,
} from "../../protocol/upstream/upstream.ts";
import { unreachable } from "../../values/result.ts";
import type { UpstreamFailure } from "../upstream/relying-party.ts";

/** The reason why no upstream was added or changed. */
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

/** One or two sentences for the operator: the cause and, where it is not plain, the repair. */
export function describeUpstreamProblem(problem: UpstreamProblem): string {
  switch (problem.kind) {
    case "kind-unknown":
      return `The kind of a provider is one of ${upstreamKinds.join(", ")}.`;
    case "name-unusable":
      return `The name of a provider has ${upstreamNameRule}.`;
    case "display-name-unusable":
      return "The name on the button has 1 to 100 visible characters.";
    case "issuer-missing":
      return "Name the provider's issuer with --issuer, as its discovery document has it.";
    case "issuer-unusable":
      return "The issuer is an address like https://login.example.org, without query or fragment.";
    case "tenant-unusable":
      return "Name the tenant with --tenant: its id, as the Entra admin centre shows it, or consumers. Several tenants are several providers.";
    case "client-id-missing":
      return "Name the client id that the provider gave you with --client-id.";
    case "secret-missing":
      return "The client secret is missing. Send it on stdin, with --client-secret-stdin.";
    case "apple-key-missing":
      return "Apple needs --team-id, --key-id and --key-file: its client secret is signed with this key.";
    case "domain-unusable":
      return `${problem.text} is no e-mail domain; write it like example.org.`;
    case "domains-too-many":
      return `A provider has at most ${domainsMax} domains.`;
    case "group-claim-unusable":
      return "Name the claim that lists the groups there with --group-claim, such as groups or roles; GitHub has none.";
    case "group-map-unusable":
      return `${problem.text} is no pair of groups; write it like 'their group=staff', ${mappedGroupsMax} at most.`;
    case "group-unknown":
      return `There is no group ${problem.name}. Make it first with \`latchkey group create\`.`;
    case "exists":
      return "There is a provider with this name already; --name gives this one another.";
    case "too-many":
      return `An installation has at most ${upstreamsMax} providers.`;
    case "unknown":
      return `There is no provider ${problem.name}.`;
    case "conflict":
      return "Somebody else changed this provider at the same moment; nothing was changed.";
    case "check-failed":
      return describeUpstreamFailure(problem.failure, problem.issuer);
    default:
      return unreachable(problem);
  }
}

const checks: Readonly<Record<string, string>> = {
  "address-not-allowed":
    "lies in a private network or has no https. Only a service on this machine reaches providers there, with a base URL of localhost.",
  unreachable: "does not answer.",
  "timed-out": "does not answer in time.",
  "too-large": "answers with more than a discovery document.",
  "discovery-unreadable":
    "has no discovery document at /.well-known/openid-configuration. Compare the issuer with the provider's documentation.",
  "discovery-issuer":
    "calls itself by another issuer in its discovery document. Take that one, letter by letter, with or without the slash at its end.",
  "discovery-endpoints": "names no endpoints in its discovery document that can be used.",
  "keys-unreadable": "publishes no keys at the jwks_uri of its discovery document.",
  "secret-unreadable": "has a client secret that this installation's keys do not open. Set it again.",
  "apple-key-unusable": "needs the private key in the .p8 file that Apple gave you.",
};

/** Why a provider cannot be used as it is set up. */
export function describeUpstreamFailure({ reason }: UpstreamFailure, issuer: string): string {
  return `${issuer} ${checks[reason] ?? `cannot be used (${reason}).`}`;
}
