import { toHex } from "./hex.ts";
import type { Instant } from "./time.ts";

declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** `lkc` and 20 letters or digits, or the address of a client's own document (`isDocumentId`). Public. */
export type ClientId = Brand<string, "ClientId">;
/** `lku` and 20 letters or digits; the `sub` of the person on the wire, unless they keep another one. It can never equal a ClientId. */
export type AccountId = Brand<string, "AccountId">;
/**
 * The `sub` that a person had in another product, and keeps: 1 to 255 printable ASCII characters (OpenID Connect Core §2) that neither
 * begin nor end with a space. It never looks like an id that this service makes up.
 */
export type KeptSubject = Brand<string, "KeptSubject">;
/** `lkm` and 20 letters or digits: a message in the outbox. */
export type MailId = Brand<string, "MailId">;
/** `lkr` and 20 letters or digits: a mail that somebody asked for. */
export type MailRequestId = Brand<string, "MailRequestId">;
/** `lkw` and 20 letters or digits: a webhook. */
export type WebhookId = Brand<string, "WebhookId">;
/** `lkp` and 20 letters or digits: names an app password, and opens nothing. */
export type AppPasswordId = Brand<string, "AppPasswordId">;
/** 16 random bytes. They name a session; only the secret in its cookie opens it. */
export type SessionId = Brand<Uint8Array, "SessionId">;
/** 16 random bytes. They name a trusted browser of an account; only the sealed cookie proves it. */
export type TrustedBrowserId = Brand<Uint8Array, "TrustedBrowserId">;
/** 16 bytes: 48 bits of milliseconds, then 80 random bits. Ids sort by time; the code and its token carry them. */
export type GrantId = Brand<Uint8Array, "GrantId">;
/** 16 bytes like those of a GrantId: they name something that happened to an account, and say when. */
export type ActivityId = Brand<Uint8Array, "ActivityId">;
/** 8 lower-case hex digits. They stand in front of everything that the key sealed. */
export type KeyId = Brand<string, "KeyId">;
/** The reference on an error page and in the log line that explains the error. */
export type RequestId = Brand<string, "RequestId">;

/** Only signs that no URL, header, log line or page has to escape; the three signs are in ids that other products gave. */
const clientIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** A closed alphabet: nothing that HTML, SQL, a log or a URL's path would have to escape, but for the `%` of an escape itself. */
const documentIdShape =
  /^(?:https:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+|https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9][0-9]{0,4})?\/(?:[A-Za-z0-9\-._~/:@+,=]|%[0-9A-Fa-f]{2})+$/;
const accountIdShape = /^lku[A-Za-z0-9]{20}$/;
const keptSubjectShape = /^[!-~](?:[ -~]{0,253}[!-~])?$/;
/** The shape of every id that this service makes. A kept subject must not have it, so that it never equals an id made later. */
const ownIdShape = /^lk[a-z][A-Za-z0-9]{20}$/;
const mailIdShape = /^lkm[A-Za-z0-9]{20}$/;
const mailRequestIdShape = /^lkr[A-Za-z0-9]{20}$/;
const webhookIdShape = /^lkw[A-Za-z0-9]{20}$/;
const appPasswordIdShape = /^lkp[A-Za-z0-9]{20}$/;
const keyIdShape = /^[0-9a-f]{8}$/;

/** Reads a client id from the wire; undefined for anything that cannot be one. */
export function parseClientId(text: string): ClientId | undefined {
  return clientIdShape.test(text) || isDocumentId(text) ? (text as ClientId) : undefined;
}

/** The longest address that is a client id: a code has one byte for the length. */
export const documentIdLengthMax = 250;

/**
 * True for a client id that is the address of the client's own document (OAuth Client ID Metadata Document §3), spelt as URL parsing
 * prints it: https, or http to this machine; a host, a path, and no query, fragment, credentials or dot segments.
 */
export function isDocumentId(text: string): boolean {
  if (text.length > documentIdLengthMax || !documentIdShape.test(text)) return false;
  return URL.parse(text)?.href === text && !hiddenDotSegment.test(text);
}

/** Dot segments between slashes that are percent-encoded, which URL parsing leaves alone. */
const hiddenDotSegment = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?=\/|%2f|%5c|$)/i;

/** Creates a client id out of 20 random letters and digits. */
export function clientIdOf(random: string): ClientId {
  return `lkc${random}` as ClientId;
}

/** Reads an account id; undefined for anything that cannot be one. */
export function parseAccountId(text: string): AccountId | undefined {
  return accountIdShape.test(text) ? (text as AccountId) : undefined;
}

/** Creates an account id out of 20 random letters and digits. */
export function accountIdOf(random: string): AccountId {
  return `lku${random}` as AccountId;
}

/** Reads the subject of another product; undefined for anything that cannot be kept as one. */
export function parseKeptSubject(text: string): KeptSubject | undefined {
  return keptSubjectShape.test(text) && !ownIdShape.test(text) ? (text as KeptSubject) : undefined;
}

/** Reads the id of a message; undefined for anything that cannot be one. */
export function parseMailId(text: string): MailId | undefined {
  return mailIdShape.test(text) ? (text as MailId) : undefined;
}

/** Creates the id of a message out of 20 random letters and digits. */
export function mailIdOf(random: string): MailId {
  return `lkm${random}` as MailId;
}

/** Reads the id of a mail request; undefined for anything that cannot be one. */
export function parseMailRequestId(text: string): MailRequestId | undefined {
  return mailRequestIdShape.test(text) ? (text as MailRequestId) : undefined;
}

/** Creates the id of a mail request out of 20 random letters and digits. */
export function mailRequestIdOf(random: string): MailRequestId {
  return `lkr${random}` as MailRequestId;
}

/** Reads the id of a webhook; undefined for anything that cannot be one. */
export function parseWebhookId(text: string): WebhookId | undefined {
  return webhookIdShape.test(text) ? (text as WebhookId) : undefined;
}

/** Creates the id of a webhook out of 20 random letters and digits. */
export function webhookIdOf(random: string): WebhookId {
  return `lkw${random}` as WebhookId;
}

/** Reads the id of an app password; undefined for anything that cannot be one. */
export function parseAppPasswordId(text: string): AppPasswordId | undefined {
  return appPasswordIdShape.test(text) ? (text as AppPasswordId) : undefined;
}

/** Creates the id of an app password out of 20 random letters and digits. */
export function appPasswordIdOf(random: string): AppPasswordId {
  return `lkp${random}` as AppPasswordId;
}

/** Reads a key id; undefined for anything that cannot be one. */
export function parseKeyId(text: string): KeyId | undefined {
  return keyIdShape.test(text) ? (text as KeyId) : undefined;
}

/** Brands 16 bytes as a session id. Throws on any other length. */
export function sessionIdOf(bytes: Uint8Array): SessionId {
  return sixteen(bytes) as SessionId;
}

/** A session id as text, for operators and as the `sid` of tokens: 32 hexadecimal digits. */
export function formatSessionId(id: SessionId): string {
  return toHex(id);
}

/** Reads the text of `formatSessionId`; undefined for any other text. */
export function parseSessionId(text: string): SessionId | undefined {
  return /^[0-9a-f]{32}$/i.test(text) ? sessionIdOf(Buffer.from(text, "hex")) : undefined;
}

/** Brands 16 bytes as the id of a trusted browser. Throws on any other length. */
export function trustedBrowserIdOf(bytes: Uint8Array): TrustedBrowserId {
  return sixteen(bytes) as TrustedBrowserId;
}

/** Brands 16 bytes as a grant id. Throws on any other length. */
export function grantIdOf(bytes: Uint8Array): GrantId {
  return sixteen(bytes) as GrantId;
}

/** Creates a grant id that sorts by `at`. Throws unless `random` has 10 bytes. */
export function createGrantId(at: Instant, random: Uint8Array): GrantId {
  return grantIdOf(timeOrdered(at, random));
}

/** A grant id as text, which is the `jti` of its JWT: 32 hexadecimal digits. */
export function formatGrantId(id: GrantId): string {
  return toHex(id);
}

/** Reads the text of `formatGrantId`; undefined for any other text. */
export function parseGrantId(text: string): GrantId | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? grantIdOf(Buffer.from(text, "hex")) : undefined;
}

/** Brands 16 bytes as an activity id. Throws on any other length. */
export function activityIdOf(bytes: Uint8Array): ActivityId {
  return sixteen(bytes) as ActivityId;
}

/** Creates an activity id that sorts by `at`. Throws unless `random` has 10 bytes. */
export function createActivityId(at: Instant, random: Uint8Array): ActivityId {
  return activityIdOf(timeOrdered(at, random));
}

/** An activity id as text: 32 hexadecimal digits. */
export function formatActivityId(id: ActivityId): string {
  return toHex(id);
}

/** Reads the text of `formatActivityId`; undefined for any other text. */
export function parseActivityId(text: string): ActivityId | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? activityIdOf(Buffer.from(text, "hex")) : undefined;
}

/** True when two ids are equal. Ids are no secrets, so the comparison need not take constant time. */
export function equalIds<Id extends SessionId | GrantId>(left: Id, right: Id): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Returns when a grant id was created. */
export function instantOfGrantId(id: GrantId): Instant {
  return timeIn(id);
}

/** Returns when an activity id was created: when the thing happened. */
export function instantOfActivityId(id: ActivityId): Instant {
  return timeIn(id);
}

/** Brands a request id made of letters and digits. */
export function requestIdOf(text: string): RequestId {
  return text as RequestId;
}

function timeOrdered(at: Instant, random: Uint8Array): Uint8Array {
  const id = Buffer.allocUnsafe(6 + random.length);
  id.writeUIntBE(at, 0, 6);
  id.set(random, 6);
  return id;
}

function timeIn(id: Uint8Array): Instant {
  return Buffer.from(id.buffer, id.byteOffset, 16).readUIntBE(0, 6) as Instant;
}

function sixteen(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 16) throw new Error(`This id has 16 bytes, not ${bytes.length}.`);
  return bytes;
}
