import { toBase64Url } from "../values/base64url.ts";
import type { SessionId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import type { Sealer } from "./key-ports.ts";

/** A page that asks the person for one thing. */
export type Step =
  | "sign-in"
  | "continue"
  | "choose-account"
  | "sign-out"
  | "consent"
  | "account"
  | "device"
  | "passkeys"
  | "app-passwords"
  | "passkey-offer"
  | "recover"
  | "new-password"
  | "lock"
  | "sign-up"
  | "new-account"
  | "address"
  | "confirm-address"
  | "browsers"
  | "change-password"
  | "profile"
  | "verify"
  | "enrol"
  | "totp"
  | "recovery-codes"
  | "export"
  | "deletion"
  | "keep-account"
  | "console";

/** The claim of a CSRF token: this form was shown to this browser, for this request, at this time. */
export interface CsrfClaim {
  readonly step: Step;
  readonly issuedAt: Instant;
  /** The browser cookie that accompanied the page. */
  readonly browser: string;
  /** The request that the form is for: the query of the authorization request, with the scope that a consent names, or empty. */
  readonly request: string;
  /** The session that the page was shown for, if there was one. */
  readonly sessionId?: SessionId;
}

/**
 * The reason why a CSRF token does not count. Every reason leads to the same form again, never to a dead end. "no-cookie": the browser
 * keeps no cookie of the service. "other": the token is forged, or belongs to another step, browser, request or session.
 */
export type CsrfRefusal = "unreadable" | "no-cookie" | "other";

const shape = /^(?<issuedAt>[1-9][0-9]{0,15})\.(?<mac>.+)$/;

/**
 * Creates the hidden field of a form: the time, and a MAC of the whole claim. Nothing is stored. The form brings everything but the
 * time again, so the token need not contain it (ADR 0021).
 */
export function createCsrfToken(sealer: Sealer, claim: CsrfClaim): string {
  return `${claim.issuedAt}.${sealer.mac("step", messageOf(claim))}`;
}

/**
 * Compares the hidden field of a posted form with the request itself, and returns when the form was shown. A token never expires, so
 * a form that was left open overnight still works.
 */
export function verifyCsrfToken(
  sealer: Sealer,
  token: string | undefined,
  expected: Omit<CsrfClaim, "issuedAt" | "browser"> & { readonly browser: string | undefined },
): Result<Instant, CsrfRefusal> {
  const parts = shape.exec(token ?? "")?.groups;
  if (parts?.issuedAt === undefined || parts.mac === undefined) return refuse("unreadable");
  const { browser } = expected;
  if (browser === undefined) return refuse("no-cookie");
  const issuedAt = instantOf(Number(parts.issuedAt));
  const message = messageOf({ ...expected, browser, issuedAt });
  return sealer.isMacOf("step", message, parts.mac) ? ok(issuedAt) : refuse("other");
}

/** Two claims never give one message: no cookie contains NUL, so only the last part can. */
function messageOf({ step, issuedAt, sessionId, browser, request }: CsrfClaim): string {
  const session = sessionId === undefined ? "" : toBase64Url(sessionId);
  return `${step}\0${issuedAt}\0${session}\0${browser}\0${request}`;
}
