import type { NextStep, Progress } from "../../flows/authorize/dispatch.ts";
import type { Visit } from "../../flows/authorize/visit.ts";
import { readSessionCookie } from "../../identity/session.ts";
import type { Evidence } from "../../protocol/authorization/next-step-facts.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Paths } from "../paths.ts";
import type { Web } from "../web.ts";

/** What the form before it leaves for the page of a step. The evidence needs no session, because the flash counts only for that one. */
interface KeptStep extends Omit<Progress, "evidence"> {
  readonly step?: Evidence["step"] | undefined;
}

/** Told to the page of a step that is shown again: its form was old or for another browser, or there is more to ask. */
export interface ToldStep {
  readonly isAgain: true;
}

/** What the flash keeps for the page of a step. */
export function keptOf({ evidence, ...progress }: Progress): KeptStep {
  return { ...progress, step: evidence?.step };
}

/** Finds what was kept for this page of a step; undefined if nothing was. */
export function findProgress(web: Web, incoming: Incoming): Omit<Visit, "target" | "browser"> | undefined {
  const kept = findFlash<KeptStep>(web, incoming);
  if (kept === undefined) return undefined;
  const { step, isFromForm = false, offersPasskey, reviewsWaysIn } = kept;
  const { sessionCookie } = incoming.browser;
  const sessionId = sessionCookie === undefined ? undefined : readSessionCookie(sessionCookie)?.id;
  const evidence = step && sessionId && { step, sessionId };
  return { isFromForm, offersPasskey, reviewsWaysIn, ...(evidence && { evidence }) };
}

/** True for the page of a step that is shown again. */
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
    case "choose-account":
      return paths.chooseAccount;
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
