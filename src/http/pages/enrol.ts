import { enrol } from "../../flows/authorize/enrol.ts";
import { inTime, readRequest } from "../../flows/authorize/read-request.ts";
import { unreachable } from "../../values/result.ts";
import { redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { signedInCookies } from "./completed-sign-in.ts";
import { getStep } from "./continue.ts";
import type { ToldEnrol } from "./enrol-page.ts";
import { findNewCodes, newCodesPage, putCodesAway, replyWithCodes } from "./new-codes-page.ts";
import { readPageForm } from "./page-form.ts";
import { keptOf } from "./step-flash.ts";
import { putSecretAway } from "./totp-set-up.ts";

/** GET of the enrolment's address: the codes that were made there, or the interrupted request from the start. */
export async function getEnrol(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const made = await findNewCodes(web, incoming);
  if (made === undefined) return getStep(web, incoming);
  const read = await readRequest(web.ports, { query, arrivedAt: inTime });
  const request = read.ok ? read.value.request : undefined;
  return newCodesPage(web, incoming, made, {
    step: "enrol",
    formAction: `${web.paths.enrol}?${query}`,
    request: query,
    texts: web.textsFor(incoming, request?.uiLocales, request?.client),
    formTargets: request && formTargetsOf(request.redirectUri),
  });
}

/** POST of the enrolment: the code of a new app, or the button that says that the recovery codes are saved. */
export async function postEnrol(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const sealed = form.only("sealed");
  const outcome = await enrol(web.ports, {
    query,
    sealed,
    otp: form.only("otp"),
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere": {
      const isSaved = form.only("saved") !== undefined;
      return replyToForm(web, incoming, query, outcome.next, isSaved ? putCodesAway(web, incoming) : []);
    }
    case "again": {
      const told: ToldEnrol = { problem: outcome.problem, sealed };
      return redirectWithFlash(web, incoming, { told, kept: keptOf(outcome.form.progress) });
    }
    case "codes":
      return replyWithCodes(web, `${web.paths.enrol}?${query}`, {
        session: outcome.form.person.session,
        codes: outcome.codes,
        cookies: [...signedInCookies(web, outcome), putSecretAway(web)],
      });
    case "set-up":
      return replyToForm(web, incoming, query, outcome.next, [
        ...signedInCookies(web, outcome),
        putSecretAway(web),
      ]);
    default:
      return unreachable(outcome);
  }
}
