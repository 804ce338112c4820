import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { DeviceAuthorization, DeviceDecision } from "../../src/protocol/device/device-authorization.ts";
import type { UserCode } from "../../src/protocol/device/user-code.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus, secondsOf } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { accountNamed, clientNamed, grantId, noon, plain, sessionOf } from "./samples.ts";

const tv = clientNamed("tv");
const ada = accountNamed("ada");
const allowed = {
  kind: "allowed",
  grantId: grantId(1),
  accountId: ada.id,
  accountEpoch: 1,
  sessionId: sessionOf(ada, "cookie").id,
  authenticatedAt: noon,
} as const;

/** A device that asked at noon; `word` makes both of its codes. */
export function deviceNamed(word: string, changes: Partial<DeviceAuthorization> = {}): DeviceAuthorization {
  return {
    codeDigest: sha256(`device code ${word}`),
    userCode: `user code ${word}` as UserCode,
    clientId: tv.id,
    scope: ["openid", "email"],
    network: "203.0.113.0/24",
    createdAt: noon,
    expiresAt: plus(noon, 600),
    interval: secondsOf(5),
    ...changes,
  };
}

async function begin(store: Store): Promise<void> {
  await store.clients.create(tv);
  await store.accounts.create(ada);
}

/** The promises of `DeviceAuthorizations`. */
export function deviceAuthorizationsContract(promised: Promised): void {
  promised("DeviceAuthorizations.find: a device comes back by either code", async ({ store, reopen }) => {
    await begin(store);
    const bare = deviceNamed("bare", { scope: [] });
    const full = deviceNamed("full", { audience: ["https://api.example"], dpopThumbprint: "A".repeat(43) });
    for (const device of [bare, full])
      assert.equal(await store.deviceAuthorizations.create(device), "created");
    const { deviceAuthorizations } = await reopen();
    for (const device of [bare, full]) {
      assert.deepEqual(plain(await deviceAuthorizations.find(device.codeDigest)), plain(device));
      assert.deepEqual(plain(await deviceAuthorizations.findByUserCode(device.userCode)), plain(device));
    }
    assert.equal(await deviceAuthorizations.find(sha256("another")), undefined);
  });

  promised(
    "DeviceAuthorizations.create: of many at once with one user code, through two stores, one is created",
    async ({ store, another }) => {
      await begin(store);
      const stores = [store, await another()];
      const { userCode } = deviceNamed("same");
      const outcomes = await atOnce(20, (index) =>
        (stores[index % 2] ?? store).deviceAuthorizations.create(deviceNamed(`${index}`, { userCode })),
      );
      assert.equal(outcomes.filter((outcome) => outcome === "created").length, 1);
      assert.equal(outcomes.filter((outcome) => outcome === "taken").length, 19);
    },
  );

  promised(
    "DeviceAuthorizations: a device goes with its client, and none comes after it",
    async ({ store }) => {
      await begin(store);
      const device = deviceNamed("one");
      await store.deviceAuthorizations.create(device);
      await store.clients.remove(tv);
      assert.equal(await store.deviceAuthorizations.find(device.codeDigest), undefined);
      assert.equal(await store.deviceAuthorizations.create(device), "unknown-client");
    },
  );

  promised(
    "DeviceAuthorizations.notePoll: of several polls at once one is noted, and none after the answer",
    async ({ store, another }) => {
      await begin(store);
      const stores = [store, await another()];
      const device = deviceNamed("one");
      const { codeDigest } = device;
      await store.deviceAuthorizations.create(device);
      for (const [seen, at] of [
        [undefined, plus(noon, 5)],
        [plus(noon, 5), plus(noon, 10)],
      ] as const) {
        const poll = { answer: "authorization-pending", polledAt: at, interval: secondsOf(10) } as const;
        const noted = await atOnce(10, (index) =>
          (stores[index % 2] ?? store).deviceAuthorizations.notePoll(codeDigest, seen, poll),
        );
        assert.equal(noted.filter(Boolean).length, 1);
        const found = await store.deviceAuthorizations.find(codeDigest);
        assert.deepEqual([found?.polledAt, found?.interval], [at, 10]);
      }
      await store.deviceAuthorizations.decide(codeDigest, allowed);
      const late = { answer: "slow-down", polledAt: plus(noon, 11), interval: secondsOf(15) } as const;
      assert.equal(await store.deviceAuthorizations.notePoll(codeDigest, plus(noon, 10), late), false);
    },
  );

  promised(
    "DeviceAuthorizations.decide: of any number of answers exactly one is told true, and it stays",
    async ({ store, another, reopen }) => {
      await begin(store);
      const stores = [store, await another()];
      const device = deviceNamed("one");
      const { codeDigest } = device;
      await store.deviceAuthorizations.create(device);
      const answers = Array.from({ length: 20 }, (_, index): DeviceDecision => {
        return index % 3 === 0 ? { kind: "denied" } : { ...allowed, grantId: grantId(index) };
      });
      const told = await atOnce(20, (index) =>
        (stores[index % 2] ?? store).deviceAuthorizations.decide(codeDigest, answers[index] ?? allowed),
      );
      assert.equal(told.filter(Boolean).length, 1);
      const won = answers[told.indexOf(true)];
      const found = await (await reopen()).deviceAuthorizations.find(codeDigest);
      assert.deepEqual(plain(found?.decision), plain(won));
    },
  );

  promised(
    "DeviceAuthorizations.decide: nothing where the account is gone, disabled or of another epoch",
    async ({ store }) => {
      await begin(store);
      const device = deviceNamed("one");
      const { codeDigest } = device;
      await store.deviceAuthorizations.create(device);
      const decide = (decision: DeviceDecision) => store.deviceAuthorizations.decide(codeDigest, decision);
      assert.equal(await decide({ ...allowed, accountEpoch: 2 }), false);
      assert.equal(await decide({ ...allowed, accountId: accountNamed("bob").id }), false);
      await store.accounts.setDisabled(ada.id, true, noon);
      assert.equal(await decide({ ...allowed, accountEpoch: 2 }), false);
      assert.deepEqual(plain(await store.deviceAuthorizations.find(codeDigest)), plain(device));
    },
  );

  promised("DeviceAuthorizations: what somebody allowed goes with the account", async ({ store }) => {
    await begin(store);
    const device = deviceNamed("one");
    await store.deviceAuthorizations.create(device);
    assert.equal(await store.deviceAuthorizations.decide(device.codeDigest, allowed), true);
    await store.accounts.remove(ada.id);
    assert.equal(await store.deviceAuthorizations.find(device.codeDigest), undefined);
  });

  promised("DeviceAuthorizations.removeAll: forgets every device", async ({ store }) => {
    await begin(store);
    const devices = [deviceNamed("one"), deviceNamed("two")];
    for (const device of devices) await store.deviceAuthorizations.create(device);
    await store.deviceAuthorizations.removeAll();
    for (const { codeDigest } of devices)
      assert.equal(await store.deviceAuthorizations.find(codeDigest), undefined);
  });

  promised("Expiry.sweep: removes devices whose time is over, and no others", async ({ store }) => {
    await begin(store);
    const [early, late] = [deviceNamed("early"), deviceNamed("late", { expiresAt: plus(noon, 700) })];
    for (const device of [early, late]) await store.deviceAuthorizations.create(device);
    await store.expiry.sweep(plus(noon, 601), 500);
    assert.equal(await store.deviceAuthorizations.find(early.codeDigest), undefined);
    assert.ok(await store.deviceAuthorizations.find(late.codeDigest));
  });
}
