import { parseCredentialId, type UserHandle } from "../../identity/passkey.ts";
import {
  freshProofSeconds,
  type OwnPage,
  readReturnTarget,
} from "../../protocol/authorization/return-target.ts";
import { plus } from "../../values/time.ts";
import { dispatch, dispatchUnproved, type NextStep } from "../authorize/dispatch.ts";
import { offerRequest } from "../authorize/offer-passkey.ts";
import type { Person } from "../authorize/visit.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { readShownForm } from "../session/shown-form.ts";
import { unlinkUpstream } from "../upstream/link.ts";
import { removePasskey } from "./passkeys.ts";

/** Something that leads into an account, as the form names it: a passkey by its id, a provider by its name. */
export interface WayIn {
  readonly kind: "passkey" | "upstream";
  readonly value: string;
}

/** A button that was pressed on the page that shows what else leads into a recovered account. */
interface RemovalAttempt {
  /** The query of the interrupted request, or the one that names a page of the service. */
  readonly query: string;
  readonly step: string | undefined;
  readonly userHandle: UserHandle | undefined;
  /** What the person does not recognise. */
  readonly wayIn: WayIn;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** What became of it. */
export interface WayInRemoval {
  readonly outcome: "removed" | "unlinked" | "last" | "last-way" | "gone" | "stale";
  /** What it was called; empty if nothing was removed. */
  readonly name: string;
}

type ReviewStep = Extract<NextStep, { kind: "review-ways-in" }>;

type RemovalOutcome =
  /** The page is shown again, and tells what became of it. */
  | { readonly kind: "told"; readonly next: ReviewStep; readonly removal: WayInRemoval }
  /** The person signed in too long ago for this: the page of their own passkeys or providers asks for a fresh proof. */
  | { readonly kind: "too-old"; readonly page: OwnPage }
  /** Nothing was tried: a second factor is missing, or the form was for another session, browser or request. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

/**
 * Removes a passkey or a link to a provider that the person does not recognise, on the way of a sign-in by a mailed link. It takes the
 * proof that the pages of the account take: two factors if the account has two (ADR 0044), of the last five minutes.
 */
export async function removeWayIn(ports: Ports, attempt: RemovalAttempt): Promise<RemovalOutcome> {
  const { query, step, userHandle = "", browser, context, wayIn } = attempt;
  const visit = { target: readReturnTarget(query), browser } as const;
  const request = offerRequest(query, userHandle);
  const shown = readShownForm(ports, step, { step: "passkey-offer", browser, request });
  if (shown === undefined) return { kind: "elsewhere", next: await dispatchUnproved(ports, visit, context) };
  const evidence = { step: "offer", sessionId: shown.sessionId } as const;
  const removing = { ...visit, evidence, isFromForm: true, reviewsWaysIn: "removing" } as const;
  const next = await dispatch(ports, removing, context);
  if (next.kind !== "review-ways-in") return { kind: "elsewhere", next };
  const { person } = next;
  if (ports.clock.now() >= plus(person.authenticatedAt, freshProofSeconds))
    return { kind: "too-old", page: wayIn.kind === "passkey" ? "account/passkeys" : "account/upstreams" };
  const removal =
    wayIn.kind === "passkey"
      ? await withoutPasskey(ports, person, attempt)
      : await withoutUpstream(ports, person, attempt);
  return { kind: "told", next, removal };
}

async function withoutPasskey(ports: Ports, person: Person, attempt: RemovalAttempt): Promise<WayInRemoval> {
  const id = parseCredentialId(attempt.wayIn.value);
  if (id === undefined) return { outcome: "gone", name: "" };
  const removed = await removePasskey(ports, person, id, attempt);
  return removed.ok
    ? { outcome: "removed", name: removed.value.name }
    : { outcome: removed.reason, name: "" };
}

async function withoutUpstream(ports: Ports, person: Person, attempt: RemovalAttempt): Promise<WayInRemoval> {
  const { wayIn, browser, context } = attempt;
  const { notice, displayName } = await unlinkUpstream(ports, {
    upstream: wayIn.value,
    person,
    browser,
    context,
  });
  // "gone": the operator has removed the provider meanwhile, so that the page no longer lists it.
  return { outcome: notice === "gone" ? "stale" : notice, name: displayName };
}
