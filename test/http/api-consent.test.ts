import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Api } from "../../src/protocol/api/api.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, errorAt } from "./journey.ts";
import { codesFor, typeCode } from "./support/device.ts";
import { assertCleanLog, hostileText } from "./support/ground-rules.ts";
import { openid } from "./support/openid.ts";
import { challengeOf, newVerifier } from "./support/pkce.ts";

let service: InProcessService;
let browser: FormClient;
let adaId: AccountId;
/** Somebody else's application, new for every test: nobody allowed it anything yet. */
let photos: TestClient;
let orders: Api;
let created = 0;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  browser = new FormClient(service.url);
  const notes = await service.addClient();
  codeAt(await browser.signIn(authorizationOf(notes), ada), notes);
});
after(async () => {
  browser.close();
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  const metadata = openid({ isThirdParty: true, mayUseDeviceGrant: true });
  photos = await service.addClient({ name: "Photos", metadata });
  orders = await newApi();
});

const rights: Api["scopes"] = [
  { name: "orders:read", sentence: "See your orders", translations: { de: "Ihre Bestellungen sehen" } },
  { name: "orders:write", sentence: "Change your orders", translations: {} },
];

/** An API with a path of its own, so that the tests do not meet each other's. */
function newApi(changes: Parameters<InProcessService["addApi"]>[0] = {}): Promise<Api> {
  created += 1;
  return service.addApi({ resource: `https://api.example/orders/${created}`, scopes: rights, ...changes });
}

function request(scope: string, ...apis: readonly Api[]): string {
  const address = authorizationOf(photos, { response_type: "code", scope });
  return apis.reduce((whole, { resource }) => `${whole}&resource=${encodeURIComponent(resource)}`, address);
}

/** What the page asks about, line by line: the rights of the sign-in, then each API's heading, host and rights. */
function askedIn({ status, body }: HttpAnswer): readonly string[] {
  assert.equal(status, 200, body);
  const lines = body.matchAll(/<(?:h2|h3|li|p class="host")>(.*?)<\/(?:h2|h3|li|p)>/g);
  return [...lines].map(([, line = ""]) => line.replace(/<\/?(?:bdi|code)[^>]*>/g, ""));
}

async function allow(address: string): Promise<HttpAnswer> {
  const page = await browser.get(address);
  codeAt(await browser.submit(page, {}), photos);
  return page;
}

async function allowed(): Promise<readonly string[]> {
  const { id } = photos.client;
  return (await service.ports.consents.find(adaId, id))?.scope ?? [];
}

describe("the consent to access at an API", () => {
  it("ASVS V10.7.2: names the API, its host, and the sentence of each scope", async () => {
    const page = await browser.get(request("openid orders:read orders:write", orders));
    assert.deepEqual(askedIn(page), [
      "app.example",
      "Know who you are",
      "Access to Orders",
      "api.example",
      "See your orders",
      "Change your orders",
    ]);
    codeAt(await browser.submit(page, {}), photos);
    const { resource } = orders;
    assert.deepEqual(await allowed(), [
      "openid",
      `${resource}#`,
      `${resource}#orders:read`,
      `${resource}#orders:write`,
    ]);
  });

  it("a sentence is read in the person's language where the operator gave it, else in the operator's own", async () => {
    const address = `${request("orders:read orders:write", orders)}&ui_locales=de`;
    const { body } = await browser.get(address);
    assert.match(body, /<li><bdi>Ihre Bestellungen sehen<\/bdi><\/li><li><bdi lang="">Change your orders</);
  });

  it("ASVS V10.7.1: a person who allowed reading is asked for writing alone, and the rest stays allowed", async () => {
    await allow(request("openid orders:read", orders));
    codeAt(await browser.get(request("openid orders:read", orders)), photos);
    const more = await browser.get(request("openid orders:read orders:write", orders));
    assert.deepEqual(askedIn(more), ["app.example", "Access to Orders", "api.example", "Change your orders"]);
    assert.match(more.body, /What you allowed before stays allowed\./);
    assert.doesNotMatch(more.body, /It will be able to/);
    codeAt(await browser.submit(more, {}), photos);
    codeAt(await browser.get(request("orders:write orders:read openid", orders)), photos);
  });

  it("two APIs with one scope value are two rights", async () => {
    const stock = await newApi({ name: "Stock" });
    await allow(request("orders:read", orders));
    const page = await browser.get(request("orders:read", orders, stock));
    assert.deepEqual(askedIn(page).slice(1), ["Access to Stock", "api.example", "See your orders"]);
  });

  it("an API without a scope is asked about as well, and only once", async () => {
    const page = await allow(request("openid", orders));
    assert.deepEqual(askedIn(page).slice(-3), [
      "Access to Orders",
      "api.example",
      "Use Orders on your behalf",
    ]);
    codeAt(await browser.get(request("openid", orders)), photos);
    const silent = `${request("openid orders:read", orders)}&prompt=none`;
    assert.equal(errorAt(await browser.get(silent), photos), "consent_required");
  });

  it("D63: the answer is about what the page listed: a form with another right or API asks again", async () => {
    const page = await browser.get(request("openid orders:read", orders));
    const { fields } = findForm(page.body);
    for (const added of [`${orders.resource}#orders:write`, "https://other.example/#", "email"]) {
      const again = await browser.submit(page, { scope: `${fields.get("scope")} ${added}` });
      assert.equal(again.status, 403);
    }
    assert.deepEqual(await allowed(), []);
  });

  it("D63: a resource with commas and a scope with a hash are allowed as they are", async () => {
    const scopes = [{ name: "a#b", sentence: "See a and b", translations: {} }];
    const odd = await newApi({ resource: `https://api.example/a,b;c=${created}`, scopes });
    await allow(request("openid a#b", odd));
    assert.deepEqual(await allowed(), ["openid", `${odd.resource}#`, `${odd.resource}#a#b`]);
    codeAt(await browser.get(request("openid a#b", odd)), photos);
  });

  it("D62: fifty scopes are one question, and a sentence that two of them share is read once", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `s${index}`);
    const scopes = names.map((name, index) => ({
      name,
      sentence: `Do thing ${Math.max(1, index)}`,
      translations: {},
    }));
    const large = await newApi({ scopes });
    const page = await allow(request(names.join(" "), large));
    assert.equal(askedIn(page).filter((line) => line.startsWith("Do thing")).length, 49);
    assert.equal((await allowed()).length, 51);
    codeAt(await browser.get(request(names.join(" "), large)), photos);
  });

  it("D62: the page escapes what the operator wrote", async () => {
    const scopes = [{ name: "x", sentence: hostileText, translations: {} }];
    const hostile = await newApi({ name: hostileText, scopes });
    const { body } = await browser.get(request("x", hostile));
    assert.ok(!body.includes("<script>"));
    assert.match(body, /id="allow"/);
  });

  it("ASVS V10.7.2: how long it lasts: while the person is signed in, or after they sign out too", async () => {
    assert.match((await browser.get(request("orders:read", orders))).body, /while you are signed in\./);
    const offline = request("openid offline_access orders:read", orders);
    assert.match((await browser.get(offline)).body, /It keeps this access after you sign out\./);
  });
});

describe("access at APIs, afterwards", () => {
  it("ASVS V10.7.3: the account page lists it, and says what a withdrawal does not end at once", async () => {
    const signed = await newApi({ name: "Signed", tokenFormat: "jwt" });
    await allow(request("openid orders:read", orders, signed));
    const page = await browser.get("/account");
    const row = page.body.slice(page.body.indexOf("<strong><bdi>Photos"));
    assert.match(row, /Access to <bdi>Orders<\/bdi>.*api\.example.*See your orders/);
    assert.match(row, /If you remove it now, access to <bdi>Signed<\/bdi> ends in 10 minutes at the latest/);
    assert.doesNotMatch(row, /access to <bdi>Orders<\/bdi> ends/);
    await browser.submit(page, { client: photos.id });
    assert.deepEqual(await allowed(), []);
  });

  it("an API that was deleted is shown by its resource, and a removed scope by its value", async () => {
    await allow(request("openid orders:read", orders));
    await service.ports.apis.remove(orders);
    // The service notices what another process changed with its next turn.
    const { body } = await browser.get("/account");
    assert.match(
      body,
      new RegExp(
        `Access to <bdi>${orders.resource}</bdi></h3><ul class="abilities"><li>Use the permission <code[^>]*>orders:read<`,
      ),
    );
  });

  it("the person's export says it in words", async () => {
    await allow(request("openid orders:read", orders));
    const { body } = await browser.submit(await browser.get("/account/export"), {});
    const { applications } = JSON.parse(body);
    const own = applications.find(({ client_id }: { client_id: string }) => client_id === photos.id);
    assert.equal(own.scope, "openid");
    assert.deepEqual(own.apis, [
      { resource: orders.resource, name: "Orders", scope: "orders:read", may: ["See your orders"] },
    ]);
  });
});

describe("an application that nobody registered", () => {
  const claim = /The application chose this name itself\. Nobody has checked it\./;
  const warning = /Any program on this device can pose as this application\./;

  async function registerItself(redirectUri: string, isPublic: boolean): Promise<void> {
    const metadata = openid({ isThirdParty: true, registrationTokenDigest: "digest" });
    photos = await service.addClient({ name: "Bank", redirectUris: [redirectUri], isPublic, metadata });
  }

  it("D64: that it chose its name itself stands below the name, also at the account page", async () => {
    await registerItself("https://photos.example/cb", false);
    const page = await allow(request("openid"));
    assert.match(page.body, claim);
    assert.doesNotMatch(page.body, warning);
    const { body } = await browser.get("/account");
    assert.match(body.slice(body.indexOf("<strong><bdi>Bank")), claim);
  });

  it("D64: a public one on a port of the device comes with a warning, on one page with the choice of account", async () => {
    await registerItself("http://127.0.0.1/cb", true);
    const code = await browser.get(`${request("openid")}&${new URLSearchParams(challengeOf(newVerifier()))}`);
    assert.match(code.body, warning);
    assert.match(code.body, /id="allow"/);
    assert.match(code.body, /<strong><bdi>ada/);
  });

  it("one that the operator registered has neither", async () => {
    const { body } = await browser.get(request("openid"));
    assert.doesNotMatch(body, claim);
    assert.doesNotMatch(body, warning);
  });
});

describe("a device that asks for access at an API", () => {
  it("RFC 8628 §3.3: the person reads what it asks for, and allows that", async () => {
    const codes = await codesFor(service.url, photos, {
      scope: "openid orders:write",
      resource: orders.resource,
    });
    const question = await typeCode(browser, codes.user_code);
    assert.deepEqual(askedIn(question), [
      "app.example",
      "Know who you are",
      "Access to Orders",
      "api.example",
      "Change your orders",
    ]);
    await browser.submit(question, { decision: "allow" });
    assert.deepEqual(await allowed(), ["openid", `${orders.resource}#`, `${orders.resource}#orders:write`]);
  });
});
