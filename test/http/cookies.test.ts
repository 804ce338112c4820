import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { parseCookies } from "../../src/http/cookies.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  logoutPath,
  submitAs,
  useAnotherOf,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

/** In production browsers reach the service over https, through a proxy that is not part of these tests. */
let production: InProcessService;
let development: InProcessService;
let client: TestClient;

const session = "__Host-latchkey-session";
const others = ["browser", "device", "flash", "language"];
const names = [session, ...others.map((name) => `__Host-latchkey-${name}`)];

before(async () => {
  production = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example" });
  development = await startInProcess();
  client = await production.addClient();
  for (const service of [production, development]) {
    await service.addAccount(ada.username, ada.password);
    await service.addAccount(bob.username, bob.password);
  }
});
after(async () => {
  assertCleanLog(production.log, [ada.password, bob.password]);
  for (const service of [production, development]) await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left.
beforeEach(() => production.clock.advance(3_600));

async function signedIn(): Promise<FormClient> {
  const browser = new FormClient(production.url);
  codeAt(await browser.signIn(authorizationOf(client), ada), client);
  return browser;
}

/** Sends these cookies and no others. */
function getWith(browser: FormClient, cookie: string): Promise<HttpAnswer> {
  return browser.get(authorizationOf(client), { cookie });
}

/** Every Set-Cookie line that a browser meets on its way through every page. */
async function everySetCookie(service: InProcessService): Promise<readonly string[]> {
  const app = await service.addClient();
  const browser = new FormClient(service.url);
  const page = await browser.get(authorizationOf(app));
  const wrong = await submitAs(browser, page, { ...ada, password: "wrong" });
  const stale = await browser.post(findForm(page.body).action, { username: "ada", password: "wrong" });
  const done = await submitAs(browser, page, ada);
  browser.cookies.delete(names[1] ?? "");
  const consent = await browser.get(authorizationOf(app, { prompt: "consent" }));
  const signOut = await browser.get(logoutPath);
  const signedOut = await browser.submit(signOut, {});
  const picked = await browser.post("/language", { language: "de" });
  const others = await Promise.all(
    ["/", "/nowhere", "/favicon.ico", "/healthz", "/v1/Oauth/userinfo"].map((target) => browser.get(target)),
  );
  return [page, wrong, stale, done, consent, signOut, signedOut, picked, ...others].flatMap(
    ({ headers }) => headers["set-cookie"] ?? [],
  );
}

describe("how cookies are written", () => {
  it("V3.3.1–5: over https each is __Host-, Secure, HttpOnly, SameSite=Lax, Path=/, without a Domain, and short", async () => {
    const lines = await everySetCookie(production);
    const seen = new Set(lines.map((line) => line.split("=", 1)[0]));
    assert.deepEqual([...seen].sort(), [...names].sort());
    for (const line of lines) {
      const attributes = line
        .split("; ")
        .slice(1)
        .map((attribute) => attribute.toLowerCase());
      for (const wanted of ["path=/", "httponly", "samesite=lax", "secure"])
        assert.ok(attributes.includes(wanted), line);
      assert.ok(!attributes.some((attribute) => attribute.startsWith("domain")), line);
      assert.ok(line.length <= 4096);
    }
  });

  it("D12: over http, which only loopback may use, the names carry no __Host- and the page says so", async () => {
    const lines = await everySetCookie(development);
    assert.ok(lines.length > 0);
    for (const line of lines) {
      assert.match(line, /^latchkey-(session|browser|device|language|flash)=/);
      assert.match(line, /; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    const app = await development.addClient();
    const page = await new FormClient(development.url).get(authorizationOf(app));
    assert.match(page.body, /the connection is not encrypted/);
    const secure = await new FormClient(production.url).get(authorizationOf(client));
    assert.doesNotMatch(secure.body, /the connection is not encrypted/);
  });

  it("D12: a base URL with http is refused for any other host", async () => {
    for (const url of ["http://id.example", "http://127.0.0.1.evil.test", "http://localhost.evil.test"])
      await assert.rejects(startInProcess({ LATCHKEY_BASE_URL: url }), /https/);
  });

  it("V3.3.5: the cookie that remembers devices stays short, however many people use the browser", async () => {
    const browser = new FormClient(production.url);
    for (let person = 0; person < 8; person++) {
      const somebody = { username: `person${person}`, password: "a password of this test" };
      await production.addAccount(somebody.username, somebody.password);
      const page = await browser.get(useAnotherOf(client));
      codeAt(await submitAs(browser, page, somebody), client);
    }
    const device = browser.cookies.get("__Host-latchkey-device") ?? "";
    assert.ok(device.length > 100 && device.length < 1_000, `${device.length} characters`);
  });

  it("V7.2.3: the session cookie is 64 characters, different each time", async () => {
    const values = new Set<string>();
    for (let time = 0; time < 5; time++) values.add((await signedIn()).cookies.get(session) ?? "");
    assert.equal(values.size, 5);
    for (const value of values) assert.match(value, /^[A-Za-z0-9_-]{64}$/);
  });
});

describe("which cookies count", () => {
  it("V7.2.2: the session cookie alone is enough, and nothing less than all of it", async () => {
    const browser = await signedIn();
    const value = browser.cookies.get(session) ?? "";
    codeAt(await getWith(browser, `${session}=${value}`), client);
    for (const other of ["", value.slice(0, 42), `${value}A`, value.toUpperCase(), `"${value}"`, `${value}=`])
      assertSignInForm(await getWith(browser, `${session}=${other}`));
  });

  it("V7.2.1: a session cookie with any one character changed is a stranger's", async () => {
    const browser = await signedIn();
    const value = browser.cookies.get(session) ?? "";
    for (let index = 0; index < value.length; index++) {
      const other = value[index] === "A" ? "B" : "A";
      const changed = value.slice(0, index) + other + value.slice(index + 1);
      assertSignInForm(await getWith(browser, `${session}=${changed}`));
    }
    codeAt(await getWith(browser, `${session}=${value}`), client);
  });

  it("V7.2.1: forging the browser or device cookie signs nobody in", async () => {
    const browser = new FormClient(production.url);
    const cookie = names.map((name) => `${name}=${"A".repeat(64)}`).join("; ");
    assertSignInForm(await getWith(browser, cookie));
  });

  it("D10: over https only the name with __Host- counts", async () => {
    const browser = await signedIn();
    const value = browser.cookies.get(session) ?? "";
    for (const name of [
      "latchkey-session",
      "__Secure-latchkey-session",
      "__host-latchkey-session",
      ` ${session}x`,
      // Browsers do not see the prefix behind a byte that is no space to them, so a neighbour's host can set this.
      `\u00a0${session}`,
    ])
      assertSignInForm(await getWith(browser, `${name}=${value}`));
    for (const planted of ["latchkey-session", `\u00a0${session}`])
      codeAt(await getWith(browser, `${planted}=${"A".repeat(64)}; ${session}=${value}`), client);
  });

  it("D10: a session cookie that comes twice is a stranger's, whichever comes first", async () => {
    const [mine, planted] = [await signedIn(), await signedIn()];
    const [value, other] = [mine.cookies.get(session) ?? "", planted.cookies.get(session) ?? ""];
    for (const cookie of [
      `${session}=${value}; ${session}=${other}`,
      `${session}=${other}; ${session}=${value}`,
      `${session}=${value}; ${session}=${value}`,
      `${session}=${value};${session}=`,
    ])
      assertSignInForm(await getWith(mine, cookie));
  });

  it("D10: fifty foreign cookies, and one of 5 KB, change nothing", async () => {
    const browser = await signedIn();
    const mine = `${session}=${browser.cookies.get(session)}`;
    const many = Array.from({ length: 50 }, (_, index) => `other${index}=${"x".repeat(60)}`).join("; ");
    codeAt(await getWith(browser, `${many}; ${mine}`), client);
    codeAt(await getWith(browser, `big=${"x".repeat(5_000)}; ${mine}`), client);
    assertSignInForm(await getWith(browser, `${session}=${"x".repeat(5_000)}`));
    assertSignInForm(await getWith(browser, `${session}=\u00e9; =; ;;; ${session}`));
  });

  it("D10: a planted browser cookie ties no form to it, unless it has the shape of a real one", async () => {
    const browser = new FormClient(production.url);
    const page = await browser.get(authorizationOf(client), { cookie: `${names[1]}=<script>` });
    const [setCookie = ""] = page.headers["set-cookie"] ?? [];
    assert.match(setCookie, /^__Host-latchkey-browser=[A-Za-z0-9_-]{22};/);
  });
});

describe("D9: session fixation", () => {
  it("D9: a session cookie that was there before is replaced at sign-in and stays a stranger's", async () => {
    const browser = new FormClient(production.url);
    const preset = `${"A".repeat(42)}A`;
    browser.cookies.set(session, preset);
    const page = await browser.get(authorizationOf(client));
    assertSignInForm(page);
    codeAt(await submitAs(browser, page, ada), client);
    assert.notEqual(browser.cookies.get(session), preset);
    assertSignInForm(await getWith(browser, `${session}=${preset}`));
  });

  it("D9: the attacker's own live session, planted before, is ended when the victim signs in", async () => {
    const attacker = await signedIn();
    const planted = attacker.cookies.get(session) ?? "";
    const victim = new FormClient(production.url);
    victim.cookies.set(session, planted);
    const page = await victim.get(useAnotherOf(client));
    codeAt(await submitAs(victim, page, bob), client);
    assert.notEqual(victim.cookies.get(session), planted);
    assertSignInForm(await getWith(attacker, `${session}=${planted}`));
  });

  it("V7.2.4: signing in again changes the cookie, and the one before is worth nothing", async () => {
    const browser = await signedIn();
    const valueBefore = browser.cookies.get(session) ?? "";
    const page = await browser.get(authorizationOf(client, { prompt: "login" }));
    codeAt(await submitAs(browser, page, ada), client);
    assert.notEqual(browser.cookies.get(session), valueBefore);
    assertSignInForm(await getWith(browser, `${session}=${valueBefore}`));
    codeAt(await browser.get(authorizationOf(client)), client);
  });

  it("V7.2.4: a wrong password leaves the session that was there as it is", async () => {
    const browser = await signedIn();
    const valueBefore = browser.cookies.get(session);
    const page = await browser.get(authorizationOf(client, { prompt: "login" }));
    assertSignInForm(await submitAs(browser, page, { ...ada, password: "wrong" }), 400);
    assert.equal(browser.cookies.get(session), valueBefore);
    codeAt(await browser.get(authorizationOf(client)), client);
  });
});

it("a Cookie header takes the time of its length to read, however many of its parts hold no cookie", () => {
  const begun = performance.now();
  const cookies = parseCookies(`a=1${";".repeat(1_000_000)} b=2`);
  assert.deepEqual([...cookies], Object.entries({ a: "1", b: "2" }));
  // It takes milliseconds. A search for an equals sign from each semicolon took several seconds.
  assert.ok(performance.now() - begun < 2_000);
});
