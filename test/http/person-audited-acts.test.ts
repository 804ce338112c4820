import assert from "node:assert/strict";
import { after, test } from "node:test";
import { auditActs } from "../../src/flows/audit.ts";
import { pathsOf } from "../../src/http/paths.ts";
import { routesOf } from "../../src/http/routes.ts";
import type { Web } from "../../src/http/web.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { type AccountId, accountIdOf } from "../../src/values/ids.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/until.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { answerDevice, codesFor, typeCode } from "./support/device.ts";
import { addPasskeyIn, passkeyFormTo, proveForCredentials, provePasskey } from "./support/passkey-proof.ts";
import { addProtected } from "./support/protected-host.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { setUpTotp, TotpApp } from "./support/totp-app.ts";
import { addUpstream, callbackFrom, leadsTo } from "./support/upstream-stage.ts";

/** It says yes to every password. */
const oldProduct = await startReceiver(
  () => undefined,
  (response) => response.end('{"valid":true}'),
);
const stage = await Stage.set({
  LATCHKEY_SIGN_UP: "open",
  LATCHKEY_IMPORT_CHECK_URL: oldProduct.url,
  LATCHKEY_IMPORT_CHECK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
  LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
});
const { inProcess } = stage;
const { ports, clock } = inProcess;
const provider = await TestProvider.start(() => clock.now());
after(async () => {
  await stage.check();
  await provider[Symbol.asyncDispose]();
  await oldProduct[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});
await addUpstream(stage, provider);

/** Somebody of a row, signed in with a password in a browser of their own. */
interface Own {
  readonly id: AccountId;
  readonly person: { readonly username: string; readonly password: string };
  readonly email: string;
  readonly browser: CheckedClient;
}

let people = 0;

async function newPerson(): Promise<Own> {
  // With all tries left.
  clock.advance(3_600);
  people += 1;
  const person = { username: `person${people}`, password: ada.password };
  const email = `${person.username}@example.org`;
  const id = await inProcess.addAccount(person.username, person.password, { email });
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", person);
  return { id, person, email, browser };
}

const clientWith = (metadata: Partial<TestClient["client"]["metadata"]>) =>
  stage.addClient({ metadata: { ...interfaceMetadata, ...metadata } });

/** Submits the form of a page of the account. */
async function send({ browser }: Own, path: string, values: Readonly<Record<string, string>> = {}) {
  const answer = await browser.submit(await browser.get(path), values);
  assert.equal(answer.status, 200, answer.body);
  return answer;
}

/** Signs in where the password is not enough; the page that asks for a code. */
async function asked({ person }: Own): Promise<readonly [CheckedClient, HttpAnswer]> {
  const browser = stage.newBrowser();
  return [browser, await browser.signIn(stage.target(), person)];
}

async function trusting(own: Own) {
  const { app } = await setUpTotp(own.browser, clock);
  const [browser, page] = await asked(own);
  assert.equal((await browser.submit(page, { otp: app.code(), trust: "yes" })).status, 303);
}

async function distrust(own: Own, path: string) {
  await trusting(own);
  const page = await own.browser.get(path);
  const id = /name="browser" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  assert.match((await own.browser.submit(page, { browser: id })).body, /asked for a code again/);
}

async function withPasskey({ browser }: Own): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(inProcess.service.issuer);
  await addPasskeyIn(browser, authenticator);
  clock.advance(1);
  await proveForCredentials(browser, authenticator);
  return authenticator;
}

/** Renames or removes a passkey: the second form of the page. */
async function changePasskey({ browser }: Own, id: string, values: Readonly<Record<string, string>>) {
  const { body } = await browser.get("/account/passkeys");
  const [, step = ""] = [...body.matchAll(/name="step" value="([^"]*)"/g)].map(([, token]) => token ?? "");
  assert.equal((await browser.post("/account/passkeys", { id, step, ...values })).status, 200);
}

async function device(own: Own, decision: "allow" | "deny") {
  const client = await clientWith({ isOpenid: true, mayUseDeviceGrant: true });
  const { browser } = own;
  assert.equal((await answerDevice(browser, await codesFor(stage.url, client), decision)).status, 200);
}

async function mailedLink(own: Own, path: string, field: string, to: string, kind: string): Promise<string> {
  await send(own, path, { [field]: to });
  return (await letterTo(inProcess, to, kind)).link;
}

async function consent({ browser }: Own): Promise<TestClient> {
  const client = await clientWith({ isThirdParty: true });
  const answer = await browser.submit(await browser.get(stage.target({}, client)), {});
  assert.match(answer.headers.location ?? "", /code=lkac_/);
  return client;
}

/** Returns the id of the person where that is not the one of the row. */
type Does = (own: Own) => Promise<unknown>;
type Row = readonly [route: string, acts: readonly string[], does: Does];

const newPassword = "nineteen paper boats drift past";

/** What people do by a form, and the acts that it must leave in the audit trail. */
const rows: readonly Row[] = [
  ["/sign-in", ["signed-in"], async () => undefined],
  [
    "/sign-in",
    ["password-moved"],
    async ({ id }) => {
      const { username: _, passwordHash: __, ...others } = (await ports.accounts.find(id)) ?? assert.fail();
      const mine = { id: accountIdOf("0".repeat(20)), username: "imported" as AccountName };
      const { email: ___, ...account } = { ...others, ...mine, hasOldPassword: true };
      assert.ok((await ports.accounts.create(account)).ok);
      const person = { username: mine.username, password: "a password of before" };
      const answer = await stage.newBrowser().signIn(stage.target(), person);
      assert.match(answer.headers.location ?? "", /code=/);
      return mine.id;
    },
  ],
  [
    "/sign-in/another",
    ["signed-in"],
    async ({ browser, person }) => {
      const page = await browser.get(stage.target().replace(/^[^?]*/, "/sign-in/another"));
      assert.match((await browser.submit(page, { ...person })).headers.location ?? "", /code=/);
    },
  ],
  [
    "/sign-in",
    ["sign-in-refused"],
    async ({ person }) => stage.newBrowser().signIn(stage.target(), { ...person, password: "wrong" }),
  ],
  [
    "/verify",
    ["second-factor-refused", "second-factor-proved", "recovery-code-used"],
    async (own) => {
      const { app, codes } = await setUpTotp(own.browser, clock);
      const [browser, page] = await asked(own);
      const again = await browser.submit(page, { otp: app.wrongCode() });
      assert.equal((await browser.submit(again, { otp: codes[0] ?? "" })).status, 303);
    },
  ],
  ["/verify", ["trusted-browser-added"], trusting],
  [
    "/enrol",
    ["totp-on", "recovery-codes-made"],
    async ({ browser }) => {
      const page = await browser.get(stage.target({}, await clientWith({ requiredStrength: "two" })));
      const app = new TotpApp(page, clock);
      assert.equal((await browser.submitOnly(page, { otp: app.code() })).status, 303);
    },
  ],
  [
    "/add-passkey",
    ["passkey-added"],
    async ({ person }) => {
      const browser = stage.newBrowser();
      const page = await browser.get("/sign-in?to=account");
      const offer = await browser.submit(page, { ...person, passkey: "available" });
      const { action, fields } = passkeyFormTo("/add-passkey", offer);
      const authenticator = new TestAuthenticator(inProcess.service.issuer);
      const made = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
      fields.set("passkey", made);
      assert.equal((await browser.post(action, fields)).status, 303);
    },
  ],
  [
    "/add-passkey",
    ["passkey-removed"],
    async (own) => {
      const authenticator = await withPasskey(own);
      const browser = stage.newBrowser();
      await browser.submit(await browser.get("/recover"), { username: own.person.username });
      const { link } = await letterTo(inProcess, `${own.person.username}@example.org`, "recover");
      const shown = await browser.submit(await browser.get(link), { new_password: newPassword });
      const wanted = { passkey_id: authenticator.id };
      const back = await provePasskey(browser, await browser.submit(shown, wanted), authenticator);
      assert.match((await browser.submit(back, wanted)).body, /was removed/);
    },
  ],
  ["/consent", ["consent-given"], consent],
  [
    "/account",
    ["consent-withdrawn"],
    async (own) => send(own, "/account", { client: (await consent(own)).id }),
  ],
  ["/account", ["language-changed"], (own) => send(own, "/account", { language: "de" })],
  [
    "/account/passkeys",
    ["passkey-added", "passkey-renamed", "passkey-removed"],
    async (own) => {
      const { id } = await withPasskey(own);
      await changePasskey(own, id, { change: "rename", name: "Blue key" });
      await changePasskey(own, id, { change: "remove" });
    },
  ],
  [
    "/account/app-passwords",
    ["app-password-made", "app-password-revoked"],
    async (own) => {
      const { client } = await addProtected(inProcess, ["https://files.example.org"], {
        hasAppPasswords: true,
      });
      await send(own, "/account/app-passwords", { change: "make", name: "Calendar", application: client.id });
      const { body } = await own.browser.get("/account/app-passwords");
      const [, revoke = ""] = /name="revoke" value="([^"]*)"/.exec(body) ?? [];
      await send(own, "/account/app-passwords", { change: "", revoke });
    },
  ],
  ["/account/totp", ["trusted-browser-removed"], (own) => distrust(own, "/account/totp")],
  [
    "/account/totp",
    ["totp-on", "totp-off"],
    async (own) => {
      await setUpTotp(own.browser, clock);
      await send(own, "/account/password", { new_password: newPassword });
      const { body, ...page } = await own.browser.get("/account/totp");
      const form = /<form(?:(?!<form).)*?value="remove".*?<\/form>/s.exec(body)?.[0] ?? "";
      const values = { action: "remove", password: newPassword };
      assert.equal((await own.browser.submit({ ...page, body: form }, values)).status, 200);
    },
  ],
  [
    "/account/recovery-codes",
    ["recovery-codes-made"],
    async (own) => {
      await setUpTotp(own.browser, clock);
      const { browser } = own;
      assert.equal((await browser.submitOnly(await browser.get("/account/recovery-codes"), {})).status, 303);
    },
  ],
  ["/device", ["device-allowed"], (own) => device(own, "allow")],
  ["/device", ["device-denied"], (own) => device(own, "deny")],
  ["/device", ["user-code-refused"], ({ browser }) => typeCode(browser, "BCDF-GHJK")],
  [
    "/account/upstreams",
    ["upstream-linked", "upstream-unlinked"],
    async (own) => {
      const away = await send(own, "/account/upstreams", { change: "link" });
      assert.equal((await own.browser.get(await callbackFrom(leadsTo(away)))).status, 200);
      await send(own, "/account/upstreams", { change: "unlink" });
    },
  ],
  ["/account/delete", ["deletion-asked"], (own) => send(own, "/account/delete")],
  [
    "/keep-account",
    ["deletion-stopped"],
    async (own) => {
      await send(own, "/account/delete");
      const question = await own.browser.signIn("/sign-in?to=account", own.person);
      assert.equal((await own.browser.submit(question, {})).status, 303);
    },
  ],
  ["/account/export", ["data-exported"], (own) => send(own, "/account/export")],
  [
    "/account/sessions",
    ["session-ended"],
    async (own) => {
      await stage.newBrowser().signIn("/sign-in?to=account", own.person);
      await send(own, "/account/sessions", { others: "all" });
    },
  ],
  ["/account/sessions", ["trusted-browser-removed"], (own) => distrust(own, "/account/sessions")],
  ["/v1/Oauth/logout", ["session-ended"], (own) => send(own, "/v1/Oauth/logout")],
  [
    "/account/password",
    ["password-changed"],
    (own) => send(own, "/account/password", { new_password: newPassword }),
  ],
  [
    "/account/password",
    ["password-removed"],
    async (own) => {
      await withPasskey(own);
      await send(own, "/account/password", { remove: "yes" });
    },
  ],
  ["/account/profile", ["name-changed"], (own) => send(own, "/account/profile", { name: "Countess" })],
  [
    "/account/address",
    ["link-mailed"],
    (own) =>
      mailedLink(own, "/account/address", "email", `new-${own.email}`, "verify-address").then(
        () => undefined,
      ),
  ],
  [
    "/account/address/confirm",
    ["address-changed"],
    async (own) => {
      const to = `new-${own.email}`;
      await send(own, await mailedLink(own, "/account/address", "email", to, "verify-address"));
    },
  ],
  [
    "/recover",
    ["link-mailed"],
    async (own) => void (await mailedLink(own, "/recover", "username", own.email, "recover")),
  ],
  [
    "/recover/password",
    ["recovery-link-used"],
    async (own) => {
      const page = await own.browser.get(await mailedLink(own, "/recover", "username", own.email, "recover"));
      assert.equal((await own.browser.submit(page, { new_password: newPassword })).status, 303);
    },
  ],
  [
    "/lock",
    ["account-locked"],
    async (own) => {
      await stage.newBrowser().signIn("/sign-in?to=account", own.person);
      const { link } = await letterTo(inProcess, own.email, "new-device");
      assert.equal((await own.browser.submit(await own.browser.get(link), {})).status, 200);
    },
  ],
  [
    "/sign-up",
    ["link-mailed"],
    async (own) => void (await mailedLink(own, "/sign-up", "email", `sign-up-${own.email}`, "sign-up")),
  ],
  [
    "/sign-up/account",
    ["user-created"],
    async (own) => {
      const to = `account-${own.email}`;
      const page = await own.browser.get(await mailedLink(own, "/sign-up", "email", to, "sign-up"));
      assert.equal((await own.browser.submit(page, { new_password: newPassword })).status, 303);
      return (await ports.accounts.findByName(to as never))?.id;
    },
  ],
];

/** Forms of people that keep nothing, and why. */
const keepingNothing: Readonly<Record<string, string>> = {
  "/v1/Oauth/authorization": "a request, as by GET",
  "/upstream": "the way to a provider; what comes back is a sign-in",
  "/upstream/{name}/callback": "a sign-in, or the link of /account/upstreams",
  "/continue": "says who goes on",
  "/choose-account": "makes a session of the browser the active one; its sign-in is in the trail",
  "/language": "a cookie",
  "/language/another": "a cookie",
};

for (const [route, acts, does] of rows)
  test(`POST ${route} leaves ${acts.join(", ")} in the audit trail`, async () => {
    const own = await newPerson();
    const before = (await ports.auditTrail.head())?.last ?? 0;
    const other = await does(own);
    const id = typeof other === "string" ? other : own.id;
    // What a sign-in leads to is written about once a second.
    await until(
      async () => {
        const { items } = await ports.auditTrail.list({ order: "oldest", after: before, limit: 99 });
        const found = items.filter(({ actor, target }) => [actor.id, target?.id ?? id].includes(id));
        return acts.every((act) => found.some((entry) => entry.act === act));
      },
      `the trail lacks one of ${acts.join(", ")}`,
    );
  });

test("every form of people is named here, and every act of people comes of one", () => {
  const web = { paths: pathsOf(inProcess.service.issuer as never) } as Partial<Web> as Web;
  const forms = routesOf(web, { isReady: () => true })
    .filter(({ method, errorFormat }) => method === "POST" && errorFormat === "page")
    .map(({ path }) => path);
  const named = new Set([...Object.keys(keepingNothing), ...rows.map(([route]) => route)]);
  assert.deepEqual(
    forms.filter((path) => !named.has(path)),
    [],
    "say in this file what the form leaves in the audit trail",
  );
  assert.deepEqual(
    [...named].filter((path) => !forms.includes(path)),
    [],
  );
  const reached = new Set(rows.flatMap(([, acts]) => acts));
  assert.deepEqual(
    Object.keys(auditActs.people).filter((act) => !reached.has(act)),
    [],
  );
});
