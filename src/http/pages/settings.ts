import type { Step } from "../../flows/csrf-token.ts";
import type { OwnForm } from "../../flows/person/account.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import type { Account } from "../../identity/account.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import type { SafeHtml } from "../../pages/html.ts";
import type { SettingsForm, SettingsPageModel } from "../../pages/settings.ts";
import type { OwnPage } from "../../protocol/authorization/return-target.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";

/** A page of the account that is about to be shown to its person. */
interface SettingsFrame {
  readonly texts: Catalogue;
  readonly model: SettingsPageModel;
  /** A form of the page that answers it. */
  form(step: Step): SettingsForm;
  reply(status: number, html: SafeHtml): Reply;
}

/** Prepares the page for this person and browser. */
export function settingsFrame(
  web: Web,
  incoming: Incoming,
  page: OwnPage,
  { account, session }: SessionFacts,
): SettingsFrame {
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const { paths } = web;
  const formAction = ownPagePath(paths, page);
  return {
    texts: textsForPerson(web, incoming, account),
    model: { cspNonce, accountHref: paths.account, isInsecureDevelopment: web.isInsecure },
    form: (step) => ({
      formAction,
      csrfToken: csrfTokenFor(web, {
        step,
        browser: browserCookie.value,
        request: "",
        sessionId: session.id,
      }),
    }),
    reply: (status, html) => {
      const headers = browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie };
      return web.replies.page(status, html, cspNonce, { headers });
    },
  };
}

/** The language that was picked in this browser; else the one that the person keeps; else the browser's. */
export function textsForPerson(web: Web, incoming: Incoming, { claims }: Pick<Account, "claims">): Catalogue {
  const picked = incoming.cookie(web.cookies.language);
  const kept = claims?.locale;
  return picked === undefined && kept !== undefined ? web.textsFor(incoming, [kept]) : web.textsFor(incoming);
}

/** What a posted form of such a page says of itself. */
export function ownFormOf(incoming: Incoming, form: Parameters): OwnForm {
  return { step: form.only("step"), browser: incoming.browser, context: incoming };
}
