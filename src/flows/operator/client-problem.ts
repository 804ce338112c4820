import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { describeMachineProblem, type MachineProblem } from "../../protocol/client/machine.ts";
import { describeMetadataProblem, type MetadataProblem } from "../../protocol/client/metadata-change.ts";
import {
  describeRedirectUriProblem,
  type RedirectUriProblem,
} from "../../protocol/client/redirect-uri-registration.ts";
import { unreachable } from "../../values/result.ts";
import { displayNameLengthMax } from "./display-name.ts";

/** Why the registry stays as it is. */
export type ClientProblem =
  | { readonly kind: "unknown-client" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "redirect-uri-unusable"; readonly uri: string; readonly problem: RedirectUriProblem }
  | { readonly kind: "redirect-uri-missing" }
  | { readonly kind: "redirect-uris-too-many" }
  | { readonly kind: "redirect-uri-not-registered"; readonly uri: string }
  | { readonly kind: "metadata-unusable"; readonly problem: MetadataProblem }
  | { readonly kind: "machine-unusable"; readonly problem: MachineProblem }
  | { readonly kind: "public-client-has-no-secret" }
  | { readonly kind: "signing-client-has-no-secret" }
  /** A client of the service itself may be disabled or removed, but never gets a secret, a key or another address. */
  | { readonly kind: "own-client-is-fixed" }
  | { readonly kind: "two-secrets-already" }
  | { readonly kind: "no-older-secret" }
  /** A group that the client should be open to. */
  | { readonly kind: "unknown-group"; readonly name: string }
  /** A client that can get rights of operators, or could after the change. */
  | { readonly kind: "right-missing"; readonly scope: AdminScope }
  | { readonly kind: "changed-meanwhile" };

/** The problem of an operator who may not change clients that can get rights of operators. */
export const adminsOnly = { kind: "right-missing", scope: "admins:write" } as const;

/** How many redirect URIs a client has at most. */
export const redirectUrisMax = 100;

/** One or two sentences for the operator: the cause and, if it is not obvious, the repair. */
export function describeClientProblem(problem: ClientProblem): string {
  switch (problem.kind) {
    case "unknown-client":
      return "There is no such client.";
    case "name-unusable":
      return `A client's name has 1 to ${displayNameLengthMax} visible characters: people read it on the sign-in page.`;
    case "redirect-uri-unusable":
      return `${problem.uri} cannot be registered. ${describeRedirectUriProblem(problem.problem)}`;
    case "redirect-uri-missing":
      return "A client needs at least one redirect URI. One for devices (--device) or for a machine (--machine) can do without; with pairwise subjects it needs --sector then.";
    case "redirect-uris-too-many":
      return `A client has at most ${redirectUrisMax} redirect URIs.`;
    case "redirect-uri-not-registered":
      return `${problem.uri} is not registered for this client.`;
    case "metadata-unusable":
      return describeMetadataProblem(problem.problem);
    case "machine-unusable":
      return describeMachineProblem(problem.problem);
    case "public-client-has-no-secret":
      return "A public client has no secret.";
    case "signing-client-has-no-secret":
      return "This client signs with its own keys and has no secret.";
    case "own-client-is-fixed":
      return "This client belongs to the service itself: it can be disabled, but not changed, and it gets no secret.";
    case "two-secrets-already":
      return "Two secrets of this client work already, and a third would end one of them unasked.";
    case "unknown-group":
      return `There is no group ${problem.name}, so nobody could enter by it.`;
    case "no-older-secret":
      return "This client has no older secret that still works.";
    case "right-missing":
      return "This application has admin scopes, or would get them. Only somebody with full admin rights can change that.";
    case "changed-meanwhile":
      return "Somebody else changed this client at the same moment, so nothing was changed here.";
    default:
      return unreachable(problem);
  }
}
