import { requestRecovery } from "../../flows/person/recover.ts";
import { renderMailSentPage } from "../../pages/link-form.ts";
import { renderRecoverPage } from "../../pages/recover.ts";
import { findFlash, typedText } from "../flash.ts";
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
  waitingOf,
  withQuery,
} from "./link-form.ts";
import { readPageForm } from "./page-form.ts";
import type { SignInFlash } from "./sign-in-page.ts";

/** GET of the page for a forgotten password. Its query is that of the sign-in that is interrupted. */
export async function getRecover(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.query.length > queryLengthMax)
    return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const told = findFlash<ToldRecover>(web, incoming);
  const { query } = incoming;
  // The person may have typed the name into the sign-in form before.
  const atSignIn = findFlash<SignInFlash>(web, incoming, { path: web.paths.signIn, query });
  return recoverPage(web, incoming, told ?? { typed: atSignIn?.username ?? "" });
}

/** What the answer to the form leaves for the page. */
interface ToldRecover {
  readonly outcome?: Awaited<ReturnType<typeof requestRecovery>>;
  readonly typed?: string;
}

/** POST of the form: the same answer for every name. */
export async function postRecover(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const name = form.only("username") ?? form.only("email");
  const outcome = await requestRecovery(web.ports, { ...mailRequestOf(web, incoming, form), name, query });
  return replyToLinkForm(web, incoming, { outcome, typed: typedText(name) }, recoverPage);
}

async function recoverPage(
  web: Web,
  incoming: Incoming,
  { outcome, typed = "" }: ToldRecover,
): Promise<Reply> {
  if (outcome?.kind === "sent") return sentPage(web, incoming, typed);
  const { query } = incoming;
  const { application, texts } = waitingOf(web, incoming, await findWaiting(web, query));
  const missing = { kind: "field", field: "username", sentence: texts.recover.missing } as const;
  const left = web.ports.settings.passkeys === undefined ? "link" : "link-and-passkey";
  const problem = outcome && (outcome.kind === "missing" ? missing : formProblem(outcome, left));
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    application,
    formAction: withQuery(web.paths.recover, query),
    csrfToken: csrfTokenFor(web, { step: "recover", browser: browserCookie.value, request: query }),
    username: typed,
    problem,
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return linkFormReply(web, browserCookie, {
    html: renderRecoverPage(model, texts),
    cspNonce,
    problem,
  });
}

async function sentPage(web: Web, incoming: Incoming, typed: string): Promise<Reply> {
  const { query } = incoming;
  const { application, texts } = waitingOf(web, incoming, await findWaiting(web, query));
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    application,
    lead: texts.recover.sentLead,
    typed,
    note: texts.recover.noAddress,
    againHref: withQuery(web.paths.recover, query),
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(200, renderMailSentPage(model, texts), cspNonce);
}
