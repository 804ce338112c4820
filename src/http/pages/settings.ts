import type { Step } from "../../flows/csrf-token.ts";
import type { OwnForm } from "../../flows/person/account.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import type { Account } from "../../identity/account.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import type { SafeHtml } from "../../pages/html.ts";
import type { AccountHrefs, SettingsForm, SettingsPageModel } from "../../pages/settings.ts";
import type { OwnPage } from "../../protocol/authorization/return-target.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";

/** A page of the account that is about to be shown to its person. */
interface SettingsFrame {
  readonly texts: Catalogue;
  readonly model: SettingsPageModel;
  /** A form of the page that answers it. */
  form(step: Step): SettingsForm;
  reply(status: number, html: SafeHtml): Reply;
}

/** Prepares the page for this person and browser. `hasUpstreams` is looked up if the caller does not know it. */
export async function settingsFrame(
  web: Web,
  incoming: Incoming,
  page: OwnPage,
  { account, session }: SessionFacts,
  hasUpstreams?: boolean,
): Promise<SettingsFrame> {
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const formAction = ownPagePath(web.paths, page);
  return {
    texts: textsForPerson(web, incoming, account),
    model: await settingsModelOf(web, account, cspNonce, hasUpstreams),
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

/** What every page of this account shows. */
export async function settingsModelOf(
  web: Web,
  account: Account,
  cspNonce: string,
  hasUpstreams?: boolean,
): Promise<SettingsPageModel> {
  const { upstreams, clients } = web.ports;
  const hrefs = accountHrefsOf(web, {
    hasUpstreams: hasUpstreams ?? (await upstreams.listInUse()).length > 0,
    hasAppPasswords: (await clients.listWithAppPasswords()).length > 0,
  });
  return { cspNonce, account: personOf(account), hrefs, isInsecureDevelopment: web.isInsecure };
}

function accountHrefsOf(
  { paths, ports }: Web,
  { hasUpstreams, hasAppPasswords }: { readonly hasUpstreams: boolean; readonly hasAppPasswords: boolean },
): AccountHrefs {
  return {
    account: paths.account,
    profile: ownPagePath(paths, "account/profile"),
    email: ownPagePath(paths, "account/address"),
    password: ownPagePath(paths, "account/password"),
    ...(ports.settings.passkeys && { passkeys: ownPagePath(paths, "account/passkeys") }),
    totp: ownPagePath(paths, "account/totp"),
    recoveryCodes: ownPagePath(paths, "account/recovery-codes"),
    ...(hasAppPasswords && { appPasswords: ownPagePath(paths, "account/app-passwords") }),
    ...(hasUpstreams && { upstreams: ownPagePath(paths, "account/upstreams") }),
    sessions: ownPagePath(paths, "account/sessions"),
    activity: ownPagePath(paths, "account/activity"),
    export: ownPagePath(paths, "account/export"),
    deletion: ownPagePath(paths, "account/delete"),
    switchAccount: `${paths.chooseAccount}?${queryTo("account")}`,
    signOut: paths.logout,
  };
}

/** The language that was picked in this browser; else the one that the person keeps; else the browser's. */
export function textsForPerson(web: Web, incoming: Incoming, account: Account): Catalogue {
  const { claims } = account;
  const picked = incoming.cookie(web.cookies.language);
  const kept = claims?.locale;
  const texts =
    picked === undefined && kept !== undefined ? web.textsFor(incoming, [kept]) : web.textsFor(incoming);
  const { postedBy = account.username } = findFlash<ToldPoster>(web, incoming) ?? {};
  if (postedBy === account.username) return texts;
  return { ...texts, stale: texts.otherAccount(personOf(account).displayName) };
}

/** The account that the posted form was for, according to the form. It only chooses the sentence that says that nothing was done. */
interface ToldPoster {
  readonly postedBy?: string;
}

/** True if the form says that it was shown to this person. It only decides whether what was typed is shown again. */
export function isFormOf({ account }: Pick<SessionFacts, "account">, form: Parameters): boolean {
  return form.only("account") === account.username;
}

/** What a posted form of such a page says of itself. */
export function ownFormOf(incoming: Incoming, form: Parameters): OwnForm {
  return { step: form.only("step"), browser: incoming.browser, context: incoming };
}
