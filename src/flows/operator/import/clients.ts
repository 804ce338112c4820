import type { Client } from "../../../protocol/client/client.ts";
import { signsAssertions } from "../../../protocol/client/client.ts";
import { metadataFields } from "../../../protocol/client/metadata-fields.ts";
import { readClientMetadata } from "../../../protocol/client/registration.ts";
import { describeRegistrationProblem } from "../../../protocol/client/registration-errors.ts";
import { sha256 } from "../../../values/digest.ts";
import { parseClientId, parseKeptSubject } from "../../../values/ids.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import type { Secret } from "../../../values/secret.ts";
import type { Instant } from "../../../values/time.ts";
import type { Accounts } from "../../account-ports.ts";
import type { Auditor } from "../../audit.ts";
import type { Clients, Clock, Random } from "../../ports.ts";
import { createSecret } from "../client.ts";
import { checkNewClient } from "../client-check.ts";
import { clientProblems } from "../client-problem.ts";
import { isOwnClient } from "../own-clients.ts";
import { explain } from "../problem.ts";
import type { ForeignClient, NotRead, ReadClient } from "./foreign-clients.ts";
import { textIn } from "./json-members.ts";
import { noClientId, readOwnLine } from "./own-client.ts";

/** The ports of importing clients. */
export interface ClientImportRegistry {
  readonly clients: Clients;
  readonly accounts: Pick<Accounts, "findBySubject">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
}

/** A client of the file: of another product, or as `export clients` wrote it. */
export type ClientEntry = {
  readonly line: number;
  /** True if nothing after this line can be read. */
  readonly breaksFile?: true;
} & ({ readonly foreign: Exclude<ReadClient, undefined> } | { readonly own: JsonObject });

/** The outcome for a client. If the file has no usable secret, one is generated and shown this once. */
export interface ImportedClient {
  readonly line: number;
  readonly clientId?: string;
  readonly outcome: "created" | "skipped" | "refused";
  readonly secret?: Secret;
  readonly notes: readonly string[];
}

/** Shorter secrets in the clear were chosen by people, and a digest would not protect them. */
const secretLengthMin = 24;

/** What the operator wants. */
export interface ClientImportOptions {
  readonly isDryRun: boolean;
  /** The file may give clients rights of operators at the admin API. Without this such clients are refused. */
  readonly changesRights: boolean;
}

/** Imports one client with its id. A client whose id is taken is skipped. Each is a transaction, so the same file may come again. */
export async function importClient(
  registry: ClientImportRegistry,
  entry: ClientEntry,
  { isDryRun, changesRights }: ClientImportOptions,
): Promise<ImportedClient> {
  const { line } = entry;
  const made = "own" in entry ? readOwn(registry, entry.own) : readForeign(registry, entry.foreign);
  if (!made.ok) return { line, ...made.reason, outcome: "refused" };
  const { client, secret, notes } = made.value;
  // With a secret of the file, a client of the service itself would be a way to every right of operators.
  const refused = (note: string) =>
    ({ line, clientId: client.id, outcome: "refused", notes: [note] }) as const;
  if (isOwnClient(client)) return refused("The service makes this client itself.");
  if (client.metadata.adminScope.length > 0 && !changesRights)
    return refused("It has rights of operators. Only an import with --admins gives them.");
  const skipped = {
    line,
    clientId: client.id,
    outcome: "skipped",
    notes: ["A client with this id exists already."],
  } as const;
  if (isDryRun) {
    const subject = parseKeptSubject(client.id);
    if (subject && (await registry.accounts.findBySubject(subject))) return refused(whyNot("subject-taken"));
    return (await registry.clients.find(client.id))
      ? skipped
      : { line, clientId: client.id, outcome: "created", notes };
  }
  const audit = [
    registry.audit.entry("client-created", { kind: "client", id: client.id }, { byImport: true }),
  ];
  const created = await registry.clients.create(client, { audit });
  if (!created.ok) return created.reason === "exists" ? skipped : refused(whyNot(created.reason));
  return { line, clientId: client.id, outcome: "created", notes, ...(secret !== undefined && { secret }) };
}

function whyNot(kind: "origin-taken" | "subject-taken"): string {
  return explain(clientProblems, { kind }).say;
}

interface Made {
  readonly client: Client;
  readonly secret?: Secret;
  readonly notes: readonly string[];
}

type Refused = { readonly clientId?: string; readonly notes: readonly string[] };

function readOwn({ clock, random }: ClientImportRegistry, json: JsonObject): Result<Made, Refused> {
  const read = readOwnLine(json, clock.now());
  if (!read.ok) return refuse(refusal(textIn(json, "client_id"), [read.reason]));
  const { client, clearSecret } = read.value;
  return ok(withSecret(random, withClear(client, clearSecret), []));
}

function refusal(clientId: string | undefined, notes: readonly string[]): Refused {
  return { ...(clientId !== undefined && { clientId: clientId.slice(0, 100) }), notes };
}

/** The client with the secret of the file, if that is long enough. */
function withClear(client: Client, secret: string | undefined): Client {
  const isKept = secret !== undefined && secret.length >= secretLengthMin;
  return isKept ? { ...client, secretDigest: sha256(secret) } : client;
}

function readForeign(
  { clock, random }: ClientImportRegistry,
  foreign: ForeignClient | NotRead,
): Result<Made, Refused> {
  if ("why" in foreign) return refuse(refusal(foreign.clientId, [foreign.why]));
  const { metadata, leftOut } = foreign;
  const text = String(metadata.client_id);
  const id = parseClientId(text);
  const refused = (note: string) => refuse(refusal(text, [note, ...leftOut]));
  if (id === undefined) return refused(noClientId);
  const read = readClientMetadata(metadata, { methods, method: "client_secret_basic" });
  if (!read.ok) return refused(describeRegistrationProblem(read.reason));
  const { redirectUris, changes, method, clientSecret } = read.value;
  const isPublic = method === "none";
  const checked = checkNewClient({
    name: read.value.clientName ?? text,
    redirectUris,
    // Public clients need PKCE in any case; for others, the strict profile is the way to require it.
    profile: foreign.needsPkce && !isPublic ? "strict" : "interface",
    isPublic,
    metadata: { ...changes, ...startPageIn(metadata), ...(foreign.isThirdParty && { isThirdParty: true }) },
  });
  if (!checked.ok) return refused(explain(clientProblems, checked.reason).say);
  const now: Instant = clock.now();
  const client = { id, ...checked.value, isDisabled: foreign.isDisabled, createdAt: now, updatedAt: now };
  return ok(withSecret(random, withClear(client, clientSecret), leftOut));
}

/** The start page, which registrations cannot name and a file of the operator can. One that cannot be linked is passed over. */
function startPageIn({ client_uri: page }: JsonObject): { readonly clientUri?: string } {
  const isUsable = typeof page === "string" && metadataFields.clientUri.check(page, { isPublic: false }).ok;
  return isUsable ? { clientUri: page } : {};
}

const methods = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const;

/** Makes a secret for a client that needs one and has none. */
function withSecret(random: Random, client: Client, notes: readonly string[]): Made {
  if (client.isPublic || signsAssertions(client.metadata)) {
    const { secretDigest: _, ...others } = client;
    return { client: others, notes };
  }
  if (client.secretDigest !== undefined) return { client, notes };
  const secret = createSecret(random);
  return { client: { ...client, secretDigest: sha256(secret.reveal()) }, secret, notes };
}
