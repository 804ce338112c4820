import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  authorizationOf,
  authorizationPath,
  codeAt,
  logoutPath,
  requestOf,
  submitAs,
  summaryOf,
  useAnotherOf,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { credentialsOf, endpoints, post } from "./support/openid.ts";

let service: InProcessService;
let notes: TestClient;
/** Somebody else's application, new for every test: nobody allowed it anything yet. */
let photos: TestClient;
let browser: FormClient;

const metadata = { ...interfaceMetadata, isOpenid: true };
const french = { "accept-language": "fr-CH, fr;q=0.9, en;q=0.8" };

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  notes = await service.addClient({ name: "Notes", metadata });
});
after(async () => {
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  service.clock.advance(3_600);
  browser = new FormClient(service.url);
  photos = await service.addClient({ name: "Photos", metadata: { ...metadata, isThirdParty: true } });
});

function languageOf({ body }: HttpAnswer): string | undefined {
  return /^<!doctype html><html lang="([^"]*)" dir="[a-z]+">/.exec(body)?.[1];
}

/** A page in this language, which no cache may keep and show to somebody who reads another. */
function assertIn(language: string, answer: HttpAnswer, status = 200): HttpAnswer {
  assert.equal(answer.status, status, summaryOf(answer));
  assert.equal(languageOf(answer), language, summaryOf(answer));
  assert.equal(answer.headers["cache-control"], "no-store");
  return answer;
}

describe("the language of a page", () => {
  it("OpenID Connect Core §3.1.2.1: ui_locales decides, in its order of preference, over all that is known otherwise", async () => {
    const cookie = "latchkey-language=nl";
    const ask = (uiLocales: string) =>
      browser.get(authorizationOf(notes, { ui_locales: uiLocales }), { ...french, cookie });
    assertIn("de", await ask("de"));
    assertIn("pt-BR", await ask("se pt-BR de"));
    assertIn("zh-Hans", await ask("zh-Hant-TW"));
    assertIn("nl", await ask("se xx <b>"));
  });

  it("what was picked comes next, then what the browser accepts, then English", async () => {
    const target = authorizationOf(notes);
    assertIn("nl", await browser.get(target, { ...french, cookie: "latchkey-language=nl" }));
    assertIn("fr", await browser.get(target, { ...french, cookie: "latchkey-language=tlh" }));
    assertIn("fr", await browser.get(target, french));
    assertIn("en", await browser.get(target, { "accept-language": "tlh" }));
    assertIn("en", await browser.get(target));
  });

  it("any Accept-Language gets a page", async () => {
    for (const header of ["", "*", "de".repeat(4000), "de,".repeat(3000), ";q=1", "de;q=0", "ü"])
      assert.match(languageOf(await browser.get("/", { "accept-language": header })) ?? "", /^(?:en|de)$/);
    for (let count = 0; count < 600; count++) {
      const headers = { "accept-language": `x-${count}, de;q=0.5` };
      assertIn("de", await browser.get("/nowhere", headers), 404);
    }
  });

  it("Arabic is written from right to left", async () => {
    const { body } = await browser.get(authorizationOf(notes, { ui_locales: "ar" }));
    assert.match(body, /<html lang="ar" dir="rtl">/);
  });
});

describe("one sign-in stays in the language that it began in", () => {
  const german = { ui_locales: "de", response_type: "code", scope: "openid" };

  it("the form after a wrong password, an old form, and what is missing", async () => {
    const page = assertIn("de", await browser.get(authorizationOf(notes, german)));
    const wrong = assertIn("de", await submitAs(browser, page, { ...ada, password: "no" }), 400);
    assert.match(wrong.body, /Benutzername, E-Mail-Adresse oder Passwort stimmt nicht\./);
    assertIn("de", await submitAs(browser, wrong, { ...ada, username: "" }), 400);
    browser.cookies.clear();
    const stale = assertIn("de", await submitAs(browser, page, ada), 403);
    codeAt(await submitAs(browser, stale, ada), notes);
  });

  it("the page to continue, and the form for another account", async () => {
    await browser.signIn(authorizationOf(notes), ada);
    const query = { ...german, prompt: "select_account" };
    const page = assertIn("de", await browser.get(authorizationOf(notes, query)));
    browser.cookies.delete("latchkey-browser");
    assertIn("de", await browser.submit(page, {}), 403);
    assertIn("de", await browser.get(useAnotherOf(notes, query)));
  });

  it("the page that asks for consent, also when it asks again", async () => {
    const form = await browser.get(authorizationOf(photos, german));
    const page = assertIn("de", await submitAs(browser, form, ada));
    assert.match(page.body, /<li>Erfahren, wer Sie sind<\/li>/);
    assertIn("de", await browser.submit(page, { step: "" }), 403);
  });

  it("the page that posts the answer, a code or a refusal", async () => {
    const query = { ...german, response_mode: "form_post" };
    const form = await browser.get(authorizationOf(notes, query));
    assertIn("de", await submitAs(browser, form, ada));
    browser.cookies.clear();
    assertIn("de", await browser.get(authorizationOf(notes, { ...query, prompt: "none" })));
    assertIn("de", await browser.get(`/cancel?${requestOf(notes, query)}`));
  });

  it("RFC 9126: what was pushed counts, and not what stands beside it", async () => {
    const pushed = { ...credentialsOf(notes), redirect_uri: notes.redirectUri, ...german };
    const { body } = await post(service.url, endpoints.pushedRequest, pushed);
    const request_uri = String(JSON.parse(body).request_uri);
    const query = new URLSearchParams({ client_id: notes.id, request_uri, ui_locales: "it" });
    assertIn("de", await browser.get(`${authorizationPath}?${query}`));
  });

  it("the page for a request that cannot be trusted, however it was sent", async () => {
    const broken = new URLSearchParams({ client_id: "nobody", redirect_uri: "https://x.example", ...german });
    const page = assertIn("de", await browser.get(`${authorizationPath}?${broken}`), 400);
    assert.match(page.body, /Diese Anwendung kennen wir nicht/);
    assertIn("de", await browser.post(authorizationPath, broken), 400);
    assertIn("de", await browser.get(`${authorizationPath}?${broken}&client_id=twice`), 400);
  });

  it("RFC 6749 §4.1.2.1: texts for the client and its developer stay English, and ASCII", async () => {
    const refused = await browser.get(authorizationOf(notes, { ...german, prompt: "none" }));
    const { searchParams } = new URL(refused.headers.location ?? "");
    assert.match(searchParams.get("error_description") ?? "", /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    const broken = { ...german, redirect_uri: "https://elsewhere.example/" };
    const page = assertIn("de", await browser.get(authorizationOf(notes, broken)), 400);
    assert.match(page.body, /<section class="developer" lang="en" dir="ltr"/);
  });
});

describe("pages that belong to no sign-in", () => {
  it("RP-Initiated Logout §2: ui_locales decides on every page of signing out", async () => {
    await browser.signIn(authorizationOf(notes), ada);
    const page = assertIn("de", await browser.get(`${logoutPath}?ui_locales=de`, french));
    const stale = assertIn("de", await browser.submit(page, { step: "" }), 403);
    assertIn("de", await browser.submit(stale, {}));
    assertIn("de", await browser.get(`${logoutPath}?ui_locales=de&state=1&state=2`), 400);
    assertIn("fr", await browser.get(logoutPath, french));
  });

  it("the account page, its sign-in page, the front page and the pages for what is not there follow the browser", async () => {
    assertIn("fr", await browser.get("/sign-in?to=account", french));
    assertIn("fr", await browser.get("/", french));
    assertIn("fr", await browser.get("/nowhere", french), 404);
    assertIn("fr", await browser.send({ method: "DELETE", target: "/", headers: french }), 405);
    await browser.signIn(authorizationOf(photos), ada);
    assertIn("fr", await browser.get("/account", french));
    assertIn("fr", await browser.post("/account", { step: "" }, french), 403);
  });
});

describe("the language picker", () => {
  const pickerIn = ({ body }: HttpAnswer) =>
    /<form class="languages" method="post" action="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");

  const pick = (page: HttpAnswer, fields: string, headers: Readonly<Record<string, string>> = {}) =>
    browser.post(pickerIn(page) ?? "", new URLSearchParams(fields), headers);

  it("shows the same request in the language that was picked, which later pages have too", async () => {
    const target = authorizationOf(notes, { state: "a b&c=d/é", login_hint: "ada" });
    const answer = await pick(await browser.get(target, french), "language=ja");
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, target.replace(authorizationPath, "/sign-in"));
    const page = assertIn("ja", await browser.get(answer.headers.location, french));
    assert.match(page.body, /<option value="ja" lang="ja" selected>/);
    const { location = "" } = (await submitAs(browser, page, ada)).headers;
    assert.equal(new URL(location).searchParams.get("state"), "a b&c=d/é");
    assertIn("ja", await browser.get("/account", french));
  });

  it("counts more than ui_locales of this request, and leaves all else of it as it was", async () => {
    const target = `${authorizationOf(notes)}&ui_locales=de&state=%7e~+x&ui%5Flocales=&x`;
    assertIn("de", await browser.get(authorizationOf(notes, { ui_locales: "de" })));
    const answer = await browser.post(target.replace(authorizationPath, "/language"), { language: "pl" });
    assert.equal(answer.headers.location, `/sign-in?${requestOf(notes)}&state=%7e~+x&x`);
    assertIn("pl", await browser.get(answer.headers.location));
  });

  it("stays for a person who wants to use another account", async () => {
    await browser.signIn(authorizationOf(notes), ada);
    const page = await browser.get(useAnotherOf(notes));
    const { location = "" } = (await pick(page, "language=it")).headers;
    assert.equal(location, useAnotherOf(notes));
    assertIn("it", await browser.get(location));
  });

  it("stands on every page outside the account, and shows the same page again", async () => {
    const session = new FormClient(service.url);
    await session.signIn("/sign-in?to=account", ada);
    const consent = authorizationOf(photos, { state: "a b&c=d" });
    for (const [client, path, status] of [
      [browser, "/", 200],
      [browser, "/recover?client_id=x&ui_locales=de", 200],
      [browser, "/recover/password?link=c2VjcmV0", 410],
      [browser, "/account/address/confirm?link=c2VjcmV0", 410],
      [browser, "/sign-up", 403],
      [browser, "/nowhere", 404],
      [session, consent, 200],
      [session, "/device", 200],
      [session, logoutPath, 200],
    ] as const) {
      const page = await client.get(path);
      assert.equal(page.status, status, `${path} ${summaryOf(page)}`);
      const shown = /<input type="hidden" name="page" value="([^"]*)">/.exec(page.body)?.[1] ?? "";
      const picked = await client.post(pickerIn(page) ?? "", { page: shown, language: "it" });
      assert.equal(picked.status, 303, path);
      assert.equal(picked.headers.location, path.replace("&ui_locales=de", ""));
      assertIn("it", await client.get(picked.headers.location ?? ""), status);
      client.cookies.delete("latchkey-language");
    }
    for (const path of ["/account", "/account/profile"])
      assert.equal(pickerIn(await session.get(path)), path === "/account" ? "/account" : undefined);
  });

  it("is not on the page of a refused request with a query, which it would repeat", async () => {
    const secret = "client_secret=planted";
    for (const [path, status] of [
      [`${authorizationPath}?client_id=x&${secret}`, 400],
      [`/nowhere?${secret}`, 404],
      [`${logoutPath}?state=1&state=2&${secret}`, 400],
      [`${logoutPath}?post_logout_redirect_uri=https://evil.example/&${secret}`, 200],
    ] as const) {
      const page = await browser.get(path);
      assert.equal(page.status, status, `${path} ${summaryOf(page)}`);
      assert.equal(pickerIn(page), undefined, path);
      assert.ok(!page.body.includes("planted"), path);
    }
    for (const path of ["/nowhere", logoutPath])
      assert.equal(pickerIn(await browser.get(path)), "/language", path);
  });

  it("RFC 9700 §4.11: leads to no other address, whatever page the form names", async () => {
    for (const page of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/x\r\nLocation:y",
      "evil",
      "",
      "/a?b",
    ]) {
      const { status, headers } = await browser.post("/language?x=1", { language: "de", page });
      assert.deepEqual([status, headers.location], [303, "/sign-in?x=1"], page);
    }
  });

  it("is not there where it could change nothing: a pushed request names the languages", async () => {
    const pushed = { ...credentialsOf(notes), redirect_uri: notes.redirectUri, response_type: "code" };
    for (const [more, isThere] of [
      [{ ui_locales: "de" }, false],
      [{}, true],
    ] as const) {
      const { body } = await post(service.url, endpoints.pushedRequest, { ...pushed, ...more });
      const request_uri = String(JSON.parse(body).request_uri);
      const query = new URLSearchParams({ client_id: notes.id, request_uri });
      const page = await browser.get(`${authorizationPath}?${query}`);
      assert.equal(pickerIn(page) !== undefined, isThere);
    }
  });

  it("sets a cookie that only we read, and that means nothing else", async () => {
    const answer = await pick(await browser.get(authorizationOf(notes)), "language=de");
    assert.deepEqual(answer.headers["set-cookie"], [
      "latchkey-language=de; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });

  for (const fields of [
    "",
    "language=",
    "language=tlh",
    "language=DE",
    "language=de&language=fr",
    "language=de%0D%0Ax",
  ])
    it(`refuses ${JSON.stringify(fields)} with a page, and sets nothing`, async () => {
      const answer = await pick(await browser.get(authorizationOf(notes)), fields);
      assertIn("en", answer, 400);
      assert.equal(answer.headers["set-cookie"], undefined);
    });

  it("RFC 9700 §4.11: leads to no address but the service's, with any query", async () => {
    for (const query of ["//evil.example", "https://evil.example", "%0d%0aLocation:x", "", "ui_locales=de"]) {
      const { status, headers } = await browser.post(`/language?${query}`, { language: "de" });
      assert.equal(status, 303);
      assert.match(headers.location ?? "", /^\/(?:sign-in\?.+)?$/);
    }
  });

  it("another site cannot pick, and a link cannot either", async () => {
    const page = await browser.get(authorizationOf(notes));
    const foreign = await pick(page, "language=de", { "sec-fetch-site": "cross-site" });
    assertIn("en", foreign, 403);
    const linked = await browser.get(`${pickerIn(page)}&language=de`);
    assert.equal(linked.status, 303);
    for (const { headers } of [foreign, linked]) assert.equal(headers["set-cookie"], undefined);
  });
});
