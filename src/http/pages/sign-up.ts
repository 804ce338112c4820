import { requestSignUp } from "../../flows/person/sign-up.ts";
import { nameOf } from "../../pages/layout.ts";
import { renderMailSentPage } from "../../pages/link-form.ts";
import { renderNoSignUpPage, renderSignUpPage } from "../../pages/sign-up.ts";
import { findFlash, redirectWithFlash, typedText } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { queryLengthMax } from "./form-query.ts";
import {
  findWaiting,
  formProblem,
  linkFormReply,
  mailRequestOf,
  replyToLinkForm,
  textsOf,
  waitingOf,
  withQuery,
} from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

/** GET of the page that begins a sign-up. Its query is that of the sign-in that is interrupted. */
export async function getSignUp(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.query.length > queryLengthMax)
    return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const told = findFlash<ToldSignUp>(web, incoming) ?? {};
  return web.ports.settings.signUp === "open" ? signUpPage(web, incoming, told) : noSignUpPage(web, incoming);
}

/** What the answer to the form leaves for the page. */
interface ToldSignUp {
  readonly outcome?: Exclude<Awaited<ReturnType<typeof requestSignUp>>, { kind: "closed" }>;
  readonly typed?: string;
}

/** POST of the form: the same answer for every address. */
export async function postSignUp(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const email = form.only("email");
  const outcome = await requestSignUp(web.ports, { ...mailRequestOf(web, incoming, form), email, query });
  // The page itself tells that sign-up is closed.
  if (outcome.kind === "closed") return redirectWithFlash(web, incoming, {});
  return replyToLinkForm(web, incoming, { outcome, typed: typedText(email) }, signUpPage);
}

async function signUpPage(
  web: Web,
  incoming: Incoming,
  { outcome, typed: email = "" }: ToldSignUp,
): Promise<Reply> {
  if (outcome?.kind === "sent") return sentPage(web, incoming, outcome.address);
  const { query } = incoming;
  const { application, texts } = waitingOf(web, incoming, await findWaiting(web, query));
  const wrong = { kind: "field", field: "email", sentence: texts.signUp.notAnEmail } as const;
  const problem = outcome && (outcome.kind === "not-an-email" ? wrong : formProblem(outcome, "link"));
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    application,
    formAction: withQuery(web.paths.signUp, query),
    csrfToken: csrfTokenFor(web, { step: "sign-up", browser: browserCookie.value, request: query }),
    email,
    problem,
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return linkFormReply(web, browserCookie, {
    html: renderSignUpPage(model, texts),
    cspNonce,
    problem,
  });
}

async function sentPage(web: Web, incoming: Incoming, address: string): Promise<Reply> {
  const { query } = incoming;
  const { application, texts } = waitingOf(web, incoming, await findWaiting(web, query));
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    application,
    lead: texts.signUp.sentLead(nameOf(address)),
    againHref: withQuery(web.paths.signUp, query),
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(200, renderMailSentPage(model, texts), cspNonce);
}

function noSignUpPage(web: Web, incoming: Incoming): Reply {
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    isByInvitation: web.ports.settings.signUp === "invite",
    signInHref: withQuery(web.paths.signIn, incoming.query),
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(403, renderNoSignUpPage(model, textsOf(web, incoming)), cspNonce);
}
