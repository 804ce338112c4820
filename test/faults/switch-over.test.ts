import assert from "node:assert/strict";
import { test } from "node:test";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { grantId, grantWith, noon } from "../storage-contract/samples.ts";
import { startPostgresPair } from "../support/postgres-pair.ts";
import { switchOverRounds } from "./switch-over.ts";

test("G21: a switch to the synchronous standby under load loses nothing acknowledged, and the service goes on by itself", async () => {
  const { figures, violations } = await switchOverRounds(1);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures["acknowledged tokens"]) >= 80);
  assert.ok(Number(figures["requests answered 503"]) > 0);
  assert.ok(Number(figures["ms from promotion to the next token, at most"]) < 10_000);
});

test("a commit whose wait for the standby is cancelled is not answered as done, and its code counts as spent", async () => {
  await using pair = await startPostgresPair();
  const [, b = "", a = ""] = /@(.*),(.*)\//.exec(pair.url) ?? [];
  const standbyFirst = pair.url.replace(`${b},${a}`, `${a},${b}`);
  const store = await openPostgresStore({ url: standbyFirst, clock: { now: () => noon } });
  try {
    const before = await store.status();
    assert.ok(before.isReady);
    assert.equal(before.server, pair.primary(), "the standby is passed over");
    assert.deepEqual(before.crashUnsafeSettings, []);
    assert.equal(await store.grants.redeem(grantWith(grantId(1))), "redeemed");
    pair.freezeStandby(true);
    const waiting = assert.rejects(store.grants.redeem(grantWith(grantId(2))), StoreUnavailable);
    const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    while ((await pair.query(cancel)).length === 0);
    await waiting;
    pair.freezeStandby(false);
    assert.notEqual(await store.grants.redeem(grantWith(grantId(2))), "redeemed");
    assert.equal(await store.grants.redeem(grantWith(grantId(3))), "redeemed");
    await pair.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await pair.query("SELECT pg_reload_conf()");
    const looks = async () => {
      const after = await store.status();
      return after.isReady ? after.crashUnsafeSettings : [];
    };
    while (!(await looks()).includes("synchronous_standby_names"));
  } finally {
    pair.freezeStandby(false);
    await store.close();
  }
});
