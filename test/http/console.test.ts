import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { screens } from "../../src/admin/console/screens.ts";
import { ConsoleStage, follow, formIn, mainOf, root } from "./support/console-stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

let stage: ConsoleStage;

beforeEach(async () => {
  stage = await ConsoleStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

const cookie = "latchkey-console";

test("an administrator enters by the authorization endpoint, and comes to the page that was asked for", async () => {
  const first = await stage.browser.get("/admin/clients");
  assert.equal(first.status, 303);
  const request = new URL(first.headers.location ?? "", stage.service.url);
  assert.equal(request.pathname, "/v1/Oauth/authorization");
  const { client_id, redirect_uri, resource, code_challenge_method } = Object.fromEntries(
    request.searchParams,
  );
  const { issuer } = stage.service.service;
  assert.deepEqual(
    [client_id, redirect_uri, resource, code_challenge_method],
    ["latchkeyconsole", `${issuer}/admin/callback`, `${issuer}/admin/api`, "S256"],
  );
  const page = await stage.enter("/admin/clients");
  assert.equal(page.status, 200, page.body);
  assert.match(mainOf(page), /<h1>Applications<\/h1>/);
});

for (const [path, title] of [
  ["", "Overview"],
  ["/people", "People"],
  ["/groups", "Groups"],
  ["/invitations", "Invitations"],
])
  test(`the page /admin${path} is shown`, async () => {
    const page = await stage.enter(`/admin${path}`);
    assert.equal(page.status, 200, page.body);
    assert.ok(page.body.includes(`<h1>${title}</h1>`), page.body);
  });

test("H1: somebody without the admin right reads which command grants it, and gets no visit", async () => {
  await stage.service.addAccount("ada", root.password);
  const page = await stage.enter("/admin", stage.browser, { ...root, username: "ada" } as never);
  assert.equal(page.status, 403);
  assert.match(mainOf(page), /latchkey user update ada --admin/);
  assert.ok(!stage.browser.cookies.has(cookie));
});

test("H1: a right that is taken away, an account that is disabled and a token that is revoked end the visit at once", async () => {
  await stage.enter();
  await stage.change(root.username, { isAdmin: false });
  const without = await stage.browser.get("/admin/clients");
  assert.equal(without.status, 403);
  await stage.change(root.username, { isAdmin: true });
  assert.equal(
    (await stage.browser.get("/admin/clients")).status,
    303,
    "a right that is given anew begins anew",
  );
  await stage.enter();
  const { id } = await stage.account(root.username);
  await stage.service.ports.grants.revokeAll({ accountId: id }, stage.service.clock.now());
  assert.equal((await stage.browser.get("/admin/clients")).status, 303);
  assert.equal((await stage.open("/admin/clients")).status, 200, "the session gives a new token");
  await stage.service.ports.accounts.setDisabled(id, true, stage.service.clock.now());
  const disabled = await stage.open("/admin/clients");
  assert.match(mainOf(disabled), /action="\/sign-in\?/);
});

test("a token that expired is renewed without a question; a cookie that nobody sealed is none", async () => {
  await stage.enter();
  stage.service.clock.advance(3_601);
  assert.equal((await stage.browser.get("/admin/people")).status, 303);
  assert.match(mainOf(await stage.open("/admin/people")), /<h1>People<\/h1>/);
  stage.browser.cookies.set(cookie, "forged");
  assert.equal((await stage.browser.get("/admin/people")).status, 303);
});

for (const [target, title] of [
  [`/admin/people?q=${"a".repeat(8_000)}`, "People"],
  [`/admin/groups/${"a".repeat(8_000)}`, "Overview"],
] as const)
  test(`an address of ${target.length} characters leads to ${title} behind the sign-in`, async () => {
    const page = await stage.enter(target);
    assert.ok(page.body.includes(`<h1>${title}</h1>`), mainOf(page));
  });

test("H2: a sign-in counts in the browser that began it alone, and once", async () => {
  await stage.enter();
  const other = stage.newBrowser();
  const begun = await other.get("/admin");
  const to = new URL(begun.headers.location ?? "", stage.service.url);
  const answer = await stage.browser.get(to.pathname + to.search);
  const callback = new URL(answer.headers.location ?? "");
  const foreign = await stage.browser.get(callback.pathname + callback.search);
  assert.equal(foreign.status, 400);
  const own = await other.get(callback.pathname + callback.search);
  assert.equal(own.status, 303, "the state is bound to the browser, and the code to the state");
  assert.equal((await other.get(callback.pathname + callback.search)).status, 400);
});

test("H3: a form from another site, without its token, or made for another form changes nothing", async () => {
  await stage.enter();
  const { id } = await stage.service.addClient({ name: "Notes" });
  const page = await stage.browser.get(`/admin/clients/${id}/disable`);
  const { action, fields } = formIn(page, "/disable");
  const foreign = await stage.browser.post(action, fields, {
    origin: "https://evil.test",
    "sec-fetch-site": "cross-site",
  });
  assert.equal(foreign.status, 403);
  assert.equal((await stage.browser.post(action, {})).status, 403);
  assert.equal((await stage.browser.post(`/admin/clients/${id}/enable`, fields)).status, 403);
  const other = stage.newBrowser();
  await stage.enter("/admin", other);
  assert.equal((await other.post(action, fields)).status, 403);
  assert.equal((await stage.service.ports.clients.find(id as never))?.isDisabled, false);
  const done = await stage.send(page, "/disable");
  assert.match(mainOf(done), /Notes has been disabled/);
  assert.equal((await stage.service.ports.clients.find(id as never))?.isDisabled, true);
  assert.doesNotMatch((await stage.browser.get(`/admin/clients/${id}`)).body, /Notes has been disabled/);
});

test("H4: leaving revokes the token, and the cookie is worth nothing to anybody who kept it", async () => {
  const page = await stage.enter();
  const kept = stage.browser.cookies.get(cookie) ?? "";
  const left = await stage.send(page, "/leave");
  assert.match(mainOf(left), /You have left the console/);
  assert.ok(!stage.browser.cookies.has(cookie));
  const thief = stage.newBrowser();
  thief.cookies.set(cookie, kept);
  assert.equal((await thief.get("/admin/clients")).status, 303);
});

test("H4: a new proof ends the token of before it, so that leaving leaves none behind", async () => {
  await stage.enter();
  const thief = stage.newBrowser();
  thief.cookies.set(cookie, stage.browser.cookies.get(cookie) ?? "");
  assert.equal((await thief.get("/admin/clients")).status, 200);
  stage.service.clock.advance(601);
  const form = await stage.open("/admin/clients/new");
  const page = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(mainOf(page), /Add an application/);
  assert.equal((await thief.get("/admin/clients")).status, 303);
  assert.equal((await stage.browser.get("/admin/clients")).status, 200);
});

test("H5: a dangerous act needs a proof of the last ten minutes; what was typed is there again behind the sign-in", async () => {
  await stage.enter();
  const { id } = await stage.service.addClient({ name: "Notes" });
  const page = await stage.browser.get(`/admin/clients/${id}/edit`);
  assert.equal(page.status, 200);
  stage.service.clock.advance(601);
  const away = await stage.post(page, "/edit", { name: "Typed name" });
  assert.match(away.headers.location ?? "", /max_age=/);
  const form = await follow(stage.browser, away);
  assert.match(mainOf(form), /action="\/sign-in\?/, form.body);
  const back = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(mainOf(back), /value="Typed name"/);
  assert.match(mainOf(back), /Nothing has been saved yet/);
  const done = await stage.send(back, "/edit");
  assert.match(mainOf(done), /Typed name has been changed/);
  stage.service.clock.advance(601);
  const asked = await stage.browser.get(`/admin/clients/${id}/delete`);
  assert.equal(asked.status, 303);
});

test("H5: nobody lets a person in at an administrator's open browser without a fresh proof: groups, invitations, disabled accounts", async () => {
  await stage.enter();
  await stage.service.addAccount("ada", root.password);
  const { id } = await stage.account("ada");
  await stage.send(await stage.browser.get("/admin/new-group"), "/new-group", { group: "staff" });
  const person = await stage.browser.get(`/admin/people/${id}`);
  const group = await stage.browser.get("/admin/groups/staff/find?q=ada");
  const invitation = await stage.browser.get("/admin/invitations/new");
  const enabling = await stage.browser.get(`/admin/people/${id}/enable`);
  stage.service.clock.advance(601);
  for (const [page, action, values] of [
    [person, "/groups/add", { group: "staff" }],
    [group, "/staff/add", { who: "ada" }],
    [invitation, "/invitations/new", { email: "thief@example.org", groups: "staff" }],
    [enabling, "/enable", {}],
  ] as const) {
    const away = await stage.post(page, action, values);
    assert.match(away.headers.location ?? "", /max_age=/, action);
  }
  const again = await stage.post(person, "/groups/add", { group: "staff" });
  const form = await follow(stage.browser, again);
  const back = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(
    mainOf(back),
    /ada<\/bdi><\/strong>: staff/,
    "the question names what is done, before it is done",
  );
  assert.match(mainOf(await stage.send(back, "/groups/add")), /is in staff/);
});

/** Forms that need no fresh proof, and why they do no harm. */
const withoutFreshProof: Readonly<Record<string, string>> = {
  "/clients/{id}/disable": "keeps out",
  "/people/{id}/sign-out": "keeps out",
  "/people/{id}/sessions/end": "keeps out",
  "/people/{id}/consents/withdraw": "keeps out",
  "/invitations/{id}/delete": "keeps out",
  "/providers/{name}/disable": "keeps out",
  "/new-group": "nobody is in it yet",
  "/clients/{id}/try": "changes nothing",
  "/providers/{name}/check": "changes nothing",
  "/audit/verify": "changes nothing",
  "/webhooks/{id}/test": "changes nothing",
  "/why/token": "changes nothing",
  "/webhooks/{id}/retry": "sends again what was sent",
  "/webhooks/{id}/deliveries/{number}": "sends again what was sent",
  "/mail/retry": "sends again what was sent",
  "/mail/{id}/retry": "sends again what was sent",
  "/mail/test": "goes to the operator's own address alone",
};

test("H5: every form needs a fresh proof, but for those that do no harm", () => {
  const open = screens.filter(
    ({ post, needsFreshSignIn }) => post !== undefined && needsFreshSignIn !== true,
  );
  assert.deepEqual(open.map(({ path }) => path).sort(), Object.keys(withoutFreshProof).sort());
});

test("H5: a form that is sent after the visit ended comes back with what was typed, but without a password", async () => {
  await stage.enter();
  const page = await stage.browser.get("/admin/people/new");
  stage.service.clock.advance(3_601);
  const away = await stage.post(page, "/people/new", {
    username: "grace",
    password: "quiet amber lantern walks",
  });
  assert.equal(away.status, 303);
  const form = await follow(stage.browser, away);
  const back = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(mainOf(back), /value="grace"/);
  assert.doesNotMatch(back.body, /quiet amber/);
});

test("a question that is refused or interrupted by a sign-in keeps the typed values", async () => {
  await stage.enter();
  await stage.service.addAccount("mary", root.password);
  const { id: person } = await stage.account("mary");
  await stage.send(await stage.browser.get("/admin/new-group"), "/new-group", { group: "readers" });
  const group = await stage.browser.get("/admin/groups/readers/add");
  const nobody = await stage.send(group, "/readers/add", { who: "marie" });
  assert.equal(nobody.status, 409);
  assert.match(mainOf(nobody), /name="who"[^>]*value="marie"/);
  const none = await stage.send(await stage.browser.get(`/admin/people/${person}`), "/groups/add", {
    group: "raeders",
  });
  assert.match(mainOf(none), /mary<\/bdi><\/strong>: raeders/);
  assert.match(mainOf(none), /name="group" value="raeders"/);
  const { id: client } = await stage.service.addClient({ name: "Notes" });
  const { action, fields } = formIn(await stage.browser.get(`/admin/clients/${client}/rotate`), "/rotate");
  fields.delete("keeps_old");
  stage.service.clock.advance(601);
  const form = await follow(stage.browser, await stage.browser.post(action, fields));
  const back = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(mainOf(back), /name="keeps_old"/);
  assert.doesNotMatch(mainOf(back), /checked/);
});

test("H6: two changes of one application: the second sees both values, loses nothing, and wins when it is sent again", async () => {
  await stage.enter();
  const { id } = await stage.service.addClient({ name: "Notes" });
  const page = await stage.browser.get(`/admin/clients/${id}/edit`);
  const other = await stage.browser.get(`/admin/clients/${id}/edit`);
  assert.match(mainOf(await stage.send(page, "/edit", { name: "First" })), /First has been changed/);
  const conflict = await stage.send(other, "/edit", { name: "Second" });
  assert.equal(conflict.status, 409);
  assert.match(mainOf(conflict), /value="Second"/);
  assert.match(mainOf(conflict), /Stored meanwhile: First/);
  assert.match(mainOf(await stage.send(conflict, "/edit")), /Second has been changed/);
});

test("a browser that the administrator trusts does not stand for the second factor of the console", async () => {
  await using strict = await ConsoleStage.set({ LATCHKEY_CONSOLE_REQUIRE: "two" });
  const owner = strict.newBrowser();
  await strict.change(root.username, { isAdmin: false });
  await owner.signIn("/account/totp", root);
  const { app } = await setUpTotp(owner, strict.service.clock);
  await strict.change(root.username, { isAdmin: true });
  const { browser } = strict;
  const asked = await browser.signIn("/account", root);
  const code = await follow(browser, asked);
  assert.match(code.body, /name="trust"/);
  await browser.submit(code, { otp: app.code(), trust: "yes" });
  browser.cookies.delete("latchkey-session");
  assert.match(
    (await strict.enter("/account")).body,
    /Two-step|\/account\/totp/,
    "the password is enough here",
  );
  const door = await strict.open("/admin");
  assert.match(door.body, /action="\/verify\?/, door.body);
  // The wish can be taken out of the address. The code that comes then opens nothing.
  const begun = await browser.get("/admin");
  const request = new URL(begun.headers.location ?? "", strict.service.url);
  request.searchParams.delete("acr_values");
  const refused = await follow(browser, await browser.get(request.pathname + request.search));
  assert.equal(refused.status, 400, refused.body);
  assert.ok(!browser.cookies.has(cookie));
});

test("H8: no address of a request is followed after the sign-in", async () => {
  await stage.enter();
  for (const target of [
    "/admin//evil.test",
    "/admin/clients/%2e%2e%2f%2e%2e",
    "/admin/nowhere",
    "/admin/%ff",
  ]) {
    const answer = await stage.browser.get(target);
    assert.equal(answer.status, 404, target);
  }
});
