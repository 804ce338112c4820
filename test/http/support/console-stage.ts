import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Account } from "../../../src/identity/account.ts";
import { type AccountName, readEmail } from "../../../src/identity/account-name.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { plus } from "../../../src/values/time.ts";
import { FormClient, findForm, type HttpAnswer } from "../../support/form-client.ts";
import { type InProcessService, startInProcess } from "../../support/in-process.ts";
import { assertCleanLog } from "./ground-rules.ts";

/** The administrator of the tests. */
export const root = { username: "root", password: "seven quiet rivers run north" } as const;

/** A service with an administrator. Unless a test says otherwise, one factor is enough for the console. */
export class ConsoleStage {
  readonly service: InProcessService;
  readonly browser: FormClient;
  readonly #browsers: FormClient[] = [];

  private constructor(service: InProcessService) {
    this.service = service;
    this.browser = this.newBrowser();
  }

  static async set(environment: Readonly<Record<string, string>> = {}): Promise<ConsoleStage> {
    const service = await startInProcess({ LATCHKEY_CONSOLE_REQUIRE: "one", ...environment });
    await service.addAccount(root.username, root.password);
    const stage = new ConsoleStage(service);
    await stage.change(root.username, { isAdmin: true });
    return stage;
  }

  newBrowser(): FormClient {
    const browser = new CheckedBrowser(this.service.url);
    this.#browsers.push(browser);
    return browser;
  }

  async account(username: string): Promise<Account> {
    const account = await this.service.ports.accounts.findByName(username as AccountName);
    assert.ok(account, username);
    return account;
  }

  /** Changes the account in the store, as the command line does beside the service. */
  async change(username: string, changes: Partial<Account>): Promise<void> {
    const { accounts } = this.service.ports;
    const updated = await accounts.update(
      { ...(await this.account(username)), ...changes },
      this.service.clock.now(),
    );
    assert.ok(updated.ok);
  }

  /** Locks the account, as the link of a notice does. */
  async lock(username: string): Promise<void> {
    const { ports, clock } = this.service;
    const { id: accountId, email = "" } = await this.account(username);
    const address = readEmail(email);
    assert.ok(address.ok);
    const at = clock.now();
    const [createdAt, expiresAt] = [at, plus(at, 60)];
    const link = {
      kind: "lock",
      account: { id: accountId },
      address: address.value,
      createdAt,
      expiresAt,
    } as const;
    const digest = sha256(`lock ${username}`);
    assert.ok(await ports.links.create({ ...link, digest }, {}));
    const locked = await ports.accounts.lock(
      { digest, createdAt, accountId, address: address.value },
      { at, since: at, restore: (stored) => stored },
      { recovery: { digest: sha256(`recovery ${username}`), kind: "recover", createdAt, expiresAt } },
    );
    assert.ok(locked.ok);
  }

  /** Makes a recovery link, as an operator does beside the service, and returns its path and query. */
  async operatorLink(username: string): Promise<string> {
    const { ports, clock } = this.service;
    const { id, epoch } = await this.account(username);
    const [secret, now] = [randomUUID(), clock.now()];
    const link = { digest: sha256(secret), kind: "operator-recover", account: { id, epoch } } as const;
    assert.ok(await ports.links.create({ ...link, createdAt: now, expiresAt: plus(now, 86_400) }, {}));
    return `/recover/password?link=${secret}`;
  }

  /** Signs in and follows the way to a page of the console. */
  async enter(
    target = "/admin",
    browser = this.browser,
    person: { readonly username: string; readonly password: string } = root,
  ): Promise<HttpAnswer> {
    return follow(browser, await browser.signIn(target, person));
  }

  /** Enters in a browser of its own, with a token that has this right alone. */
  async enterWith(scope: string, target: string): Promise<{ browser: FormClient; page: HttpAnswer }> {
    const browser = this.newBrowser();
    const begun = await browser.get(target);
    const request = new URL(begun.headers.location ?? "", this.service.url);
    request.searchParams.set("scope", scope);
    const form = await browser.get(request.pathname + request.search);
    return { browser, page: await follow(browser, await browser.submit(form, { ...root })) };
  }

  /** Opens a page, through the sign-in where it is needed and the person is signed in. */
  async open(target: string, browser = this.browser): Promise<HttpAnswer> {
    return follow(browser, await browser.get(target));
  }

  /** Sends the form of a page whose action ends like this, and follows the redirect. */
  async send(
    page: HttpAnswer,
    action: string,
    values: Readonly<Record<string, string>> = {},
    browser = this.browser,
  ): Promise<HttpAnswer> {
    return follow(browser, await this.post(page, action, values, browser));
  }

  /** The same, up to the first answer. */
  post(
    page: HttpAnswer,
    action: string,
    values: Readonly<Record<string, string>> = {},
    browser = this.browser,
  ): Promise<HttpAnswer> {
    const { action: target, fields } = formIn(page, action);
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    return browser.post(target, fields);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#browsers) browser.close();
    assertCleanLog(this.service.log, [root.password]);
    await this.service[Symbol.asyncDispose]();
  }
}

/** The form of a page whose address ends like this, with its text areas and its chosen answers. */
export function formIn({ body }: HttpAnswer, action: string): ReturnType<typeof findForm> {
  for (const [whole] of body.matchAll(/<form\b[\s\S]*?<\/form>/g)) {
    const form = findForm(whole);
    if (!form.action.endsWith(action)) continue;
    for (const [, input = ""] of whole.matchAll(/<input\b([^>]*type="radio"[^>]*)>/g))
      if (/\bchecked\b/.test(input))
        form.fields.set(/name="([^"]*)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? "");
    for (const [, name = "", text = ""] of whole.matchAll(
      /<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
    ))
      form.fields.set(name, text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    for (const [, name = "", options = ""] of whole.matchAll(
      /<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
    ))
      form.fields.set(
        name,
        /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? "",
      );
    return form;
  }
  throw new Error(`This page has no form to ${action}:\n${body}`);
}

/** Follows redirects within the service. A page that asks something is not answered. */
export async function follow(browser: FormClient, answer: HttpAnswer): Promise<HttpAnswer> {
  let last = answer;
  for (let hops = 0; hops < 10; hops += 1) {
    const { location } = last.headers;
    if (location !== undefined) {
      const { pathname, search } = new URL(location, browser.base);
      last = await browser.get(pathname + search);
    } else return last;
  }
  throw new Error(`a redirect loop: ${last.headers.location}`);
}

/** A page as far as people read it, for assertions. */
export function mainOf({ body }: HttpAnswer): string {
  return /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? body.slice(0, 2_000);
}

/** Asserts for every page of the console what holds for all pages. */
class CheckedBrowser extends FormClient {
  override async send(call: Parameters<FormClient["send"]>[0]): Promise<HttpAnswer> {
    const answer = await super.send(call);
    assert.ok(answer.status < 500, answer.body);
    if (call.target.startsWith("/admin")) assertConsoleAnswer(answer);
    return answer;
  }
}

function assertConsoleAnswer({ headers, body }: HttpAnswer): void {
  assert.equal(headers["cache-control"], "no-store");
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  if (headers.location !== undefined || !headers["content-type"]?.startsWith("text/html")) return;
  assert.match(policy, /script-src 'nonce-[A-Za-z0-9_-]{22}'/);
  assert.match(policy, /form-action 'self';/);
  assert.doesNotMatch(body, /<script>| on[a-z]+="| style="|lkat_[A-Za-z0-9]/);
}
