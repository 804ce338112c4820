import assert from "node:assert/strict";
import type { FormClient, HttpAnswer } from "../../support/form-client.ts";

/** Anybody with an account, as the page with the accounts shows them. */
interface Named {
  readonly username: string;
}

const choicesPage = "/choose-account?to=account";
const button = /name="session" value="([\w-]+)">((?:(?!<\/button>)[\s\S])*)<\/button>/g;

/** The id of each session on the page with the accounts, by the name on its button, in their order. */
export function choicesIn({ body }: HttpAnswer): ReadonlyMap<string, string> {
  assert.match(body, /<h1>Choose an account<\/h1>|<h1>Continue as/);
  return new Map(
    [...body.matchAll(button)].map(([, id = "", label = ""]) => [/<bdi>([^<]+)/.exec(label)?.[1] ?? "", id]),
  );
}

export async function assertAccounts(browser: FormClient, ...people: readonly Named[]): Promise<void> {
  assert.deepEqual(
    [...choicesIn(await browser.get(choicesPage)).keys()],
    people.map(({ username }) => username),
  );
}

export function choose(browser: FormClient, page: HttpAnswer, { username }: Named): Promise<HttpAnswer> {
  return browser.submit(page, { session: choicesIn(page).get(username) ?? assert.fail(`no ${username}`) });
}

/** Makes the account the active one. */
export async function switchTo(browser: FormClient, person: Named): Promise<void> {
  const done = await choose(browser, await browser.get(choicesPage), person);
  assert.deepEqual([done.status, done.headers.location], [303, "/account"]);
  await assertActive(browser, person);
}

export async function assertActive(browser: FormClient, { username }: Named): Promise<void> {
  assert.match((await browser.get("/account")).body, new RegExp(`<bdi>${username}</bdi>`));
}
