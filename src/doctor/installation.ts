/**
 * Room: doctor. It finds what is wrong with an installation and says how to repair it, in the same words for `latchkey doctor`, the console
 * and the admin API. It changes nothing. Checks that only the command line can do, of the port and the speed of hashing, stay there.
 */

import { isMasterKeyReplaced, masterKeyRepair } from "../adapters/keys/master-key.ts";
import type { Store, StoreStatus } from "../adapters/store.ts";
import type { MailServer } from "../flows/mail-ports.ts";
import type { OldSystem } from "../flows/old-system-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import type { KeyAdministration } from "../flows/operator/key.ts";
import type { Clock, Random } from "../flows/ports.ts";
import type { UpstreamParty } from "../flows/upstream/relying-party.ts";
import { type Config, databasePath } from "../ops/config.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";
import { instantOf } from "../values/time.ts";
import { shortTime, sizeText } from "../values/words.ts";
import { apiFindings } from "./apis.ts";
import { auditFinding } from "./audit.ts";
import { backupFindings } from "./backups.ts";
import { checkBaseUrl } from "./base-url.ts";
import { certificateFinding } from "./certificate.ts";
import { clientSecretFindings } from "./client-secrets.ts";
import { checkDataFolder } from "./data-folder.ts";
import { durabilityFindings } from "./durability.ts";
import { protectedFindings } from "./forward-auth.ts";
import { mailFinding } from "./mail.ts";
import { movingFindings, oldKeysFinding } from "./moving.ts";
import { ownAddressFinding } from "./own-address.ts";
import { providerFindings } from "./providers.ts";
import { checkRequiredStrength } from "./required-proof.ts";
import { signInFindings } from "./sign-ins.ts";
import { webhookFindings } from "./webhooks.ts";

/** An installation whose database is open. */
export interface OpenInstallation {
  readonly config: Config;
  readonly issuer: Issuer;
  readonly store: Pick<
    Store,
    | "apis"
    | "auditTrail"
    | "backupRuns"
    | "clients"
    | "groups"
    | "inventory"
    | "outbox"
    | "people"
    | "statistics"
    | "upstreams"
    | "webhooks"
  >;
  readonly keyring: Pick<KeyAdministration, "list">;
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined if no old product is asked about passwords. */
  readonly oldSystem?: OldSystem | undefined;
  readonly party: Pick<UpstreamParty, "check">;
  /** Undefined if none is configured. */
  readonly mailServer: Pick<MailServer, "check"> | undefined;
}

/** When this check was written. A clock that shows an earlier time is wrong. */
const earliest = instantOf(Date.UTC(2026, 10, 1));
const clockSlackMilliseconds = 5 * 60 * 1000;

/**
 * Checks the settings and the data folder. `silentProxy` is a trusted proxy that passed on a request without a visitor's address, which only
 * a running service can know.
 */
export function* settingFindings(config: Config, issuer: Issuer, silentProxy?: string): Generator<Finding> {
  yield* checkBaseUrl(config, issuer, silentProxy);
  yield* checkRequiredStrength(config);
  yield checkDataFolder(config);
}

/** Checks the open database and its contents; stops if the database is unusable. */
export async function* databaseFindings(
  installation: OpenInstallation,
  status: StoreStatus,
): AsyncGenerator<Finding> {
  const { config, issuer, store, keyring, clock, party, mailServer } = installation;
  const check = "database";
  const path = databasePath(config);
  if (!status.isReady) {
    yield {
      check,
      state: "failed",
      detail: `${path}: ${status.problem}`,
      repair: "if the disk is full, free some space; if the database is damaged, restore a backup",
      commands: ["latchkey db restore FILE"],
    };
    return;
  }
  if (status.warning !== undefined)
    yield {
      check,
      state: "warning",
      detail: status.warning,
      repair: "check the disk and its free space",
    };
  yield {
    check,
    state: "ok",
    detail: `${path}, ${sizeText(status.sizeBytes)}, schema ${status.schemaVersion}`,
  };
  yield* durabilityFindings(status.crashUnsafeSettings);
  // Without TLS it is for development on this machine, and the address says nothing of a deployment.
  if (isHttps(issuer)) yield* addressFindings(installation);
  yield { check: "keys", state: "ok", detail: `the master key opens all ${keyring.list().length}` };
  yield* masterKeyFindings(config);
  yield await auditFinding(store.auditTrail, keyring);
  yield await checkClock(installation);
  const now = clock.now();
  yield* backupFindings(await store.backupRuns.latest(), config, now);
  const server = await mailServer?.check();
  yield mailFinding(await store.outbox.counts(), { server, now });
  yield* webhookFindings(await store.webhooks.counts());
  yield* clientSecretFindings(store.inventory, now);
  yield* signInFindings(store.statistics, now);
  const { oldSystem, random } = installation;
  if (oldSystem !== undefined && config.importCheckUntil !== undefined)
    yield* movingFindings({ ...store, oldSystem, until: config.importCheckUntil, random, now });
  if (config.oldKeysUntil !== undefined && config.oldKeys !== undefined)
    yield oldKeysFinding(config.oldKeysUntil, now);
  yield* await apiFindings(store.apis, store.clients, issuer);
  yield* await protectedFindings({ config, issuer, clients: store.clients, groups: store.groups });
  yield* await providerFindings(store.upstreams, party);
}

async function* addressFindings({ issuer, keyring, clock }: OpenInstallation): AsyncGenerator<Finding> {
  const keyIds = keyring.list().map(({ id }) => id);
  const own = await ownAddressFinding(issuer, keyIds);
  yield own;
  const certificate = own.state === "ok" ? await certificateFinding(issuer, clock.now()) : undefined;
  if (certificate !== undefined) yield certificate;
}

/** Warns of a second master key, left by an unfinished rotation. */
function* masterKeyFindings(config: Config): Generator<Finding> {
  if (!isMasterKeyReplaced(config)) return;
  yield {
    check: "master key",
    state: "warning",
    detail: "there are two, because a rotation was not finished; until then both work",
    ...masterKeyRepair(config),
  };
}

/** Compares the clock with the newest row. With a clock that is behind, codes live too long or not at all. */
async function checkClock({ store, keyring, clock, config }: OpenInstallation): Promise<Finding> {
  const check = "clock";
  const now = clock.now();
  const { newestChangeAt = earliest } = await store.inventory.counts({ now, idleLimit: config.sessionIdle });
  const keys = keyring.list().map(({ createdAt }) => createdAt);
  const newest = instantOf(Math.max(earliest, newestChangeAt, ...keys));
  if (now + clockSlackMilliseconds >= newest) return { check, state: "ok", detail: shortTime(now) };
  return {
    check,
    state: "failed",
    detail: `it shows ${shortTime(now)}, but the newest row is from ${shortTime(newest)}`,
    repair: "set the clock (with PostgreSQL, the database server's) and keep it right with NTP",
  };
}
