import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathsOf } from "../../src/http/paths.ts";
import { routesOf } from "../../src/http/routes.ts";
import type { Web } from "../../src/http/web.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { FakeClock, type TestClient } from "../support/in-process.ts";
import { authorizationOf, codeAt, type Person, useAnotherOf } from "./journey.ts";
import { follow, formIn } from "./support/console-stage.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import { endpoints, openid } from "./support/openid.ts";
import { passkeyFormTo } from "./support/passkey-proof.ts";
import { assertReadOnce } from "./support/request-reads.ts";
import { ada } from "./support/stage.ts";
import { codesOn, codesPageAfter, TotpApp } from "./support/totp-app.ts";

let service: OpenService;
let client: TestClient;
let strict: TestClient;
let foreign: TestClient;
let people = 0;

before(async () => {
  service = await startOpenService({ LATCHKEY_SIGN_UP: "open", LATCHKEY_CONSOLE_REQUIRE: "one" });
  client = await service.addClient();
  strict = await service.addClient({ metadata: openid({ requiredStrength: "two" }) });
  foreign = await service.addClient({ metadata: openid({ isThirdParty: true }) });
  await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
});
after(() => service[Symbol.asyncDispose]());

/** Somebody new, signed in at the page of the account. */
async function newcomer(): Promise<{ browser: FormClient; person: Person; page: HttpAnswer }> {
  people += 1;
  const person = { ...ada, username: `person${people}` };
  await service.addAccount(person.username, person.password, { email: `${person.username}@example.org` });
  const browser = new FormClient(service.url);
  return { browser, person, page: await browser.signIn("/sign-in?to=account", person) };
}

/** Runs a journey, and looks at every request on the way. */
async function watched(journey: () => Promise<unknown>): Promise<void> {
  const from = service.requests.length;
  await journey();
  const requests = service.requests.slice(from);
  assert.ok(requests.length > 0);
  assertReadOnce(requests);
}

const base = parseIssuer("https://id.example");
assert.ok(base.ok);
// The handlers are never called here, and only they look at the rest.
const routes = routesOf({ paths: pathsOf(base.value) } as Partial<Web> as Web, { isReady: () => true });

for (const { method, path } of routes.filter(({ errorFormat }) => errorFormat === "page"))
  test(`reads: ${method} ${path} reads nothing twice, whoever is signed in`, async () => {
    const { browser } = await newcomer();
    const target = `${path.replace("{name}", "acme")}?${authorizationOf(client).split("?")[1]}`;
    await watched(async () => {
      for (const visitor of [new FormClient(service.url), browser])
        await (method === "GET" ? visitor.get(target) : visitor.post(target, {}));
    });
  });

test("reads: a choice of account", async () => {
  const { browser } = await newcomer();
  const page = await browser.get(authorizationOf(client, { prompt: "select_account" }));
  await watched(async () => codeAt(await browser.submit(page, {}), client));
});

test("reads: a sign-in over a session, of the same person and of another one", async () => {
  const { browser, person } = await newcomer();
  for (const [target, next] of [
    [authorizationOf(client, { prompt: "login" }), person],
    [useAnotherOf(client), ada],
  ] as const)
    await watched(async () => codeAt(await browser.submit(await browser.get(target), { ...next }), client));
});

test("reads: an app that a sign-in demands, its recovery codes, and its code in the next sign-in", async () => {
  const { browser, person } = await newcomer();
  const target = authorizationOf(strict, { scope: "openid", response_type: "code" });
  let app: TotpApp | undefined;
  await watched(async () => {
    const page = await browser.get(target);
    // The service's clock stands still, as this one does.
    app = new TotpApp(page, new FakeClock());
    const codes = await codesPageAfter(browser, await browser.submit(page, { otp: app.code() }));
    assert.ok(codesOn(codes).length > 0);
    codeAt(await browser.submit(codes, {}), strict);
  });
  await watched(async () => {
    const again = new FormClient(service.url);
    const asked = await again.signIn(target, person);
    codeAt(await again.submit(asked, { otp: app?.code(1) ?? "", trust: "yes" }), strict);
    const page = await again.get("/account/recovery-codes");
    codesOn(await codesPageAfter(again, await again.submit(page, {})));
  });
});

test("reads: a passkey that is offered after a sign-in", async () => {
  const { person } = await newcomer();
  const { issuer } = JSON.parse(
    (await new FormClient(service.url).get("/.well-known/openid-configuration")).body,
  );
  const authenticator = new TestAuthenticator(issuer);
  const browser = new FormClient(service.url);
  await watched(async () => {
    const form = await browser.get(authorizationOf(client));
    const offer = await browser.submit(form, { ...person, passkey: "available" });
    const { action, fields } = passkeyFormTo("/add-passkey", offer);
    const made = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
    fields.set("passkey", made);
    codeAt(await browser.post(action, fields), client);
  });
});

test("reads: a consent, allowed and denied", async () => {
  const { browser } = await newcomer();
  const target = authorizationOf(foreign, { scope: "openid", response_type: "code" });
  await watched(async () => {
    const { action, fields } = findForm((await browser.get(target)).body);
    await browser.post(action, new URLSearchParams([...fields, ["decision", "deny"]]));
    codeAt(await browser.post(action, fields), foreign);
  });
});

test("reads: an account whose deletion is asked for and stopped", async () => {
  const { browser, person } = await newcomer();
  await watched(async () => {
    await browser.submit(await browser.get("/account/delete"), {});
    const asked = await browser.signIn("/sign-in?to=account", person);
    assert.match(findForm(asked.body).action, /^\/keep-account/);
    assert.equal((await browser.submit(asked, {})).headers.location, "/account");
  });
});

test("reads: a form of the console, which changes a person", async () => {
  const { accounts } = service.administration.store;
  const named = async (name: string) => (await accounts.findByName(name as AccountName)) ?? assert.fail(name);
  const { person } = await newcomer();
  const root = await named(person.username);
  assert.ok((await accounts.update({ ...root, isAdmin: true }, root.updatedAt)).ok);
  const path = `/admin/people/${(await named(ada.username)).id}/edit`;
  const browser = new FormClient(service.url);
  await follow(browser, await browser.signIn(path, person));
  await watched(async () => {
    const { action, fields } = formIn(await browser.get(path), "/edit");
    fields.set("name", "Ada Lovelace");
    assert.equal((await browser.post(action, fields)).status, 303);
  });
  assert.equal((await named(ada.username)).name, "Ada Lovelace");
});

test("reads: a sign-out", async () => {
  const { browser } = await newcomer();
  await watched(async () => browser.submit(await browser.get(endpoints.logout), {}));
});
