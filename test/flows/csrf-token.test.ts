import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type CsrfClaim, createCsrfToken, verifyCsrfToken } from "../../src/flows/csrf-token.ts";
import type { Sealer } from "../../src/flows/key-ports.ts";
import { sessionIdOf } from "../../src/values/ids.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

const claim: CsrfClaim = {
  step: "continue",
  issuedAt: instantOf(Date.parse("2026-01-01T12:00:00Z")),
  browser: "browser-cookie-of-the-tab",
  request: "client_id=a&redirect_uri=b&state=1",
  sessionId: sessionIdOf(new Uint8Array(16).fill(7)),
};

describe("CSRF token", () => {
  let installation: InProcessService;
  let sealer: Sealer;
  let token: string;

  before(async () => {
    installation = await startInProcess();
    sealer = installation.ports.sealer;
    token = createCsrfToken(sealer, claim);
  });
  after(() => installation[Symbol.asyncDispose]());

  test("counts for the same step, browser, request and session, and says when the form was shown", () => {
    assert.deepEqual(verifyCsrfToken(sealer, token, claim), { ok: true, value: claim.issuedAt });
  });

  const otherSession = sessionIdOf(new Uint8Array(16).fill(8));
  const { sessionId: _, ...withoutSession } = claim;
  const changes: readonly [string, Parameters<typeof verifyCsrfToken>[2], string][] = [
    ["another step", { ...claim, step: "sign-in" }, "other"],
    ["another browser", { ...claim, browser: "somebody-else" }, "other"],
    ["a browser without the cookie", { ...claim, browser: undefined }, "no-cookie"],
    ["another request", { ...claim, request: `${claim.request}0` }, "other"],
    ["another session", { ...claim, sessionId: otherSession }, "other"],
    ["no session", withoutSession, "other"],
  ];
  for (const [what, expected, reason] of changes)
    test(`is refused for ${what}`, () => {
      assert.deepEqual(verifyCsrfToken(sealer, token, expected), { ok: false, reason });
    });

  test("is refused as unreadable when it is absent or has no such shape", () => {
    for (const text of [
      undefined,
      "",
      ".",
      "1.",
      ".x",
      ` ${token}`,
      `0${token}`,
      token.replace(".", ":").replace(".", ":"),
    ])
      assert.deepEqual(verifyCsrfToken(sealer, text, claim), { ok: false, reason: "unreadable" });
  });

  test("is refused as another's when cut, lengthened, or altered in any character of its MAC", () => {
    const forged = [token.slice(0, -1), `${token}A`, `${token}=`];
    for (let index = token.indexOf(".") + 1; index < token.length; index += 1)
      forged.push(`${token.slice(0, index)}${token[index] === "1" ? "2" : "1"}${token.slice(index + 1)}`);
    for (const text of forged)
      assert.deepEqual(verifyCsrfToken(sealer, text, claim), { ok: false, reason: "other" });
  });

  test("counts for no other time than its own, however its parts are put together", () => {
    const later = createCsrfToken(sealer, { ...claim, issuedAt: plus(claim.issuedAt, 1) });
    const [earlierTime] = token.split(".", 1);
    const laterProof = later.slice(later.indexOf("."));
    assert.equal(verifyCsrfToken(sealer, `${earlierTime}${laterProof}`, claim).ok, false);
  });

  test("no two claims have one token: what one field ends with, the next does not begin with", () => {
    const { sessionId: _, ...anyone } = claim;
    const shifted = { ...anyone, browser: "browser", request: "-cookie&client_id=a" };
    const other = { ...anyone, browser: "browser-cookie", request: "&client_id=a" };
    assert.equal(verifyCsrfToken(sealer, createCsrfToken(sealer, shifted), other).ok, false);
  });

  test("is the time, the id of a key and a MAC: 66 characters for every claim", () => {
    assert.match(token, /^\d{13}\.[0-9a-f]{8}\.[\w-]{43}$/);
    const { sessionId: _, ...withoutSession } = claim;
    const other = createCsrfToken(sealer, { ...withoutSession, request: "x".repeat(5_000) });
    assert.equal(other.length, token.length);
  });
});
