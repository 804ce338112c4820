import { createPrivateKey } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import { type Service, startService } from "../compose.ts";
import { createAuditor } from "../flows/audit.ts";
import type { ClaimsHook } from "../flows/claims-hook-ports.ts";
import type { Clock } from "../flows/ports.ts";
import { describeConfigProblem, isLoopbackHost, loadConfig, resolveIssuer } from "../ops/config.ts";
import { readTextFile } from "../ops/config-layers.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { openLog } from "../ops/log.ts";
import type { Config } from "../ops/settings.ts";
import { isLoopback } from "../values/issuer.ts";
import { ok } from "../values/result.ts";
import { instantOf } from "../values/time.ts";
import type { LibraryCalls, Started, StartOptions, TestOptions, Wanted } from "./options.ts";
import { clientCreator, createApi, createUser, readMails } from "./registrations.ts";

/** The clock of a test: it runs as the machine's does, from the given moment on, and can be moved. */
class MovableClock implements Clock {
  #lead: number;

  constructor(begin: number | undefined) {
    this.#lead = begin === undefined ? 0 : begin - systemClock.now();
  }

  now() {
    return instantOf(systemClock.now() + this.#lead);
  }

  advance(seconds: number): void {
    this.#lead += seconds * 1_000;
  }
}

const unguessable = ok({ guessesLog10: Number.POSITIVE_INFINITY, weakness: "predictable" } as const);

/** Starts a service in this process. Rejects with an error whose message says what to repair. */
export async function startInProcess(wanted: Wanted): Promise<Started> {
  return wanted.kind === "test" ? startForTest(wanted.options) : startForUse(wanted);
}

async function startForUse({ kind, options }: Exclude<Wanted, { kind: "test" }>): Promise<Started> {
  const config = configOf({ settings: {}, ...options });
  const service = await startService({
    config,
    log: quietLog(config),
    onListening: () => {},
    claims: claimsOf(options, config),
    isMounted: kind === "mounted",
  });
  return startedOf(service, config, { clock: undefined, remove: async () => {}, isTest: false });
}

/** A folder in memory if the system has one, as Linux does. */
async function temporaryFolder(): Promise<string> {
  const name = "latchkey-test-";
  return mkdtemp(join("/dev/shm", name)).catch(() => mkdtemp(join(tmpdir(), name)));
}

async function startForTest(options: TestOptions): Promise<Started> {
  const folder = await temporaryFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const begin = options.now === undefined ? undefined : Date.parse(options.now);
    if (Number.isNaN(begin)) throw new TypeError("now is not a date: write it like 2026-01-01T12:00:00Z.");
    const clock = new MovableClock(begin);
    const settings = { LATCHKEY_LOG_LEVEL: "silent", ...options.settings };
    const config = configOf({ port: 0, dataDir: folder, ...options, settings });
    requireLoopback(config);
    const service = await startService({
      config,
      log: quietLog(config),
      clock,
      stopwatch: () => clock.now(),
      onListening: () => {},
      claims: claimsOf(options, config),
    });
    try {
      for (const [algorithm, pem] of Object.entries(options.signingKeys ?? {}))
        await useSigningKey(
          service.administration,
          algorithm as keyof NonNullable<TestOptions["signingKeys"]>,
          pem,
        );
    } catch (error) {
      await service.close();
      throw error;
    }
    return startedOf(service, config, { clock, remove, isTest: true });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The clock of a test service can be moved, and it takes any password: nobody on another machine may take it for a real one. */
function requireLoopback(config: Config): void {
  const issuer = resolveIssuer(config, config.port);
  const fault = !isLoopback(issuer)
    ? `the base URL ${issuer}`
    : !isLoopbackHost(config.host) && `the listening address ${config.host}`;
  if (fault)
    throw new TypeError(
      `startTestLatchkey serves this machine alone, so it does not take ${fault}. Use localhost or 127.0.0.1, or startLatchkey for a service that others reach.`,
    );
}

async function useSigningKey(
  { keyring }: Administration,
  algorithm: "RS256" | "ES256" | "EdDSA",
  pem: string,
): Promise<void> {
  const bytes = createPrivateKey(pem).export({ type: "pkcs8", format: "der" });
  await keyring.place(`sign-${algorithm}`, bytes);
}

function configOf({
  baseUrl,
  port,
  dataDir,
  settings = {},
}: Extract<Wanted, { kind: "service" }>["options"]): Config {
  const loaded = loadConfig({
    env: {
      ...(baseUrl !== undefined && { LATCHKEY_BASE_URL: baseUrl }),
      ...(port !== undefined && { LATCHKEY_PORT: String(port) }),
      ...(dataDir !== undefined && { LATCHKEY_DATA_DIR: dataDir }),
      ...settings,
    },
    flags: {},
    cwd: process.cwd(),
    // Only its own settings: a .env file in the folder belongs to the surrounding program.
    readFile: (path) =>
      path.endsWith(".env") || path.endsWith("latchkey.toml") ? undefined : readTextFile(path),
  });
  const problems = loaded.ok ? loaded.value.unknown : loaded.reason;
  if (!loaded.ok || problems.length > 0) throw new TypeError(problems.map(describeConfigProblem).join("\n"));
  return loaded.value.config;
}

type HookQuestion = Parameters<ClaimsHook["ask"]>[0];

function claimsOf({ claims }: StartOptions, { claimsHookUrl }: Config) {
  if (claims === undefined) return undefined;
  if (claimsHookUrl !== undefined)
    throw new TypeError("claims takes the place of LATCHKEY_CLAIMS_HOOK_URL. Leave one of the two out.");
  return ({ clientId, accountId, sub, username, groups, scope, reason }: HookQuestion, signal: AbortSignal) =>
    claims({
      client: clientId,
      person: { userId: accountId, sub, username, groups },
      scope,
      reason,
      signal,
    });
}

function quietLog({ logLevel }: Config) {
  return openLog({ level: logLevel, fd: 1, isTerminal: false, hasColour: false, clock: systemClock });
}

interface Surroundings {
  /** The clock that tests move. */
  readonly clock: MovableClock | undefined;
  readonly remove: () => Promise<void>;
  readonly isTest: boolean;
}

function startedOf(service: Service, config: Config, { clock, remove, isTest }: Surroundings): Started {
  const { administration, issuer, url, handler } = service;
  const { store, keyring } = administration;
  const registry = {
    ...store,
    ...administration,
    sealer: keyring,
    settings: flowSettings(config, issuer),
    audit: createAuditor({ clock: administration.clock, actor: { kind: "system" } }),
    // A test's passwords are no secrets, and the dictionaries would cost each run a second.
    ...(isTest && { passwordEstimates: { estimate: async () => unguessable } }),
  };
  const calls: LibraryCalls = {
    createClient: clientCreator(registry),
    createUser: (options) => createUser(registry, options),
    createApi: (options) => createApi(registry, options),
    advance: async (seconds) => {
      if (clock === undefined) throw new Error("Only the clock of a test can be moved.");
      clock.advance(seconds);
    },
    mails: () => readMails(registry),
    close: async () => {
      await service.close();
      await remove();
    },
  };
  return { issuer, url, handler, calls };
}
