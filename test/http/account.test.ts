import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  authorizationOf,
  bob,
  codeAt,
  exchange,
  problemIn,
  tokenErrorIn,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog, hostileText } from "./support/ground-rules.ts";
import { refresh, tokensIn } from "./support/openid.ts";

let service: InProcessService;
let photos: TestClient;
let maps: TestClient;
let browser: FormClient;

const metadata = { ...interfaceMetadata, isOpenid: true, isThirdParty: true };
const openid = { response_type: "code", scope: "openid email" };

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password]);
  await service[Symbol.asyncDispose]();
});

// New applications, and Ada's new browser, in which she allowed both.
beforeEach(async () => {
  service.clock.advance(3_600);
  photos = await service.addClient({ name: "Photos", redirectUris: ["https://photos.example/cb"], metadata });
  maps = await service.addClient({ name: "Maps", redirectUris: ["https://maps.example/cb"], metadata });
  browser = new FormClient(service.url);
  await browser.submit(await browser.signIn(authorizationOf(photos, openid), ada), {});
  service.clock.advance(60);
  await browser.submit(await browser.get(authorizationOf(maps)), {});
});

/** The ids of the applications that the page has a button for, in order. */
function listedIn({ body }: HttpAnswer): readonly string[] {
  return [...body.matchAll(/name="client" value="([^"]*)"/g)].map(([, id = ""]) => id);
}

/** The row of an application; undefined if it is not listed. */
function rowOf({ client }: TestClient, { body }: HttpAnswer): string | undefined {
  const rows = body.split('<li class="application">').slice(1);
  return rows.find((row) => row.includes(`<bdi>${client.name}</bdi>`))?.split("</section>")[0];
}

/** An application of the operator, with a name of its own. */
function addOwn(name: string, more: Partial<ClientMetadata> = {}): Promise<TestClient> {
  return service.addClient({ name, metadata: { ...interfaceMetadata, isOpenid: true, ...more } });
}

/** A fresh token of the application in this browser. */
async function tokenOf(client: TestClient): Promise<string> {
  return tokenFor(browser, client, codeAt(await browser.get(authorizationOf(client)), client));
}

describe("the account page", () => {
  it("ASVS V10.7.3: lists what was allowed, newest first: to whom, what, since when", async () => {
    const page = await browser.get("/account");
    assert.equal(page.status, 200);
    assert.deepEqual(listedIn(page).slice(0, 2), [maps.id, photos.id]);
    const row = page.body.slice(page.body.indexOf("photos.example"));
    assert.match(row, /<li>Know who you are<\/li><li>See your e-mail address<\/li>/);
    assert.match(
      row,
      /Since <time datetime="2026-01-01">January\u00a01, 2026<\/time> · last sign-in <time datetime="2026-01-01">/,
    );
    const passedThrough = page.body.slice(
      page.body.indexOf("maps.example"),
      page.body.indexOf("photos.example"),
    );
    assert.doesNotMatch(passedThrough, /last sign-in/, "the live session led there without one");
  });

  it("ASVS V10.4.9: withdrawing ends the application's tokens at once, says so, and the application has to ask again", async () => {
    const tokens = [await tokenOf(photos), await tokenOf(maps)];
    const page = await browser.submit(await browser.get("/account"), { client: photos.id });
    assert.equal(page.status, 200);
    assert.match(page.body, /role="status"><bdi>Photos<\/bdi> no longer has access/);
    assert.ok(!listedIn(page).includes(photos.id) && listedIn(page).includes(maps.id));
    const statuses = await Promise.all(tokens.map((token) => userinfoStatus(browser, token)));
    assert.deepEqual(statuses, [401, 200]);
    const again = await browser.get(authorizationOf(photos, openid));
    assert.match(findForm(again.body).action, /^\/consent\?/);
  });

  it("an application of the operator is there once the person signed in to it, with no more than is known", async () => {
    const own = await addOwn("Payslips");
    assert.equal(rowOf(own, await browser.get("/account")), undefined);
    codeAt(await browser.get(authorizationOf(own)), own);
    const passed = rowOf(own, await browser.get("/account"));
    assert.equal(passed, undefined, "the live session led there, and nothing is stored about that");
    const fresh = await browser.signIn(authorizationOf(own, { prompt: "login" }), ada);
    codeAt(fresh, own);
    const row = rowOf(own, await browser.get("/account")) ?? "";
    assert.match(row, /The people who run this service decide what it can do/);
    assert.match(row, /<p class="muted dates">last sign-in <time datetime="2026-01-01">/);
    assert.doesNotMatch(row, /Since|<button/, "its access ends with the session");
  });

  it("an application of the operator with access that outlives the session can be stopped, and goes on to be listed", async () => {
    const own = await addOwn("Sync", { mayRefresh: true });
    const request = authorizationOf(own, { response_type: "code", scope: "openid email offline_access" });
    const { refresh_token: token } = tokensIn(
      await exchange(browser, own, codeAt(await browser.get(request), own)),
    );
    const removals = async () =>
      (await browser.get("/account/activity")).body.split("Application’s access removed").length;
    const before = await removals();
    const page = await browser.get("/account");
    const row = rowOf(own, page) ?? "";
    assert.match(row, /<li>See your e-mail address<\/li><li>Keep its access after you sign out<\/li>/);
    assert.match(row, /last used <time/);
    assert.equal((await refresh(service.url, own, token)).status, 200);
    const stopped = await browser.submit(page, { client: own.id });
    assert.match(stopped.body, /role="status"><bdi>Sync<\/bdi> no longer has access/);
    assert.equal(tokenErrorIn(await refresh(service.url, own, token)), "invalid_grant");
    const after = rowOf(own, stopped) ?? "";
    assert.match(after, /last used <time/);
    assert.doesNotMatch(after, /<button/);
    const again = await browser.submit(page, { client: own.id });
    assert.doesNotMatch(again.body, /role="status"/, "it had nothing left");
    assert.equal(await removals(), before + 1, "and the page of activity says it once");
  });

  it("somebody else's application that lost its access is gone from the list", async () => {
    const theirs = await service.addClient({ name: "Lost", metadata });
    await browser.submit(await browser.signIn(authorizationOf(theirs, { prompt: "login" }), ada), {});
    const page = await browser.get("/account");
    assert.match(rowOf(theirs, page) ?? "", /last sign-in/);
    assert.equal(rowOf(theirs, await browser.submit(page, { client: theirs.id })), undefined);
  });

  it("withdrawing twice, as a reload does, or what was never allowed, changes nothing and claims nothing", async () => {
    const form = await browser.get("/account");
    await browser.submit(form, { client: photos.id });
    for (const client of [photos.id, "unknown", "", hostileText]) {
      const page = await browser.submit(form, { client });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.body, /role="status"/);
      assert.ok(listedIn(page).includes(maps.id));
    }
  });

  it("D20: a form of another browser, session or page withdraws nothing and is shown again", async () => {
    const page = await browser.get("/account");
    const token = await tokenOf(photos);
    const thief = new FormClient(service.url);
    await thief.submit(await thief.signIn(authorizationOf(photos), bob), {});
    const foreign = await thief.submit(page, { client: photos.id });
    const logout = findForm((await browser.get("/v1/Oauth/logout")).body).fields.get("step") ?? "";
    const withoutToken = await browser.submit(page, { client: photos.id, step: "x" });
    const ofAnotherPage = await browser.submit(page, { client: photos.id, step: logout });
    const outOfDate = "This page was out of date, so nothing was changed. Please try again.";
    const ofAnother =
      "This page was for another account, so nothing was changed. You are signed in as bob now.";
    for (const [answer, problem] of [
      [foreign, ofAnother],
      [withoutToken, outOfDate],
      [ofAnotherPage, outOfDate],
    ] as const) {
      assert.equal(answer.status, 403);
      assert.equal(problemIn(answer), problem);
      assert.ok(listedIn(answer).includes(photos.id));
    }
    assert.match(foreign.body, /<bdi>bob<\/bdi>/);
    assert.equal(await userinfoStatus(browser, token), 200);
  });

  it("another site cannot post the form", async () => {
    const { fields } = findForm((await browser.get("/account")).body);
    fields.set("client", photos.id);
    const answer = await browser.post("/account", fields, { "sec-fetch-site": "cross-site" });
    assert.equal(answer.status, 403);
    assert.ok(listedIn(await browser.get("/account")).includes(photos.id));
  });

  it("leads a person who is not signed in to the sign-in form, also after a form that was posted too late", async () => {
    const page = await browser.get("/account");
    const stranger = new FormClient(service.url);
    for (const answer of [
      await stranger.get("/account"),
      await stranger.submit(page, { client: photos.id }),
    ]) {
      assert.deepEqual([answer.status, answer.headers.location], [303, "/sign-in?to=account"]);
    }
    assert.ok(listedIn(await browser.get("/account")).includes(photos.id));
  });

  it("D31: names of applications are escaped, also the one that was withdrawn", async () => {
    const hostile = await service.addClient({ name: hostileText, metadata });
    await browser.submit(await browser.get(authorizationOf(hostile)), {});
    const page = await browser.get("/account");
    assert.ok(listedIn(page).includes(hostile.id));
    const withdrawn = await browser.submit(page, { client: hostile.id });
    assert.match(withdrawn.body, /role="status"/);
    for (const { body } of [page, withdrawn]) assert.ok(!body.includes("<script>"));
  });

  it("the front page and the page that signs out link to it", async () => {
    for (const target of ["/", "/v1/Oauth/logout"])
      assert.match(
        (await browser.get(target)).body,
        /<a (?:class="action" )?href="\/account">Your account<\/a>/,
      );
  });

  it("W3C Change Password URL: password managers are led to it, also below a base URL with a path", async () => {
    const { status, headers } = await browser.get("/.well-known/change-password");
    assert.deepEqual([status, headers.location], [303, "/account/password"]);
    await using below = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example/auth" });
    const visitor = new FormClient(below.url);
    const led = await visitor.get("/.well-known/change-password");
    assert.deepEqual([led.status, led.headers.location], [303, "/auth/account/password"]);
    assert.equal((await visitor.get("/auth/account")).headers.location, "/auth/sign-in?to=account");
    visitor.close();
  });
});
