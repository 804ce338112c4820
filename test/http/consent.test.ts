import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  errorAt,
  exchange,
  problemIn,
  summaryOf,
  tokenErrorIn,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog, hostileText } from "./support/ground-rules.ts";
import { startOpenService } from "./support/open-service.ts";

let service: InProcessService;
let adaId: string;
/** Somebody else's application, new for every test: nobody allowed it anything yet. */
let photos: TestClient;

const thirdParty = { ...interfaceMetadata, isOpenid: true, isThirdParty: true, mayRefresh: true };
const openid = { response_type: "code", scope: "openid email" };

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  service.clock.advance(3_600);
  photos = await addThirdParty();
});

function addThirdParty(properties: Partial<TestClient["client"]> = {}): Promise<TestClient> {
  const redirectUris = ["https://photos.example/cb"];
  return service.addClient({ name: "Photos", redirectUris, metadata: thirdParty, ...properties });
}

async function browserOf(person: typeof ada): Promise<FormClient> {
  const browser = new FormClient(service.url);
  const notes = await service.addClient();
  codeAt(await browser.signIn(authorizationOf(notes), person), notes);
  return browser;
}

function assertConsentPage(answer: HttpAnswer, status = 200): void {
  assert.equal(answer.status, status, summaryOf(answer));
  assert.match(answer.body, /<button [^>]*id="allow"/, summaryOf(answer));
  assert.match(findForm(answer.body).action, /^\/consent\?/);
}

function abilitiesIn({ body }: HttpAnswer): readonly string[] {
  const list = /<ul class="abilities">(.*?)<\/ul>/.exec(body)?.[1] ?? "";
  return [...list.matchAll(/<li>([^<]*)<\/li>/g)].map(([, ability = ""]) => ability);
}

describe("consent for somebody else's application", () => {
  it("OpenID Connect Core §3.1.2.4: the page says who asks and for what, and comes right after the password", async () => {
    const browser = new FormClient(service.url);
    const page = await browser.signIn(authorizationOf(photos, openid), ada);
    assertConsentPage(page);
    assert.match(page.body, /Allow <bdi>Photos<\/bdi> to access your account\?/);
    assert.match(page.body, /photos\.example/);
    assert.deepEqual(abilitiesIn(page), ["Know who you are", "See your e-mail address"]);
    const done = await browser.submit(page, {});
    assert.equal(done.status, 303);
    assert.equal(await whoseCode(browser, photos, codeAt(done, photos)), adaId);
  });

  it("what was allowed once is not asked again, and only what is new is asked", async () => {
    const browser = await browserOf(ada);
    codeAt(await browser.submit(await browser.get(authorizationOf(photos, openid)), {}), photos);
    codeAt(await browser.get(authorizationOf(photos, openid)), photos);
    codeAt(await browser.get(authorizationOf(photos, { ...openid, scope: "openid" })), photos);
    const more = await browser.get(authorizationOf(photos, { ...openid, scope: "openid email phone" }));
    assert.deepEqual(abilitiesIn(more), ["See your phone number"]);
    codeAt(await browser.submit(more, {}), photos);
    codeAt(await browser.get(authorizationOf(photos, { ...openid, scope: "phone email openid" })), photos);
  });

  it("the page shows the address that the client would be told", async () => {
    const cleo = { username: "cleo", password: ada.password };
    await service.addAccount(cleo.username, cleo.password, { email: "cleo@library.example" });
    const browser = await browserOf(cleo);
    const page = await browser.get(authorizationOf(photos, openid));
    assert.match(page.body, /See your e-mail address<br><span class="host"><bdi>cleo@library\.example</);
    const less = await browser.get(authorizationOf(photos, { ...openid, scope: "openid" }));
    assert.doesNotMatch(less.body, /cleo@library/);
  });

  it("a client that asks for no scope learns who the person is, and asks for that", async () => {
    const browser = await browserOf(ada);
    const page = await browser.get(authorizationOf(photos));
    assert.deepEqual(abilitiesIn(page), ["Know who you are"]);
    codeAt(await browser.submit(page, {}), photos);
    codeAt(await browser.get(authorizationOf(photos)), photos);
  });

  it("each person is asked for themselves", async () => {
    const browser = await browserOf(ada);
    codeAt(await browser.submit(await browser.get(authorizationOf(photos, openid)), {}), photos);
    assertConsentPage(await (await browserOf(bob)).get(authorizationOf(photos, openid)));
  });

  it("C27: a code in flight dies with the consent, also where it is given anew", async () => {
    const browser = await browserOf(ada);
    const code = codeAt(await browser.submit(await browser.get(authorizationOf(photos, openid)), {}), photos);
    service.clock.advance(1);
    const { id } = photos.client;
    await service.ports.consents.withdraw(accountIdOf(adaId.slice(3)), id, service.clock.now());
    assert.equal(tokenErrorIn(await exchange(browser, photos, code)), "invalid_grant");
    service.clock.advance(1);
    codeAt(await browser.submit(await browser.get(authorizationOf(photos, openid)), {}), photos);
    assert.equal(tokenErrorIn(await exchange(browser, photos, code)), "invalid_grant");
  });

  it("C27: a second Allow, in another tab or for more scope, ends no code that is under way", async () => {
    const browser = await browserOf(ada);
    const allowedCode = async (scope: string): Promise<string> => {
      service.clock.advance(1);
      const page = await browser.get(authorizationOf(photos, { ...openid, scope, prompt: "consent" }));
      service.clock.advance(1);
      return codeAt(await browser.submit(page, {}), photos);
    };
    const codes = [
      await allowedCode("openid"),
      await allowedCode("openid"),
      await allowedCode("openid email"),
    ];
    for (const code of codes) assert.equal(await whoseCode(browser, photos, code), adaId);
  });

  it("C27: a withdrawal ends each code that was issued before it, whatever was allowed again since", async () => {
    const browser = await browserOf(ada);
    const allowedCode = async (): Promise<string> => {
      service.clock.advance(1);
      const page = await browser.get(authorizationOf(photos, { ...openid, prompt: "consent" }));
      return codeAt(await browser.submit(page, {}), photos);
    };
    const before = [await allowedCode(), await allowedCode()];
    service.clock.advance(1);
    const { id } = photos.client;
    await service.ports.consents.withdraw(accountIdOf(adaId.slice(3)), id, service.clock.now());
    const since = [await allowedCode(), await allowedCode()];
    for (const code of before)
      assert.equal(tokenErrorIn(await exchange(browser, photos, code)), "invalid_grant");
    for (const code of since) assert.equal(await whoseCode(browser, photos, code), adaId);
  });

  it("D21: prompt=none where something is to be allowed is answered consent_required", async () => {
    const browser = await browserOf(ada);
    const silent = authorizationOf(photos, { ...openid, prompt: "none", state: "s" });
    const answer = await browser.get(silent);
    assert.equal(errorAt(answer, photos), "consent_required");
    assert.equal(arrivedAt(answer, photos.redirectUri).get("state"), "s");
    codeAt(await browser.submit(await browser.get(authorizationOf(photos, openid)), {}), photos);
    codeAt(await browser.get(silent), photos);
  });

  it("RFC 6749 §4.1.2.1: a person who does not allow is sent back with access_denied and the state, and is asked again next time", async () => {
    const browser = await browserOf(ada);
    const page = await browser.get(authorizationOf(photos, { ...openid, state: "a b" }));
    const denied = await browser.submit(page, { decision: "deny" });
    assert.equal(denied.status, 303);
    assert.equal(errorAt(denied, photos), "access_denied");
    assert.equal(arrivedAt(denied, photos.redirectUri).get("state"), "a b");
    assertConsentPage(await browser.get(authorizationOf(photos, openid)));
  });

  it("D31: the page escapes the client's name and everything in the request", async () => {
    const hostile = await addThirdParty({ name: hostileText });
    const browser = await browserOf(ada);
    const page = await browser.get(
      authorizationOf(hostile, { ...openid, scope: `openid ${hostileText}`, state: hostileText }),
    );
    assertConsentPage(page);
    assert.ok(!page.body.includes("<script>"));
    codeAt(await browser.submit(page, {}), hostile);
  });
});

describe("a consent form that proves nothing", () => {
  async function assertAsksAgain(browser: FormClient, page: HttpAnswer, fields = {}): Promise<HttpAnswer> {
    const again = await browser.submit(page, fields);
    assertConsentPage(again, 403);
    assert.equal(problemIn(again), "This page was out of date, so nothing was changed. Please try again.");
    assertConsentPage(await browser.get(authorizationOf(photos, openid)));
    return again;
  }

  it("D20: the page and its address are worth nothing in another browser (CVE-2022-39222)", async () => {
    const page = await (await browserOf(ada)).get(authorizationOf(photos, openid));
    const thief = await browserOf(bob);
    const { action } = findForm(page.body);
    const visited = await thief.get(action);
    assert.equal(visited.status, 303);
    assert.equal(visited.headers.location, authorizationOf(photos, openid));
    assert.match((await assertAsksAgain(thief, page)).body, /<bdi>bob<\/bdi>/);
    assertSignInForm(await new FormClient(service.url).submit(page, {}));
  });

  it("D20: a form of another of the same person's browsers asks again", async () => {
    const page = await (await browserOf(ada)).get(authorizationOf(photos, openid));
    await assertAsksAgain(await browserOf(ada), page);
    await assertAsksAgain(await browserOf(ada), page, { decision: "deny" });
  });

  it("D15: an old form gives nothing once somebody else is signed in, or nobody", async () => {
    const browser = await browserOf(ada);
    const page = await browser.get(authorizationOf(photos, openid));
    browser.cookies.set("latchkey-session", (await browserOf(bob)).cookies.get("latchkey-session") ?? "");
    assert.match((await assertAsksAgain(browser, page)).body, /<bdi>bob<\/bdi>/);
    browser.cookies.delete("latchkey-session");
    assertSignInForm(await browser.submit(page, {}));
  });

  it("the answer is about what the page listed: another scope in the form asks again", async () => {
    const browser = await browserOf(ada);
    const page = await browser.get(authorizationOf(photos, openid));
    await assertAsksAgain(browser, page, { scope: "openid email phone" });
    await assertAsksAgain(browser, page, { scope: "" });
  });

  it("the answer is about this request: the form of one does not answer another", async () => {
    const browser = await browserOf(ada);
    const { fields } = findForm((await browser.get(authorizationOf(photos, { ...openid, state: "1" }))).body);
    const other = await browser.get(authorizationOf(photos, openid));
    assertConsentPage(await browser.post(findForm(other.body).action, fields), 403);
  });

  it("a form without its token, or with that of another step, asks again", async () => {
    const browser = await browserOf(ada);
    const page = await browser.get(authorizationOf(photos, openid));
    const { fields } = findForm((await browser.get(authorizationOf(photos, { prompt: "consent" }))).body);
    for (const step of ["", "x", fields.get("step") ?? ""]) await assertAsksAgain(browser, page, { step });
  });

  it("what the client may ask for only since the page was shown is asked next", async () => {
    // The store that answers, so that the change is seen at once.
    await using open = await startOpenService();
    await open.addAccount(ada.username, ada.password);
    const client = await open.addClient({ metadata: { ...thirdParty, mayRefresh: false } });
    const browser = new FormClient(open.url);
    const scope = "openid offline_access";
    const page = await browser.signIn(authorizationOf(client, { ...openid, scope }), ada);
    assert.deepEqual(abilitiesIn(page), ["Know who you are"]);
    await open.administration.store.clients.update({ ...client.client, metadata: thirdParty });
    const next = await browser.submit(page, {});
    assertConsentPage(next, 403);
    assert.deepEqual(abilitiesIn(next), ["Keep its access after you sign out"]);
    codeAt(await browser.submit(next, {}), client);
    browser.close();
  });
});
