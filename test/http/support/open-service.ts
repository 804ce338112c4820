import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded-fetch.ts";
import { createJwtVerifier } from "../../../src/adapters/keys/jwt-verifier.ts";
import { openLogoutNotifier } from "../../../src/adapters/logout/notifier.ts";
import { totpCodes } from "../../../src/adapters/otp/totp-codes.ts";
import { createPasskeyVerifier } from "../../../src/adapters/passkeys/webauthn.ts";
import { SteadyClock } from "../../../src/adapters/system/code-clock.ts";
import { createUpstreamParty } from "../../../src/adapters/upstream/upstream-party.ts";
import { type Administration, openAdministration } from "../../../src/administration.ts";
import { openAdministrationPorts } from "../../../src/compose/administration.ts";
import { startMailRequests } from "../../../src/compose/jobs.ts";
import { withAdministrationApi } from "../../../src/flows/administration-api.ts";
import type { Clock, Ports } from "../../../src/flows/ports.ts";
import { createServingListener, listen } from "../../../src/http/server.ts";
import { passkeyAlgorithms } from "../../../src/identity/passkey.ts";
import { resolveIssuer } from "../../../src/ops/config.ts";
import { flowSettings } from "../../../src/ops/flow-settings.ts";
import { createEvents } from "../../../src/ops/log.ts";
import {
  configOf,
  FakeClock,
  type LogLine,
  type Registrations,
  recordingLog,
  registrationsOn,
} from "../../support/in-process.ts";
import { ReadCounter, type RequestReads } from "./request-reads.ts";

/**
 * The web server on the real adapters, wired like compose.ts but without most of its background jobs. It gives tests the store itself, so that
 * they can count its commits or close it under the service.
 */
export interface OpenService extends Registrations, AsyncDisposable {
  readonly url: string;
  readonly administration: Administration;
  readonly log: readonly LogLine[];
  /** Every request so far, with what it read. */
  readonly requests: readonly RequestReads[];
  /** Commits of the answering store so far. */
  commitCounts(): { readonly durable: number; readonly relaxed: number };
  /** What `/readyz` is told from now on. */
  setReady(isReady: boolean): void;
  /** Every reading of the clock throws this from now on; undefined mends the clock. */
  breakClock(error: Error | undefined): void;
}

export async function startOpenService(
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenService> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-open-"));
  const config = configOf(folder, environment);
  const clock = new BreakableClock();
  const administration = await openAdministration(config, { clock });
  const { store, keyring, mailTemplates, passwords, passwordEstimates, random } = administration;
  const listening = await listen(config.host, config.port);
  const issuer = resolveIssuer(config, listening.port);
  const log: LogLine[] = [];
  const events = createEvents(recordingLog(log), { clock });
  const settings = flowSettings(config, issuer);
  const { rpId = "", origin = "" } = settings.passkeys ?? {};
  let isReady = true;
  const upstreamParty = createUpstreamParty({
    fetch: createGuardedFetch({ mayReachLoopback: true }),
    sealer: keyring,
    clock,
    mayReachLoopback: true,
  });
  const reads = new ReadCounter();
  const counted = reads.portsOf(store);
  const ports: Ports = {
    ...counted,
    apis: withAdministrationApi(counted.apis, issuer),
    sealer: keyring,
    signer: keyring.signer,
    jwtVerifier: createJwtVerifier(),
    publishedKeys: { find: async () => [], findAgain: async () => undefined },
    logoutNotifier: openLogoutNotifier(),
    upstreamParty,
    clientDocuments: {
      kept: () => undefined,
      fetch: async () => assert.fail("no test here has one fetched"),
    },
    sectorDocuments: { fetch: async () => assert.fail("no test here has one fetched") },
    claimsHook: { ask: async () => assert.fail("no client here asks it") },
    shownLogos: { versionOf: () => undefined },
    mailTemplates,
    totpCodes,
    passwords,
    passwordEstimates,
    passkeyVerifier: createPasskeyVerifier({ rpId, origin, algorithms: passkeyAlgorithms }),
    clock,
    codeClock: new SteadyClock({ clock, random, latest: undefined, stopwatch: () => 0 }),
    random,
    events,
    settings,
  };
  const listener = createServingListener({
    ports,
    events,
    readiness: { isReady: () => isReady, isStopping: () => false },
    issuer,
    trustedProxies: config.trustedProxies,
    onSilentProxy: () => {},
    hstsForSubdomains: config.hstsForSubdomains,
    runLatchkey: "latchkey",
    brand: { name: config.brandName, hasDoor: true },
    onLanguageFailure: (language) => assert.fail(`${language} cannot be loaded`),
    administration: openAdministrationPorts(administration, {
      config,
      origins: undefined,
      issuer,
      party: upstreamParty,
      isStopping: () => false,
      silentProxy: () => undefined,
      refusals: { find: () => undefined },
    }),
  });
  listening.answerWith(reads.counting(listener));
  const stopMailRequests = startMailRequests(ports, administration, recordingLog(log));
  return {
    url: `http://${config.host}:${listening.port}`,
    administration,
    log,
    requests: reads.requests,
    ...registrationsOn(administration),
    commitCounts: () => {
      if (!("commitCounts" in store) || typeof store.commitCounts !== "function")
        throw new Error("This store does not count its commits.");
      return store.commitCounts();
    },
    setReady: (ready) => {
      isReady = ready;
    },
    breakClock: (error) => {
      clock.fault = error;
    },
    [Symbol.asyncDispose]: async () => {
      listening.server.closeAllConnections();
      await new Promise((resolve) => listening.server.close(resolve));
      await stopMailRequests();
      await administration.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class BreakableClock extends FakeClock implements Clock {
  fault: Error | undefined;

  override now(): ReturnType<FakeClock["now"]> {
    if (this.fault !== undefined) throw this.fault;
    return super.now();
  }
}
