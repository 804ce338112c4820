import assert from "node:assert/strict";
import type { TestAuthenticator, Twist } from "../../support/authenticator.ts";
import { type FormClient, findForm, type HttpAnswer, type PageForm } from "../../support/form-client.ts";

/** The form of a page that posts an answer of a passkey to the path. */
export function passkeyFormTo(path: string, { body }: HttpAnswer): PageForm {
  const forms = body.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const found = forms
    .map(findForm)
    .find(({ action, fields }) => action.startsWith(path) && fields.has("passkey"));
  assert.ok(found, body);
  return found;
}

/** Proves the passkey on the page that asks a signed-in person for it. */
export function provePasskey(
  browser: FormClient,
  page: HttpAnswer,
  authenticator: TestAuthenticator,
  twist: Twist = {},
): Promise<HttpAnswer> {
  const { action, fields } = passkeyFormTo("/verify", page);
  fields.set("passkey", authenticator.assert(fields.get("step") ?? "", twist));
  return browser.post(action, fields);
}

const ownPage = "/account/passkeys";

/** Adds a passkey at its page, in a browser whose session may. */
export async function addPasskeyIn(
  browser: FormClient,
  authenticator: TestAuthenticator,
): Promise<HttpAnswer> {
  const page = await browser.get(ownPage);
  const { fields } = findForm(page.body);
  const passkey = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  const added = await browser.submit(page, { passkey });
  assert.equal(added.status, 200, added.body);
  return added;
}

/** Proves a passkey on the way to the page of passkeys, as the pages that change credentials ask of a person who has one. */
export async function proveForCredentials(
  browser: FormClient,
  authenticator: TestAuthenticator,
): Promise<void> {
  const page = await browser.get(`/sign-in?to=${ownPage.slice(1)}`);
  const proved = await provePasskey(browser, page, authenticator);
  assert.deepEqual([proved.status, proved.headers.location], [303, ownPage], proved.body);
}
