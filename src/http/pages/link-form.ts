import { inTime, readRequest } from "../../flows/authorize/read-request.ts";
import type { Resumed } from "../../flows/person/opened-link.ts";
import type { MailRequest, MailRequestRefusal } from "../../flows/person/request-mail.ts";
import type { Account } from "../../identity/account.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import type { SafeHtml } from "../../pages/html.ts";
import {
  type LinkFormProblem,
  type LinkLeft,
  renderDeadLinkPage,
  type WaitingApplication,
} from "../../pages/link-form.ts";
import { type NewPasswordRefusal, newPasswordSentence } from "../../pages/new-password.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { uiLocalesIn } from "../language.ts";
import { formTargetsOf, type Reply } from "../reply.ts";
import { type BrowserCookie, createNonce, shownNameOf, type Web } from "../web.ts";
import { cancelHrefOf } from "./application.ts";
import { statusOfProblem } from "./problem-status.ts";

/** The sentences of a page before a sign-in, whose request may name languages. */
export function textsOf(web: Web, incoming: Incoming): Catalogue {
  return web.textsFor(incoming, uiLocalesIn(incoming.query));
}

/** Finds the request that a page with this query interrupts; none if the request cannot go on. */
export async function findWaiting({ ports }: Pick<Web, "ports">, query: string): Promise<Resumed> {
  const read = await readRequest(ports, { query, arrivedAt: inTime });
  return { query, ...(read.ok && { request: read.value.request }) };
}

/** What a page shows of an interrupted request. */
export function waitingOf(
  web: Web,
  incoming: Incoming,
  { query, request }: Resumed,
): { readonly application: WaitingApplication | undefined; readonly texts: Catalogue } {
  const { uiLocales = uiLocalesIn(query), client } = request ?? {};
  return {
    application: request && {
      clientName: shownNameOf(request.client),
      cancelHref: cancelHrefOf(web, request, query),
    },
    texts: web.textsFor(incoming, uiLocales, client),
  };
}

/** A path with the query of an interrupted sign-in, if there is one. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** The part of a mail request that every such form has. What is done after the answer must not touch the connection. */
export function mailRequestOf(web: Web, incoming: Incoming, form: Parameters): MailRequest {
  const network = incoming.network();
  const { lang: language, region } = textsOf(web, incoming);
  return {
    step: form.only("step"),
    browserCookie: incoming.cookie(web.cookies.browser),
    language,
    region,
    context: { requestId: incoming.requestId, network: () => network },
  };
}

/** A refusal as the page shows it, with what is left to somebody who has to wait. */
export function formProblem(
  refusal: MailRequestRefusal | { readonly kind: "busy" },
  left?: LinkLeft,
): LinkFormProblem {
  return refusal.kind === "throttled" ? { kind: "throttled", waitSeconds: refusal.wait, left } : refusal;
}

/**
 * Answers such a form with a redirect to the page, which tells the outcome once and keeps what was typed. A browser that keeps no cookies
 * gets the page at once, because it would not keep the outcome either.
 */
export function replyToLinkForm<
  Told extends { readonly outcome?: { readonly kind: string }; readonly typed?: string },
>(
  web: Web,
  incoming: Incoming,
  told: Told,
  page: (web: Web, incoming: Incoming, told: Told) => Promise<Reply>,
): Reply | Promise<Reply> {
  const { outcome, typed } = told;
  if (outcome?.kind === "no-cookie") return page(web, incoming, told);
  return redirectWithFlash(web, incoming, { told: { outcome }, kept: { typed } });
}

/** The answer with such a form: its status tells programs what the page tells people. */
export function linkFormReply(
  web: Web,
  browserCookie: BrowserCookie,
  page: {
    readonly html: SafeHtml;
    readonly cspNonce: string;
    readonly problem: LinkFormProblem | undefined;
    /** Where the form leads in the end, if that is a client. */
    readonly redirectUri?: string | undefined;
  },
): Reply {
  const { problem, redirectUri } = page;
  return web.replies.page(statusOfProblem(problem?.kind), page.html, page.cspNonce, {
    ...(redirectUri !== undefined && { formTargets: formTargetsOf(redirectUri) }),
    headers: {
      ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }),
      ...(problem?.kind === "throttled" && { "retry-after": String(problem.waitSeconds) }),
      ...(problem?.kind === "busy" && { "retry-after": "2" }),
    },
  });
}

/** The page for a link that was used, is too old, or never existed. */
export function deadLinkPage(web: Web, incoming: Incoming, askAgainHref: string | undefined): Reply {
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    askAgainHref,
    signInHref: web.paths.signIn,
    homeHref: web.paths.home,
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(410, renderDeadLinkPage(model, web.textsFor(incoming)), cspNonce);
}

/** The secret in the address of a page that a mailed link opens. */
export function linkSecretIn(query: string): string | undefined {
  const parameters = parseParameters(query);
  return parameters.ok ? parameters.value.only("link") : undefined;
}

/** A problem as a page shows it, and the reason if a new password was not taken. */
export interface ShownProblem {
  readonly problem?: LinkFormProblem | undefined;
  readonly refusal?: NewPasswordRefusal | undefined;
}

/** Why a new password was not taken, as the page shows it. */
export function passwordProblem(
  web: Web,
  incoming: Incoming,
  refusal: NewPasswordRefusal,
  lengthMin: number,
): ShownProblem {
  const sentence = newPasswordSentence(refusal, lengthMin, web.textsFor(incoming));
  return { problem: { kind: "field", field: "new_password", sentence }, refusal };
}

/** The names of a person, which a password must not be made of. */
export function namesOf({
  username,
  email,
  name,
}: Pick<Account, "username" | "email" | "name">): readonly string[] {
  return [username, email, name].filter((text) => text !== undefined);
}
