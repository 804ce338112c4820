import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountId } from "../../src/values/ids.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, bob, logoutPath, problemIn, submitAs, tokenErrorIn } from "./journey.ts";
import {
  answerDevice,
  askForCodes,
  codesFor,
  type DeviceCodes,
  deviceAuthorizationPath,
  devicePath,
  poll,
  typeCode,
  userCodeIn,
} from "./support/device.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import {
  assertRefused,
  type ClientKey,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  refresh,
  tokensIn,
  userinfoStatus,
} from "./support/openid.ts";
import { setUpTotp } from "./support/totp-app.ts";

let service: InProcessService;
let url: string;
let adaId: AccountId;
/** A public client of the operator, as a program for a television is. */
let tv: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  url = service.url;
  adaId = await service.addAccount(ada.username, ada.password, { name: "Ada Lovelace" });
  await service.addAccount(bob.username, bob.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, "lkdc_"]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all tries left, in a new browser in which Ada is signed in.
beforeEach(async () => {
  service.clock.advance(3_600);
  tv = await service.addClient({
    name: "Tele",
    isPublic: true,
    metadata: openid({ mayUseDeviceGrant: true }),
  });
  browser = await signedIn(ada);
});

async function signedIn(person: typeof ada): Promise<FormClient> {
  const own = new FormClient(url);
  await submitAs(own, await own.get("/sign-in?to=device"), person);
  return own;
}

const scope = { scope: "openid profile offline_access" };

function claimsIn(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
}

async function errorOf(answer: Promise<HttpAnswer>): Promise<string> {
  return tokenErrorIn(await answer);
}

describe("the device authorization endpoint (RFC 8628 §3.2)", () => {
  it("answers both codes, where to type the one, and for how long and how often to poll with the other", async () => {
    const answer = await askForCodes(url, tv, scope);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    const codes: DeviceCodes = JSON.parse(answer.body);
    assert.match(codes.device_code, /^lkdc_[A-Za-z0-9_-]{43}$/);
    assert.match(codes.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const page = `${service.service.issuer}/device`;
    assert.deepEqual(
      [codes.verification_uri, codes.verification_uri_complete, codes.expires_in, codes.interval],
      [page, `${page}?user_code=${codes.user_code}`, 600, 5],
    );
  });

  it("refuses a client that is not registered for it", async () => {
    const other = await service.addClient({ metadata: openid() });
    assertRefused(await askForCodes(url, other), "unauthorized_client");
  });

  it("authenticates a confidential client", async () => {
    const box = await service.addClient({ metadata: openid({ mayUseDeviceGrant: true }) });
    assertRefused(await askForCodes(url, { ...box, secret: "wrong" }), "invalid_client");
    assert.equal((await askForCodes(url, box)).status, 200);
  });

  it("stores no more for strangers who ask in the name of a public client than for a classroom", async () => {
    const asked = await Promise.all(Array.from({ length: 70 }, () => askForCodes(url, tv)));
    const refused = asked.filter(({ status }) => status === 429);
    assert.equal(refused.length, 10);
    for (const answer of refused) assertRefused(answer, "temporarily_unavailable", 429);
  });
});

describe("a device from its codes to its tokens", () => {
  it("polls, is told to wait, and gets tokens once its person allows it", async () => {
    const codes = await codesFor(url, tv, scope);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
    assert.match((await answerDevice(browser, codes)).body, /<h1>Your device is connected<\/h1>/);
    assert.match((await browser.get("/account/activity")).body, /Device connected/);
    const tokens = tokensIn(await poll(url, tv, codes));
    const claims = claimsIn(tokens.id_token);
    assert.deepEqual([claims.sub, claims.aud, claims.name], [adaId, tv.id, "Ada Lovelace"]);
    assert.ok("auth_time" in claims && "amr" in claims);
    assert.equal(await userinfoStatus(url, tokens.access_token), 200);
    const refreshed = tokensIn(await refresh(url, tv, tokens.refresh_token));
    assert.equal(await userinfoStatus(url, refreshed.access_token), 200);
  });

  it("a confidential client without OpenID Connect gets an access token", async () => {
    const metadata = { ...openid({ mayUseDeviceGrant: true }), isOpenid: false, mayRefresh: false };
    const box = await service.addClient({ metadata });
    const codes = await codesFor(url, box);
    await answerDevice(browser, codes);
    const answer = JSON.parse((await poll(url, box, codes)).body);
    assert.deepEqual(Object.keys(answer), ["status", "access_token", "token_type", "expires_in"]);
    assert.equal(await userinfoStatus(url, answer.access_token), 200);
  });

  it("C39: RFC 8628 §3.5: a device that polls too fast is slowed down, by five seconds more each time", async () => {
    const codes = await codesFor(url, tv);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
    assert.equal(await errorOf(poll(url, tv, codes)), "slow_down");
    service.clock.advance(5);
    assert.equal(await errorOf(poll(url, tv, codes)), "slow_down");
    service.clock.advance(15);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
    service.clock.advance(15);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
  });

  it("C39: of many polls at once one keeps the pace", async () => {
    const codes = await codesFor(url, tv);
    const answers = await Promise.all(Array.from({ length: 20 }, () => errorOf(poll(url, tv, codes))));
    assert.equal(answers.filter((error) => error === "authorization_pending").length, 1);
    assert.equal(answers.filter((error) => error === "slow_down").length, 19);
  });

  it("RFC 9449 §10: a key that the device proved when it asked is proved again with every poll", async () => {
    const [key, other] = [await newClientKey(), await newClientKey()];
    const proof = async (by: ClientKey, path: string) => ({ dpop: await dpopProof(service, by, path) });
    const asked = await askForCodes(url, tv, scope, await proof(key, deviceAuthorizationPath));
    const codes: DeviceCodes = JSON.parse(asked.body);
    await answerDevice(browser, codes);
    assertRefused(await poll(url, tv, codes), "invalid_dpop_proof");
    assertRefused(await poll(url, tv, codes, await proof(other, endpoints.token)), "invalid_grant");
    const answer = await poll(url, tv, codes, await proof(key, endpoints.token));
    tokensIn(answer);
    assert.equal(JSON.parse(answer.body).token_type, "DPoP");
  });

  it("a device that is allowed gets its tokens at once, however fast it polled", async () => {
    const codes = await codesFor(url, tv, scope);
    for (let count = 0; count < 5; count += 1) await poll(url, tv, codes);
    await answerDevice(browser, codes);
    tokensIn(await poll(url, tv, codes));
  });

  it("C40: RFC 8628 §3.5: after a no the device is told access_denied, and the person can change nothing any more", async () => {
    const codes = await codesFor(url, tv);
    assert.match((await answerDevice(browser, codes, "deny")).body, /<h1>You did not allow it<\/h1>/);
    assert.equal(await errorOf(poll(url, tv, codes)), "access_denied");
    const again = await typeCode(browser, codes.user_code);
    assert.deepEqual([again.status, problemIn(again)?.includes("no longer waiting")], [400, true]);
  });

  it("C40: RFC 8628 §3.5: after ten minutes both codes are over, answered or not", async () => {
    const [allowed, waiting] = [await codesFor(url, tv), await codesFor(url, tv)];
    await answerDevice(browser, allowed);
    service.clock.advance(600);
    assert.equal(await errorOf(poll(url, tv, allowed)), "expired_token");
    assert.equal(await errorOf(poll(url, tv, waiting)), "expired_token");
    assert.equal((await typeCode(browser, waiting.user_code)).status, 400);
  });

  it("C38: of 100 polls at once one gets tokens, and these stay good", async () => {
    const codes = await codesFor(url, tv, scope);
    await answerDevice(browser, codes);
    const answers = await Promise.all(Array.from({ length: 100 }, () => poll(url, tv, codes)));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    assert.ok(won !== undefined && others.length === 0);
    for (const answer of answers) if (answer !== won) assertRefused(answer, "invalid_grant");
    assertRefused(await poll(url, tv, codes), "invalid_grant");
    assert.equal(await userinfoStatus(url, tokensIn(won).access_token), 200);
  });

  it("C40: another client's device code, and one that nobody has, are refused alike", async () => {
    const codes = await codesFor(url, tv);
    const other = await service.addClient({ metadata: openid({ mayUseDeviceGrant: true }) });
    const foreign = await poll(url, other, codes);
    assertRefused(foreign, "invalid_grant");
    const unknown = await poll(url, other, { device_code: `lkdc_${"A".repeat(43)}` });
    assert.deepEqual(JSON.parse(unknown.body), JSON.parse(foreign.body));
  });

  it("what ends the sign-in before the device comes ends its code", async () => {
    const ends: readonly (() => Promise<unknown>)[] = [
      async () => browser.submit(await browser.get(logoutPath), {}),
      async () => service.ports.accounts.setDisabled(adaId, true, service.clock.now()),
    ];
    for (const end of ends) {
      const codes = await codesFor(url, tv);
      await answerDevice(browser, codes);
      await end();
      assertRefused(await poll(url, tv, codes), "invalid_grant");
      await service.ports.accounts.setDisabled(adaId, false, service.clock.now());
      browser = await signedIn(ada);
    }
  });
});

describe("the page on which people connect a device", () => {
  it("asks a stranger to sign in first, and keeps the code of the link on the way", async () => {
    const codes = await codesFor(url, tv);
    const stranger = new FormClient(url);
    const carried = `to=device&user_code=${codes.user_code}`;
    const sent = await stranger.get(`${devicePath}?user_code=${codes.user_code.toLowerCase()}`);
    assert.deepEqual([sent.status, sent.headers.location], [303, `/sign-in?${carried}`]);
    const back = await submitAs(stranger, await stranger.get(`/sign-in?${carried}`), ada);
    assert.equal(back.headers.location, `${devicePath}?user_code=${codes.user_code}`);
    const page = await stranger.get(back.headers.location ?? "");
    assert.equal(userCodeIn(page), codes.user_code);
    const question = await stranger.submit(page, {});
    assert.match(question.body, /<h1>Sign in to <bdi>Tele<\/bdi> on your device\?<\/h1>/);
  });

  it("carries nothing but a code through a sign-in", async () => {
    const stranger = new FormClient(url);
    for (const text of ["https://evil.example", "AAAA-AAAA", "BCDF-GHJK%26to%3Daccount", "BCDFGHJ"]) {
      const sent = await stranger.get(`${devicePath}?user_code=${text}`);
      assert.equal(sent.headers.location, "/sign-in?to=device", text);
    }
  });

  it("D41: names the application, the code, when and from where the device asked, and warns; then the person answers", async () => {
    const codes = await codesFor(url, tv);
    service.clock.advance(125);
    const question = await typeCode(browser, codes.user_code.toLowerCase().replace("-", " "));
    assert.equal(question.status, 200);
    assert.ok(question.body.includes(codes.user_code));
    assert.match(question.body, /2 minutes ago, from the network you are on/);
    assert.match(question.body, /only if you started it on your device yourself/);
    assert.match(question.body, /id="allow"[\s\S]*id="deny"/);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
  });

  it("says which network a device asked from, where that is another one", async () => {
    const proxied = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.0/8" });
    try {
      await proxied.addAccount(ada.username, ada.password);
      const box = await proxied.addClient({ isPublic: true, metadata: openid({ mayUseDeviceGrant: true }) });
      const { body } = await askForCodes(proxied.url, box, {}, { "x-forwarded-for": "203.0.113.9" });
      const own = new FormClient(proxied.url);
      await submitAs(own, await own.get("/sign-in?to=device"), ada);
      const question = await typeCode(own, JSON.parse(body).user_code);
      assert.match(question.body, /a network other than yours: <bdi dir="ltr">203\.0\.113\.x<\/bdi>/);
    } finally {
      await proxied[Symbol.asyncDispose]();
    }
  });

  it("D42: a link with a code looks nothing up: neither do its tries run out, nor does it tell codes apart", async () => {
    const { user_code } = await codesFor(url, tv);
    const real = await browser.get(`${devicePath}?user_code=${user_code}`);
    for (let count = 0; count < 20; count += 1) {
      const page = await browser.get(`${devicePath}?user_code=BCDF-GHJK`);
      assert.deepEqual([page.status, userCodeIn(page)], [200, "BCDF-GHJK"]);
    }
    assert.equal(userCodeIn(real), user_code);
    assert.equal((await typeCode(browser, user_code)).status, 200);
  });

  it("E25: RFC 8628 §5.1: after five wrong codes the person waits, and nobody else does", async () => {
    const { user_code } = await codesFor(url, tv);
    for (const typed of ["BCDF-GHJK", "no code", "BCDFGHJL", "B", "ßßßß-ßßßß"]) {
      const page = await typeCode(browser, typed);
      assert.deepEqual([page.status, userCodeIn(page)], [400, typed]);
    }
    const throttled = await typeCode(browser, user_code);
    assert.equal(throttled.status, 429);
    assert.equal(throttled.headers["retry-after"], "60");
    assert.match(problemIn(throttled) ?? "", /Try again in 1 minute/);
    assert.equal((await typeCode(await signedIn(bob), user_code)).status, 200);
    service.clock.advance(60);
    assert.equal((await typeCode(browser, user_code)).status, 200);
  });

  it("E25: an answer without the page that asked tells nothing of a code, and counts like a typed one", async () => {
    const { user_code } = await codesFor(url, tv);
    const over = await codesFor(url, tv);
    await answerDevice(browser, over);
    const entry = await browser.get(devicePath);
    const seen: unknown[] = [];
    for (const typed of [user_code, "BCDF-GHJK", over.user_code, user_code, "BCDF-GHJL"]) {
      const answer = await browser.submit(entry, { user_code: typed, decision: "deny" });
      seen.push([answer.status, problemIn(answer)]);
    }
    for (const other of seen) assert.deepEqual(other, seen[0]);
    assert.equal((seen[0] as [number])[0], 403);
    for (const typed of [user_code, "BCDF-GHJK"]) {
      const throttled = await browser.submit(entry, { user_code: typed, decision: "deny" });
      assert.deepEqual([throttled.status, throttled.headers["retry-after"]], [429, "60"]);
    }
    const refused = service.log.filter(({ message }) => message === "user-code-refused").slice(-7);
    assert.deepEqual(
      refused.map(({ fields }) => fields.reason),
      [...new Array(5).fill("stale"), "throttled", "throttled"],
    );
  });

  it("an answer by the page that asked uses up no try", async () => {
    for (let count = 0; count < 12; count += 1) {
      const answer = await answerDevice(browser, await codesFor(url, tv), "deny");
      assert.equal(answer.status, 200);
    }
  });

  it("a code that is good uses up no try", async () => {
    for (let count = 0; count < 12; count += 1) {
      const { user_code } = await codesFor(url, tv);
      assert.equal((await typeCode(browser, user_code)).status, 200);
    }
  });

  it("an empty form says what is missing, and counts for nothing", async () => {
    for (let count = 0; count < 9; count += 1) {
      const page = await typeCode(browser, "  ");
      assert.deepEqual([page.status, problemIn(page)], [400, "Enter the code that your device shows."]);
    }
  });

  it("D43: nothing is allowed without the form that named this very device to this very session", async () => {
    const [codes, other] = [await codesFor(url, tv), await codesFor(url, tv)];
    const { user_code } = codes;
    const allow = { user_code, decision: "allow" };
    const bare = await browser.post(devicePath, allow);
    assert.equal(bare.status, 403);
    const entry = await browser.get(devicePath);
    const question = await typeCode(browser, other.user_code);
    const others = await typeCode(await signedIn(bob), user_code);
    for (const page of [entry, question, others])
      assert.equal((await browser.submit(page, allow)).status, 403);
    assert.equal(await errorOf(poll(url, tv, codes)), "authorization_pending");
    assert.equal(await errorOf(poll(url, tv, other)), "authorization_pending");
  });

  it("of two answers at once one counts", async () => {
    const codes = await codesFor(url, tv, scope);
    const [one, two] = [await typeCode(browser, codes.user_code), await typeCode(browser, codes.user_code)];
    const answers = await Promise.all([
      browser.submit(one, { decision: "allow" }),
      browser.submit(two, { decision: "allow" }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    tokensIn(await poll(url, tv, codes));
  });

  it("a client that is disabled meanwhile gets nobody's answer", async () => {
    const codes = await codesFor(url, tv);
    const question = await typeCode(browser, codes.user_code);
    await service.ports.clients.update({ ...tv.client, isDisabled: true });
    assert.equal((await browser.submit(question, { decision: "allow" })).status, 400);
  });

  it("a person who is in none of the client's groups is told so", async () => {
    const metadata = openid({ mayUseDeviceGrant: true, onlyGroups: ["staff"] });
    const box = await service.addClient({ name: "Box", isPublic: true, metadata });
    const page = await typeCode(browser, (await codesFor(url, box)).user_code);
    assert.equal(page.status, 403);
    assert.match(page.body, /This account has no access to <bdi>Box<\/bdi>/);
  });
});

describe("a client that asks for more than a password, on a device", () => {
  const metadata = openid({ mayUseDeviceGrant: true, requiredStrength: "two" });
  const enrolled = { username: "eve", password: "nine loud winds blow east" };

  before(() => service.addAccount(enrolled.username, enrolled.password));

  it("D44: lets nobody in by a session of one factor, and asks for the second one where the person has none", async () => {
    const vault = await service.addClient({ name: "Vault", isPublic: true, metadata });
    const codes = await codesFor(url, vault, scope);
    const weak = await signedIn(enrolled);
    const sent = await typeCode(weak, codes.user_code);
    const back = `to=device&client_id=${vault.id}&user_code=${codes.user_code}`;
    assert.deepEqual([sent.status, sent.headers.location], [303, `/sign-in?${back}`]);
    assert.ok((await weak.get(`/sign-in?${back}`)).body.includes('action="/enrol?to=device'));
    await setUpTotp(weak, service.clock);
    const home = await weak.get(`/sign-in?${back}`);
    assert.equal(home.headers.location, `${devicePath}?user_code=${codes.user_code}`);
    await answerDevice(weak, codes);
    const claims = claimsIn(tokensIn(await poll(url, vault, codes)).id_token);
    assert.equal(claims.acr, "urn:latchkey:acr:two");
  });

  it("D44: refuses the answer of a session of one factor, also where the client asks for more only since the page was shown", async () => {
    const vault = await service.addClient({
      name: "Vault",
      isPublic: true,
      metadata: openid({ mayUseDeviceGrant: true }),
    });
    const codes = await codesFor(url, vault, scope);
    const question = await typeCode(browser, codes.user_code);
    assert.ok((await service.ports.clients.update({ ...vault.client, metadata })).ok);
    const answer = await browser.submit(question, { decision: "allow" });
    assert.equal(answer.status, 303);
    assert.match(answer.headers.location ?? "", /^\/sign-in\?to=device&client_id=/);
    assert.equal(await errorOf(poll(url, vault, codes)), "authorization_pending");
  });
});

describe("somebody else's application on a device", () => {
  let photos: TestClient;

  beforeEach(async () => {
    const metadata = openid({ mayUseDeviceGrant: true, isThirdParty: true });
    photos = await service.addClient({ name: "Photos", isPublic: true, metadata });
  });

  it("is allowed exactly what the page lists, and the account page has it from then on", async () => {
    const codes = await codesFor(url, photos, scope);
    const question = await typeCode(browser, codes.user_code);
    for (const ability of ["Know who you are", "See your name", "Keep its access"])
      assert.ok(question.body.includes(ability), ability);
    assert.equal(await service.ports.consents.find(adaId, photos.client.id), undefined);
    await browser.submit(question, { decision: "allow" });
    const consent = await service.ports.consents.find(adaId, photos.client.id);
    assert.deepEqual(consent?.scope, ["openid", "profile", "offline_access"]);
    tokensIn(await poll(url, photos, codes));
  });

  it("a no allows nothing", async () => {
    const codes = await codesFor(url, photos, scope);
    await answerDevice(browser, codes, "deny");
    assert.equal(await service.ports.consents.find(adaId, photos.client.id), undefined);
  });

  it("keeps what it was allowed where a second one of its kind is allowed before it comes", async () => {
    const televisions = [await codesFor(url, photos, scope), await codesFor(url, photos, scope)];
    for (const codes of televisions) {
      await answerDevice(browser, codes);
      service.clock.advance(1);
    }
    for (const codes of televisions) tokensIn(await poll(url, photos, codes));
  });

  it("gets nothing after a withdrawal, also where another one is allowed since", async () => {
    const [first, second] = [await codesFor(url, photos, scope), await codesFor(url, photos, scope)];
    await answerDevice(browser, first);
    service.clock.advance(1);
    await service.ports.consents.withdraw(adaId, photos.client.id, service.clock.now());
    service.clock.advance(1);
    await answerDevice(browser, second);
    assertRefused(await poll(url, photos, first), "invalid_grant");
    tokensIn(await poll(url, photos, second));
  });

  it("gets nothing where the consent is withdrawn before it comes", async () => {
    const codes = await codesFor(url, photos, scope);
    await answerDevice(browser, codes);
    await service.ports.consents.withdraw(adaId, photos.client.id, service.clock.now());
    assertRefused(await poll(url, photos, codes), "invalid_grant");
  });

  it("gets nothing by a form that was open while the person withdrew", async () => {
    const codes = await codesFor(url, photos, scope);
    const question = await typeCode(browser, codes.user_code);
    await answerDevice(browser, await codesFor(url, photos, scope));
    service.clock.advance(1);
    await service.ports.consents.withdraw(adaId, photos.client.id, service.clock.now());
    assert.equal((await browser.submit(question, { decision: "allow" })).status, 403);
    assert.equal(await errorOf(poll(url, photos, codes)), "authorization_pending");
  });
});
