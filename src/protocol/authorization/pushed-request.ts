import { type ClientId, type GrantId, grantIdOf, parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { decodeFormComponent, type Parameters } from "../parameters.ts";
import { invalidRequest, type WireError, wireError } from "../wire-error.ts";

/** How long a pushed request waits for the browser, in seconds (RFC 9126 §2.2, `expires_in`). */
export const pushedRequestLifetimeSeconds = 60;

/** How long a pushed form may be, in bytes: sealed inside a URL it must still pass every proxy on the way. */
export const pushedFormBytesMax = 4096;

/** The reason why a request is refused at the push, or not found again. */
export type PushedRequestRefusalReason =
  | "pushed-request-nested"
  | "pushed-request-names-another-client"
  | "pushed-request-too-long"
  | "pushed-request-unknown"
  | "pushed-request-of-another-client"
  | "pushed-request-expired";

const foreignRequest =
  "The request_uri is unknown, altered, or was issued to another client. Send it exactly as it was issued, with the client_id that pushed the request.";

/** The words of these refusals. The last three are for a page of the service, because no redirect URI is known. */
export const pushedRequestErrors: Readonly<Record<PushedRequestRefusalReason, WireError>> = {
  "pushed-request-nested": invalidRequest(
    "A pushed request cannot refer to another one. Remove request_uri and push the parameters themselves.",
  ),
  "pushed-request-names-another-client": invalidRequest(
    "The client_id of the pushed request is not the client that authenticated. Send the same client_id in both.",
  ),
  "pushed-request-too-long": invalidRequest(
    "The parameters of the pushed request are longer than 4096 bytes. Keep what state carries at the client, and shorten what else is long.",
  ),
  "pushed-request-unknown": invalidRequestUri(foreignRequest),
  "pushed-request-of-another-client": invalidRequestUri(foreignRequest),
  "pushed-request-expired": invalidRequestUri(
    "The request_uri has expired: it is good for 60 seconds. Go back to the application and start again.",
  ),
};

/** A pushed authorization request. It travels sealed inside its own request_uri and is stored nowhere. */
export interface PushedRequest {
  readonly expiresAt: Instant;
  /** Names the grant of any code that comes of it, so that one pushed request gives at most one token. */
  readonly grantId: GrantId;
  readonly clientId: ClientId;
  /** The parameters, form-encoded, without the credentials of the client. */
  readonly form: string;
  /** True if an operator tries the client in the console, whose address is admitted for this one request: see `admitTrial`. */
  readonly isTrial?: boolean;
}

/*
 * Layout: version 1 · expiresAt 6 · grant id 16 · client id length 1 and text · form in UTF-8 to the end. Integers are
 * big-endian. A trial has a version of its own, so that 0.1.0, which knows no trials, takes none.
 */
const version = 1;
const trialVersion = 2;
const expiresAtAt = 1;
const grantIdAt = 7;
const clientIdLengthAt = 23;
const clientIdAt = 24;

const prefix = "urn:ietf:params:oauth:request_uri:";
const requestUriLengthMax = 8192;
const requestUriShape = /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]+$/;

/** Packs a request for sealing. Throws when a number is out of range: that is a bug. */
export function encodePushedRequest({
  expiresAt,
  grantId,
  clientId,
  form,
  isTrial,
}: PushedRequest): Uint8Array {
  const formAt = clientIdAt + clientId.length;
  const bytes = Buffer.allocUnsafe(formAt + Buffer.byteLength(form));
  bytes[0] = isTrial ? trialVersion : version;
  bytes.writeUIntBE(expiresAt, expiresAtAt, 6);
  bytes.set(grantId, grantIdAt);
  bytes.writeUInt8(clientId.length, clientIdLengthAt);
  bytes.write(clientId, clientIdAt, "latin1");
  bytes.write(form, formAt, "utf8");
  return bytes;
}

/** Unpacks a request; undefined for all bytes but those of `encodePushedRequest` of this version. */
export function decodePushedRequest(packed: Uint8Array): PushedRequest | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes[0] !== version && bytes[0] !== trialVersion) return undefined;
  const formAt = clientIdAt + (bytes[clientIdLengthAt] ?? 0);
  if (bytes.length < formAt) return undefined;
  const clientId = parseClientId(bytes.toString("latin1", clientIdAt, formAt));
  if (clientId === undefined) return undefined;
  return {
    expiresAt: instantOf(bytes.readUIntBE(expiresAtAt, 6)),
    grantId: grantIdOf(bytes.subarray(grantIdAt, clientIdLengthAt)),
    clientId,
    form: bytes.toString("utf8", formAt),
    ...(bytes[0] === trialVersion && { isTrial: true }),
  };
}

/** The request_uri as it goes over the wire; `sealed` is the base64url text of the sealer. */
export function formatRequestUri(sealed: string): string {
  return `${prefix}${sealed}`;
}

/** The sealed part of a request_uri; undefined for every request_uri in another form. */
export function sealedPartOfRequestUri(text: string): string | undefined {
  return text.length <= requestUriLengthMax && requestUriShape.test(text)
    ? text.slice(prefix.length)
    : undefined;
}

/** The client's credentials, which must not travel through a browser, not even sealed. */
const credentials: ReadonlySet<string> = new Set([
  "client_secret",
  "client_assertion",
  "client_assertion_type",
]);

/**
 * Reads what a client pushes (RFC 9126 §2.1) and returns the form to seal: all parameters as they came, repeated ones
 * included, but without credentials, and with `client_id` if only the authentication named the client. Whether they make
 * a good authorization request is another question. `form` is the text that `parameters` were read from.
 */
export function readPushedRequest(from: {
  readonly form: string;
  readonly parameters: Parameters;
  readonly clientId: ClientId;
}): Result<string, PushedRequestRefusalReason> {
  const { parameters, clientId } = from;
  if (parameters.isSent("request_uri")) return refuse("pushed-request-nested");
  const named = parameters.get("client_id");
  if (named !== undefined && named !== clientId) return refuse("pushed-request-names-another-client");
  const pairs = from.form.split("&").filter((pair) => !credentials.has(nameOf(pair)));
  const others = pairs.filter((pair) => nameOf(pair) !== "client_id");
  const form = (named === undefined ? [`client_id=${clientId}`, ...others] : pairs).join("&");
  return Buffer.byteLength(form) > pushedFormBytesMax ? refuse("pushed-request-too-long") : ok(form);
}

/** The form without every occurrence of a parameter. */
export function withoutParameter(form: string, name: string): string {
  const others = form.split("&").filter((pair) => nameOf(pair) !== name);
  return others.join("&");
}

function nameOf(pair: string): string {
  return decodeFormComponent(pair.split("=", 1)[0] ?? "") ?? "";
}

/**
 * Decides whether a request_uri stands for a request (RFC 9126 §4), and returns the request. `request` is undefined if the
 * request_uri did not open. `clientId` is the client_id beside it. `arrivedAt` is the browser's first arrival with it: a person who is at
 * the login page may take as long as typing a password needs.
 */
export function decidePushedRequest(given: {
  readonly request: PushedRequest | undefined;
  readonly clientId: ClientId | undefined;
  readonly arrivedAt: Instant;
}): Result<PushedRequest, PushedRequestRefusalReason> {
  const { request, clientId, arrivedAt } = given;
  if (request === undefined) return refuse("pushed-request-unknown");
  if (request.clientId !== clientId) return refuse("pushed-request-of-another-client");
  return arrivedAt < request.expiresAt ? ok(request) : refuse("pushed-request-expired");
}

function invalidRequestUri(description: string): WireError {
  return wireError("invalid_request_uri", description);
}
