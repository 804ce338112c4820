import type { NextStep, Progress, Visit } from "../../flows/authorize/dispatch.ts";
import { readSessionCookie } from "../../identity/session.ts";
import type { Evidence } from "../../protocol/authorization/next-step.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Paths } from "../paths.ts";
import type { Web } from "../web.ts";

/** What the page of a step keeps of the form before it. The flash counts only for the session of the evidence. */
interface KeptStep extends Omit<Progress, "evidence"> {
  readonly step?: Evidence["step"] | undefined;
}

/** What the page of a step says if its own form comes before it: it was old or for another browser, or there is more to ask. */
export interface ToldStep {
  readonly isAgain: true;
}

/** What is left for the page of a step. */
export function keptOf({ evidence, ...progress }: Progress): KeptStep {
  return { ...progress, step: evidence?.step };
}

/** The same when the page is asked for; undefined if nothing was left. */
export function findProgress(web: Web, incoming: Incoming): Omit<Visit, "target" | "browser"> | undefined {
  const kept = findFlash<KeptStep>(web, incoming);
  if (kept === undefined) return undefined;
  const { step, isFromForm = false, offersPasskey, reviewsWaysIn } = kept;
  const { sessionCookie } = incoming.browser;
  const sessionId = sessionCookie === undefined ? undefined : readSessionCookie(sessionCookie)?.id;
  const evidence = step && sessionId && { step, sessionId };
  return { isFromForm, offersPasskey, reviewsWaysIn, ...(evidence && { evidence }) };
}

/** True for the page of a step that is shown once more. */
export function isShownAgain(web: Web, incoming: Incoming): boolean {
  return findFlash<ToldStep>(web, incoming)?.isAgain ?? false;
}

/** The address at which `getStep` shows the page of a step: that of its form, if it has one of its own. */
export function pathOfStep(
  paths: Paths,
  kind: Exclude<NextStep["kind"], "refused" | "issued" | "open">,
): string {
  switch (kind) {
    case "step-up":
      return paths.verify;
    case "enrol":
      return paths.enrol;
    case "consent":
      return paths.consent;
    case "keep-account":
      return paths.keepAccount;
    case "offer-passkey":
    case "review-ways-in":
      return paths.addPasskey;
    case "continue":
    case "not-admitted":
    case "link-needed":
    case "sign-in":
    case "sign-in-for-page":
    case "sign-in-for-document":
      return paths.continue;
    default:
      return unreachable(kind);
  }
}
