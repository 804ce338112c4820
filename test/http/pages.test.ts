import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, authorizationPath, codeAt, submitAs } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let notes: TestClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  notes = await service.addClient({ name: "Notes", redirectUris: ["https://notes.example/cb"] });
});
after(async () => {
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left.
beforeEach(() => service.clock.advance(3_600));

function newBrowser(): FormClient {
  return new FormClient(service.url);
}

describe("what pages may lead to and load", () => {
  const targets: Readonly<Record<string, string>> = {
    "https://notes.example/cb": "'self' https:",
    "http://127.0.0.1:3000/cb": "'self' https: http:",
    "com.example.app:/cb": "'self' https: com.example.app:",
  };
  for (const [redirectUri, sources] of Object.entries(targets))
    it(`D7: every form for ${redirectUri} may lead there, and leads there with 303`, async () => {
      const isPublic = redirectUri.startsWith("com.");
      const client = await service.addClient({ redirectUris: [redirectUri], isPublic });
      const pkce = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
      const request = authorizationOf(client, { ...pkce, prompt: "login consent" });
      const browser = newBrowser();
      const page = await browser.get(request);
      const stale = await browser.post(findForm(page.body).action, { ...ada });
      const wrong = await submitAs(browser, page, { ...ada, password: "wrong" });
      const consent = await submitAs(browser, page, ada);
      for (const form of [page, stale, wrong, consent])
        assert.equal(formActionOf(form), sources, `status ${form.status}`);
      const done = await browser.submit(consent, {});
      assert.equal(done.status, 303);
      codeAt(done, client);
    });

  it("D7: forms that stay with us, and error pages, name nobody else", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    for (const answer of [
      await browser.get("/v1/Oauth/logout"),
      await browser.get("/"),
      await browser.get(`${authorizationPath}?client_id=unknown`),
    ])
      assert.match(formActionOf(answer), /^'(self|none)'$/);
  });

  it("D6: no page has a foreign address, an inline handler, or a script without the nonce", async () => {
    const browser = newBrowser();
    const form = await browser.get(authorizationOf(notes));
    const pages = [
      form,
      await submitAs(browser, form, { ...ada, password: "wrong" }),
      await browser.get(`${authorizationPath}?client_id=unknown`),
      await browser.get("/nowhere"),
    ];
    await browser.signIn(authorizationOf(notes), ada);
    for (const target of ["/", "/v1/Oauth/logout", authorizationOf(notes, { prompt: "consent" })])
      pages.push(await browser.get(target));
    pages.push(await browser.submit(await browser.get("/v1/Oauth/logout"), {}));
    for (const { headers, body } of pages) {
      const policy = String(headers["content-security-policy"]);
      const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
      assert.ok(nonce !== undefined, policy);
      for (const [tag] of body.matchAll(/<(script|style)\b[^>]*>/g))
        assert.ok(tag.includes(`nonce="${nonce}"`));
      assert.doesNotMatch(body, /<[^>]*\s(on[a-z]+|style)=/i);
      assert.doesNotMatch(body, /\s(src|srcset|data|poster|background)=/i);
      assert.doesNotMatch(body, /<(link|iframe|object|embed|base)\b/i);
      assert.doesNotMatch(body, /url\((?!["']?(?:data:|#))/i);
    }
  });
});

function formActionOf({ headers }: HttpAnswer): string {
  return /form-action ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
}
