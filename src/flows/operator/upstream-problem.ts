import { mappedGroupsMax } from "../../protocol/upstream/group-mapping.ts";
import {
  domainsMax,
  upstreamKinds,
  upstreamNameRule,
  upstreamsMax,
} from "../../protocol/upstream/upstream.ts";
import { certificateSentence, isCertificateProblem } from "../../values/certificate.ts";
import type { UpstreamFailure } from "../upstream/relying-party.ts";
import type { ProblemTable } from "./problem.ts";

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
  | { readonly kind: "unknown-group"; readonly name: string }
  | { readonly kind: "exists" }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly name: string }
  /** A provider decides who somebody is, administrators included. */
  | { readonly kind: "right-missing"; readonly scope: "admins:write" }
  | { readonly kind: "changed-meanwhile" }
  | { readonly kind: "check-failed"; readonly failure: UpstreamFailure; readonly issuer: string };

/** The problems of providers. Sentences name the options of the command line, for which the admin API has members. */
export const upstreamProblems: ProblemTable<UpstreamProblem> = {
  "kind-unknown": {
    as: "invalid",
    at: "kind",
    say: `The kind of a provider is one of ${upstreamKinds.join(", ")}.`,
  },
  "name-unusable": { as: "invalid", at: "upstream", say: `The name of a provider has ${upstreamNameRule}.` },
  "display-name-unusable": {
    as: "invalid",
    at: "display_name",
    say: "The name on the button has 1 to 100 visible characters.",
  },
  "issuer-missing": {
    as: "invalid",
    at: "issuer",
    say: "Give the provider's issuer with --issuer, exactly as in its discovery document.",
  },
  "issuer-unusable": {
    as: "invalid",
    at: "issuer",
    say: "The issuer is an address like https://login.example.org, without query or fragment.",
  },
  "tenant-unusable": {
    as: "invalid",
    at: "tenant",
    say: "Give the tenant with --tenant: its id from the Entra admin centre, or consumers. Add a provider for each tenant.",
  },
  "client-id-missing": {
    as: "invalid",
    at: "client_id",
    say: "Give the client id that the provider issued with --client-id.",
  },
  "secret-missing": {
    as: "invalid",
    at: "secret",
    say: "The client secret is missing. Send it on stdin, with --client-secret-stdin.",
  },
  "apple-key-missing": {
    as: "invalid",
    at: "key_id",
    say: "Apple needs --team-id, --key-id and --key-file: its client secret is signed with this key.",
  },
  "domain-unusable": {
    as: "invalid",
    at: "domains",
    say: ({ text }) => `${text} is not an e-mail domain such as example.org.`,
  },
  "domains-too-many": { as: "invalid", at: "domains", say: `A provider has at most ${domainsMax} domains.` },
  "group-claim-unusable": {
    as: "invalid",
    at: "group_claim",
    say: "Give the provider's claim that lists groups with --group-claim, such as groups or roles. GitHub has none.",
  },
  "group-map-unusable": {
    as: "invalid",
    at: "group_map",
    say: ({ text }) =>
      `${text} is not a pair of groups such as 'their group=staff'. There can be ${mappedGroupsMax} at most.`,
  },
  "unknown-group": {
    as: "invalid",
    at: "group_map",
    say: ({ name }) => `There is no group ${name}. Make it first with \`latchkey group create\`.`,
  },
  exists: {
    as: "conflict",
    say: "A provider with this name exists already. Choose another name with --name.",
  },
  "too-many": { as: "refused", say: `An installation has at most ${upstreamsMax} providers.` },
  unknown: { as: "not-found", say: ({ name }) => `There is no provider ${name}.` },
  "right-missing": {
    as: "lacking",
    right: ({ scope }) => scope,
    say: "Changing or adding a provider that people sign in with needs the right admins:write, which you do not have.",
  },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed this provider at the same time, so nothing was changed here.",
  },
  "check-failed": {
    as: "invalid",
    at: "issuer",
    say: ({ failure, issuer }) => describeUpstreamFailure(failure, issuer),
  },
};

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
