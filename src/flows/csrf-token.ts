import { toBase64Url } from "../values/base64url.ts";
import type { SessionId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import type { Sealer } from "./key-ports.ts";

/** A page that asks the person for one thing. */
export type Step = "sign-in" | "continue" | "sign-out" | "consent" | "account";

/** What a CSRF token says: this form was shown to this browser, for this request, at this time. */
export interface CsrfClaim {
  readonly step: Step;
  readonly issuedAt: Instant;
  /** The browser cookie that accompanied the page. */
  readonly browser: string;
  /** What the form was made for: the query of the authorization request, with the scope that a consent names, or empty. */
  readonly request: string;
  /** The session that the page spoke of, where it spoke of one. */
  readonly sessionId?: SessionId;
}

/**
 * Why a CSRF token does not count; every reason leads to the same form again, never to a dead end. "no-cookie": the browser
 * keeps no cookie of the service. "other": it was made by somebody else, or for another step, browser, request or session.
 */
export type CsrfRefusal = "unreadable" | "no-cookie" | "other";

const shape = /^(?<issuedAt>[1-9][0-9]{0,15})\.(?<mac>.+)$/;

/**
 * Makes the hidden field of a form: when it was shown, and a MAC of the whole claim. Nothing is stored, and all but the time
 * comes again with the form, so that it need not be in the token (ADR 0021).
 */
export function createCsrfToken(sealer: Sealer, claim: CsrfClaim): string {
  return `${claim.issuedAt}.${sealer.mac("step", messageOf(claim))}`;
}

/**
 * Compares the hidden field of a posted form with what the request itself says. It never expires: a form that was left open
 * overnight still works. Answers when the form was shown.
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

/** No two claims give one message: only what stands last can contain NUL, since no cookie does. */
function messageOf({ step, issuedAt, sessionId, browser, request }: CsrfClaim): string {
  const session = sessionId === undefined ? "" : toBase64Url(sessionId);
  return `${step}\0${issuedAt}\0${session}\0${browser}\0${request}`;
}
