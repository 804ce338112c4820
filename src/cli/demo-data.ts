import { renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createPrivateFolder } from "../adapters/system/folders.ts";
import type { Administration } from "../administration.ts";
import { orderScopes } from "../demo/orders-api.ts";
import type { TrialAccount } from "../demo/trial-account.ts";
import { createAccount, findAccount, randomPassword } from "../flows/operator/account.ts";
import { createApi, removeApi, type WantedApi } from "../flows/operator/api.ts";
import { changeClient, registerClient, rotateClientSecret } from "../flows/operator/client.ts";
import { everyRight } from "../flows/operator/rights.ts";
import type { FlowSettings } from "../flows/ports.ts";
import { readTextFile } from "../ops/config-layers.ts";
import type { Api } from "../protocol/api/api.ts";
import type { Client } from "../protocol/client/client.ts";
import { equalDigests, sha256 } from "../values/digest.ts";
import { type ClientId, parseClientId } from "../values/ids.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Result } from "../values/result.ts";
import { Secret } from "../values/secret.ts";

const clientName = "Demo application";
/** The username of the account for trying the demo. */
export const trialUsername = "ada";
const personName = "Ada Lovelace";

/** The part of its registration that the demo application needs. */
interface DemoClient {
  readonly clientId: ClientId;
  readonly clientSecret: Secret;
}

/** The API of the demo application. */
export const ordersApi: DemoApi = {
  name: "Demo orders",
  scopes: [
    { name: orderScopes.read, sentence: "See your orders", translations: [] },
    { name: orderScopes.write, sentence: "Add orders for you", translations: [] },
  ],
};

/** The API of the demo's MCP server, open to agents that nobody registered. */
export const mcpApi: DemoApi = {
  name: "Demo orders for agents",
  scopes: [
    { name: orderScopes.read, sentence: "See your orders", translations: [] },
    { name: orderScopes.write, sentence: "Cancel your orders", translations: [] },
  ],
  openTo: "any",
};

type DemoApi = Pick<WantedApi, "name" | "scopes" | "openTo">;

/**
 * Creates an API of the demo, or keeps the one there is. The APIs of earlier starts at other ports are removed, because nothing serves
 * them any more.
 */
export async function ensureDemoApi(
  { store, clock, audit }: Administration,
  resource: string,
  wanted: DemoApi,
): Promise<void> {
  for (const api of await store.apis.all())
    if (isElsewhere(api, resource, wanted)) await removeApi({ apis: store.apis, audit }, api.resource);
  const created = await createApi(
    { apis: store.apis, groups: store.groups, clock, audit },
    { resource, tokenFormat: "jwt", ...wanted },
  );
  if (!created.ok && created.reason.kind !== "exists") expectOk(created);
}

/** The addresses of the demo application and the service, and the file with its id and secret. */
interface DemoClientPlace {
  readonly redirectUri: string;
  readonly resource: string;
  readonly file: string;
  readonly issuer: Issuer;
}

/**
 * Registers the demo application, or finds it by the id in a 0600 file. It is never found by its name, which another application may
 * have. The file holds the secret too, because the database has only its digest. A secret that does not fit is rotated.
 */
export async function ensureDemoClient(
  administration: Administration,
  { redirectUri, resource, file, issuer }: DemoClientPlace,
): Promise<DemoClient> {
  const { store, clock, random, audit } = administration;
  const { clients, grants, groups } = store;
  const registry = { clients, grants, groups, settings: { issuer }, clock, random, audit };
  const home = new URL("/", redirectUri).href;
  const metadata = { isOpenid: true, postLogoutRedirectUris: [home], resources: [resource] };
  const kept = readKept(file);
  const client = kept && (await store.clients.find(kept.clientId));
  if (kept === undefined || client === undefined) {
    const wanted = {
      name: clientName,
      redirectUris: [redirectUri],
      profile: "interface",
      isPublic: false,
      metadata,
    } as const;
    return keep(file, await registerClient(registry, wanted, { by: everyRight }));
  }
  const isComplete =
    client.redirectUris.includes(redirectUri) &&
    client.metadata.isOpenid === true &&
    client.metadata.postLogoutRedirectUris.includes(home) &&
    client.metadata.resources.join() === resource;
  if (!isComplete)
    expectOk(
      await changeClient(
        registry,
        client.id,
        { redirectUris: [...new Set([...client.redirectUris, redirectUri])], metadata },
        { by: everyRight },
      ),
    );
  if (isSecretOf(client, kept.clientSecret)) return kept;
  return keep(file, await rotateClientSecret(registry, client.id, { by: everyRight }));
}

/**
 * Creates the account for trying the demo, or keeps the one there is. The function that it returns looks the account up at each call:
 * undefined where it is gone or disabled, and with its password where that was set here and nobody has set another.
 */
export async function ensureDemoAccount(
  administration: Administration,
  settings: FlowSettings,
): Promise<() => Promise<TrialAccount | undefined>> {
  const { store, ...tools } = administration;
  const find = () => findAccount(store.accounts, trialUsername);
  const password = randomPassword(tools.random);
  const wanted = { username: trialUsername, name: personName, password, isAdmin: false };
  const isNew = (await find()) === undefined;
  if (isNew) expectOk(await createAccount({ ...store, ...tools, settings }, wanted, { by: everyRight }));
  const hash = isNew ? (await find())?.passwordHash : undefined;
  return async () => {
    const known = await find();
    if (known === undefined || known.isDisabled) return undefined;
    const isOurs = hash !== undefined && known.passwordHash === hash;
    return { username: trialUsername, name: known.name ?? trialUsername, ...(isOurs && { password }) };
  };
}

function isSecretOf({ secretDigest }: Client, secret: Secret): boolean {
  return secretDigest !== undefined && equalDigests(secretDigest, sha256(secret.reveal()));
}

/** True for the same API at another port of this machine, from an earlier start. */
function isElsewhere(api: Api, resource: string, { name }: DemoApi): boolean {
  const { hostname, pathname } = new URL(api.resource);
  const isSamePath = hostname === "localhost" && pathname === new URL(resource).pathname;
  return api.name === name && isSamePath && api.resource !== resource;
}

function readKept(file: string): DemoClient | undefined {
  try {
    const { client_id, client_secret } = JSON.parse(readTextFile(file) ?? "{}");
    const clientId = typeof client_id === "string" ? parseClientId(client_id) : undefined;
    if (clientId === undefined || typeof client_secret !== "string") return undefined;
    return { clientId, clientSecret: new Secret(client_secret) };
  } catch {
    return undefined; // Unreadable or no JSON: a new client is registered and the file written anew.
  }
}

function keep(
  file: string,
  made: Result<{ readonly client: Client; readonly secret?: Secret }, unknown>,
): DemoClient {
  const { client, secret } = expectOk(made);
  if (secret === undefined) throw new Error("The demo application was registered as a public client.");
  const text = JSON.stringify({ client_id: client.id, client_secret: secret.reveal() });
  createPrivateFolder(dirname(file));
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { clientId: client.id, clientSecret: secret };
}

function expectOk<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`The demo's own data was refused: ${JSON.stringify(result.reason)}`);
  return result.value;
}
