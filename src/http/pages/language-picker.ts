import { type Language, parseLanguage } from "../../protocol/language.ts";
import type { Incoming } from "../incoming.ts";
import { isFixed, isPagePath } from "../language.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { queryWithout } from "./form-query.ts";
import { readPageForm } from "./page-form.ts";

const languageCookieSeconds = 400 * 24 * 60 * 60;

/**
 * POST of the language picker. It leads back to the page, without `ui_locales`, because the person's choice counts more than the client's
 * guess; to the sign-in page if the form names none. It never leads out of the service, and nothing else depends on the cookie.
 */
export async function postLanguage(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const language = form.isRepeated("language") ? undefined : parseLanguage(form.only("language"));
  if (language === undefined) return web.errorResponses.refusedForm(incoming, "language-unknown");
  const { paths } = web;
  const headers = { "set-cookie": languageCookie(web, language) };
  const query = queryWithout(incoming.query, "ui_locales");
  const page = form.only("page");
  const isOther = page !== undefined && isPagePath(paths, page);
  const signIn = incoming.path === paths.languageOfAnother ? paths.useAnother : paths.signIn;
  const path = isOther ? page : query === "" ? paths.home : signIn;
  return web.replies.redirect(303, query === "" ? path : `${path}?${query}`, headers);
}

/** The cookie that keeps the language in this browser. */
export function languageCookie({ cookies }: Pick<Web, "cookies">, language: Language): string {
  return cookies.write(cookies.language, language, languageCookieSeconds);
}

/** The address that the picker posts to; absent if a pushed request names the languages, which the person cannot change. */
export function pickerActionOf(
  { paths }: Web,
  query: string,
  uiLocales: readonly string[],
  { isForAnother = false } = {},
): string | undefined {
  return isFixed(query, uiLocales)
    ? undefined
    : `${isForAnother ? paths.languageOfAnother : paths.language}?${query}`;
}
