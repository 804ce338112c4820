import { type EnrolOutcome, enrol } from "../../flows/authorize/enrol.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply } from "../reply.ts";
import { csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";
import { replyToSignIn, signedInCookies } from "./completed-sign-in.ts";
import { enrolPage } from "./enrol-page.ts";
import { newCodesPage } from "./new-codes-page.ts";
import { readPageForm } from "./page-form.ts";

/** POST of the enrolment: the code of a new app, or "I have kept the recovery codes". */
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
    case "elsewhere":
      return replyToStep(web, incoming, query, outcome.next);
    case "again":
      return enrolPage(web, incoming, query, { form: outcome.form, problem: outcome.problem, sealed });
    case "codes":
      return codesPage(web, incoming, query, outcome);
    case "set-up":
      return replyToSignIn(web, incoming, query, outcome);
    default:
      return unreachable(outcome);
  }
}

/** The codes, in a form that leads on to the interrupted request. */
function codesPage(
  web: Web,
  incoming: Incoming,
  query: string,
  outcome: Extract<EnrolOutcome, { kind: "codes" }>,
): Reply {
  const { codes } = outcome;
  const { person, request } = outcome.form;
  const { account, sessionId } = person;
  const browser = ensureBrowserCookie(web, incoming).value;
  const csrfToken = csrfTokenFor(web, { step: "enrol", browser, request: query, sessionId });
  return newCodesPage(web, {
    codes,
    account,
    next: { kind: "form", formAction: `${web.paths.enrol}?${query}`, csrfToken },
    texts: web.textsFor(incoming, request?.uiLocales, request?.client),
    formTargets: request && formTargetsOf(request.redirectUri),
    headers: { "set-cookie": signedInCookies(web, outcome) },
  });
}
