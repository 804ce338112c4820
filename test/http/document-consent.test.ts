import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { ada } from "./journey.ts";
import { assertConsent, codeOf, DocumentDesk, requestFor } from "./support/document-desk.ts";

describe("what people see of a client that they know by its document alone", () => {
  let desk: DocumentDesk;
  let browser: FormClient;
  let host: string;
  before(async () => {
    desk = await DocumentDesk.open();
    browser = await desk.adasBrowser();
    host = new URL(desk.origin).host;
  });
  after(async () => {
    browser.close();
    await desk[Symbol.asyncDispose]();
  });

  function headingIn(body: string): string | undefined {
    return /<h1>(.*?)<\/h1>/.exec(body)?.[1];
  }

  function ask(client: TestClient, more: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return browser.get(requestFor(client, more));
  }

  it("D64: the host of the document is the heading, its own name a quoted claim, and the host that the answer goes to is named", async () => {
    const body = assertConsent(await ask(desk.publish("/bank.json", { client_name: "Your Bank" })));
    assert.equal(headingIn(body), `Allow <bdi>${host}</bdi> to access your account?`);
    assert.match(body, /It calls itself “<bdi>Your Bank<\/bdi>”\. Nobody has checked that name\./);
    assert.match(
      body,
      /After your answer, you go to <span class="word"><bdi>notes\.example<\/bdi><\/span>\./,
    );
    assert.match(body, new RegExp(`<title>[^<]*${host}`));
    assert.doesNotMatch(body, /pose as this application/);
  });

  it("D64: markup in its name is printed, and letters of another direction stay inside the claim", async () => {
    const name = "</bdi></p><h1>Your Bank</h1> \u05d1\u05e0\u05e7";
    const body = assertConsent(await ask(desk.publish("/markup.json", { client_name: name })));
    assert.equal(body.match(/<h1>/g)?.length, 1);
    assert.match(body, /“<bdi>&lt;\/bdi&gt;[^<]*\u05d1\u05e0\u05e7<\/bdi>”\./);
  });

  it("D64: a name with marks that turn the direction of its sentence is no name", async () => {
    const answer = await ask(desk.publish("/turned.json", { client_name: "Your \u202eknaB" }));
    assert.equal(answer.status, 400);
    assert.ok(!answer.body.includes("\u202e"));
  });

  it("RFC 8252 §8.6: a program on the device comes with a warning, on one page with the choice of account", async () => {
    const redirect_uri = "http://127.0.0.1:4711/cb";
    const client = desk.publish("/program.json", { redirect_uris: ["http://127.0.0.1/cb"] });
    const body = assertConsent(await ask(client, { redirect_uri }));
    assert.match(body, /Any program on this device can pose as this application\./);
    assert.doesNotMatch(body, /After your answer/);
    assert.match(body, /<strong><bdi>ada/);
  });

  it("ASVS V10.7.3: the account page lists it by its host, and withdraws it by its address", async () => {
    const client = desk.publish("/listed.json", { client_name: "Listed" });
    codeOf(await browser.submit(await ask(client), {}));
    const page = await browser.get("/account");
    assert.match(page.body, new RegExp(`<strong><bdi>${host}</bdi></strong>.*“<bdi>Listed</bdi>”`));
    const done = await browser.submit(page, { client: client.id });
    assert.match(done.body, new RegExp(`role="status"><bdi>${host}</bdi> no longer has access`));
    assertConsent(await ask(client));
  });

  it("ASVS V10.7.1: it comes back for more of an API, and the person is asked for that alone", async () => {
    const api = await desk.service.addApi({ openTo: "any" });
    const client = desk.publish("/agent.json");
    const wants = (scope: string) => ask(client, { scope, resource: api.resource });
    codeOf(await browser.submit(await wants("orders:read"), {}));
    codeOf(await wants("orders:read"));
    const more = assertConsent(await wants("orders:read orders:write"));
    assert.deepEqual(more.match(/Use orders:\w+/g), ["Use orders:write"]);
  });

  it("ASVS V10.7.1: what was allowed to another name does not come back with a consent that does not list it", async () => {
    const more = { scope: "openid email" };
    const client = desk.publish("/renamed.json", { scope: "openid email" });
    codeOf(await browser.submit(await ask(client, more), {}));
    codeOf(await ask(client, more));
    desk.publish("/renamed.json", { scope: "openid email", client_name: "Your Bank" });
    desk.service.clock.advance(301);
    const less = await ask(client, { scope: "openid" });
    assert.doesNotMatch(assertConsent(less), /value="[^"]*email/);
    codeOf(await browser.submit(less, {}));
    assert.match(assertConsent(await ask(client, more)), /name="scope" value="email"/);
  });

  it("ASVS V10.7.1: nor does it where somebody else was the first to allow the other name", async () => {
    const more = { scope: "openid email" };
    const client = desk.publish("/shared.json", { scope: "openid email" });
    codeOf(await browser.submit(await ask(client, more), {}));
    desk.publish("/shared.json", { scope: "openid email", client_name: "Your Bank" });
    desk.service.clock.advance(301);
    const bob = { ...ada, username: "bob" };
    await desk.service.addAccount(bob.username, bob.password);
    const other = await desk.browserOf(bob);
    codeOf(await other.submit(await other.get(requestFor(client, { scope: "openid" })), {}));
    other.close();
    codeOf(await browser.submit(await ask(client, { scope: "openid" }), {}));
    assertConsent(await ask(client, more));
  });

  it("ASVS V10.7.1: an answer to a page that showed another name, or other hosts, allows nothing", async () => {
    const redirect_uris = ["https://notes.example/cb", "https://other.example/cb"];
    for (const change of [{ client_name: "Your Bank" }, { redirect_uris }]) {
      const client = desk.publish("/swapped.json");
      desk.service.clock.advance(301);
      const page = await ask(client);
      assertConsent(page);
      desk.publish("/swapped.json", change);
      desk.service.clock.advance(301);
      const before = await desk.kept();
      const again = await browser.submit(page, {});
      assert.equal(again.status, 403);
      assert.match(again.body, change.client_name === undefined ? /Field Notes/ : /Your Bank/);
      assert.deepEqual(await desk.kept(), before);
      codeOf(await browser.submit(again, {}));
    }
  });

  it("D62: a scheme that any program can claim is asked about, even with the host of an address that was allowed", async () => {
    const client = desk.publish("/claimed.json");
    codeOf(await browser.submit(await ask(client), {}));
    const own = "com.example.notes://notes.example/cb";
    desk.publish("/claimed.json", { redirect_uris: ["https://notes.example/cb", own] });
    desk.service.clock.advance(301);
    const page = await ask(client, { redirect_uri: own });
    assert.match(assertConsent(page), /Any program on this device can pose as this application\./);
  });

  it("D33: its logo is fetched once somebody has allowed it, and not before, so that no page names one that is not kept", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n logo", "latin1");
    const logo_uri = desk.answer("/logo.png", (response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(png),
    );
    const client = desk.publish("/pictured.json", { logo_uri });
    await ask(client);
    codeOf(await browser.submit(await ask(client), {}));
    assert.ok(!desk.asked.includes("/logo.png"));
    const src = await desk.logoOf(browser, client);
    assert.deepEqual([(await browser.get(src)).status, desk.asked.includes("/logo.png")], [200, true]);
  });
});
