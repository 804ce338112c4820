import { sha256 } from "../values/digest.ts";
import { type SessionId, sessionIdOf } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import type { Sealer } from "./key-ports.ts";

/** A page that asks the person for one thing. */
export type Step = "sign-in" | "continue" | "sign-out" | "consent" | "account";

const stepCodes: Readonly<Record<Step, number>> = {
  "sign-in": 1,
  continue: 2,
  "sign-out": 3,
  consent: 4,
  account: 5,
};

/** What a step token says: this form was shown to this browser, for this request, at this time. */
export interface StepClaim {
  readonly step: Step;
  readonly issuedAt: Instant;
  /** The browser cookie that accompanied the page. */
  readonly browser: string;
  /** What the form was made for: the query of the authorization request, with the scope that a consent names, or empty. */
  readonly request: string;
  /** The session that the page spoke of, where it spoke of one. */
  readonly sessionId?: SessionId;
}

/** Why a step token does not count; every reason leads to the same form again, never to a dead end. */
export type StepRefusal = "unreadable" | "other-step" | "other-browser" | "other-request" | "other-session";

// Layout: step (1), issued at (6), browser (16), request (16), session or zeros (16).
const length = 55;

/** Seals a claim into the hidden field of a form. Nothing is stored. */
export function sealStep(sealer: Sealer, claim: StepClaim): string {
  const bytes = Buffer.alloc(length);
  bytes[0] = stepCodes[claim.step];
  bytes.writeUIntBE(claim.issuedAt, 1, 6);
  bytes.set(sha256(claim.browser).subarray(0, 16), 7);
  bytes.set(sha256(claim.request).subarray(0, 16), 23);
  if (claim.sessionId !== undefined) bytes.set(claim.sessionId, 39);
  return sealer.seal("step", bytes);
}

/**
 * Opens the hidden field of a posted form and compares it with what the request itself says. It never expires: a form that
 * was left open overnight still works. Answers when the form was shown.
 */
export function openStep(
  sealer: Sealer,
  sealed: string | undefined,
  expected: Omit<StepClaim, "issuedAt" | "browser"> & { readonly browser: string | undefined },
): Result<Instant, StepRefusal> {
  const opened = sealed === undefined ? undefined : sealer.open("step", sealed);
  if (opened === undefined || opened.length !== length) return refuse("unreadable");
  const bytes = Buffer.from(opened.buffer, opened.byteOffset, length);
  if (bytes[0] !== stepCodes[expected.step]) return refuse("other-step");
  if (expected.browser === undefined || !startsWith(bytes, 7, sha256(expected.browser)))
    return refuse("other-browser");
  if (!startsWith(bytes, 23, sha256(expected.request))) return refuse("other-request");
  if (!startsWith(bytes, 39, expected.sessionId ?? sessionIdOf(new Uint8Array(16))))
    return refuse("other-session");
  return ok(instantOf(bytes.readUIntBE(1, 6)));
}

// The token is authenticated, so what is compared here is no secret and needs no constant time.
function startsWith(bytes: Buffer, offset: number, expected: Uint8Array): boolean {
  return bytes.compare(expected, 0, 16, offset, offset + 16) === 0;
}
