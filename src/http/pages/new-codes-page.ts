import { areLatestCodes, type ShownCodes } from "../../flows/person/recovery-codes.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { findLiveSession } from "../../flows/session/find-session.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import { renderNewCodesPage } from "../../pages/recovery-codes.ts";
import { freshProofSeconds } from "../../protocol/authorization/return-target.ts";
import { toHex } from "../../values/hex.ts";
import { type Instant, plus } from "../../values/time.ts";
import { copyingSeconds, openSealed, writeSealed } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";

/** New recovery codes, with the account that they are for and the session in which they were made. */
interface NewCodes extends Pick<SessionFacts, "account" | "session"> {
  readonly codes: ShownCodes;
  /** True while the proof with which they were made can be fresh. */
  readonly isFresh: boolean;
}

/** Sends the browser to the page that shows the codes. For half an hour a reload of that page shows them again. */
export function replyWithCodes(web: Web, path: string, { session, codes, cookies = [] }: Made): Reply {
  const [page = ""] = path.split("?");
  const kept: KeptCodes = { session: toHex(session.id), page, madeAt: web.ports.clock.now(), codes };
  const cookie = writeSealed(web, web.cookies.codes, kept, copyingSeconds);
  return web.replies.redirect(303, path, { "set-cookie": [...cookies, cookie] });
}

/** New codes as the browser keeps them, sealed: a reload shows them again, and the service stores no code in clear. */
interface KeptCodes {
  /** The session in which they were made, in hex. */
  readonly session: string;
  /** The path of the page that shows them. */
  readonly page: string;
  readonly madeAt: Instant;
  readonly codes: ShownCodes;
}

interface Made extends Pick<SessionFacts, "session"> {
  readonly codes: ShownCodes;
  readonly cookies?: readonly string[];
}

/**
 * The codes for this page that this browser's session made within the last half hour, if the person has made no others since. A later
 * session of the same person may have proved less, so the codes are not shown in it.
 */
export async function findNewCodes(web: Web, incoming: Incoming): Promise<NewCodes | undefined> {
  // Only `replyWithCodes` can have sealed it.
  const kept = openSealed(web, incoming, web.cookies.codes) as KeptCodes | undefined;
  if (kept?.page !== incoming.path) return undefined;
  const { ports } = web;
  const now = ports.clock.now();
  const person = await findLiveSession(ports, incoming.browser.sessionCookie, now);
  if (person === undefined || toHex(person.session.id) !== kept.session) return undefined;
  const { codes, madeAt } = kept;
  if (!(await areLatestCodes(ports, person.account.id, codes))) return undefined;
  return { ...person, codes, isFresh: now < plus(madeAt, freshProofSeconds) };
}

/** The cookie that removes the codes from the browser; none if it has no codes. */
export function putCodesAway({ cookies }: Pick<Web, "cookies">, incoming: Incoming): string[] {
  return incoming.cookie(cookies.codes) === undefined ? [] : [cookies.write(cookies.codes, "", 0)];
}

/** The page that shows new codes. Its form posts to `formAction`. */
export function newCodesPage(
  web: Web,
  incoming: Incoming,
  { account, session, codes }: Omit<NewCodes, "isFresh">,
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
