import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../../src/flows/operator/account.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { beginSession } from "../../../src/flows/session/begin-session.ts";
import { requestIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { Secret } from "../../../src/values/secret.ts";
import { secondsOf } from "../../../src/values/time.ts";
import { openRegistry } from "../operator/store.ts";

test("a person who signs in with a hundred browsers and one more keeps a hundred sessions", async () => {
  await using registry = await openRegistry();
  const password = new Secret("violet anchor puzzles 83");
  const created = await createAccount(
    registry,
    { username: "ada", password, isAdmin: false },
    { by: everyRight },
  );
  assert.ok(created.ok);
  const issuer = parseIssuer("https://id.example");
  assert.ok(issuer.ok);
  const settings = {
    issuer: issuer.value,
    brandName: "Harbour Library",
    codeLifetime: secondsOf(60),
    accessTokenLifetime: secondsOf(3_600),
    sessionLifetime: secondsOf(3_600),
    sessionIdle: secondsOf(600),
    registration: { mode: "closed" },
    clientDocuments: { mode: "closed" },
    claimsHookFails: "closed",
    signUp: "closed",
    sendsMail: false,
    deletionGraceDays: 14,
    registrationsPerHour: 10,
    require: "one",
    consoleRequire: "two",
  } as const;
  const ports = { ...registry, settings };
  const browser = {
    sessionCookie: undefined,
    browserCookie: undefined,
    deviceCookie: undefined,
    trustCookie: undefined,
    requestId: requestIdOf("r1"),
    userAgent: "test",
    network: "203.0.113.0/24",
    language: "en",
  } as const;
  const begin = () =>
    beginSession(
      ports,
      { account: created.value, methods: ["pwd"], refunds: [] },
      { browser, own: undefined, surplus: undefined },
    );
  for (let count = 0; count < 101; count += 1) assert.ok((await begin()).ok);
  assert.equal((await registry.sessions.list(created.value.id)).length, 100);
});
