import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keyring } from "../../src/adapters/keys/keyring.ts";
import { type Administration, openAdministration } from "../../src/administration.ts";
import { type Service, startService } from "../../src/compose.ts";
import type { Auditor } from "../../src/flows/audit.ts";
import type { AuditTrail } from "../../src/flows/audit-ports.ts";
import type { Clock, Ports } from "../../src/flows/ports.ts";
import type { Statistics } from "../../src/flows/statistics-ports.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { NormalizedPassword } from "../../src/identity/password.ts";
import type { PhoneNumber } from "../../src/identity/phone-number.ts";
import type { PostalAddress } from "../../src/identity/postal-address.ts";
import { loadConfig } from "../../src/ops/config.ts";
import type { Log } from "../../src/ops/log.ts";
import { withoutSecrets } from "../../src/ops/log-values.ts";
import type { Api } from "../../src/protocol/api/api.ts";
import { type Client, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type AccountId, accountIdOf, clientIdOf } from "../../src/values/ids.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { anApi, type TestApi } from "../protocol/fixtures.ts";

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: Instant = instantOf(Date.parse("2026-01-01T12:00:00Z"));

  now(): Instant {
    return this.#now;
  }

  /** Negative seconds turn it back. */
  advance(seconds: number): void {
    this.#now = plus(this.#now, seconds);
  }
}

/** One line of the log. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A confidential client of the tests with its secret. */
export interface TestClient {
  readonly client: Client;
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** The details of a person that an operator sets. */
export interface TestClaims {
  readonly name?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly address?: string;
  /** Further claims by their names. */
  readonly further?: Readonly<Record<string, string>>;
}

/** The client that a test registers. It goes straight into the store, so a test may register what the command line refuses. */
export interface Registrations {
  /** An API of opaque tokens for every registered client, unless `changes` say otherwise. */
  addApi(changes?: Partial<Omit<Api, "resource" | "scopes">> & TestApi): Promise<Api>;
  addClient(options?: Partial<Client> & { readonly secret?: string }): Promise<TestClient>;
  /** `claims` are what an operator may add; the texts are as `identity` would have read them. */
  addAccount(username: string, password: string, claims?: TestClaims): Promise<AccountId>;
}

/**
 * The service inside the test's own process, on a real port, through the door that production uses; only the clock is the
 * test's. Everything that a client can see is real.
 */
export interface InProcessService extends Registrations, AsyncDisposable {
  readonly service: Service;
  /** `http://127.0.0.1:port`, for sockets; the issuer is `http://localhost:port` unless set otherwise. */
  readonly url: string;
  readonly clock: FakeClock;
  readonly log: LogLine[];
  /** The same database, as the command line uses it beside a running service. */
  readonly ports: Pick<
    Ports,
    | "apis"
    | "clients"
    | "secretUses"
    | "clientLogos"
    | "apis"
    | "accounts"
    | "groups"
    | "sessions"
    | "grants"
    | "appPasswords"
    | "consents"
    | "tokenFamilies"
    | "deviceAuthorizations"
    | "replayCache"
    | "attempts"
    | "passkeys"
    | "recoveryCodes"
    | "links"
    | "outbox"
    | "activity"
    | "totps"
    | "upstreams"
    | "upstreamIdentities"
    | "sealer"
  > & {
    readonly settings: Pick<Ports["settings"], "issuer">;
    readonly audit: Auditor;
    readonly auditTrail: AuditTrail;
    readonly statistics: Statistics;
  };
  /** The same keys. The service notices changes within a second, or when it meets a new key. */
  readonly keyring: Keyring;
}

/** Starts it with an empty database in a folder of its own; `environment` are LATCHKEY_… settings, `time` is the test's clock; with `hasDocs` it serves the documents. */
export async function startInProcess(
  environment: Readonly<Record<string, string>> = {},
  time: { readonly clock?: FakeClock; readonly stopwatch?: () => number; readonly hasDocs?: boolean } = {},
): Promise<InProcessService> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-http-"));
  const { config, origins } = loadedOf(folder, environment);
  const { clock = new FakeClock(), stopwatch, hasDocs = false } = time;
  const log: LogLine[] = [];
  const service = await startService({
    config,
    origins,
    log: recordingLog(log),
    clock,
    hasDocs,
    ...(stopwatch !== undefined && { stopwatch }),
  });
  const administration = await openAdministration(config, { clock });
  const { store, keyring } = administration;
  return {
    service,
    url: service.url,
    clock,
    log,
    ports: {
      ...store,
      settings: { issuer: service.issuer },
      sealer: keyring,
      audit: administration.audit,
    },
    keyring,
    ...registrationsOn(administration),
    [Symbol.asyncDispose]: async () => {
      await administration.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Registers clients and people in the store of this administration. */
export function registrationsOn({ store, random, passwords, clock }: Administration): Registrations {
  return {
    addApi: async (changes = {}) => {
      const at = clock.now();
      const api = anApi({ createdAt: at, updatedAt: at, ...changes });
      assert.equal(await store.apis.create(api, 100), "created");
      return api;
    },
    addClient: async ({ secret = "secretOfTheTestClient", ...properties } = {}) => {
      const now = clock.now();
      const client: Client = {
        id: clientIdOf(random.alphanumeric(20)),
        name: "Test client",
        redirectUris: ["https://app.example/cb"],
        profile: "interface",
        isPublic: false,
        metadata: interfaceMetadata,
        ...(properties.isPublic ? {} : { secretDigest: sha256(secret) }),
        isDisabled: false,
        createdAt: now,
        updatedAt: now,
        ...properties,
      };
      const created = await store.clients.create(client);
      if (!created.ok) throw new Error(created.reason);
      return { client, id: client.id, secret, redirectUri: client.redirectUris[0] ?? "" };
    },
    addAccount: async (username, password, { name, email, phoneNumber, address, further } = {}) => {
      const hashed = await passwords.hash(password as NormalizedPassword);
      if (!hashed.ok) throw new Error(hashed.reason);
      const now = clock.now();
      const id = accountIdOf(random.alphanumeric(20));
      const created = await store.accounts.create({
        id,
        username: username as AccountName,
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email: email as AccountName }),
        ...(phoneNumber !== undefined && { phoneNumber: phoneNumber as PhoneNumber }),
        ...(address !== undefined && { address: address as PostalAddress }),
        ...(further !== undefined && { claims: further }),
        passwordHash: hashed.value,
        epoch: 0,
        isDisabled: false,
        isAdmin: false,
        createdAt: now,
        updatedAt: now,
      });
      if (!created.ok) throw new Error(created.reason);
      return id;
    },
  };
}

/** The configuration of a service on a free port with its data in `folder`; `environment` are LATCHKEY_… settings. */
export function configOf(folder: string, environment: Readonly<Record<string, string>>) {
  return loadedOf(folder, environment).config;
}

function loadedOf(folder: string, environment: Readonly<Record<string, string>>) {
  const loaded = loadConfig({
    env: { LATCHKEY_PORT: "0", LATCHKEY_DATA_DIR: folder, ...environment },
    flags: {},
    cwd: folder,
    readFile: () => undefined,
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reason));
  return loaded.value;
}

/** A log that keeps its lines where a test can read them. */
export function recordingLog(lines: LogLine[]): Log {
  const at = (level: LogLine["level"]) => (fields: object, message: string) => {
    // As the real log does: what cannot be written as JSON must not pass unnoticed here, and no secret gets into a line.
    lines.push({ level, message, fields: JSON.parse(withoutSecrets(JSON.stringify(fields))) });
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    flush: () => {},
    writes: () => true,
    lostLines: 0,
  };
}
