import { areLatestCodes, type ShownCodes } from "../../flows/person/recovery-codes.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { findLiveSession } from "../../flows/session/find-session.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import { renderNewCodesPage } from "../../pages/recovery-codes.ts";
import { toHex } from "../../values/hex.ts";
import { findFlash, keepFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";

/** New recovery codes, and the person of the session, whose they are. */
interface NewCodes extends Pick<SessionFacts, "account" | "session"> {
  readonly codes: ShownCodes;
}

/** Sends the browser to a page that shows the codes, for a few minutes after each reload too. */
export function replyWithCodes(web: Web, path: string, { session, codes, cookies = [] }: Made): Reply {
  const flash = keepFlash(web, "codes", { session: toHex(session.id), codes });
  return web.replies.redirect(303, path, { "set-cookie": [...cookies, flash] });
}

interface Made extends Pick<SessionFacts, "session"> {
  readonly codes: ShownCodes;
  readonly cookies?: readonly string[];
}

/**
 * The codes that were made a few minutes ago in the session of this browser, if they are still the person's latest. A session that
 * began later may have proved less, so it does not see them.
 */
export async function findNewCodes(web: Web, incoming: Incoming): Promise<NewCodes | undefined> {
  const flash = findFlash(web, incoming, "codes");
  if (flash === undefined) return undefined;
  const { ports } = web;
  const person = await findLiveSession(ports, incoming.browser.sessionCookie, ports.clock.now());
  if (person === undefined || toHex(person.session.id) !== flash.session) return undefined;
  const { codes } = flash;
  return (await areLatestCodes(ports, person.account.id, codes)) ? { ...person, codes } : undefined;
}

/** The page that shows new codes. Its form posts to `formAction`. */
export function newCodesPage(
  web: Web,
  incoming: Incoming,
  { account, session, codes }: NewCodes,
  form: {
    readonly step: "recovery-codes" | "enrol";
    readonly formAction: string;
    readonly request?: string;
    readonly texts: Catalogue;
    /** The sources that the form may lead to, beside the service (`form-action`). */
    readonly formTargets?: string | undefined;
  },
): Reply {
  const { step, formAction, request = "", texts, formTargets } = form;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    codes,
    service: new URL(web.ports.settings.issuer).host,
    username: account.username,
    formAction,
    csrfToken: csrfTokenFor(web, { step, browser: browserCookie.value, request, sessionId: session.id }),
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(200, renderNewCodesPage(model, texts), cspNonce, {
    ...(formTargets && { formTargets }),
    headers: browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie },
  });
}
