import { findLock, lockAccount, type OpenedLock } from "../../flows/person/lock.ts";
import type { FormRefusal } from "../../flows/person/request-mail.ts";
import { renderLockedPage, renderLockPage } from "../../pages/lock.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { deadLinkPage, formProblem, linkFormReply, linkSecretIn } from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

/** What the answer to the form leaves for the page. `lockedFor` is the address that the unlocking mail went to. */
interface Told {
  readonly problem: FormRefusal;
  readonly lockedFor: string;
}

/** GET of the link "this was not me". It asks and changes nothing, because mail scanners open links. */
export async function getLock(web: Web, incoming: Incoming): Promise<Reply> {
  const { problem, lockedFor } = findFlash<Told>(web, incoming) ?? {};
  if (lockedFor !== undefined) return lockedPage(web, incoming, lockedFor);
  const opened = await findLock(web.ports, linkSecretIn(incoming.query));
  return opened === undefined
    ? deadLinkPage(web, incoming, web.paths.recover)
    : lockPage(web, incoming, opened, problem);
}

/** POST of its button. */
export async function postLock(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const outcome = await lockAccount(web.ports, {
    secret: linkSecretIn(query),
    query,
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "dead":
      // The page of the link tells that the link is dead.
      return redirectWithFlash(web, incoming, {});
    case "again": {
      const { opened, problem } = outcome;
      return problem.kind === "no-cookie"
        ? lockPage(web, incoming, opened, problem)
        : redirectWithFlash(web, incoming, { told: { problem } satisfies Partial<Told> });
    }
    case "locked":
      return redirectWithFlash(web, incoming, {
        kept: { lockedFor: outcome.address } satisfies Partial<Told>,
      });
    default:
      return unreachable(outcome);
  }
}

function lockedPage(web: Web, incoming: Incoming, address: string): Reply {
  const cspNonce = createNonce(web);
  const model = { cspNonce, address, recoverHref: web.paths.recover, isInsecureDevelopment: web.isInsecure };
  return web.replies.page(200, renderLockedPage(model, web.textsFor(incoming)), cspNonce);
}

function lockPage(web: Web, incoming: Incoming, { account }: OpenedLock, told?: FormRefusal): Reply {
  const problem = told && formProblem(told);
  const { query } = incoming;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    formAction: `${web.paths.lock}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "lock", browser: browserCookie.value, request: query }),
    account: personOf(account),
    problem,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderLockPage(model, web.textsFor(incoming));
  return linkFormReply(web, browserCookie, { html, cspNonce, problem });
}
