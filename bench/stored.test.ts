import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptOf } from "./scripts.ts";
import { digestOf, storedSession, storedToken } from "./stored.ts";

const tokens = { count: 5, firstAt: 1_700_000_000_000, millisecondsApart: 1000.5 };
const client = { clientId: "c", clientSecret: "s", redirectUri: "https://app.example/cb" };

test("a stored token begins with its row's id, which sorts by its time", () => {
  const stored = Array.from({ length: tokens.count }, (_, index) => storedToken(tokens, index));
  for (const [index, { id, secret }] of stored.entries()) {
    assert.match(secret, /^lkat_[A-Za-z0-9_-]{64}$/);
    assert.deepEqual(Buffer.from(secret.slice(5), "base64url").subarray(0, 16), id);
    assert.equal(id.readUIntBE(0, 6), tokens.firstAt + Math.floor(index * tokens.millisecondsApart));
  }
  const ids = stored.map(({ id }) => id.toString("hex"));
  assert.deepEqual(ids, ids.toSorted());
});

test("the same number gives the same secret in every process, another number another", () => {
  assert.equal(storedSession(7).secret, storedSession(7).secret);
  assert.notEqual(storedSession(7).secret, storedSession(8).secret);
  assert.match(storedSession(7).secret, /^[A-Za-z0-9_-]{64}$/);
  assert.equal(digestOf("x").length, 32);
});

test("look-ups and flows of stored rows send the secret of one of them", () => {
  const known = new Set(
    Array.from({ length: tokens.count }, (_, index) => storedToken(tokens, index).secret),
  );
  const userinfo = scriptOf({ kind: "stored-userinfo", tokens }, "host").first();
  assert.ok(known.has(/Bearer (\S+)/.exec(userinfo)?.[1] ?? ""));
  const introspection = scriptOf({ kind: "stored-introspection", client, tokens }, "host").first();
  assert.ok(known.has(/&token=(\S+)$/.exec(introspection)?.[1] ?? ""));
  const plan = { kind: "stored-flow", client, cookieName: "n", sessions: { count: 1 } } as const;
  assert.match(scriptOf(plan, "host").first(), new RegExp(`Cookie: n=${storedSession(0).secret}\r\n`));
});
