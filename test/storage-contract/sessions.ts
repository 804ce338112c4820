import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  firstRotation,
  grantId,
  grantOfFamily,
  grantWith,
  hashOf,
  noon,
  plain,
  reservationOf,
  sessionOf,
  startOf,
} from "./samples.ts";

const ada = accountNamed("ada");
const bob = accountNamed("bob");
const session = sessionOf(ada, "cookie");

/** The promises of `Sessions`. */
export function sessionsContract(promised: Promised): void {
  promised(
    "Sessions.find: the session and the account it belongs to, as they stand now",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      const facts = plain({ session, account: ada });
      assert.deepEqual(plain(await store.sessions.find(session.id)), facts);
      assert.deepEqual(plain(await (await reopen()).sessions.find(session.id)), facts);
    },
  );

  promised("Sessions.find: a revocation or account change is seen at once", async ({ store }) => {
    await store.accounts.create(ada);
    await store.sessions.start(startOf(session));
    await store.sessions.find(session.id);
    await store.accounts.rehashPassword(ada.id, hashOf("first"), hashOf("second"));
    assert.equal((await store.sessions.find(session.id))?.account.passwordHash, hashOf("second"));
    await store.sessions.end(session.id);
    assert.equal(await store.sessions.find(session.id), undefined);
  });

  promised(
    "Sessions.find: a change is seen at once also when another process made it",
    async ({ store, another }) => {
      const other = await another();
      const second = sessionOf(ada, "second");
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await store.sessions.start(startOf(second));
      await store.sessions.find(session.id);
      await other.accounts.rehashPassword(ada.id, hashOf("first"), hashOf("second"));
      assert.equal((await store.sessions.find(session.id))?.account.passwordHash, hashOf("second"));
      await other.sessions.end(session.id);
      assert.equal(await store.sessions.find(session.id), undefined);
      await other.accounts.setDisabled(ada.id, true, noon);
      assert.equal(await store.sessions.find(second.id), undefined);
    },
  );

  promised("Sessions.list: all sessions, or those of one account", async ({ store }) => {
    await store.accounts.create(ada);
    await store.accounts.create(bob);
    for (const [account, cookie] of [
      [ada, "1"],
      [ada, "2"],
      [bob, "3"],
    ] as const)
      await store.sessions.start(startOf(sessionOf(account, cookie)));
    assert.equal((await store.sessions.list()).length, 3);
    const of = await store.sessions.list(ada.id);
    assert.deepEqual(
      of.map((facts) => facts.account.username),
      ["ada", "ada"],
    );
    assert.deepEqual(await store.sessions.list(accountNamed("x").id), []);
  });

  promised(
    "Sessions.start: inserts the session, ends the one that it replaces and takes back the reservations, in one transaction",
    async ({ store }) => {
      const reservation = reservationOf("ada", 1);
      const next = sessionOf(ada, "next");
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await store.sessions.find(session.id);
      assert.equal((await store.attempts.reserve([reservation], noon)).ok, true);
      assert.equal((await store.attempts.reserve([reservation], noon)).ok, false);
      await store.sessions.start(startOf(next, { replaced: session.id, refunds: [reservation] }));
      assert.equal(await store.sessions.find(session.id), undefined);
      assert.deepEqual(plain((await store.sessions.find(next.id))?.session), plain(next));
      assert.equal((await store.attempts.reserve([reservation], noon)).ok, true);
    },
  );

  promised(
    "Sessions.start: returns the session that it replaced, with its clients, and of several calls only one does",
    async ({ store, another }) => {
      const other = await another();
      await store.accounts.create(ada);
      await store.accounts.create(bob);
      await store.sessions.start(startOf(session));
      await store.grants.redeem(grantWith(grantId(1)), undefined, { notedIn: session.id });
      const outcomes = await atOnce(10, (index) =>
        (index % 2 === 0 ? store : other).sessions.start(
          startOf(sessionOf(bob, `cookie ${index}`), { replaced: session.id }),
        ),
      );
      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== "started"),
        [{ clients: [clientNamed("client").id] }],
      );
      assert.equal(outcomes.length, 10);
      const renewal = startOf(sessionOf(bob, "cookie 0"), { replaced: sessionOf(bob, "cookie 0").id });
      assert.equal(await store.sessions.start(renewal), "started");
    },
  );

  promised("Sessions.start: a session that is renewed keeps its first-seen time", async ({ store }) => {
    await store.accounts.create(ada);
    await store.sessions.start(startOf(session));
    const at = plus(noon, 60);
    const again = { ...session, authenticatedAt: at, firstSeenAt: at, network: "2001:db8::/56" };
    assert.equal(await store.sessions.start(startOf(again, { replaced: session.id })), "started");
    const renewed = (await store.sessions.find(session.id))?.session;
    assert.deepEqual(plain(renewed), plain({ ...again, firstSeenAt: noon }));
  });

  promised(
    "Sessions.start: a link of an operator vouches for one sign-in, and not for the next",
    async ({ store, another }) => {
      const other = await another();
      await store.accounts.create(ada);
      await store.sessions.start(startOf({ ...session, isVouchedFor: true }));
      assert.equal((await other.sessions.find(session.id))?.session.isVouchedFor, true);
      await store.sessions.start(startOf(session, { replaced: session.id }));
      assert.equal((await other.sessions.find(session.id))?.session.isVouchedFor, undefined);
    },
  );

  promised(
    "Sessions.find: the row of a node of 0.1.0, which knew neither network nor first-seen time, is read without them",
    async ({ store, execute }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await execute("UPDATE sessions SET network = NULL, first_seen_at = NULL");
      const { network: _, firstSeenAt: __, ...rest } = session;
      assert.deepEqual(plain((await store.sessions.find(session.id))?.session), plain(rest));
    },
  );

  promised(
    "Sessions.start: does nothing where the account is gone, disabled or of another epoch",
    async ({ store }) => {
      const reservation = reservationOf("ada", 1);
      const start = startOf(session, { refunds: [reservation] });
      assert.equal(await store.sessions.start(start), "account-changed");
      await store.accounts.create(ada);
      await store.accounts.setPassword(ada.id, hashOf("second"), noon);
      await store.attempts.reserve([reservation], noon);
      assert.equal(await store.sessions.start(start), "account-changed");
      assert.equal((await store.attempts.reserve([reservation], noon)).ok, false);
      await store.accounts.setDisabled(ada.id, true, noon);
      assert.equal(await store.sessions.start({ ...start, accountEpoch: 3 }), "account-changed");
      assert.equal(await store.sessions.find(session.id), undefined);
      await store.accounts.setDisabled(ada.id, false, noon);
      assert.equal(await store.sessions.start({ ...start, accountEpoch: 3 }), "started");
    },
  );

  promised(
    "Sessions.start: of a change of password and sign-ins with the old one at once, no session survives the change",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await store.accounts.create(ada);
      const [changed, started] = await Promise.all([
        store.accounts.setPassword(ada.id, hashOf("second"), noon),
        atOnce(20, (index) =>
          (stores[index % 2] ?? store).sessions.start(startOf(sessionOf(ada, `cookie ${index}`))),
        ),
      ]);
      assert.equal(changed.ok, true);
      assert.equal(started.length, 20);
      assert.deepEqual(await store.sessions.list(ada.id), []);
    },
  );

  promised(
    "Sessions.start: a session that replaces itself keeps its id and gets everything else anew",
    async ({ store, reopen }) => {
      const renewed = {
        ...sessionOf(ada, "new cookie", { authenticatedAt: plus(noon, 60) }),
        id: session.id,
      };
      const renewal = startOf(renewed, { replaced: session.id });
      await store.accounts.create(ada);
      assert.equal(await store.sessions.start(renewal), "session-gone");
      await store.sessions.start(startOf(session));
      await store.sessions.find(session.id);
      assert.equal(await store.sessions.start(renewal), "started");
      assert.deepEqual(plain((await store.sessions.find(session.id))?.session), plain(renewed));
      const reopened = await reopen();
      assert.deepEqual(plain((await reopened.sessions.find(session.id))?.session), plain(renewed));
      await reopened.sessions.end(session.id);
      assert.equal(await reopened.sessions.start(renewal), "session-gone");
      assert.equal(await reopened.sessions.find(session.id), undefined);
    },
  );

  promised(
    "Sessions.start: of many with one claim, through two stores, one begins; the others change nothing",
    async ({ store, another }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      const stores = [store, await another()];
      const claims = [{ kind: "replay-key", key: sha256("challenge"), keepUntil: plus(noon, 300) }] as const;
      const outcomes = await atOnce(10, (index) =>
        (stores[index % 2] ?? store).sessions.start(
          startOf(sessionOf(ada, `cookie ${index}`), { claims, replaced: session.id }),
        ),
      );
      assert.equal(outcomes.filter((outcome) => outcome === "claim-lost").length, 9);
      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== "claim-lost"),
        [{ clients: [] }],
      );
      assert.equal((await store.sessions.list(ada.id)).length, 1);
    },
  );

  promised("Sessions.start: a session that is not begun spends no claim", async ({ store }) => {
    await store.accounts.create(ada);
    const claims = [{ kind: "replay-key", key: sha256("challenge"), keepUntil: plus(noon, 300) }] as const;
    const renewal = startOf(session, { claims, replaced: session.id });
    assert.equal(await store.sessions.start(renewal), "session-gone");
    assert.equal(
      await store.sessions.start(startOf(session, { claims, accountEpoch: 9 })),
      "account-changed",
    );
    assert.equal(await store.sessions.start(startOf(session, { claims })), "started");
    assert.equal(await store.sessions.start(renewal), "claim-lost");
  });

  promised("Sessions.start: nobody renews the session of another account", async ({ store }) => {
    await store.accounts.create(ada);
    await store.accounts.create(bob);
    await store.sessions.start(startOf(session));
    const taken = { ...sessionOf(bob, "bob"), id: session.id };
    assert.equal(await store.sessions.start(startOf(taken, { replaced: session.id })), "session-gone");
    assert.equal((await store.sessions.find(session.id))?.account.username, "ada");
  });

  promised(
    "Sessions.start: the account keeps the `sessionsMax` sessions that were used last; the new one counts, and stays in any case",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.accounts.create(bob);
      const start = (cookie: string, seconds: number) =>
        store.sessions.start(
          startOf(sessionOf(ada, cookie, { lastSeenAt: plus(noon, seconds) }), { sessionsMax: 3 }),
        );
      await store.sessions.start(startOf(sessionOf(bob, "bob")));
      for (let index = 0; index <= 3; index += 1) await start(`cookie ${index}`, index);
      assert.equal(await store.sessions.find(sessionOf(ada, "cookie 0").id), undefined);
      await start("long ago", -60);
      const kept = (await store.sessions.list(ada.id)).map(({ session: { id } }) => id);
      const expected = ["cookie 3", "cookie 2", "long ago"].map((cookie) => sessionOf(ada, cookie).id);
      assert.deepEqual(plain(kept), plain(expected));
      assert.equal((await store.sessions.list(bob.id)).length, 1);
    },
  );

  promised(
    "Sessions.touch: moves the last sight on, never back, and revives nothing",
    async ({ store, reopen }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await store.sessions.find(session.id);
      await store.sessions.touch(session.id, plus(noon, 60));
      await store.sessions.touch(session.id, plus(noon, 30));
      assert.equal((await store.sessions.find(session.id))?.session.lastSeenAt, plus(noon, 60));
      const reopened = await reopen();
      assert.equal((await reopened.sessions.find(session.id))?.session.lastSeenAt, plus(noon, 60));
      await reopened.sessions.end(session.id);
      await reopened.sessions.touch(session.id, plus(noon, 90));
      assert.equal(await reopened.sessions.find(session.id), undefined);
    },
  );

  promised(
    "Sessions.end: undefined where another call ended it, or none was there",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      const answers = await atOnce(20, (index) => (stores[index % 2] ?? store).sessions.end(session.id));
      assert.equal(answers.filter((answer) => answer !== undefined).length, 1);
    },
  );

  promised(
    "Sessions.end: the clients that were noted in it, each once, by codes and by refreshes, and by nobody who lost",
    async ({ store, another }) => {
      const [shop, mail, news] = ["shop", "mail", "news"].map((name) => clientNamed(name).id);
      assert.ok(shop && mail && news);
      const note = { notedIn: session.id };
      const other = await another();
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await store.sessions.start(startOf(sessionOf(ada, "other")));
      await atOnce(20, (index) =>
        (index % 2 === 0 ? store : other).grants.redeem(
          grantWith(grantId(index), { clientId: index % 4 < 2 ? shop : mail }),
          undefined,
          note,
        ),
      );
      assert.equal(
        await store.grants.redeem(grantWith(grantId(1), { clientId: news }), undefined, note),
        "already-redeemed",
      );
      const family = grantId(100);
      await store.grants.redeem(grantOfFamily(family, family), familyWith(family));
      const refreshed = grantOfFamily(grantId(101), family, { clientId: clientNamed("late").id });
      const rotation = { ...firstRotation(refreshed.id, family), grant: refreshed, ...note };
      assert.equal(await store.tokenFamilies.rotate(rotation), true);
      const ended = await store.sessions.end(session.id);
      assert.deepEqual(ended?.clients?.toSorted(), [shop, mail, clientNamed("late").id].toSorted());
      assert.deepEqual(await store.sessions.end(sessionOf(ada, "other").id), { clients: [] });
    },
  );

  promised(
    "Sessions.end: a session that was renewed still has the clients that were noted before",
    async ({ store }) => {
      await store.accounts.create(ada);
      await store.sessions.start(startOf(session));
      await store.grants.redeem(grantWith(grantId(1)), undefined, { notedIn: session.id });
      const renewed = { ...sessionOf(ada, "new cookie"), id: session.id };
      await store.sessions.start(startOf(renewed, { replaced: session.id }));
      assert.deepEqual(await store.sessions.end(session.id), { clients: [clientNamed("client").id] });
    },
  );

  promised(
    "Grants.redeem: a client is noted only in a session that still is there, and the code is spent all the same",
    async ({ store, another }) => {
      const other = await another();
      await store.accounts.create(ada);
      for (let round = 0; round < 10; round += 1) {
        const passing = sessionOf(ada, `passing ${round}`);
        await store.sessions.start(startOf(passing));
        const [redeemed, ended] = await Promise.all([
          store.grants.redeem(grantWith(grantId(round)), undefined, { notedIn: passing.id }),
          other.sessions.end(passing.id),
        ]);
        assert.equal(redeemed, "redeemed");
        assert.ok(ended?.clients !== undefined && ended.clients.length <= 1);
        // The same id again has none of the earlier clients.
        await store.sessions.start(startOf(passing));
        assert.deepEqual(await store.sessions.end(passing.id), { clients: [] });
      }
    },
  );

  promised(
    "Sessions.endAll: ends all sessions of the account and raises its epoch in one transaction; answers how many ended",
    async ({ store }) => {
      const foreign = sessionOf(bob, "bob");
      await store.accounts.create(ada);
      await store.accounts.create(bob);
      await store.sessions.start(startOf(session));
      await store.sessions.start(startOf(sessionOf(ada, "second")));
      await store.sessions.start(startOf(foreign));
      await store.sessions.find(session.id);
      assert.equal(await store.sessions.endAll(ada.id, plus(noon, 1)), 2);
      assert.equal(await store.sessions.find(session.id), undefined);
      assert.equal((await store.accounts.find(ada.id))?.epoch, 2);
      assert.equal((await store.sessions.find(foreign.id))?.account.epoch, 1);
      assert.equal(await store.sessions.endAll(ada.id, plus(noon, 2)), 0);
    },
  );
}
