import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FormClient, findForm } from "../support/form-client.ts";
import { ada, submitAs } from "./journey.ts";
import { assertConsent, codeOf, DocumentDesk, redirectUri, requestFor } from "./support/document-desk.ts";
import { refresh, userinfoStatus } from "./support/openid.ts";
import { challengeOf, newVerifier } from "./support/pkce.ts";

describe("a client that nobody registered", () => {
  let desk: DocumentDesk;
  before(async () => {
    desk = await DocumentDesk.open();
  });
  after(() => desk[Symbol.asyncDispose]());

  it("is fetched after the sign-in, allowed on the consent page, and kept from then on", async () => {
    const client = desk.publish("/main.json", { grant_types: ["authorization_code", "refresh_token"] });
    const browser = new FormClient(desk.service.url);
    const verifier = newVerifier();
    const before = await desk.kept();
    const signIn = await browser.get(requestFor(client, challengeOf(verifier)));
    assert.match(findForm(signIn.body).action, /^\/sign-in\?/);
    assert.ok(signIn.body.includes(new URL(desk.origin).host), "the page says which host asks");
    const isLinked = /href="https?:[^"]*notes|>[^<]*notes\.example/.test(signIn.body);
    assert.equal(isLinked, false, "nothing unverified is shown or linked");
    assert.deepEqual(desk.asked, [], "nobody is signed in, so nothing is fetched");

    const consent = assertConsent(await submitAs(browser, signIn, ada));
    assert.match(consent, /Field Notes/);
    assert.deepEqual(desk.asked, ["/main.json"]);
    assert.deepEqual(await desk.kept(), before, "nothing is stored before the consent");

    const answer = await browser.post(findForm(consent).action, findForm(consent).fields);
    const location = new URL(answer.headers.location ?? "");
    assert.equal(location.searchParams.get("iss"), desk.service.service.issuer);
    const tokens = await desk.exchange(client, codeOf(answer), verifier);
    assert.equal(tokens.status, 200, tokens.body);
    const { access_token, refresh_token } = JSON.parse(tokens.body);
    const userinfo = await userinfoStatus(desk.service.url, access_token);
    assert.ok([200, 403].includes(userinfo), String(userinfo));
    const [kept] = await desk.service.ports.clients.list();
    assert.deepEqual(
      [kept?.id, kept?.name, kept?.redirectUris, kept?.isPublic, kept?.unusedUntil],
      [client.id, "Field Notes", [redirectUri], true, undefined],
    );
    const rotated = await refresh(desk.service.url, client, refresh_token);
    assert.equal(rotated.status, 200, rotated.body);
    assert.notEqual(JSON.parse(rotated.body).refresh_token, refresh_token, "it is replaced each time");
    browser.close();
  });
});
