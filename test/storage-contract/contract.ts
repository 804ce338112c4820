import assert from "node:assert/strict";
import { describe } from "node:test";
import { tables } from "../../src/adapters/sql/tables.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { accountLockContract } from "./account-lock.ts";
import { accountReplaceContract } from "./account-replace.ts";
import { accountVersionsContract } from "./account-versions.ts";
import { accountsContract } from "./accounts.ts";
import { activityContract } from "./activity.ts";
import { apisContract } from "./apis.ts";
import { appPasswordsContract } from "./app-passwords.ts";
import { attemptsContract } from "./attempts.ts";
import { auditContract } from "./audit.ts";
import { backupRunsContract } from "./backup-runs.ts";
import { clientLogosContract } from "./client-logos.ts";
import { clientsContract } from "./clients.ts";
import { consentsContract } from "./consents.ts";
import { consoleRunsContract } from "./console-runs.ts";
import { damageContract } from "./damage.ts";
import { describedClientsContract } from "./described-clients.ts";
import { deviceAuthorizationsContract } from "./device-authorizations.ts";
import { expiryContract } from "./expiry.ts";
import { grantsContract } from "./grants.ts";
import { groupsContract } from "./groups.ts";
import { type OpenStore, type Promised, promisedBy } from "./harness.ts";
import { idempotencyKeysContract } from "./idempotency-keys.ts";
import { importsContract } from "./imports.ts";
import { inventoryContract } from "./inventory.ts";
import { keyRecordsContract } from "./key-records.ts";
import { levelContract } from "./level.ts";
import { linksContract } from "./links.ts";
import { mailRequestsContract } from "./mail-requests.ts";
import { oldPasswordsContract } from "./old-passwords.ts";
import { outboxContract } from "./outbox.ts";
import { passkeysContract } from "./passkeys.ts";
import { peopleContract } from "./people.ts";
import { recoveryCodesContract } from "./recovery-codes.ts";
import { replayCacheContract } from "./replay-cache.ts";
import { clientNamed, grantId, grantWith } from "./samples.ts";
import { secretUsesContract } from "./secret-uses.ts";
import { sessionsContract } from "./sessions.ts";
import { alongsideContract } from "./side-effects.ts";
import { statisticsContract } from "./statistics.ts";
import { tokenCountsContract } from "./token-counts.ts";
import { tokenFamiliesContract } from "./token-families.ts";
import { totpContract } from "./totp.ts";
import { trustedBrowsersContract } from "./trusted-browsers.ts";
import { upstreamsContract } from "./upstreams.ts";
import { watermarkContract } from "./watermark.ts";
import { webhooksContract } from "./webhooks.ts";

/** Registers a test for every promise of `src/flows/ports.ts` that a store makes. Every engine passes all of them. */
export function storageContract(name: string, openStore: OpenStore): void {
  // --test-timeout would limit a suite as if it were one test.
  describe(`storage contract, ${name}`, { timeout: Number.POSITIVE_INFINITY }, () => {
    const promised = promisedBy(openStore);
    clientsContract(promised);
    secretUsesContract(promised);
    clientLogosContract(promised);
    apisContract(promised);
    alongsideContract(promised);
    accountsContract(promised);
    accountVersionsContract(promised);
    accountReplaceContract(promised);
    accountLockContract(promised);
    oldPasswordsContract(promised);
    groupsContract(promised);
    activityContract(promised);
    passkeysContract(promised);
    appPasswordsContract(promised);
    peopleContract(promised);
    totpContract(promised);
    recoveryCodesContract(promised);
    trustedBrowsersContract(promised);
    idempotencyKeysContract(promised);
    mailRequestsContract(promised);
    upstreamsContract(promised);
    sessionsContract(promised);
    inventoryContract(promised);
    importsContract(promised);
    grantsContract(promised);
    tokenFamiliesContract(promised);
    tokenCountsContract(promised);
    deviceAuthorizationsContract(promised);
    consentsContract(promised);
    describedClientsContract(promised);
    replayCacheContract(promised);
    attemptsContract(promised);
    linksContract(promised);
    outboxContract(promised);
    keyRecordsContract(promised);
    auditContract(promised);
    webhooksContract(promised);
    backupRunsContract(promised);
    consoleRunsContract(promised);
    expiryContract(promised);
    levelContract(promised);
    watermarkContract(promised);
    statisticsContract(promised);
    damageContract(promised);
    wholeStoreContract(promised);
  });
}

function wholeStoreContract(promised: Promised): void {
  promised("Store.status: ready while it can be read and written", async ({ store }) => {
    const status = await store.status();
    assert.equal(status.isReady, true);
  });

  promised("Store.check: counts the rows of every table and finds nothing wrong", async ({ store }) => {
    await store.clients.create(clientNamed("shop"));
    await store.grants.redeem(grantWith(grantId(1)));
    const { problems, rows, schemaVersion } = await store.check();
    assert.deepEqual(problems, []);
    assert.deepEqual(Object.keys(rows), tables);
    assert.deepEqual([rows.clients, rows.grants, rows.sessions], [1, 1, 0]);
    const status = await store.status();
    assert.equal(status.isReady && status.schemaVersion, schemaVersion);
  });

  promised("Store.migrate: does nothing on a schema that is up to date", async ({ reopen }) => {
    const reopened = await reopen();
    assert.deepEqual(await reopened.migrate(), []);
  });

  promised(
    "Store.close: commits what is queued; everything after it rejects with StoreUnavailable",
    async ({ store, reopen }) => {
      const queued = store.grants.redeem(grantWith(grantId(1)));
      await store.close();
      assert.equal(await queued, "redeemed");
      await assert.rejects(store.grants.redeem(grantWith(grantId(2))), StoreUnavailable);
      await assert.rejects(store.grants.find(grantId(1)), StoreUnavailable);
      await assert.rejects(async () => store.clients.find(clientNamed("a").id), StoreUnavailable);
      assert.equal((await store.status()).isReady, false);
      assert.ok(await (await reopen()).grants.find(grantId(1)));
    },
  );
}
