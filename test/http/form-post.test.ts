import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, errorAt, exchange, submitAs, summaryOf } from "./journey.ts";
import { assertCleanLog, hostileText } from "./support/ground-rules.ts";

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;

const metadata = { ...interfaceMetadata, isOpenid: true };
const formPost = { response_type: "code", scope: "openid", response_mode: "form_post" };

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  notes = await service.addClient({
    name: "Notes",
    redirectUris: ["https://notes.example/cb?a=1"],
    metadata,
  });
});
after(async () => {
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(() => {
  service.clock.advance(3_600);
  browser = new FormClient(service.url);
});

/** What the browser posts to the client; fails where it would post it elsewhere, or would be sent there by an address. */
function postedTo(answer: HttpAnswer, client: TestClient): URLSearchParams {
  assert.equal(answer.status, 200, summaryOf(answer));
  assert.equal(answer.headers.location, undefined);
  const { action, fields } = findForm(answer.body);
  assert.equal(action, client.redirectUri);
  return fields;
}

describe("OAuth 2.0 Form Post Response Mode", () => {
  it("a code and the state are posted to the redirect URI, after the password and with a session, and the code works", async () => {
    const request = authorizationOf(notes, { ...formPost, state: "x y&z" });
    const afterPassword = await submitAs(browser, await browser.get(request), ada);
    for (const answer of [afterPassword, await browser.get(request)]) {
      const fields = postedTo(answer, notes);
      assert.deepEqual([...fields.keys()], ["code", "state"]);
      assert.equal(fields.get("state"), "x y&z");
      assert.equal((await exchange(browser, notes, fields.get("code") ?? "")).status, 200);
    }
  });

  it("oidcc-unsigned-request-object: a request object is refused in the mode that it asks for, with the state of the query", async () => {
    const claims = Buffer.from(JSON.stringify({ response_mode: "form_post", state: "inner" }));
    const request = `eyJhbGciOiJub25lIn0.${claims.toString("base64url")}.`;
    const outer = { response_type: "code", scope: "openid", state: "outer", request };
    const fields = postedTo(await browser.get(authorizationOf(notes, outer)), notes);
    assert.deepEqual([fields.get("error"), fields.get("state")], ["request_not_supported", "outer"]);
    const plain = await service.addClient();
    assert.equal(errorAt(await browser.get(authorizationOf(plain, outer)), plain), "request_not_supported");
  });

  it("RFC 9207: iss is posted to a client that gets it", async () => {
    const redirectUris = ["https://app.example/cb"];
    const client = await service.addClient({ redirectUris, metadata: { ...metadata, wantsIssuer: true } });
    const answer = await submitAs(browser, await browser.get(authorizationOf(client, formPost)), ada);
    assert.equal(postedTo(answer, client).get("iss"), service.service.issuer);
  });

  it("errors are posted too, with description and state", async () => {
    const silent = authorizationOf(notes, { ...formPost, prompt: "none", state: "s" });
    const fields = postedTo(await browser.get(silent), notes);
    assert.deepEqual([...fields.keys()], ["error", "error_description", "state"]);
    assert.deepEqual([fields.get("error"), fields.get("state")], ["login_required", "s"]);
    const scripted = authorizationOf(notes, { ...formPost, response_type: "token" });
    assert.equal(postedTo(await browser.get(scripted), notes).get("error"), "unsupported_response_type");
  });

  it("the way back to the application leads over a page of the service that posts access_denied", async () => {
    const page = await browser.get(authorizationOf(notes, { ...formPost, state: "s" }));
    const href = /<a href="(\/cancel\?[^"]*)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const fields = postedTo(await browser.get(href), notes);
    assert.deepEqual([fields.get("error"), fields.get("state")], ["access_denied", "s"]);
    assert.equal((await browser.get("/cancel?client_id=unknown")).status, 400);
    const inQuery = await browser.get(authorizationOf(notes).replace("/v1/Oauth/authorization", "/cancel"));
    assert.equal(errorAt(inQuery, notes), "access_denied");
  });

  it("the form tells a third party that the person does not allow it", async () => {
    const third = await service.addClient({ metadata: { ...metadata, isThirdParty: true } });
    const page = await browser.signIn(authorizationOf(third, formPost), ada);
    assert.equal(
      postedTo(await browser.submit(page, { decision: "deny" }), third).get("error"),
      "access_denied",
    );
    assert.ok(postedTo(await browser.submit(page, {}), third).has("code"));
  });

  it("D34: no store, no referrer, no frames, and a button where no script runs", async () => {
    const answer = await submitAs(browser, await browser.get(authorizationOf(notes, formPost)), ada);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["referrer-policy"], "no-referrer");
    assert.match(answer.body, /<button class="action" type="submit" id="continue">Continue<\/button>/);
    const policy = String(answer.headers["content-security-policy"]);
    assert.match(policy, /frame-ancestors 'none'/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    assert.ok(answer.body.includes(`<script type="module" nonce="${nonce}">`));
  });

  const targets: Readonly<Record<string, string>> = {
    "https://notes.example/cb": "'self' https:",
    "http://127.0.0.1:3000/cb": "'self' https: http:",
  };
  for (const [redirectUri, sources] of Object.entries(targets))
    it(`D7: the form that posts to ${redirectUri} may lead there and onward, and nowhere else`, async () => {
      const client = await service.addClient({ redirectUris: [redirectUri], metadata });
      const answer = await submitAs(browser, await browser.get(authorizationOf(client, formPost)), ada);
      postedTo(answer, client);
      const policy = String(answer.headers["content-security-policy"]);
      assert.equal(/form-action ([^;]*)/.exec(policy)?.[1], sources);
    });

  it("D31: state and the client's name are escaped, and state comes back exactly (CVE-2022-4361)", async () => {
    const hostile = await service.addClient({ name: hostileText, metadata });
    const state = `${hostileText}\u202e\u0001\u0085é🔑`;
    const answer = await submitAs(
      browser,
      await browser.get(authorizationOf(hostile, { ...formPost, state })),
      ada,
    );
    assert.ok(!answer.body.includes("<script>") && !answer.body.includes(hostileText.slice(0, 4)));
    const printed = postedTo(answer, hostile).get("state") ?? "";
    const read = printed.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    assert.equal(read, state);
  });

  it("B24: a redirect URI that is not registered stays on our page in this mode too", async () => {
    for (const redirectUri of ["javascript:alert(1)", "https://notes.example/cb", "https://evil.test/cb"]) {
      const answer = await browser.get(authorizationOf({ ...notes, redirectUri }, formPost));
      assert.equal(answer.status, 400);
      assert.doesNotMatch(answer.body, /<form/);
    }
  });

  it("a client that did not register for OpenID Connect cannot ask for it", async () => {
    const plain = await service.addClient();
    const answer = await browser.get(authorizationOf(plain, { response_mode: "form_post" }));
    assert.equal(errorAt(answer, plain), "invalid_request");
    codeAt(await browser.signIn(authorizationOf(plain, { response_mode: "query" }), ada), plain);
  });
});
