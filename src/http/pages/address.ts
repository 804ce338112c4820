import {
  confirmAddress,
  findAddress,
  type OpenedAddress,
  requestAddress,
} from "../../flows/person/address.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { findLiveSession } from "../../flows/session/find-session.ts";
import {
  renderAddressDonePage,
  renderAddressPage,
  renderAddressSignInPage,
  renderConfirmAddressPage,
} from "../../pages/address.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import { nameOf } from "../../pages/layout.ts";
import { type LinkFormProblem, renderMailSentPage } from "../../pages/link-form.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { findFlash, redirectWithFlash, typedText } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { deadLinkPage, formProblem, linkFormReply, linkSecretIn, mailRequestOf } from "./link-form.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { settingsModelOf, textsForPerson } from "./settings.ts";

/** GET of the page on which people change their e-mail address. */
export function getAddress(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, "account/address", (person) => addressPage(web, incoming, person));
}

/** POST of the form: the same answer for every address. */
export async function postAddress(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  return openOwnPage(web, incoming, "account/address", async (person) => {
    const email = form.only("email");
    const outcome = await requestAddress(web.ports, { ...mailRequestOf(web, incoming, form), email, person });
    const told: ToldAddress = outcome.kind === "sent" ? { sentTo: outcome.address } : { refusal: outcome };
    return redirectWithFlash(web, incoming, { told, kept: { typed: typedText(email) } });
  });
}

/** What the answer to the form leaves for the page. */
interface ToldAddress {
  readonly sentTo?: string;
  readonly refusal?: Exclude<Awaited<ReturnType<typeof requestAddress>>, { kind: "sent" }>;
  readonly typed?: string;
}

async function addressPage(web: Web, incoming: Incoming, { account, session }: SessionFacts): Promise<Reply> {
  const texts = textsForPerson(web, incoming, account);
  const { sentTo, refusal, typed: email = "" } = findFlash<ToldAddress>(web, incoming) ?? {};
  if (sentTo !== undefined) return addressSentPage(web, texts, sentTo);
  const problem = refusal && addressProblem(refusal, texts);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const step = { step: "address", browser: browserCookie.value, request: "", sessionId: session.id } as const;
  const model = {
    ...(await settingsModelOf(web, account, cspNonce)),
    formAction: web.paths.address,
    csrfToken: csrfTokenFor(web, step),
    current: account.email,
    email,
    problem,
  };
  return linkFormReply(web, browserCookie, {
    html: renderAddressPage(model, texts),
    cspNonce,
    problem,
  });
}

function addressProblem(refusal: NonNullable<ToldAddress["refusal"]>, texts: Catalogue): LinkFormProblem {
  switch (refusal.kind) {
    case "not-an-email":
      return { kind: "field", field: "email", sentence: texts.signUp.notAnEmail };
    case "same":
      return { kind: "field", field: "email", sentence: texts.address.same };
    default:
      return formProblem(refusal, "link");
  }
}

function addressSentPage(web: Web, texts: Catalogue, address: string): Reply {
  const cspNonce = createNonce(web);
  const lead = texts.address.sentLead(nameOf(address));
  const model = { cspNonce, lead, againHref: web.paths.address, isInsecureDevelopment: web.isInsecure };
  return web.replies.page(200, renderMailSentPage(model, texts), cspNonce);
}

/**
 * GET of a link to a new address. It shows a button and changes nothing, because mail scanners open links. After the button was pressed,
 * it tells what that has done.
 */
export async function getConfirmAddress(web: Web, incoming: Incoming): Promise<Reply> {
  const { address, isTaken } = findFlash<ToldConfirmed>(web, incoming) ?? {};
  if (address !== undefined) return confirmedPage(web, incoming, { address, isTaken: isTaken ?? false });
  return forOwner(web, incoming, (person, opened) => confirmPage(web, incoming, person, opened));
}

/** POST of the button on that page. */
export async function postConfirmAddress(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  return forOwner(web, incoming, async (person) => {
    const outcome = await confirmAddress(web.ports, {
      secret: linkSecretIn(query),
      person,
      query,
      step: form.only("step"),
      browser: incoming.browser,
      context: incoming,
    });
    switch (outcome.kind) {
      // The page of the link tells which of the two it is.
      case "dead":
      case "not-theirs":
        return redirectWithFlash(web, incoming, {});
      case "again":
        return redirectWithFlash(web, incoming, { told: { problem: outcome.problem } satisfies ToldConfirm });
      default: {
        const told: ToldConfirmed = { address: outcome.address, isTaken: outcome.kind === "taken" };
        return redirectWithFlash(web, incoming, { told });
      }
    }
  });
}

interface ToldConfirm {
  readonly problem: LinkFormProblem;
}

/** Left when the link is used up, because the page cannot learn this from the link any more. */
interface ToldConfirmed {
  readonly address: string;
  readonly isTaken: boolean;
}

function confirmedPage(web: Web, incoming: Incoming, { address, isTaken }: ToldConfirmed): Reply {
  const cspNonce = createNonce(web);
  const isInsecureDevelopment = web.isInsecure;
  const model = { cspNonce, address, isTaken, accountHref: web.paths.account, isInsecureDevelopment };
  const html = renderAddressDonePage(model, web.textsFor(incoming));
  return web.replies.page(isTaken ? 409 : 200, html, cspNonce);
}

/**
 * Shows the page of a link to the person whose account it is for; everybody else reads whose it is, and how to sign in. A form of anybody
 * else leads to the page that says so.
 */
async function forOwner(
  web: Web,
  incoming: Incoming,
  show: (person: SessionFacts, opened: OpenedAddress) => Reply | Promise<Reply>,
): Promise<Reply> {
  const opened = await findAddress(web.ports, linkSecretIn(incoming.query));
  const isForm = incoming.method === "POST";
  if (opened === undefined)
    return isForm ? redirectWithFlash(web, incoming, {}) : deadAddressLink(web, incoming);
  const { sessionCookie } = incoming.browser;
  const visitor = await findLiveSession(web.ports, sessionCookie, web.ports.clock.now());
  if (visitor?.account.id !== opened.account.id)
    return isForm ? redirectWithFlash(web, incoming, {}) : signInFirstPage(web, incoming, opened);
  const carried = carriedLink(incoming);
  return openOwnPage(web, incoming, "account/address/confirm", (person) => show(person, opened), { carried });
}

function carriedLink({ query }: Incoming): string {
  return `link=${linkSecretIn(query)}`;
}

function signInFirstPage(web: Web, incoming: Incoming, { account, address }: OpenedAddress): Reply {
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    account: personOf(account),
    address,
    signInHref: `${web.paths.signIn}?${queryTo("account/address/confirm", carriedLink(incoming))}`,
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(200, renderAddressSignInPage(model, web.textsFor(incoming)), cspNonce);
}

function confirmPage(
  web: Web,
  incoming: Incoming,
  { session }: SessionFacts,
  { account, address }: OpenedAddress,
): Reply {
  const { problem } = findFlash<ToldConfirm>(web, incoming) ?? {};
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const { query } = incoming;
  const model = {
    cspNonce,
    formAction: `${web.paths.confirmAddress}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "confirm-address",
      browser: browserCookie.value,
      request: query,
      sessionId: session.id,
    }),
    account: personOf(account),
    address,
    problem,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderConfirmAddressPage(model, web.textsFor(incoming));
  return linkFormReply(web, browserCookie, { html, cspNonce, problem });
}

function deadAddressLink(web: Web, incoming: Incoming): Reply {
  return deadLinkPage(web, incoming, web.paths.address);
}
