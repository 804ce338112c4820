import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Sealer } from "../../src/flows/key-ports.ts";
import { openStep, type StepClaim, sealStep } from "../../src/flows/step-token.ts";
import { sessionIdOf } from "../../src/values/ids.ts";
import { instantOf } from "../../src/values/time.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

const claim: StepClaim = {
  step: "continue",
  issuedAt: instantOf(Date.parse("2026-01-01T12:00:00Z")),
  browser: "browser-cookie-of-the-tab",
  request: "client_id=a&redirect_uri=b&state=1",
  sessionId: sessionIdOf(new Uint8Array(16).fill(7)),
};

describe("step token", () => {
  let installation: InProcessService;
  let sealer: Sealer;
  let sealed: string;

  before(async () => {
    installation = await startInProcess();
    sealer = installation.ports.sealer;
    sealed = sealStep(sealer, claim);
  });
  after(() => installation[Symbol.asyncDispose]());

  test("opens for the same step, browser, request and session, and says when the form was shown", () => {
    assert.deepEqual(openStep(sealer, sealed, claim), { ok: true, value: claim.issuedAt });
  });

  const otherSession = sessionIdOf(new Uint8Array(16).fill(8));
  const { sessionId: _, ...withoutSession } = claim;
  const changes: readonly [string, Parameters<typeof openStep>[2], string][] = [
    ["another step", { ...claim, step: "sign-in" }, "other-step"],
    ["another browser", { ...claim, browser: "somebody-else" }, "other-browser"],
    ["a browser without the cookie", { ...claim, browser: undefined }, "other-browser"],
    ["another request", { ...claim, request: `${claim.request}0` }, "other-request"],
    ["another session", { ...claim, sessionId: otherSession }, "other-session"],
    ["no session", withoutSession, "other-session"],
  ];
  for (const [what, expected, reason] of changes)
    test(`is refused for ${what}`, () => {
      assert.deepEqual(openStep(sealer, sealed, expected), { ok: false, reason });
    });

  test("is refused when absent, cut, lengthened, altered in any byte, or sealed for another purpose", () => {
    const forged = [
      undefined,
      "",
      sealed.slice(0, -1),
      `${sealed}A`,
      sealer.seal("device", new Uint8Array(55)),
    ];
    for (let index = 0; index < sealed.length; index += 1)
      forged.push(`${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`);
    for (const text of forged)
      assert.deepEqual(openStep(sealer, text, claim), { ok: false, reason: "unreadable" });
  });
});
