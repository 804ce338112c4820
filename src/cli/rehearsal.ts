import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspectorOf } from "../adapters/backup/content.ts";
import { masterKeyFile, nextMasterKeyFile } from "../adapters/keys/master-key.ts";
import { connect, copyDatabase, pragma, requireOurs } from "../adapters/sqlite/connection.ts";
import {
  endsWayBackFrom,
  knownMigrations,
  requireServedSchema,
  schemaVersion,
} from "../adapters/sqlite/migrations.ts";
import { restoreSqlite } from "../adapters/sqlite/restore.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { openWebhookSender } from "../adapters/webhook/sender.ts";
import type { Administration } from "../administration.ts";
import type { Service } from "../compose.ts";
import { createAccount, randomPassword } from "../flows/operator/account.ts";
import { registerClient, rotateClientSecret } from "../flows/operator/client.ts";
import { usesSecret } from "../flows/operator/client-secrets.ts";
import { isOwnClient } from "../flows/operator/own-clients.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { createWebhook, removeWebhook, testWebhook } from "../flows/operator/webhook.ts";
import { type Credentials, send, signIn } from "../ops/browser-sign-in.ts";
import type { Config } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { openLog } from "../ops/log.ts";
import type { Client } from "../protocol/client/client.ts";
import type { Result } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { counted } from "../values/words.ts";
import { loadAdministration, loadService } from "./administration.ts";

/** One step of a rehearsal, as it ended. */
export interface RehearsedStep {
  readonly step: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  /** What was found, in a sentence. */
  readonly found: string;
  /** Faults, or what was left out and why. */
  readonly details: readonly string[];
}

interface Found {
  readonly found: string;
  readonly faults?: readonly string[];
  readonly leftOut?: readonly string[];
}

interface Rehearsal {
  readonly from: string;
  /** An empty folder (0700), which the caller removes. */
  readonly folder: string;
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly stopwatch: () => number;
  readonly onShare: (step: string, share: number) => void;
  readonly onStep: (step: RehearsedStep) => void;
}

const clientsMax = 200;
const pagesMax = 300;
const hopsMax = 6;
/** Pages of one kind, such as those of two people. */
const alikeMax = 4;
const redirectUri = "http://127.0.0.1:1/rehearsal";

/**
 * Does on a copy what an upgrade to this release does, and then what people and operators do with it; stops at the first step that
 * fails. The database is only read. The copy's service sends no mail, and its webhooks are removed before it starts.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<boolean> {
  const { folder, from, onShare } = rehearsal;
  const copy = join(folder, "latchkey.db");
  const config = configOfCopy(rehearsal.config, folder, copy);
  const steps = stepsOf(rehearsal);
  const { openAdministration } = await loadAdministration();
  let before = 0;
  const isCopied = await steps("copy", async () => {
    // A reader alone would leave an empty log beside the database of a stopped service.
    const holder = existsSync(`${from}-wal`) ? undefined : connect(from);
    try {
      if (holder !== undefined) pragma(holder, "schema_version");
      await copyDatabase(from, copy, (share) => onShare("copying", share));
    } finally {
      holder?.close();
    }
    const connection = connect(copy, true);
    try {
      requireOurs(from, connection);
      requireServedSchema(from, connection);
      before = schemaVersion(connection);
    } finally {
      connection.close();
    }
    return { found: `The copy has schema ${before}.` };
  });
  const isMigrated =
    isCopied &&
    (await steps("migrate", async () => {
      const administration = await openAdministration(config);
      try {
        await removeWebhooks(administration);
      } finally {
        await administration.close();
      }
      const applied = knownMigrations().filter(({ number }) => number > before);
      const way = endsWayBackFrom(before)
        ? "The release that made the database cannot start on it afterwards: the way back is the copy that the first start keeps."
        : "The release that made the database can start on it again.";
      return { found: `${counted(applied.length, "migration")} applied. ${way}` };
    }));
  if (!isMigrated) return false;
  const { startService } = await loadService();
  const log = openLog({ level: "silent", fd: 2, isTerminal: false, hasColour: false, clock: systemClock });
  const started: { service?: Service } = {};
  try {
    const browser: Browser = { cookies: new Map(), credentials: { username: "", password: "" } };
    return (
      (await steps("check", () => checkCopy(config, openAdministration))) &&
      (await steps("start", async () => {
        started.service = await startService({ config, log, onListening: () => {} });
        return { found: "The service started on the copy." };
      })) &&
      started.service !== undefined &&
      (await signInAndLook(steps, { ...rehearsal, service: started.service, config, browser })) &&
      (await steps("backup", () => backUpAndRestore(started.service, config, folder, onShare)))
    );
  } finally {
    await started.service?.close();
  }
}

interface Browser {
  readonly cookies: Map<string, string>;
  credentials: Credentials;
}

interface Scene extends Rehearsal {
  readonly service: Service;
  readonly browser: Browser;
}

type Steps = (step: string, work: () => Promise<Found>) => Promise<boolean>;

/** Runs a step, tells how it ended, and is false if it failed. */
function stepsOf({ signal, stopwatch, onStep, onShare }: Rehearsal): Steps {
  return async (step, work) => {
    signal.throwIfAborted();
    const begun = stopwatch();
    onShare(step, 0);
    const tell = (passed: boolean, found: string, details: readonly string[]) =>
      onStep({ step, passed, milliseconds: Math.round(stopwatch() - begun), found, details });
    try {
      const { found, faults = [], leftOut = [] } = await work();
      signal.throwIfAborted();
      tell(faults.length === 0, found, [...faults, ...leftOut]);
      return faults.length === 0;
    } catch (error) {
      if (signal.aborted || !Error.isError(error)) throw error;
      tell(false, error.message, []);
      return false;
    }
  };
}

/** The settings of the installation, except those that reach people or other machines, or demand a second factor of the test person. */
function configOfCopy(config: Config, folder: string, copy: string): Config {
  const { mailServer, backupEvery, metricsPort, passkeyRpId, apply, ...rest } = config;
  const textOf = (file: string) => (existsSync(file) ? new Secret(readFileSync(file, "utf8")) : undefined);
  const secret = config.secret ?? textOf(masterKeyFile(config));
  const secretNext = config.secret === undefined ? textOf(nextMasterKeyFile(config)) : config.secretNext;
  return {
    ...rest,
    database: { kind: "sqlite", path: copy },
    // The master key comes as a secret, so that nothing is made in the installation's own folder.
    dataDir: folder,
    ...(secret !== undefined && { secret }),
    ...(secretNext !== undefined && { secretNext }),
    issuer: "http://localhost:{port}",
    host: "127.0.0.1",
    port: 0,
    workers: 1,
    trustedProxies: [],
    require: "one",
    consoleRequire: "one",
  };
}

async function removeWebhooks({
  store,
  keyring: sealer,
  clock,
  random,
  audit,
}: Administration): Promise<void> {
  const registry = { webhooks: store.webhooks, sealer, clock, random, audit, mayReachLoopback: false };
  for (const { id } of await store.webhooks.list()) expectOk(await removeWebhook(registry, id));
}

async function checkCopy(
  config: Config,
  openAdministration: Awaited<ReturnType<typeof loadAdministration>>["openAdministration"],
): Promise<Found> {
  const administration = await openAdministration(config);
  try {
    const { problems, rows, schemaVersion: version } = await administration.store.check();
    const sum = Object.values(rows).reduce((total, count) => total + count, 0);
    return { found: `Schema ${version}, ${counted(sum, "row")} read.`, faults: problems };
  } finally {
    await administration.close();
  }
}

/** A test person signs in, at a client of the rehearsal and then at every other one; then every page that links lead to is opened. */
async function signInAndLook(steps: Steps, scene: Scene): Promise<boolean> {
  return (
    (await steps("sign in", () => signInFirst(scene))) &&
    (await steps("applications", () => signInEverywhere(scene))) &&
    (await steps("pages", () => openPages(scene))) &&
    (await steps("webhook", () => deliverToOurselves(scene)))
  );
}

async function signInFirst(scene: Scene): Promise<Found> {
  const { administration, issuer } = scene.service;
  const { store, ...tools } = administration;
  const password = randomPassword(tools.random);
  const username = `rehearsal-${tools.random.alphanumeric(12).toLowerCase()}`;
  const groups = await allGroups(scene);
  const wanted = { username, name: "Rehearsal", password, isAdmin: true, groups };
  const settings = flowSettings(scene.config, issuer);
  expectOk(await createAccount({ ...store, ...tools, settings }, wanted, { by: everyRight }));
  scene.browser.credentials = { username, password: password.reveal() };
  const { client, secret } = expectOk(
    await registerClient(
      registryOf(scene),
      { name: "Rehearsal", redirectUris: [redirectUri], profile: "interface", isPublic: false },
      { by: everyRight },
    ),
  );
  await signInAt(scene, client, secret);
  return { found: "A test person signed in with a password, and the application read who it is." };
}

async function allGroups({ service }: Scene) {
  const page = await service.administration.store.groups.list({ limit: clientsMax });
  return page.items.map(({ name }) => name);
}

/** Signs in at each application with the session of the test person. Each secret is replaced on the copy, so that codes can be redeemed. */
async function signInEverywhere(scene: Scene): Promise<Found> {
  const known = await scene.service.administration.store.clients.list();
  const clients = known.filter((each) => !isOwnClient(each) && !each.redirectUris.includes(redirectUri));
  const faults: string[] = [];
  const leftOut: string[] = [];
  let count = 0;
  for (const [index, client] of clients.entries()) {
    scene.signal.throwIfAborted();
    scene.onShare("signing in at each application", index / clients.length);
    const why = index < clientsMax ? whyLeftOut(client) : `only ${clientsMax} are tried`;
    if (why !== undefined) leftOut.push(`left out: ${client.id} ${client.name}: ${why}`);
    else
      try {
        const rotated = usesSecret(client)
          ? expectOk(await rotateClientSecret(registryOf(scene), client.id, { by: everyRight }))
          : { client };
        await signInAt(scene, client, "secret" in rotated ? rotated.secret : undefined);
        count += 1;
      } catch (error) {
        faults.push(`${client.id} ${client.name}: ${Error.isError(error) ? error.message : error}`);
      }
  }
  return { found: `The test person signed in at ${counted(count, "application")}.`, faults, leftOut };
}

/** Why the rehearsal cannot sign in at this client. */
function whyLeftOut({ redirectUris, isDisabled, metadata }: Client): string | undefined {
  if (isDisabled) return "it is disabled";
  if (redirectUris.length === 0) return "people do not sign in at it with a browser";
  if (metadata.requiresPushedRequest) return "it pushes its requests";
  if (metadata.requiresDpop) return "it has to prove a key";
  if ((metadata.requiredStrength ?? "one") !== "one") return "it asks for a second factor";
  if (metadata.documentSince !== undefined) return "its document is elsewhere";
  return undefined;
}

/** Asks for a code as the client does, redeems it where a secret or none is enough, and asks userinfo with the token. */
async function signInAt(
  { service, browser }: Scene,
  client: Client,
  secret: Secret | undefined,
): Promise<void> {
  const verifier = "rehearsal".repeat(6);
  const redirect_uri = client.redirectUris[0] ?? "";
  const begin = new URL(`${service.issuer}/v1/Oauth/authorization`);
  begin.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri,
    response_type: "code",
    state: "rehearsal",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(client.metadata.isOpenid && { scope: "openid" }),
  }).toString();
  const arrived = await signIn(begin, browser.credentials, browser.cookies);
  const code = arrived.searchParams.get("code");
  if (code === null) throw new Error(`the answer was ${arrived.searchParams.get("error") ?? "no code"}`);
  if (secret === undefined && !client.isPublic) return;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: client.id,
    code,
    redirect_uri,
    code_verifier: verifier,
  });
  const headers = secret !== undefined && basicFor(client, secret);
  if (secret !== undefined && !headers) body.set("client_secret", secret.reveal());
  const answer = await fetch(`${service.issuer}/v1/Oauth/token`, {
    method: "POST",
    body,
    ...(headers && { headers }),
  });
  const { access_token: token, error }: { access_token?: string; error?: string } = JSON.parse(
    await answer.text(),
  );
  if (token === undefined) throw new Error(`the code gave no token: ${error ?? answer.status}`);
  const asked = await fetch(`${service.issuer}/v1/Oauth/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await asked.body?.cancel();
  if (!asked.ok) throw new Error(`userinfo answered ${asked.status}`);
}

function basicFor({ id, metadata }: Client, secret: Secret): Record<string, string> | undefined {
  if (metadata.secretMethod !== "client_secret_basic") return undefined;
  return { authorization: `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString("base64")}` };
}

/** Opens what links lead to from the pages of people and from the console. A GET changes nothing. */
async function openPages({ service, browser, signal, onShare }: Scene): Promise<Found> {
  const consoleStatus = await openConsole(service, browser.cookies);
  const waiting = ["/", "/account", "/admin", "/sign-in", "/recover", "/sign-up", "/device"];
  const seen = new Set(waiting);
  const alike = new Map<string, number>();
  const faults = consoleStatus === 200 ? [] : [`/admin: ${consoleStatus}`];
  let count = 0;
  for (let target = waiting.shift(); target !== undefined && count < pagesMax; target = waiting.shift()) {
    signal.throwIfAborted();
    onShare("opening pages", count / seen.size);
    count += 1;
    const asked = new URL(target, service.issuer);
    const answer = await send(asked, undefined, browser.cookies);
    const page = await answer.text();
    if (answer.status >= 500) faults.push(`${target}: ${answer.status}`);
    const led = answer.headers.get("location");
    for (const link of led === null ? linksOn(page) : [led]) {
      const { origin, pathname, search } = new URL(link, asked);
      const path = `${pathname}${search}`;
      // The pages of two people or applications are alike, and so are those of a list, however it is sorted and cut.
      const shape = pathname.replace(/[^/]{16,}|\d+/g, "…");
      const others = alike.get(shape) ?? 0;
      if (origin !== asked.origin || seen.has(path) || others === alikeMax) continue;
      alike.set(shape, others + 1);
      seen.add(path);
      waiting.push(path);
    }
  }
  const leftOut =
    waiting.length > 0 ? [`left out: ${counted(waiting.length, "page")} after ${pagesMax}`] : [];
  return { found: `${counted(count, "page")} opened.`, faults, leftOut };
}

/** Follows the way into the console, which leads through its own sign-in; returns the status of its first page. */
async function openConsole(service: Service, cookies: Map<string, string>): Promise<number> {
  let target = "/admin";
  for (let hops = 0; ; hops += 1) {
    const answer = await send(new URL(target, service.issuer), undefined, cookies);
    await answer.body?.cancel();
    const led = answer.headers.get("location");
    if (led === null || hops === hopsMax) return answer.status;
    target = led;
  }
}

function linksOn(page: string): readonly string[] {
  return [...page.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

/** A webhook of the rehearsal, received here: nobody else gets one. */
async function deliverToOurselves({ service }: Scene): Promise<Found> {
  const { store, keyring: sealer, clock, random, audit } = service.administration;
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const sender = openWebhookSender({ mayReachLoopback: true });
  const { webhooks, auditTrail } = store;
  const registry = { webhooks, auditTrail, sealer, clock, random, audit, sender, mayReachLoopback: true };
  try {
    const wanted = { url: `http://127.0.0.1:${port}/`, acts: ["webhook-tested"] };
    const { webhook } = expectOk(await createWebhook(registry, wanted, { by: everyRight }));
    const { isDelivered, error } = expectOk(await testWebhook(registry, webhook.id));
    expectOk(await removeWebhook(registry, webhook.id));
    return {
      found: "A webhook was sent to this command itself.",
      faults: isDelivered ? [] : [`not delivered: ${error}`],
    };
  } finally {
    sender.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function backUpAndRestore(
  service: Service | undefined,
  config: Config,
  folder: string,
  onShare: Rehearsal["onShare"],
): Promise<Found> {
  const file = join(folder, "backup.db");
  await service?.administration.store.backup(file, { onProgress: onShare });
  let accounts = 0;
  await restoreSqlite({
    from: file,
    to: join(folder, "restored.db"),
    inspect: inspectorOf(config, "check", (content) => {
      accounts = content.accounts;
    }),
  });
  return { found: `A backup was made and restored: ${counted(accounts, "user")}.` };
}

function registryOf({ service }: Scene) {
  const { store, clock, random, audit } = service.administration;
  const { clients, grants, groups } = store;
  return { clients, grants, groups, settings: { issuer: service.issuer }, clock, random, audit };
}

function expectOk<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(`The copy refused it: ${JSON.stringify(result.reason)}`);
}
