import type { ClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import type { Client } from "./client.ts";
import { type MetadataMember, metadataRows } from "./metadata-fields.ts";

/** What a document says of its client, with every part usable. */
export type ClientDescription = Pick<Client, "name" | "redirectUris" | "profile" | "isPublic" | "metadata">;

/** Properties without a name in registrations that the reader of a document sets all the same. */
const saidByDocument: ReadonlySet<MetadataMember> = new Set([
  "isOpenid",
  "mayRefresh",
  "isThirdParty",
  "sector",
  "keepsRefreshToken",
]);

/** The `documentSince` of a client that nobody has allowed yet, so that nothing of it is kept. */
const neverKept = "0";

/** What only the operator says of a client: it stays as the row has it. */
const operators = metadataRows.flatMap(([member, { wire, option }]) =>
  wire === null && option !== null && !saidByDocument.has(member) ? [member] : [],
);

/**
 * The client that a document describes, over the row of the client that was kept with a consent. It is the row itself if the document
 * says what it said then. A new client has no row, and nothing is stored of it yet.
 */
export function describedClient(from: {
  readonly id: ClientId;
  readonly description: ClientDescription;
  readonly row: Client | undefined;
  readonly now: Instant;
}): Client {
  const { id, description, row, now } = from;
  const { name, redirectUris, profile, isPublic } = description;
  const base = row ?? { id, isDisabled: false, createdAt: now, updatedAt: now };
  const metadata = {
    ...description.metadata,
    ...(row && Object.fromEntries(operators.map((member) => [member, row.metadata[member]]))),
    isThirdParty: true,
    // Libraries that read the metadata document refuse an answer without it (RFC 9207 §2.4).
    wantsIssuer: true,
    documentSince: row?.metadata.documentSince ?? neverKept,
  };
  const present = Object.entries(metadata).filter(([, value]) => value !== undefined);
  const client = { ...base, name, redirectUris, profile, isPublic, metadata: Object.fromEntries(present) };
  const described = client as Client;
  return row !== undefined && isSame(row, described) ? row : described;
}

/**
 * The row of a client by document, as it is stored when a person allows the client; undefined if the stored row is the same. Codes for
 * a redirect URI that the document lost are void.
 */
export function clientToKeep(row: Client | undefined, client: Client, now: Instant): Client | undefined {
  const isNews = showsOther(row, client);
  if (row !== undefined && row.unusedUntil === undefined && !isNews && isSame(row, client)) return undefined;
  const { unusedUntil: _, ...kept } = client;
  const since = isNews ? { documentSince: String(now) } : {};
  // An id may come back after its row was removed, so nothing from before the row counts.
  const isVoidBefore = row?.redirectUris.every((uri) => client.redirectUris.includes(uri)) !== true;
  const voided = isVoidBefore ? { codesVoidUntil: instantOf(now - 1) } : {};
  return { ...kept, ...voided, metadata: { ...client.metadata, ...since } };
}

/** False for a client by document that nobody has allowed yet: nothing of it is kept. */
export function isKept({ metadata }: Client): boolean {
  return metadata.documentSince !== neverKept;
}

/** True if a consent that was given at this time is for the client as its document shows it now: this name, and these hosts. */
export function isConsentCurrent(row: Client | undefined, client: Client, grantedAt: Instant): boolean {
  return !showsOther(row, client) && grantedAt >= consentsCountSince(client);
}

/** The moment from which on the document has shown what it shows: no consent from before counts. */
export function consentsCountSince({ metadata }: Client): Instant {
  return instantOf(Number(metadata.documentSince));
}

/** True if the consent page shows something else than when the row was kept. */
function showsOther(row: Client | undefined, client: Client): boolean {
  return row === undefined || shownOf(row) !== shownOf(client);
}

/** What people see of a client by document when they are asked about it, as text to compare. */
export function shownOf(client: Client): string {
  return JSON.stringify([client.name, hostsOf(client)]);
}

/** The hosts that a client receives codes at, with the scheme if any program on the person's device can claim the address. */
function hostsOf({ redirectUris }: Client): string {
  const hosts = redirectUris.map((uri) => {
    const { protocol, host } = new URL(uri);
    return protocol === "https:" ? host : `${protocol}${host}`;
  });
  return [...new Set(hosts)].sort().join(" ");
}

function isSame(row: Client, client: Client): boolean {
  const parts = ({ name, redirectUris, profile, isPublic, metadata }: Client) =>
    JSON.stringify(sorted({ name, redirectUris, profile, isPublic, metadata }));
  return parts(row) === parts(client);
}

/** The value with the members of its objects in the order of their names: a database may keep them in another one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
