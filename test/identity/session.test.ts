import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Account } from "../../src/identity/account.ts";
import { canonicalAccountName } from "../../src/identity/account-name.ts";
import {
  createSession,
  decideSession,
  formatSessionCookie,
  readSessionCookie,
  type Session,
  type SessionState,
  touchIsDue,
} from "../../src/identity/session.ts";
import { fromBase64Url, toBase64Url } from "../../src/values/base64url.ts";
import { sha256 } from "../../src/values/digest.ts";
import { accountIdOf, sessionIdOf } from "../../src/values/ids.ts";
import { type Instant, instantOf, plus, secondsOf } from "../../src/values/time.ts";

const start = instantOf(Date.UTC(2026, 0, 1));
const idleLimit = secondsOf(7 * 24 * 3600);
const lifetime = secondsOf(30 * 24 * 3600);
const id = sessionIdOf(new Uint8Array(16).fill(5));
const cookieValue = formatSessionCookie(id, new Uint8Array(32).fill(7));
const accountId = accountIdOf("a".repeat(20));

function sessionAt(now: Instant, userAgent = "Firefox"): Session {
  const network = "203.0.113.0/24";
  return createSession({ id, cookieValue, accountId, methods: ["pwd"], now, lifetime, userAgent, network });
}

function accountWith(isDisabled: boolean): Account {
  const username = canonicalAccountName("ada");
  assert.ok(username !== undefined);
  return {
    id: accountId,
    username,
    epoch: 0,
    isDisabled,
    isAdmin: false,
    createdAt: start,
    updatedAt: start,
  };
}

const facts = { session: sessionAt(start), account: accountWith(false) };
const cookieDigest = sha256(cookieValue);

test("ASVS 7.2.1, 7.3: a session is judged by its row, its cookie, its limits and its account", () => {
  const idleEnd = plus(start, idleLimit);
  const busy = { ...facts, session: { ...facts.session, lastSeenAt: plus(start, lifetime - 10) } };
  const end = plus(start, lifetime);
  const rows: readonly (readonly [Parameters<typeof decideSession>[0], SessionState])[] = [
    [{ facts, cookieDigest, now: start, idleLimit }, "live"],
    [{ facts: undefined, cookieDigest, now: start, idleLimit }, "absent"],
    [{ facts, cookieDigest: sha256("another"), now: start, idleLimit }, "forged"],
    [{ facts, now: start, idleLimit }, "live"],
    [{ facts, cookieDigest, now: instantOf(idleEnd - 1), idleLimit }, "live"],
    [{ facts, cookieDigest, now: idleEnd, idleLimit }, "idle"],
    [{ facts: busy, cookieDigest, now: instantOf(end - 1), idleLimit }, "live"],
    [{ facts: busy, cookieDigest, now: end, idleLimit }, "expired"],
    [
      { facts: { ...facts, account: accountWith(true) }, cookieDigest, now: start, idleLimit },
      "account-disabled",
    ],
    [{ facts, cookieDigest, now: plus(start, -3600), idleLimit }, "live"],
  ];
  for (const [question, state] of rows) assert.equal(decideSession(question), state);
});

test("ASVS 7.2.3: only the base64url text of 48 bytes is a session cookie: the id, and 256 bits that prove it", () => {
  assert.equal(cookieValue.length, 64);
  const read = readSessionCookie(cookieValue);
  assert.deepEqual(read && { id: [...read.id], digest: [...read.digest] }, {
    id: [...id],
    digest: [...cookieDigest],
  });
  const damaged = [
    "",
    cookieValue.slice(1),
    `${cookieValue}A`,
    `${cookieValue}=`,
    `${cookieValue}\n`,
    ` ${cookieValue.slice(1)}`,
  ];
  for (const text of [...damaged, "+".repeat(64), "é".repeat(64)])
    assert.equal(readSessionCookie(text), undefined, text);
  assert.throws(() => formatSessionCookie(id, new Uint8Array(31)), /32 bytes/);
});

test("ASVS 7.2.3: the shape of a cookie is exactly what strict base64url decoding allows", () => {
  const cookieLike = fc.stringMatching(/^[A-Za-z0-9_-]{63,65}$/);
  fc.assert(
    fc.property(cookieLike, (text) => {
      assert.equal(readSessionCookie(text) !== undefined, fromBase64Url(text)?.length === 48);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (bytes) => {
      assert.ok(readSessionCookie(toBase64Url(bytes)) !== undefined);
    }),
  );
});

test("D9: a sign-in makes the session of its own new cookie", () => {
  const session = sessionAt(start);
  assert.deepEqual(session.cookieDigest, cookieDigest);
  assert.equal(session.authenticatedAt, start);
  assert.equal(session.lastSeenAt, start);
  assert.equal(session.expiresAt, plus(start, lifetime));
});

test("A15: the browser's words are cut to 200 characters and cannot steer a terminal", () => {
  assert.equal(sessionAt(start, "x".repeat(5000)).userAgent, "x".repeat(200));
  assert.equal(sessionAt(start, " a\x1b[31mb\u009b2Jc\u202ed\n").userAgent, "a [31mb 2Jc d");
  assert.equal(sessionAt(start, `${"x".repeat(199)}😀`).userAgent, `${"x".repeat(199)}\ufffd`);
});

test("a session is written at most 24 times per idle limit and at most once a minute", () => {
  const session = sessionAt(start);
  const rows = [
    { limit: idleLimit, dueAfter: idleLimit / 24 },
    { limit: secondsOf(3600), dueAfter: 150 },
    { limit: secondsOf(600), dueAfter: 60 },
    { limit: secondsOf(60), dueAfter: 30 },
  ];
  for (const { limit, dueAfter } of rows) {
    assert.equal(touchIsDue(session, instantOf(plus(start, dueAfter) - 1), limit), false);
    assert.equal(touchIsDue(session, plus(start, dueAfter), limit), true);
  }
  assert.equal(touchIsDue(session, plus(start, -3600), idleLimit), false);
});

test("a person who comes back within half an idle limit, again and again, never counts as idle", () => {
  const limits = fc.integer({ min: 2, max: 30 * 24 * 3600 }).map(secondsOf);
  fc.assert(
    fc.property(
      limits,
      fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { maxLength: 50 }),
      (limit, pauses) => {
        let session = { ...sessionAt(start), expiresAt: plus(start, 1e10) };
        let now = start;
        for (const pause of pauses) {
          now = instantOf(now + pause * limit * 1000 - 1);
          const state = decideSession({ facts: { ...facts, session }, now, idleLimit: limit });
          assert.equal(state, "live");
          if (touchIsDue(session, now, limit)) session = { ...session, lastSeenAt: now };
        }
      },
    ),
  );
});
