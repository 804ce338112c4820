import type { TokenOwner } from "../../flows/grant-ports.ts";
import type { People } from "../../flows/people-ports.ts";
import type { Clock, Expiry, SecretUse } from "../../flows/ports.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import type { Store } from "../store.ts";
import { epochHeldOn, seenHeldOn } from "./account-version.ts";
import { accountsOn } from "./accounts.ts";
import { activityOn } from "./activity.ts";
import { apisOn, cachedApis } from "./apis.ts";
import { appPasswordsOn } from "./app-passwords.ts";
import type { StoredAttempts } from "./attempts.ts";
import { auditTrailOn } from "./audit.ts";
import { backupRunsOn } from "./backup-runs.ts";
import { clientLogosOn } from "./client-logos.ts";
import { clientSeenOn, clientsOn } from "./clients.ts";
import { consentsOn } from "./consents.ts";
import { consoleRunsOn } from "./console-runs.ts";
import { deviceAuthorizationsOn } from "./device-authorizations.ts";
import { expiryOn } from "./expiry.ts";
import type { Cache, Engine } from "./fact.ts";
import { type GrantPaths, grantsOn } from "./grants.ts";
import { groupsOn } from "./groups.ts";
import { idempotencyKeysOn } from "./idempotency-keys.ts";
import { importsOn } from "./imports.ts";
import { inventoryOn } from "./inventory.ts";
import { keyRecordsOn } from "./key-records.ts";
import { linksOn } from "./links.ts";
import { mailRequestsOn } from "./mail-requests.ts";
import { outboxOn } from "./outbox.ts";
import { passkeysOn, recordPasskeyUseOn } from "./passkeys.ts";
import { recoveryCodesOn } from "./recovery-codes.ts";
import { replayCacheOn } from "./replay-cache.ts";
import { revocationsOn } from "./revocations.ts";
import { secretUsesOn } from "./secret-uses.ts";
import { type SessionLookUp, sessionsOn } from "./sessions.ts";
import { type SideEffectFacts, sideEffectsOn } from "./side-effects.ts";
import { statisticsOn } from "./statistics.ts";
import { tokenCountsOn } from "./token-counts.ts";
import { tokenFamiliesOn } from "./token-families.ts";
import { totpsOn } from "./totp.ts";
import { trustedBrowsersOn } from "./trusted-browsers.ts";
import { upstreamIdentitiesOn } from "./upstream-identities.ts";
import { cachedUpstreamNames, cachedUpstreams, upstreamsOn } from "./upstreams.ts";
import { type WatermarkName, type Watermarks, watermarksOn } from "./watermarks.ts";
import { webhooksOn } from "./webhooks.ts";

/** What each engine brings of its own: the caches, and the hot paths. */
export interface EngineParts {
  readonly clock: Clock;
  readonly accounts: Cache<AccountId, Account>;
  readonly watermarks: Cache<WatermarkName, Instant>;
  readonly attempts: StoredAttempts;
  readonly sessions: SessionLookUp;
  readonly grants: GrantPaths;
  /** Writes the use of a secret, unless the client has no such secret. Relaxed. */
  readonly noteSecretUse: (use: SecretUse) => Promise<void>;
  /** The INSERT of a revocation; see `revocationsOn`. */
  readonly insertRevocation: string;
  /** Removes grants and revocations, and notes in the watermarks how far that went. */
  readonly grantExpiry: (watermarks: Watermarks) => Expiry;
}

/** Everything that is stored, apart from the state of the database itself. */
export type Nouns = Omit<
  Store,
  "status" | "tend" | "onFailure" | "migrate" | "check" | "backup" | "connections" | "close"
>;

/** Brings every stored noun together on an engine. */
export function nounsOn(engine: Engine, parts: EngineParts): Nouns {
  const { clock, accounts, attempts, grants } = parts;
  const watermark = watermarksOn(engine, parts.watermarks);
  const record: SideEffectFacts["record"] = (sideEffects) => effects.record(sideEffects);
  const claim: SideEffectFacts["claim"] = (sideEffects) => effects.claim(sideEffects);
  const auditTrail = auditTrailOn(engine);
  const replayCache = replayCacheOn(engine, watermark);
  const recordPasskeyUse = recordPasskeyUseOn(engine);
  const statistics = statisticsOn(engine);
  const mailRequests = mailRequestsOn(engine);
  const links = linksOn(engine, { accounts, claim, record });
  const outbox = outboxOn(engine, { record, addLink: links.add });
  const activity = activityOn(engine, record);
  const totps = totpsOn(engine, { accounts, effects: { claim, record } });
  const recoveryCodes = recoveryCodesOn(engine, { effects: { claim, record }, remember: replayCache.useUp });
  const passkeys = passkeysOn(engine, { accounts, effects: { claim, record } });
  const idempotencyKeys = idempotencyKeysOn(engine);
  const consoleRuns = consoleRunsOn(engine);
  const effects = sideEffectsOn({
    claims: {
      "account-epoch": epochHeldOn(engine),
      "account-seen": seenHeldOn(engine),
      "client-seen": clientSeenOn(engine),
      "replay-key": ({ key, keepUntil }) => replayCache.useUp(key, keepUntil),
      link: ({ digest, now }) => links.claim(digest, now),
      passkey: ({ use }) => recordPasskeyUse(use),
      "totp-step": ({ totp, step }) => totps.takeStep(totp, step),
      "recovery-code": ({ accountId, digest, knownUntil }) =>
        recoveryCodes.take(accountId, digest, knownUntil),
      "mail-request": ({ id }) => mailRequests.take(id),
    },
    enqueue: outbox.enqueue,
    addActivity: activity.addAll,
    confirm: idempotencyKeys.confirm,
    audit: auditTrail.add,
  });
  const sessions = sessionsOn(engine, {
    lookUp: parts.sessions,
    accounts,
    effects,
    refund: (reservations) => attempts.takeBack(reservations),
  });
  const revocations = revocationsOn(engine, {
    insert: parts.insertRevocation,
    effects,
    forgetGrants: () => grants.forgetAll(),
  });
  const tokenFamilies = tokenFamiliesOn(engine, {
    revocations,
    record,
    rotate: (rotation) => grants.rotate(rotation),
  });
  const trustedBrowsers = trustedBrowsersOn(engine, record);
  const deviceAuthorizations = deviceAuthorizationsOn(engine, effects);
  const appPasswords = appPasswordsOn(engine, effects);
  const removeGrants = (of: TokenOwner) => revocations.record(of, instantOf(0), "removal");
  const clients = clientsOn(engine, {
    clock,
    record,
    appPasswords,
    removeGrants: (clientId) => removeGrants({ clientId }),
  });
  const storedAccounts = accountsOn(engine, {
    cache: accounts,
    effects,
    addLink: links.add,
    endSessions: (id) => sessions.removeAllOf(id),
    removeGrants: (accountId) => removeGrants({ accountId }),
    passkeys,
    recoveryCodes,
  });
  let listed: Promise<People> | undefined;
  // Only operators list people, so the query builder is loaded for the first list.
  const people = () => {
    listed ??= import("./people.ts").then(({ peopleOn }) => peopleOn(engine));
    return listed;
  };
  const identities = upstreamIdentitiesOn(engine, { createAccount: storedAccounts.createWithin, effects });
  return {
    clock,
    clients,
    secretUses: secretUsesOn(engine, parts.noteSecretUse),
    clientLogos: clientLogosOn(engine),
    apis: apisOn(engine, engine.cache(cachedApis(engine)), record),
    accounts: storedAccounts,
    groups: groupsOn(engine, accounts, effects),
    activity,
    passkeys,
    totps,
    recoveryCodes,
    trustedBrowsers,
    appPasswords,
    idempotencyKeys,
    upstreams: upstreamsOn(engine, {
      cache: engine.cache(cachedUpstreams(engine)),
      names: engine.cache(cachedUpstreamNames(engine)),
      record,
    }),
    upstreamIdentities: identities,
    sessions,
    grants: grantsOn(engine, { paths: grants, revocations, record }),
    tokenFamilies,
    tokenCounts: tokenCountsOn(engine),
    consents: consentsOn(engine, {
      effects,
      clients,
      appPasswords,
      revoke: (of, at) => revocations.record(of, at, "all"),
    }),
    deviceAuthorizations,
    replayCache,
    attempts,
    links,
    outbox,
    mailRequests,
    keyRecords: keyRecordsOn(engine, record),
    auditTrail,
    webhooks: webhooksOn(engine, record),
    backupRuns: backupRunsOn(engine, record),
    consoleRuns,
    expiry: expiryOn(engine, {
      removals: [
        sessions.removeExpired,
        replayCache.removeExpired,
        clients.removeUnused,
        tokenFamilies.removeExpired,
        tokenFamilies.removeDead,
        activity.removeExpired,
        links.removeExpired,
        outbox.removeExpired,
        mailRequests.removeExpired,
        trustedBrowsers.removeExpired,
        idempotencyKeys.removeExpired,
        consoleRuns.removeExpired,
        deviceAuthorizations.removeExpired,
        statistics.removeExpired,
      ],
      watermarks: watermark,
      grants: parts.grantExpiry(watermark),
    }),
    watermark,
    inventory: inventoryOn(engine),
    people: {
      find: async (id) => (await people()).find(id),
      list: async (query) => (await people()).list(query),
    },
    statistics,
    imports: importsOn(engine, { accounts: storedAccounts, totps, identities, record }),
  };
}
