import type { Person } from "../../flows/authorize/visit.ts";
import { evidenceOfOwnForm } from "../../flows/person/own-form.ts";
import { makeRecoveryCodes } from "../../flows/person/recovery-codes.ts";
import { renderRecoveryCodesPage } from "../../pages/recovery-codes.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { findNewCodes, newCodesPage, putCodesAway, replyWithCodes } from "./new-codes-page.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { settingsModelOf, textsForPerson } from "./settings.ts";

/**
 * GET of the page of recovery codes. After a new set was made it shows the codes, until the person has saved them. Once the proof with
 * which they were made is no longer fresh, it asks for another one first.
 */
export async function getRecoveryCodes(web: Web, incoming: Incoming): Promise<Reply> {
  const made = await findNewCodes(web, incoming);
  if (made === undefined)
    return openOwnPage(web, incoming, "account/recovery-codes", (person) => codesPage(web, incoming, person));
  const formAction = ownPagePath(web.paths, "account/recovery-codes");
  const texts = textsForPerson(web, incoming, made.account);
  const shown = () => newCodesPage(web, incoming, made, { step: "recovery-codes", formAction, texts });
  return made.isFresh ? shown() : openOwnPage(web, incoming, "account/recovery-codes", shown);
}

/** POST of that page: makes a new set, or puts the codes away that the person has saved. */
export async function postRecoveryCodes(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const path = ownPagePath(web.paths, "account/recovery-codes");
  if (form.only("saved") !== undefined)
    return redirectWithFlash(web, incoming, { cookies: putCodesAway(web, incoming) });
  const browser = incoming.browser;
  const evidence = evidenceOfOwnForm(web.ports, "recovery-codes", form.only("step"), browser);
  return openOwnPage(web, incoming, "account/recovery-codes", async (person) => {
    const { account } = person;
    const mayMake = evidence !== undefined && canUseCodes(person);
    const codes = mayMake ? await makeRecoveryCodes(web.ports, account, browser, incoming) : undefined;
    if (codes === undefined)
      return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies Told });
    return replyWithCodes(web, path, { session: person.session, codes });
  });
}

/** Codes replace something that the person can lose. */
function canUseCodes({ account }: Person): boolean {
  return account.hasTotp === true || account.hasPasskey === true;
}

interface Told {
  readonly isStale: true;
}

async function codesPage(web: Web, incoming: Incoming, person: Person): Promise<Reply> {
  const { isStale = false } = findFlash<Told>(web, incoming) ?? {};
  const { account, sessionId } = person;
  const { paths } = web;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const set = await web.ports.recoveryCodes.find(account.id);
  const html = renderRecoveryCodesPage(
    {
      ...(await settingsModelOf(web, account, cspNonce)),
      formAction: ownPagePath(paths, "account/recovery-codes"),
      csrfToken: csrfTokenFor(web, {
        step: "recovery-codes",
        browser: browserCookie.value,
        request: "",
        sessionId,
      }),
      left: set?.digests.length ?? 0,
      mayMake: canUseCodes(person),
      isStale,
    },
    textsForPerson(web, incoming, account),
  );
  const headers = browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie };
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, { headers });
}
