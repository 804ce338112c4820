import { fromBase64Url } from "../../values/base64url.ts";
import { parseJsonBytes } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Api } from "../api/api.ts";
import { noTargets, readTargets } from "../api/targets.ts";
import { type Client, registersForMore } from "../client/client.ts";
import { noClaims, parseClaims, type RequestedClaims } from "../openid/claims.ts";
import type { Parameters } from "../parameters.ts";
import { grantedScope, noScope, readScope, unknownScope } from "../scope.ts";

/** The parts of an authorization request beyond a code, for a client that registered for them. */
export interface AuthorizationExtensions {
  /** The granted part of the requested scope; empty for a client without metadata. */
  readonly scope: readonly string[];
  /** The part that means nothing here, which the log tells the operator about. */
  readonly unknownScope: readonly string[];
  /** Goes into the ID token unchanged. */
  readonly nonce?: string | undefined;
  readonly claims: RequestedClaims;
  /** The unverified ID token by which an OpenID client names a person. */
  readonly idTokenHint?: string | undefined;
  /** What the access token is meant for (RFC 8707): APIs that are open to the client, and resources that it registered. */
  readonly resources: readonly string[];
  /** The APIs among them. */
  readonly apis: readonly Api[];
  /** Thumbprint of the key that the code is bound to (RFC 9449 §10). */
  readonly dpopThumbprint?: string | undefined;
}

/** The reason why one of these parts is refused. */
export type ExtensionRefusalReason =
  | "nonce-too-long"
  | "claims-malformed"
  | "target-invalid"
  | "scope-unknown"
  | "scope-too-long"
  | "dpop-key-malformed";

/** The extensions of every request by a client without metadata. */
export const noExtensions: AuthorizationExtensions = {
  scope: noScope,
  unknownScope: noScope,
  nonce: undefined,
  claims: noClaims,
  idTokenHint: undefined,
  ...noTargets,
  dpopThumbprint: undefined,
};

const nothingAsked = ok(noExtensions);

/** The longest `nonce`, and all resources or scope values together, in bytes of JSON: they travel inside the code. */
const carriedBytesMax = 1024;

const thumbprintBytes = 32;

/**
 * Reads the extensions. Those of a client that is not registered for them are ignored, because libraries send them anyway. `apis` are
 * those that exist among `resourcesToFind`.
 */
export function readExtensions(
  client: Client,
  parameters: Parameters,
  apis: readonly Api[] = [],
): Result<AuthorizationExtensions, ExtensionRefusalReason> {
  if (!registersForMore(client)) return nothingAsked;
  const { metadata } = client;
  const targets = readTargets(client, parameters.all("resource"), apis);
  if (parameters.isMalformed("resource") || !targets.ok) return refuse("target-invalid");
  if (jsonBytes(targets.value.resources) > carriedBytesMax) return refuse("target-invalid");
  const asked = parameters.get("scope");
  const unknown = unknownScope(asked, targets.value.apis);
  if (unknown.length > 0 && unknown.length === readScope(asked ?? "").length) return refuse("scope-unknown");
  const scope = grantedScope(asked, metadata, targets.value.apis);
  if (jsonBytes(scope) > carriedBytesMax) return refuse("scope-too-long");
  const isForOpenid = scope.includes("openid");
  const nonce = isForOpenid ? parameters.get("nonce") : undefined;
  if (nonce !== undefined && jsonBytes(nonce) > carriedBytesMax) return refuse("nonce-too-long");
  const claims = isForOpenid ? parseClaims(parameters.get("claims")) : noClaims;
  if (claims === undefined) return refuse("claims-malformed");
  const idTokenHint = metadata.isOpenid ? parameters.get("id_token_hint") : undefined;
  const dpopThumbprint = parameters.get("dpop_jkt");
  if (dpopThumbprint !== undefined && fromBase64Url(dpopThumbprint)?.length !== thumbprintBytes)
    return refuse("dpop-key-malformed");
  return ok({ scope, unknownScope: unknown, nonce, claims, idTokenHint, ...targets.value, dpopThumbprint });
}

/** The way of the answer to the redirect URI: in its query, or in a form that the browser posts there. */
export type ResponseMode = "query" | "form_post";

/** Undefined for a mode that is not supported, or not for this client: `form_post` is for OpenID clients. */
export function readResponseMode({ metadata }: Client, parameters: Parameters): ResponseMode | undefined {
  const mode = parameters.get("response_mode") ?? "query";
  if (mode === "query") return mode;
  return mode === "form_post" && metadata.isOpenid ? mode : undefined;
}

/** The part of a request object that is read, in characters. */
const requestObjectLengthMax = 8192;

/**
 * The response mode for the refusal of a request object, whose parameters stand over those of the query (OpenID Connect Core
 * §6.1). Nothing about the object is verified; it chooses between two modes that any request may ask for. Undefined if it
 * chooses none, and for clients that have only one.
 */
export function readModeOfRequestObject(
  { metadata }: Client,
  requestObject: string | undefined,
): ResponseMode | undefined {
  if (!metadata.isOpenid || requestObject === undefined) return undefined;
  if (requestObject.length > requestObjectLengthMax) return undefined;
  const [, payload = "", ...rest] = requestObject.split(".", 4);
  const mode = rest.length === 1 ? parseJsonBytes(fromBase64Url(payload))?.response_mode : undefined;
  return mode === "query" || mode === "form_post" ? mode : undefined;
}

function jsonBytes(value: string | readonly string[]): number {
  return Buffer.byteLength(JSON.stringify(value));
}
