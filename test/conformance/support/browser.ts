import assert from "node:assert/strict";
import { ada, summaryOf } from "../../http/journey.ts";
import { type FormClient, findForm, type HttpAnswer } from "../../support/form-client.ts";
import { targetOf } from "./provider.ts";

/** How the answer travels to the client. */
export type Mode = "query" | "form_post";

/** True for the page that asks for the password. */
export function asksForPassword(page: HttpAnswer): boolean {
  return page.status === 200 && page.body.includes('name="password"');
}

/** Follows redirects while they stay on our own host. */
export async function follow(browser: FormClient, answer: HttpAnswer, issuer: string): Promise<HttpAnswer> {
  const { location } = answer.headers;
  if (location === undefined) return answer;
  const url = new URL(location, issuer);
  if (url.origin !== new URL(issuer).origin) return answer;
  return follow(browser, await browser.get(targetOf(url.href)), issuer);
}

/** Does on our pages what Ada would do, until the browser is about to leave us or a page is no question. */
export async function complete(browser: FormClient, answer: HttpAnswer, issuer: string): Promise<HttpAnswer> {
  let page = await follow(browser, answer, issuer);
  for (let question = 0; question < 3 && isQuestion(page); question++)
    page = await follow(browser, await browser.submit(page, answersOf(page)), issuer);
  return page;
}

/** A form that posts to the service, besides the language picker; that of form_post leads to the client. */
function isQuestion(page: HttpAnswer): boolean {
  return page.status === 200 && /<form\b[^>]* action="\/(?!language\b)/.test(page.body);
}

function answersOf(page: HttpAnswer): Readonly<Record<string, string>> {
  return asksForPassword(page) ? { ...ada } : {};
}

/**
 * What the client receives at its redirect URI, in the response mode that it asked for. In form_post (OAuth 2.0 Form Post
 * Response Mode §2) the browser posts a form, and nothing stands in the query. Fails where the browser goes elsewhere.
 */
export function receivedAt(redirectUri: string, mode: Mode, answer: HttpAnswer): URLSearchParams {
  if (mode === "form_post") {
    assert.equal(answer.status, 200, summaryOf(answer));
    assert.match(answer.body, /<form\b[^>]* method="post"/i);
    assert.doesNotMatch(answer.body, /<form\b[^>]* enctype=/i);
    const { action, fields } = findForm(answer.body);
    assert.equal(action, redirectUri);
    return fields;
  }
  assert.ok([302, 303].includes(answer.status), summaryOf(answer));
  const { location = "" } = answer.headers;
  const separator = redirectUri.includes("?") ? "&" : "?";
  assert.ok(location.startsWith(redirectUri + separator), location);
  assert.ok(!location.includes("#"), location);
  return new URLSearchParams(location.slice(redirectUri.length + 1));
}
