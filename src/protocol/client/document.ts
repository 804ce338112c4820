import type { ClientId } from "../../values/ids.ts";
import { type JsonObject, parseJsonBytes } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Client, isFromDocument } from "./client.ts";
import {
  addressWithoutTls,
  grantTypes,
  type RegistrationRequest,
  readClientMetadata,
  withoutPagesElsewhere,
} from "./registration.ts";
import { describeRegistrationProblem, type RegistrationProblem } from "./registration-errors.ts";

/** How many redirect URIs a document names at most. */
const documentRedirectUrisMax = 20;

/** Why a document describes no client. */
export type DocumentProblem =
  | RegistrationProblem
  | { readonly kind: "not-json-object" }
  | { readonly kind: "other-client-id"; readonly received: string }
  | { readonly kind: "secret"; readonly member: string }
  | { readonly kind: "redirect-uris-too-many" }
  | { readonly kind: "sector-uri" }
  | { readonly kind: "without-tls"; readonly member: string };

/** The host that the document of a client was fetched from, which is verified by that; undefined for every other client. */
export function documentHostOf(client: Pick<Client, "id" | "metadata">): string | undefined {
  return isFromDocument(client) ? hostOfDocument(client.id) : undefined;
}

/** The host of a client id that is the address of a document, with a port that is not the default. */
export function hostOfDocument(id: ClientId): string {
  return new URL(id).host;
}

/**
 * Reads the document that was fetched from `id`, in the terms of registrations (OAuth Client ID Metadata Document §4). It is written
 * once for many services, so what it names beyond the needs of this one is left out, and so is a page or picture on another host, whose
 * owner nobody has asked. What would let somebody else in refuses the whole.
 */
export function readClientDocument(
  bytes: Uint8Array,
  id: ClientId,
  { mayBePlain }: { readonly mayBePlain: boolean },
): Result<RegistrationRequest, DocumentProblem> {
  const json = parseJsonBytes(bytes);
  if (json === undefined) return refuse({ kind: "not-json-object" });
  const received = Object.hasOwn(json, "client_id") ? json.client_id : undefined;
  // Simple string comparison (RFC 3986 §6.2.1): no spelling of the address stands for another.
  if (received !== id)
    return refuse({ kind: "other-client-id", received: typeof received === "string" ? received : "" });
  const secret = Object.keys(json).find((member) => member.startsWith("client_secret"));
  if (secret !== undefined) return refuse({ kind: "secret", member: secret });
  const read = readClientMetadata(supportedOf(json), {
    methods: ["none", "private_key_jwt"],
    method: "none",
  });
  if (!read.ok) return read;
  const request = read.value;
  if (request.redirectUris.length > documentRedirectUrisMax)
    return refuse({ kind: "redirect-uris-too-many" });
  // The owner of a document could change its redirect URIs and so claim any sector.
  if (request.changes.isPairwise === true)
    return refuse({ kind: "unsupported", member: "subject_type", supported: ["public"] });
  if (typeof request.changes.sectorIdentifierUri === "string") return refuse({ kind: "sector-uri" });
  const plain = mayBePlain ? undefined : addressWithoutTls(request);
  if (plain !== undefined) return refuse({ kind: "without-tls", member: plain });
  return ok(withoutPagesElsewhere(request, ({ host }) => host === hostOfDocument(id)));
}

/** The same document without grant types and response types of other services. */
function supportedOf(json: JsonObject): JsonObject {
  return {
    ...json,
    ...onlyKnown(json, "grant_types", grantTypes),
    ...onlyKnown(json, "response_types", ["code"]),
  };
}

function onlyKnown(json: JsonObject, member: string, known: readonly string[]): JsonObject {
  const listed = Object.hasOwn(json, member) ? json[member] : undefined;
  const isReadable = Array.isArray(listed) && listed.every((value) => typeof value === "string");
  if (!isReadable || listed.length === 0) return {};
  const kept = listed.filter((value) => known.includes(value));
  // No value is known here, so the reader of registrations refuses the member as it stands.
  return kept.length === 0 ? {} : { [member]: kept };
}

/** One or two sentences for the developer of the client: the member, what is wrong with it, and the repair. */
export function describeDocumentProblem(problem: DocumentProblem): string {
  switch (problem.kind) {
    case "not-json-object":
      return "The document is not a JSON object in UTF-8. Serve the client metadata of RFC 7591 as one.";
    case "other-client-id":
      return "The member client_id of the document is not the address that the document was fetched from. Write there exactly the client_id of the request, character by character.";
    case "secret":
      return `The document has the member ${problem.member}, and everybody can read the document. Leave it out, and use token_endpoint_auth_method none or private_key_jwt.`;
    case "redirect-uris-too-many":
      return `The document names more than ${documentRedirectUrisMax} redirect_uris. Name those that are in use.`;
    case "sector-uri":
      return "The member sector_identifier_uri is for pairwise subjects, and a client that a document describes has public ones. Leave it out.";
    case "without-tls":
      return `The member ${problem.member} is an address without TLS. Use an https: address.`;
    default:
      return describeRegistrationProblem(problem);
  }
}
