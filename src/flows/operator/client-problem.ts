import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { describeMachineProblem, type MachineProblem } from "../../protocol/client/machine.ts";
import {
  describeMetadataProblem,
  type MetadataProblem,
  memberNameOf,
} from "../../protocol/client/metadata-change.ts";
import {
  describeRedirectUriProblem,
  type RedirectUriProblem,
} from "../../protocol/client/redirect-uri-registration.ts";
import {
  describeProtectedProblem,
  type ProtectedProblem,
} from "../../protocol/forward-auth/protected-application.ts";
import { displayNameLengthMax } from "./display-name.ts";
import type { ProblemTable } from "./problem.ts";

/** Why the registry stays as it is. */
export type ClientProblem =
  | { readonly kind: "unknown-client" }
  | { readonly kind: "client-exists" }
  /** An id that an operator chose. */
  | { readonly kind: "client-id-unusable" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "redirect-uri-unusable"; readonly uri: string; readonly problem: RedirectUriProblem }
  | { readonly kind: "redirect-uri-missing" }
  | { readonly kind: "redirect-uris-too-many" }
  | { readonly kind: "redirect-uri-not-registered"; readonly uri: string }
  | { readonly kind: "path-rule-not-registered"; readonly rule: string }
  | { readonly kind: "metadata-unusable"; readonly problem: MetadataProblem }
  | { readonly kind: "machine-unusable"; readonly problem: MachineProblem }
  | { readonly kind: "protected-unusable"; readonly problem: ProtectedProblem }
  /** Another client protects one of its hosts. */
  | { readonly kind: "origin-taken" }
  /** A token that a client gets for itself says the client id as `sub`, and a person has that `sub`. */
  | { readonly kind: "subject-taken" }
  | { readonly kind: "not-protected" }
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

/** Why a client, or what belongs to it, may not be changed on the terms of an operator. */
export type ClosedClient = Extract<
  ClientProblem,
  { readonly kind: "unknown-client" | "right-missing" | "changed-meanwhile" }
>;

/** The problem of an operator who may not change clients that can get rights of operators. */
export const adminsOnly = { kind: "right-missing", scope: "admins:write" } as const;

/** How many redirect URIs a client has at most. */
export const redirectUrisMax = 100;

/** The problems of clients. Sentences name the options of the command line, for which the admin API has members. */
export const clientProblems: ProblemTable<ClientProblem> = {
  "unknown-client": { as: "not-found", say: "There is no such client." },
  "client-exists": { as: "conflict", at: "client_id", say: "A client with this id exists already." },
  "client-id-unusable": {
    as: "invalid",
    at: "client_id",
    say: "A client id has 1 to 64 letters, digits and . _ -, and begins with a letter or digit; the ids of the service's own clients are taken.",
  },
  "name-unusable": {
    as: "invalid",
    at: "name",
    say: `A client's name has 1 to ${displayNameLengthMax} visible characters: people read it on the sign-in page.`,
  },
  "redirect-uri-unusable": {
    as: "invalid",
    at: "redirect_uris",
    say: ({ uri, problem }) => `${uri} cannot be registered. ${describeRedirectUriProblem(problem)}`,
  },
  "redirect-uri-missing": {
    as: "invalid",
    at: "redirect_uris",
    say: "A client needs at least one redirect URI. One for devices (--device) or for a machine (--machine) can do without; with pairwise subjects it needs --sector then.",
  },
  "redirect-uris-too-many": {
    as: "invalid",
    at: "redirect_uris",
    say: `A client has at most ${redirectUrisMax} redirect URIs.`,
  },
  "redirect-uri-not-registered": {
    as: "not-found",
    at: "remove_redirect_uris",
    say: ({ uri }) => `${uri} is not registered for this client.`,
  },
  "path-rule-not-registered": {
    as: "not-found",
    at: "remove_path_rules",
    say: ({ rule }) => `This client has no rule \`${rule}\`.`,
  },
  "metadata-unusable": {
    as: "invalid",
    at: ({ problem }) => memberOf(problem),
    say: ({ problem }) => describeMetadataProblem(problem),
  },
  "machine-unusable": {
    as: "invalid",
    at: "machine",
    say: ({ problem }) => describeMachineProblem(problem),
  },
  "protected-unusable": {
    as: "invalid",
    at: "protect",
    say: ({ problem }) => describeProtectedProblem(problem),
  },
  "origin-taken": {
    as: "conflict",
    at: "protect",
    say: "Another client protects one of these hosts already. Add rules for its paths there, or take the host away from it.",
  },
  "subject-taken": {
    as: "conflict",
    at: "client_id",
    say: "A person has this id as `sub`, and tokens of the two could not be told apart.",
  },
  "not-protected": {
    as: "not-found",
    say: "No proxy protects this application: people sign in to it by itself. Register one with client create --protect.",
  },
  "public-client-has-no-secret": { as: "refused", say: "A public client has no secret." },
  "signing-client-has-no-secret": {
    as: "refused",
    say: "This client signs with its own keys and has no secret.",
  },
  "own-client-is-fixed": {
    as: "refused",
    say: "This client belongs to the service itself: it can be disabled, but not changed, and it gets no secret.",
  },
  "two-secrets-already": {
    as: "refused",
    say: "Two secrets of this client work already, and a third would end one that may still be in use.",
  },
  "no-older-secret": { as: "refused", say: "This client has no older secret that still works." },
  "unknown-group": {
    as: "not-found",
    at: "only_groups",
    say: ({ name }) => `There is no group ${name}, so nobody could enter by it.`,
  },
  "right-missing": {
    as: "lacking",
    right: ({ scope }) => scope,
    say: ({ scope }) =>
      `Changing an application that has admin rights, or giving it some, needs the right ${scope}, which you do not have.`,
  },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed this client at the same moment, so nothing was changed here.",
  },
};

/** The member of the record that a problem of properties is about. */
function memberOf(problem: MetadataProblem): string {
  if ("member" in problem) return memberNameOf(problem.member);
  switch (problem.kind) {
    case "rotation-needed":
      return memberNameOf("keepsRefreshToken");
    case "sector-without-pairwise":
      return memberNameOf("sector");
    default:
      return "redirect_uris";
  }
}
