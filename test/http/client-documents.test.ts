import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { FormClient, findForm } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
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

  it("C83: is fetched after the sign-in, allowed on the consent page, and kept from then on", async () => {
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

  it("is not asked about again, and goes straight back after a sign-in elsewhere, by a page that no form holds up", async () => {
    const client = desk.publish("/back.json");
    const first = await desk.adasBrowser();
    assert.equal((await desk.tokens(first, client)).status, 200);
    codeOf(await first.get(requestFor(client)));
    const other = new FormClient(desk.service.url);
    const page = await other.get(requestFor(client, { state: "s" }));
    assert.match(String(page.headers["content-security-policy"]), /form-action 'self'(?:;|$)/);
    const answer = await submitAs(other, page, ada);
    assert.equal(answer.status, 200);
    const refresh = /^0;url=(.+)$/.exec(String(answer.headers.refresh))?.[1] ?? assert.fail();
    assert.match(refresh, /^https:\/\/notes\.example\/cb\?code=/);
    assert.match(answer.body, /id="continue" href="https:\/\/notes\.example\/cb\?code=/);
    for (const browser of [first, other]) browser.close();
  });

  it("C83: gets no error from a browser in which nobody is signed in, and what it deserves afterwards", async () => {
    const client = desk.publish("/silent.json");
    const stranger = new FormClient(desk.service.url);
    for (const more of [{ prompt: "none" }, { response_type: "token" }, { code_challenge: "" }]) {
      const page = await stranger.get(requestFor(client, more));
      assert.match(findForm(page.body).action, /^\/sign-in\?/, JSON.stringify(more));
    }
    const browser = await desk.adasBrowser();
    const silent = await browser.get(requestFor(client, { prompt: "none" }));
    assert.match(String(silent.headers.location), /error=consent_required/);
    const plain = await browser.get(requestFor(client, { code_challenge: "", code_challenge_method: "" }));
    assert.match(String(plain.headers.location), /error=invalid_request.*code_challenge/);
    const other = await browser.get(requestFor(client, { redirect_uri: "https://evil.example/cb" }));
    assert.deepEqual([other.status, other.headers.location], [400, undefined]);
    for (const open of [stranger, browser]) open.close();
  });

  it("C84: is the client that its document describes now", async () => {
    const client = desk.publish("/change.json");
    const browser = await desk.adasBrowser();
    assert.equal((await desk.tokens(browser, client)).status, 200);
    const verifier = newVerifier();
    const late = codeOf(await browser.get(requestFor(client, challengeOf(verifier))));

    // Kept for five minutes, whatever it says by now.
    desk.publish("/change.json", { client_name: "Your Bank" });
    codeOf(await browser.get(requestFor(client)));
    desk.service.clock.advance(301);
    assert.match(
      assertConsent(await browser.get(requestFor(client))),
      /Your Bank/,
      "another name is asked about",
    );

    const elsewhere = { client_name: "Field Notes", redirect_uris: ["https://other.example/cb"] };
    desk.publish("/change.json", elsewhere);
    desk.service.clock.advance(301);
    const gone = await browser.get(requestFor(client));
    assert.deepEqual([gone.status, gone.headers.location], [400, undefined], "the redirect URI is gone");
    const moved = { redirect_uri: "https://other.example/cb" };
    assert.match(assertConsent(await browser.get(requestFor(client, moved))), /other\.example/);
    assert.equal((await desk.tokens(browser, client, moved)).status, 200);
    assert.equal((await desk.exchange(client, late, verifier)).status, 400, "an earlier code is void");

    desk.answer("/change.json", (response) => response.writeHead(410).end());
    desk.service.clock.advance(301);
    assert.equal(
      (await browser.get(requestFor(client, moved))).status,
      400,
      "nobody gets in by the row alone",
    );
    browser.close();
  });

  it("keeps new keys without asking, and what the operator said", async () => {
    const client = desk.publish("/quiet.json", { grant_types: ["authorization_code"] });
    const browser = await desk.adasBrowser();
    assert.equal((await desk.tokens(browser, client)).status, 200);
    const find = async () => (await desk.service.ports.clients.list()).find(({ id }) => id === client.id);
    const row = (await find()) ?? assert.fail();
    const update = { ...row, metadata: { ...row.metadata, brandName: "Staff Door" } };
    assert.equal((await desk.service.ports.clients.update(update)).ok, true);
    desk.publish("/quiet.json", { grant_types: ["authorization_code", "refresh_token"] });
    desk.service.clock.advance(1_001);
    codeOf(await browser.get(requestFor(client)));
    const kept = await find();
    assert.deepEqual([kept?.metadata.mayRefresh, kept?.metadata.brandName], [true, "Staff Door"]);
    assert.deepEqual([kept?.metadata.isThirdParty, kept?.metadata.wantsIssuer], [true, true]);
    browser.close();
  });

  it("may be disabled by its address, and is not fetched any more", async () => {
    const client = desk.publish("/disabled.json");
    const browser = await desk.adasBrowser();
    assert.equal((await desk.tokens(browser, client)).status, 200);
    const row = (await desk.service.ports.clients.list()).find(({ id }) => id === client.id) ?? assert.fail();
    await desk.service.ports.clients.update({ ...row, isDisabled: true });
    desk.service.clock.advance(1_001);
    const asked = desk.asked.length;
    assert.equal((await browser.get(requestFor(client))).status, 400);
    assert.equal(desk.asked.length, asked);
    browser.close();
  });

  it("may listen on any port of the person's machine", async () => {
    const client = desk.publish("/installed.json", { redirect_uris: ["http://localhost/callback"] });
    const browser = await desk.adasBrowser();
    const redirect_uri = "http://localhost:53211/callback";
    const page = await browser.get(requestFor(client, { redirect_uri }));
    assertConsent(page);
    codeOf(await browser.submit(page, {}));
    const again = await browser.get(requestFor(client, { redirect_uri }));
    assert.match(findForm(again.body).action, /^\/continue\?/, "any program can listen there");
    const other = await browser.get(requestFor(client, { redirect_uri: "http://localhost:53211/other" }));
    assert.equal(other.status, 400);
    browser.close();
  });

  it("is fetched once for several requests at a time, and for one person not without end", async () => {
    desk.service.clock.advance(20 * 301);
    const browser = await desk.adasBrowser();
    const held: (() => void)[] = [];
    const one = desk.publish("/once.json");
    desk.answer("/once.json", (response) => {
      const document = { client_id: one.id, client_name: "Once", redirect_uris: [one.redirectUri] };
      const body = JSON.stringify(document);
      held.push(() => response.writeHead(200, { "content-type": "application/json" }).end(body));
    });
    const both = [browser.get(requestFor(one)), browser.get(requestFor(one))];
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const release of held) release();
    for (const page of await Promise.all(both)) assertConsent(page);
    assert.equal(desk.asked.filter((path) => path === "/once.json").length, 1);
    for (let index = 1; index < 20; index += 1)
      assertConsent(await browser.get(requestFor(desk.publish(`/many${index}.json`))));
    const refused = await browser.get(requestFor(desk.publish("/many20.json")));
    assert.equal(refused.status, 400);
    assert.match(refused.body, /Too many documents/);
    assert.ok(!desk.asked.includes("/many20.json"));
    browser.close();
  });

  it("C82: a document that fails is asked for again each time, and no more often than the person may", async () => {
    desk.service.clock.advance(20 * 301);
    const browser = await desk.adasBrowser();
    const client = desk.publish("/broken.json", { redirect_uris: [] });
    const timesAsked = () => desk.asked.filter((path) => path === "/broken.json").length;
    for (let times = 1; times <= 20; times += 1) {
      assert.equal((await browser.get(requestFor(client))).status, 400);
      assert.equal(timesAsked(), times);
    }
    assert.match((await browser.get(requestFor(client))).body, /Too many documents/);
    assert.equal(timesAsked(), 20);
    browser.close();
  });

  it("C85: needs an address that is spelt as a browser prints it", async () => {
    const browser = new FormClient(desk.service.url);
    const spelt = `${desk.origin}/client.json`;
    for (const [id, says] of [
      [spelt.replace("http:", "HTTP:"), `It would be spelt ${spelt}`],
      [`${spelt}?v=1`, `It would be spelt ${spelt}`],
      [spelt.replace("/client", "/x/../client"), `It would be spelt ${spelt}`],
      [`${spelt}#x`, `It would be spelt ${spelt}`],
      ["http://192.168.0.1/client.json", "no client can be known by"],
      ["https://app.example/", "no client can be known by"],
    ] as const) {
      const page = await browser.get(requestFor({ ...desk.publish("/x.json"), id }));
      assert.equal(page.status, 400, id);
      assert.ok(page.body.includes(says), id);
    }
    browser.close();
  });
});

describe("the policy", () => {
  it("is closed unless the operator says otherwise, and says so", async () => {
    await using desk = await DocumentDesk.open("closed");
    const browser = await desk.adasBrowser();
    const page = await browser.get(requestFor(desk.publish("/client.json")));
    assert.equal(page.status, 400);
    assert.match(page.body, /takes no clients by their documents/);
    assert.match(page.body, /LATCHKEY_CLIENT_DOCUMENTS=/);
    assert.deepEqual(desk.asked, []);
    const metadata = await browser.get("/.well-known/oauth-authorization-server");
    assert.ok(!Object.hasOwn(JSON.parse(metadata.body), "client_id_metadata_document_supported"));
    browser.close();
  });

  it("names hosts, and only these are fetched", async () => {
    await using desk = await DocumentDesk.open("claude.ai, *.example.com");
    const browser = await desk.adasBrowser();
    const page = await browser.get(requestFor(desk.publish("/client.json")));
    assert.equal(page.status, 400);
    assert.match(page.body, /not among those/);
    assert.deepEqual(desk.asked, []);
    for (const path of ["oauth-authorization-server", "openid-configuration"]) {
      const { body } = await browser.get(`/.well-known/${path}`);
      assert.equal(JSON.parse(body).client_id_metadata_document_supported, true);
    }
    browser.close();
  });

  it("C86: shuts tokens out too where it is narrowed later", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-policy-"));
    const kept = { LATCHKEY_DATA_DIR: folder };
    try {
      const desk = await DocumentDesk.open("open", kept);
      const client = desk.publish("/client.json", { grant_types: ["authorization_code", "refresh_token"] });
      const browser = await desk.adasBrowser();
      const { access_token, refresh_token } = JSON.parse((await desk.tokens(browser, client)).body);
      browser.close();
      await desk[Symbol.asyncDispose]();
      await using narrow = await startInProcess({ LATCHKEY_CLIENT_DOCUMENTS: "claude.ai", ...kept });
      const refused = await refresh(narrow.url, client, refresh_token);
      assert.deepEqual(
        [refused.status, JSON.parse(refused.body).error],
        [400, "invalid_client"],
        refused.body,
      );
      assert.equal(await userinfoStatus(narrow.url, access_token), 401);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
