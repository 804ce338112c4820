import { unreachable } from "../../values/result.ts";
import type { JsonError } from "../wire-error.ts";
import type { MemberProblem } from "./registration-members.ts";
import { describeSectorDocumentProblem, type SectorDocumentProblem } from "./sector-document.ts";

/** Why client metadata cannot be read. */
export type RegistrationProblem =
  | { readonly kind: "not-json" }
  | MemberProblem
  | { readonly kind: "redirect-uris-missing" }
  | { readonly kind: "keys-missing" }
  | { readonly kind: "keys-twice" }
  | { readonly kind: "sector-without-pairwise" }
  | SectorDocumentProblem
  /** Of a change: it does not repeat what it must, or sends what only this service may set. */
  | { readonly kind: "other-client" }
  | { readonly kind: "reserved"; readonly member: string }
  | { readonly kind: "method-fixed" }
  | { readonly kind: "subject-fixed" };

/** Why a call of the registration endpoint is refused before its metadata count. */
export type RegistrationRefusalReason =
  | "registration-token-missing"
  | "registration-token-wrong"
  | "registration-client-disabled"
  | "registration-media-type"
  | "registrations-too-many"
  | "registrations-full"
  | "registration-changed-meanwhile";

export const registrationErrors: Readonly<Record<RegistrationRefusalReason, JsonError>> = {
  "registration-token-missing": {
    error: "invalid_token",
    status: 401,
    description:
      "The registration endpoint needs a token. Send the header Authorization: Bearer TOKEN, with the initial access token of the operator to register, or the registration_access_token to manage a registration.",
  },
  "registration-token-wrong": {
    error: "invalid_token",
    status: 401,
    description:
      "The token is not for this registration, or the client no longer exists. Send the token that belongs to this client_id, or ask the operator of the sign-in service.",
  },
  "registration-client-disabled": {
    error: "access_denied",
    status: 403,
    description:
      "The operator of the sign-in service disabled this client. Ask the operator to enable it again.",
  },
  "registration-media-type": {
    error: "invalid_client_metadata",
    status: 415,
    description: "The body is not JSON. Send the client metadata with Content-Type: application/json",
  },
  "registrations-too-many": {
    error: "temporarily_unavailable",
    status: 429,
    description:
      "There were too many registrations from this network. Wait for the time in the Retry-After header, and keep the client_id instead of registering again.",
  },
  "registrations-full": {
    error: "access_denied",
    status: 403,
    description:
      "As many clients have registered themselves as this service takes. Those that nobody signs in with make room after an hour; ask the operator to register yours, to delete some, or to raise LATCHKEY_REGISTRATIONS_MAX.",
  },
  "registration-changed-meanwhile": {
    error: "temporarily_unavailable",
    status: 409,
    description: "The registration was changed at the same time. Read it again, then send the change again.",
  },
};

/** The error for metadata that is refused (RFC 7591 §3.2.2). */
export function registrationProblemError(problem: RegistrationProblem): JsonError {
  const isAboutUris =
    problem.kind === "redirect-uris-missing" ||
    (problem.kind === "wrong-type" && problem.member === "redirect_uris");
  return metadataError(describeRegistrationProblem(problem), { isAboutRedirectUris: isAboutUris });
}

/** The same with a given sentence, reduced to the characters that RFC 6749 §5.2 allows. */
export function metadataError(
  description: string,
  { isAboutRedirectUris }: { readonly isAboutRedirectUris: boolean },
): JsonError {
  return {
    error: isAboutRedirectUris ? "invalid_redirect_uri" : "invalid_client_metadata",
    status: 400,
    description: description
      .slice(0, descriptionLengthMax)
      .replaceAll('"', "'")
      .replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?"),
  };
}

const descriptionLengthMax = 600;

/** One or two sentences: the member, and the repair. */
export function describeRegistrationProblem(problem: RegistrationProblem): string {
  switch (problem.kind) {
    case "not-json":
      return "The body is not a JSON object. Send the client metadata of RFC 7591 as one, with redirect_uris at least.";
    case "wrong-type":
      return `The member ${problem.member} is not ${problem.expected}. Correct it, or leave it out.`;
    case "unsupported":
      return `The member ${problem.member} asks for something that is not supported here. Supported: ${problem.supported.join(", ")}.`;
    case "redirect-uris-missing":
      return "The member redirect_uris is missing or empty. Send at least one redirect URI, in full.";
    case "keys-missing":
      return "A client that signs assertions (private_key_jwt) needs public keys. Send them as jwks, or their address as jwks_uri.";
    case "keys-twice":
      return "Both jwks and jwks_uri were sent (RFC 7591, section 2). Send one of the two.";
    case "other-client":
      return "The client_id, or the client_secret, is not the one of this registration. Send the client_id as it was issued; client_secret may be left out.";
    case "reserved":
      return `The member ${problem.member} is set by the sign-in service alone (RFC 7592, section 2.2). Leave it out.`;
    case "sector-without-pairwise":
      return "Only clients with pairwise subjects have a sector, so sector_identifier_uri would do nothing. Add subject_type pairwise, or leave it out.";
    case "sector-not-fetched":
    case "sector-no-list":
    case "sector-lacks":
      return describeSectorDocumentProblem(problem);
    case "subject-fixed":
      return "The subject_type, and with pairwise the sector (the host of sector_identifier_uri or of the redirect_uris), cannot be changed later: people are known by them. Send them as they were registered, or register a new client.";
    case "method-fixed":
      return "The token_endpoint_auth_method none cannot be given up or taken on later. Register a new client instead.";
    default:
      return unreachable(problem);
  }
}
