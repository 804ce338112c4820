import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { languagePickerScript } from "../../src/pages/layout.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, exchange, requestOf } from "./journey.ts";
import { openidRequest } from "./support/openid.ts";
import { RegistrationDesk, redirectUri } from "./support/registration-desk.ts";

// RFC 9700 §4.11.2: a client that registered itself must not be able to send strangers to its address through this service.

let desk: RegistrationDesk;
let client: TestClient;
let browser: FormClient;
before(async () => {
  desk = await RegistrationDesk.open();
  client = await desk.partyOf(desk.registered(await desk.register({ redirect_uris: [redirectUri] })));
});
after(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  // Wrong passwords have a limit.
  desk.service.clock.advance(3_600);
  browser = new FormClient(desk.service.url);
});
afterEach(() => browser.close());

const openid = { response_type: "code", scope: "openid" };

/** Every error that a request can bring about before somebody is signed in, with the error that the client gets for it. */
const errors: readonly (readonly [what: string, request: Readonly<Record<string, string>>, error: string])[] =
  [
    ["prompt=none", { ...openid, prompt: "none" }, "login_required"],
    ["prompt=none with a hint", { ...openid, prompt: "none", id_token_hint: "a.b.c" }, "login_required"],
    ["another response type", { ...openid, response_type: "token" }, "unsupported_response_type"],
    ["no response type", { scope: "openid" }, "invalid_request"],
    ["a request object", { ...openid, request: "a.b.c" }, "request_not_supported"],
    ["a request_uri", { ...openid, request_uri: "https://photos.example/r" }, "request_uri_not_supported"],
    ["a registration", { ...openid, registration: "{}" }, "registration_not_supported"],
    ["authorization_details", { ...openid, authorization_details: "[]" }, "invalid_authorization_details"],
    ["an unknown response mode", { ...openid, response_mode: "fragment" }, "invalid_request"],
    ["plain PKCE", { ...openid, code_challenge: "a", code_challenge_method: "plain" }, "invalid_request"],
    ["prompts that contradict", { ...openid, prompt: "none login" }, "invalid_request"],
    ["a max_age that is no number", { ...openid, max_age: "x" }, "invalid_request"],
    ["claims that are none", { ...openid, claims: "{" }, "invalid_request"],
    ["a resource of nobody", { ...openid, resource: "https://api.example" }, "invalid_target"],
  ];

/** The sign-in page, and nothing that leads anywhere else by itself. */
function assertSignInPage(page: HttpAnswer): void {
  assert.deepEqual([page.status, page.headers.location, page.headers.refresh], [200, undefined, undefined]);
  assert.match(findForm(page.body).action, /^\/sign-in\?/);
  assert.doesNotMatch(page.body, /id="answer"/);
}

/** The parameters that the client gets at its redirect URI. */
function heard(answer: HttpAnswer, mode: string | undefined): URLSearchParams {
  if (mode === "form_post") {
    const { action, fields } = findForm(answer.body);
    assert.equal(action, redirectUri);
    return fields;
  }
  const { location = "" } = answer.headers;
  assert.ok(location.startsWith(`${redirectUri}?`), answer.body);
  return new URL(location).searchParams;
}

describe("an error for a client that registered itself is given after the sign-in page", () => {
  for (const mode of [undefined, "form_post"])
    for (const [what, request, error] of errors) {
      if (mode !== undefined && request.response_mode !== undefined) continue;
      it(`${what}${mode ? `, ${mode}` : ""}`, async () => {
        const sent = { ...request, state: "s 1", ...(mode && { response_mode: mode }) };
        const page = await browser.get(authorizationOf(client, sent));
        assertSignInPage(page);
        const refused = await browser.submit(page, { ...ada, password: "wrong" });
        assert.deepEqual([refused.status, refused.headers.location], [400, undefined]);
        const answer = await browser.submit(refused, { ...ada });
        const parameters = heard(answer, mode);
        assert.deepEqual([parameters.get("error"), parameters.get("state")], [error, "s 1"]);
        assert.equal(parameters.get("code"), null);
        // The session that began is the person's own from now on.
        assert.equal(heard(await browser.get(authorizationOf(client, sent)), mode).get("code"), null);
      });
    }

  it("a client secret in the URL stays on our own page: no form repeats it", async () => {
    const wrong = authorizationOf(client, { ...openid, client_secret: "x" });
    const page = await browser.get(wrong);
    assert.deepEqual([page.status, page.headers.location], [400, undefined]);
    assert.doesNotMatch(page.body, /<form/);
    await browser.signIn(openidRequest(client), ada);
    assert.equal(heard(await browser.get(wrong), undefined).get("error"), "invalid_request");
  });

  it("a posted request is decided where the browser sends its cookies", async () => {
    const wrong = new URLSearchParams(requestOf(client, { ...openid, prompt: "none", request: "a.b.c" }));
    const answer = await browser.post("/v1/Oauth/authorization", wrong);
    assert.equal(answer.status, 303);
    assert.match(answer.headers.location ?? "", /^\/v1\/Oauth\/authorization\?/);
    assertSignInPage(await browser.get(answer.headers.location ?? ""));
  });

  it("nor do the addresses of our forms lead there", async () => {
    const wrong = requestOf(client, { ...openid, response_type: "token" });
    for (const target of [`/sign-in?${wrong}`, `/cancel?${wrong}`])
      assertSignInPage(await browser.get(target));
    for (const path of ["/continue", "/consent"])
      assertSignInPage(await browser.post(`${path}?${wrong}`, { step: "x", decision: "deny" }));
  });

  it("Cancel on the sign-in page takes the person's own click, also in form_post", async () => {
    const right = requestOf(client, { ...openid, response_mode: "form_post" });
    const page = await browser.get(`/v1/Oauth/authorization?${right}`);
    assert.match(page.body, /href="\/cancel\?/);
    const offered = await browser.get(`/cancel?${right}`);
    assert.equal(offered.status, 200);
    assert.doesNotMatch(offered.body, /<script/);
    assert.match(offered.body, /photos\.example/);
    assert.equal(heard(offered, "form_post").get("error"), "access_denied");
    await browser.signIn(openidRequest(client), ada);
    assert.match((await browser.get(`/cancel?${right}`)).body, /<script/);
  });

  it("a signed-in person is asked for nothing: the client gets its error at once", async () => {
    await browser.signIn(openidRequest(client), ada);
    const consent = heard(await browser.get(openidRequest(client, { prompt: "none" })), undefined);
    assert.equal(consent.get("error"), "consent_required");
    const tooOld = { prompt: "none", max_age: "0" };
    assert.equal(
      heard(await browser.get(openidRequest(client, tooOld)), undefined).get("error"),
      "login_required",
    );
  });

  it("the log says what is held back, and the line names the client", async () => {
    const before = desk.service.log.length;
    await browser.get(openidRequest(client, { prompt: "none" }));
    const line = desk.service.log.slice(before).find(({ message }) => message === "authorization-refused");
    assert.deepEqual([line?.fields.reason, line?.fields.clientId], ["login-required", client.id]);
    assert.match(String(line?.fields.repair), /registered itself/);
  });

  it("a client of the operator hears its errors at once, as before", async () => {
    const own = await desk.service.addClient();
    const answer = await browser.get(authorizationOf(own, { prompt: "none" }));
    assert.match(answer.headers.location ?? "", /error=login_required/);
  });
});

describe("signing out leads to a client that registered itself only by the person's own session or click", () => {
  const out = "https://photos.example/out";
  let idToken: string;
  let leaving: TestClient;
  before(async () => {
    const metadata = { redirect_uris: [redirectUri], post_logout_redirect_uris: [out] };
    leaving = await desk.partyOf(desk.registered(await desk.register(metadata)));
    const { browser: attacker, code } = await desk.allowedCode(leaving);
    idToken = JSON.parse((await exchange(attacker, leaving, code)).body).id_token;
    attacker.close();
  });
  const logout = () =>
    browser.get(`/v1/Oauth/logout?id_token_hint=${idToken}&post_logout_redirect_uri=${out}&state=s`, {
      accept: "text/html",
    });

  it("a stranger who comes with another person's ID token stays on the service's page, which offers the way", async () => {
    const page = await logout();
    assert.deepEqual([page.status, page.headers.location], [200, undefined]);
    assert.match(page.body, /href="https:\/\/photos\.example\/out\?state=s" id="back"/);
    assert.match(page.body, /<p class="host"><bdi>photos\.example<\/bdi><\/p>/);
    assert.doesNotMatch(page.body, /http-equiv/);
    const scripts = [...page.body.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(
      ([, script = ""]) => script,
    );
    assert.deepEqual(scripts, [String(languagePickerScript)], "no script leads on");
  });

  it("a person with a session of their own is asked, by a page that names where it leads", async () => {
    await browser.signIn(openidRequest(await desk.service.addClient()), ada);
    const page = await logout();
    assert.deepEqual([page.status, page.headers.location], [200, undefined]);
    assert.match(page.body, /<bdi>photos\.example<\/bdi>/);
    const { status, headers } = await browser.submit(page, {});
    assert.deepEqual([status, headers.location], [303, `${out}?state=s`]);
  });

  it("the ID token of the very session leads back at once", async () => {
    const code = codeAt(await browser.signIn(openidRequest(leaving), ada), leaving);
    const { id_token: hint } = JSON.parse((await exchange(browser, leaving, code)).body);
    const query = `id_token_hint=${hint}&post_logout_redirect_uri=${out}`;
    const { status, headers } = await browser.get(`/v1/Oauth/logout?${query}`);
    assert.deepEqual([status, headers.location], [302, out]);
  });
});
