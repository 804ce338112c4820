import assert from "node:assert/strict";
import { test } from "node:test";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded-fetch.ts";
import { openLogoutNotifier } from "../../src/adapters/logout/notifier.ts";
import type { LogoutMessage, LogoutProblem } from "../../src/flows/logout-ports.ts";
import { clientIdOf } from "../../src/values/ids.ts";
import { startLogoutReceiver } from "../support/logout-receiver.ts";

const clientId = clientIdOf("A".repeat(20));
const logoutToken = "a.b.c";
const never = () => {};

/** Collects failures, and resolves `first` with the first one. */
function failures() {
  const all: LogoutProblem[] = [];
  const { promise: first, resolve } = Promise.withResolvers<LogoutProblem>();
  const onFailure = (_: LogoutMessage, problem: LogoutProblem) => {
    all.push(problem);
    resolve(problem);
  };
  return { all, first, onFailure };
}

test("a person who signs out waits no longer than the limit, and a delivery that has begun goes on", async () => {
  const { promise: wait, resolve: answerNow } = Promise.withResolvers<void>();
  await using receiver = await startLogoutReceiver((response) => {
    wait.then(() => response.writeHead(400).end());
  });
  const notifier = openLogoutNotifier({ waitMilliseconds: 1 });
  const { all, first, onFailure } = failures();
  await notifier.deliver([{ clientId, isGuarded: false, uri: receiver.url, logoutToken }], onFailure);
  assert.deepEqual(all, []);
  answerNow();
  assert.deepEqual(await first, { reason: "refused", status: 400 });
  notifier.close();
});

test("a client that never answers is given up", async () => {
  await using receiver = await startLogoutReceiver(never);
  // Long enough for the request to arrive on a busy machine.
  const notifier = openLogoutNotifier({ requestMilliseconds: 1_000 });
  const { all, onFailure } = failures();
  await notifier.deliver([{ clientId, isGuarded: false, uri: receiver.url, logoutToken }], onFailure);
  assert.deepEqual(all, [{ reason: "timed-out" }]);
  assert.equal(receiver.received.length, 1);
});

test("a client that cannot be reached, or fails, is asked again, once after each pause", async () => {
  await using receiver = await startLogoutReceiver((response) => response.writeHead(502).end());
  const notifier = openLogoutNotifier({ retryPausesMilliseconds: [1, 1] });
  const { all, onFailure } = failures();
  const nowhere = "http://127.0.0.1:1/";
  await notifier.deliver([{ clientId, isGuarded: false, uri: nowhere, logoutToken }], onFailure);
  await notifier.deliver([{ clientId, isGuarded: false, uri: receiver.url, logoutToken }], onFailure);
  assert.deepEqual(all, [{ reason: "unreachable" }, { reason: "refused", status: 502 }]);
  assert.equal(receiver.received.length, 3);
});

test("no more requests run at once than allowed, and a message without a place in line is not sent", async () => {
  const { promise: wait, resolve: answerAll } = Promise.withResolvers<void>();
  await using receiver = await startLogoutReceiver((response) => {
    wait.then(() => response.writeHead(200).end());
  });
  const notifier = openLogoutNotifier({
    running: { all: 2, perClient: 2, guarded: 2 },
    waiting: { all: 1, perClient: 1, guarded: 1 },
  });
  const { all, first, onFailure } = failures();
  const message = { clientId, isGuarded: false, uri: receiver.url, logoutToken };
  const delivered = notifier.deliver([message, message, message, message], onFailure);
  assert.deepEqual(await first, { reason: "too-many-waiting" });
  await receiver.arrived(2);
  assert.equal(receiver.received.length, 2);
  answerAll();
  await delivered;
  assert.deepEqual([receiver.received.length, all.length], [3, 1]);
});

test("a client that does not answer delays no message for another client", async () => {
  await using slow = await startLogoutReceiver(never);
  await using quick = await startLogoutReceiver();
  const notifier = openLogoutNotifier({
    running: { all: 2, perClient: 1, guarded: 2 },
    waiting: { all: 3, perClient: 2, guarded: 3 },
    waitMilliseconds: 1,
  });
  const { all, onFailure } = failures();
  const toSlow = { clientId, isGuarded: false, uri: slow.url, logoutToken };
  await notifier.deliver(Array(9).fill(toSlow), onFailure);
  assert.deepEqual(all, Array(6).fill({ reason: "too-many-waiting" }), "One is being sent and two wait.");
  const toQuick = { ...toSlow, clientId: clientIdOf("B".repeat(20)), uri: quick.url };
  await notifier.deliver([toQuick, toQuick], onFailure);
  await Promise.all([slow.arrived(1), quick.arrived(2)]);
  assert.deepEqual([slow.received.length, quick.received.length, all.length], [1, 2, 6]);
  notifier.close();
});

test("clients that registered themselves and do not answer leave half of all places to those of the operator", async () => {
  await using slow = await startLogoutReceiver(never);
  await using quick = await startLogoutReceiver();
  const notifier = openLogoutNotifier(
    { waitMilliseconds: 1, requestMilliseconds: 20_000 },
    createGuardedFetch({ mayReachLoopback: true, requestMilliseconds: 20_000 }),
  );
  const { all, onFailure } = failures();
  const toGuarded = ["A", "B", "C", "D"].map((letter) => ({
    clientId: clientIdOf(letter.repeat(20)),
    isGuarded: true,
    uri: slow.url,
    logoutToken,
  }));
  await notifier.deliver(
    toGuarded.flatMap((message) => Array(4).fill(message)),
    onFailure,
  );
  await slow.arrived(8);
  const own = { clientId: clientIdOf("E".repeat(20)), isGuarded: false, uri: quick.url, logoutToken };
  await notifier.deliver(Array(4).fill(own), onFailure);
  await quick.arrived(4);
  assert.deepEqual([slow.received.length, quick.received.length, all.length], [8, 4, 0]);
  notifier.close();
});

test("messages for clients that registered themselves leave half of the line to those of the operator", async () => {
  const { promise: wait, resolve: answerAll } = Promise.withResolvers<void>();
  await using receiver = await startLogoutReceiver((response) => {
    wait.then(() => response.writeHead(200).end());
  });
  const notifier = openLogoutNotifier(
    {
      running: { all: 2, perClient: 2, guarded: 1 },
      waiting: { all: 4, perClient: 4, guarded: 2 },
    },
    createGuardedFetch({ mayReachLoopback: true }),
  );
  const unsent: boolean[] = [];
  const onFailure = ({ isGuarded }: LogoutMessage) => unsent.push(isGuarded);
  const guarded = { clientId, isGuarded: true, uri: receiver.url, logoutToken };
  const own = { ...guarded, clientId: clientIdOf("B".repeat(20)), isGuarded: false };
  const told = notifier.deliver(Array(5).fill(guarded), onFailure);
  const others = notifier.deliver(Array(4).fill(own), onFailure);
  await receiver.arrived(2);
  answerAll();
  await Promise.all([told, others]);
  assert.deepEqual(unsent, [true, true, false], "Of each kind one is being sent and two wait.");
  assert.equal(receiver.received.length, 6);
});

test("closing gives up the messages that are being sent", async () => {
  await using receiver = await startLogoutReceiver(never);
  const notifier = openLogoutNotifier();
  const { all, onFailure } = failures();
  const delivered = notifier.deliver(
    [{ clientId, isGuarded: false, uri: receiver.url, logoutToken }],
    onFailure,
  );
  await receiver.arrived(1);
  notifier.close();
  await delivered;
  assert.deepEqual(all, [{ reason: "unreachable" }]);
});

test("only https and loopback addresses are called", async () => {
  const notifier = openLogoutNotifier();
  for (const uri of [
    "http://client.example/",
    "http://127.0.0.1.evil.test/",
    "http://localhost@evil.test/",
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "/backchannel",
    "",
  ]) {
    const { all, onFailure } = failures();
    await notifier.deliver([{ clientId, isGuarded: false, uri, logoutToken }], onFailure);
    assert.deepEqual(all, [{ reason: "address-not-allowed" }], uri);
  }
});

test("V13.2.4: an address that the client alone vouches for leads nowhere into the service's own network", async () => {
  await using receiver = await startLogoutReceiver((response) => {
    response.writeHead(302, { location: receiver.url }).end();
  });
  const message = { clientId, isGuarded: true, uri: receiver.url, logoutToken };
  const guarded = failures();
  await openLogoutNotifier().deliver([message], guarded.onFailure);
  const inside = { ...message, uri: "https://10.0.0.1/logout" };
  await openLogoutNotifier().deliver([inside], guarded.onFailure);
  assert.deepEqual(guarded.all, Array(2).fill({ reason: "address-not-allowed" }));
  assert.equal(receiver.received.length, 0);

  const inDevelopment = failures();
  const notifier = openLogoutNotifier({}, createGuardedFetch({ mayReachLoopback: true }));
  await notifier.deliver([message], inDevelopment.onFailure);
  assert.deepEqual(inDevelopment.all, [{ reason: "refused", status: 302 }]);
  assert.deepEqual(
    receiver.received.map(({ form }) => form.get("logout_token")),
    [logoutToken],
  );
});
