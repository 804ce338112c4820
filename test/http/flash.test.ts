import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { asksPattern, findForm, type HttpAnswer } from "../support/form-client.ts";
import { letterTo } from "../support/mailbox.ts";
import { problemIn } from "./journey.ts";
import { codesFor } from "./support/device.ts";
import { ada, type CheckedClient, type Fields, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

const flash = "latchkey-flash";
const wrong = { ...ada, password: "not the password of ada" };

let stage: Stage;
let browser: CheckedClient;

beforeEach(async () => {
  stage = await Stage.set({ LATCHKEY_SIGN_UP: "open" });
  browser = stage.newBrowser();
});
afterEach(async () => {
  await stage.check();
  await stage[Symbol.asyncDispose]();
});

/** A form of the page at an address, posted as by a person who makes a mistake. */
interface Row {
  readonly page: string;
  readonly mistake: string;
  readonly fields: Fields;
  /** The page on which the form stands, if that is not its own address. */
  readonly form: () => Promise<HttpAnswer>;
  readonly status: number;
  readonly says: RegExp;
  /** The typed text that the page shows again, in any field. */
  readonly keeps?: string;
}

const stale = /This page was out of date, so nothing was changed/;
const old = { step: "x" };

async function signedIn(): Promise<void> {
  assert.equal((await browser.signIn("/sign-in?to=account", ada)).status, 200);
}

/** A page of the signed-in person. */
function own(path: string, mistake: Omit<Row, "page" | "form">): Row {
  const form = async () => {
    await signedIn();
    return browser.get(path);
  };
  return { page: path, form, ...mistake };
}

async function consentForm(): Promise<HttpAnswer> {
  const { client } = stage.client;
  const metadata = { ...client.metadata, isThirdParty: true };
  await stage.inProcess.ports.clients.update({ ...client, metadata });
  return browser.signIn(stage.target(), ada);
}

async function verifyForm(): Promise<HttpAnswer> {
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  await setUpTotp(owner, stage.inProcess.clock);
  return browser.signIn(stage.target({ acr_values: "urn:latchkey:acr:two" }), ada);
}

async function enrolForm(): Promise<HttpAnswer> {
  const { client } = stage.client;
  const metadata = { ...client.metadata, requiredStrength: "two" } as const;
  await stage.inProcess.ports.clients.update({ ...client, metadata });
  return browser.signIn(stage.target(), ada);
}

async function linkFor(kind: "sign-up" | "recover", path: string, fields: Fields): Promise<HttpAnswer> {
  const asking = stage.newBrowser();
  await asking.submit(await asking.get(path), fields);
  const { link } = await letterTo(stage.inProcess, Object.values(fields)[0] ?? "", kind);
  return browser.get(link);
}

const signInForm = () => browser.get(stage.target());
const wrongForm = { mistake: "an old form", fields: old, status: 403, says: stale };

const rows: readonly Row[] = [
  {
    page: "/sign-in",
    mistake: "a wrong password",
    form: signInForm,
    fields: wrong,
    status: 400,
    says: /That username, e-mail address or password is incorrect/,
    keeps: ada.username,
  },
  {
    page: "/sign-in",
    mistake: "no password",
    form: signInForm,
    fields: { username: "grace", password: "" },
    status: 400,
    says: /Enter your password/,
    keeps: "grace",
  },
  {
    page: "/sign-in",
    mistake: "an old form",
    form: signInForm,
    fields: { ...ada, ...old },
    status: 403,
    says: /took too long|try again|sign in again/i,
    keeps: ada.username,
  },
  {
    page: "/verify",
    mistake: "a wrong code",
    form: verifyForm,
    fields: { otp: "000000", trust: "yes" },
    status: 400,
    says: /That code is incorrect/,
  },
  {
    page: "/enrol",
    mistake: "a wrong code",
    form: enrolForm,
    fields: { otp: "000000" },
    status: 400,
    says: /code is incorrect/,
  },
  { page: "/consent", form: consentForm, ...wrongForm },
  {
    page: "/continue",
    form: () => stage.browser.get(stage.target({ prompt: "select_account" })),
    ...wrongForm,
  },
  {
    page: "/recover",
    mistake: "an old form",
    form: () => browser.get("/recover"),
    fields: { username: "grace", ...old },
    status: 403,
    says: stale,
    keeps: "grace",
  },
  {
    page: "/recover",
    mistake: "no name",
    form: () => browser.get("/recover"),
    fields: { username: "" },
    status: 400,
    says: /Enter your username or e-mail address/,
  },
  {
    page: "/sign-up",
    mistake: "no address",
    form: () => browser.get("/sign-up"),
    fields: { email: "grace at example" },
    status: 400,
    says: /e-mail address/,
    keeps: "grace at example",
  },
  {
    page: "/sign-up/account",
    mistake: "a short password",
    form: () => linkFor("sign-up", "/sign-up", { email: "grace@notes.example" }),
    fields: { name: "Grace", username: "grace", new_password: "too short" },
    status: 400,
    says: /at least 15 characters/,
    keeps: "grace",
  },
  {
    page: "/recover/password",
    mistake: "a short password",
    form: async () => {
      await stage.inProcess.addAccount("grace", ada.password, { email: "grace@notes.example" });
      return linkFor("recover", "/recover", { username: "grace@notes.example" });
    },
    fields: { new_password: "too short" },
    status: 400,
    says: /at least 15 characters/,
  },
  {
    page: "/v1/Oauth/logout",
    form: async () => {
      await signedIn();
      return browser.get("/v1/Oauth/logout");
    },
    ...wrongForm,
  },
  own("/device", {
    mistake: "an unknown code",
    fields: { user_code: "BCDF-GHJK" },
    status: 400,
    says: /No device is waiting for this code/,
    keeps: "BCDF-GHJK",
  }),
  own("/account", { ...wrongForm, fields: { ...old, language: "de" } }),
  own("/account/address", {
    mistake: "no address",
    fields: { email: "ada at example" },
    status: 400,
    says: /e-mail address/,
    keeps: "ada at example",
  }),
  own("/account/profile", {
    mistake: "a name of control characters",
    fields: { name: "\u0007" },
    status: 400,
    says: /name/i,
  }),
  own("/account/password", {
    mistake: "a short password",
    fields: { new_password: "too short" },
    status: 400,
    says: /at least 15 characters/,
  }),
  own("/account/totp", {
    mistake: "a wrong code",
    fields: { otp: "000000" },
    status: 400,
    says: /incorrect/,
  }),
  {
    page: "/account/recovery-codes",
    form: async () => {
      await signedIn();
      await setUpTotp(browser, stage.inProcess.clock);
      return browser.get("/account/recovery-codes");
    },
    ...wrongForm,
  },
  ...["passkeys", "sessions", "delete", "export"].map((name) => own(`/account/${name}`, { ...wrongForm })),
];

describe("a form that is refused", () => {
  for (const { page, mistake, fields, form, status, says, keeps } of rows)
    it(`${page}, ${mistake}: the page comes by GET, says it once, and keeps no password`, async () => {
      const shown = await form();
      const { action } = findForm(shown.body);
      const posted = await browserOf(page).submitOnly(shown, fields);
      assert.deepEqual([posted.status, posted.headers.location], [303, action], posted.body);
      assert.equal(posted.body, "");
      const told = await browserOf(page).get(action);
      assert.equal(told.status, status);
      assert.match(/id="problem"[\s\S]*?<\/div>/.exec(told.body)?.[0] ?? "", says);
      assert.match(told.body, /<title>Error: /);
      if (keeps !== undefined) assert.ok(told.body.includes(`value="${keeps}"`), "the field is empty");
      assert.doesNotMatch(told.body, /type="password"[^>]*value/);
      for (const secret of [fields.password, fields.new_password, fields.otp])
        if (secret) assert.ok(!told.body.includes(`"${secret}"`), "the page repeats a secret");
      // A reload, or Back to it later, shows the page without the sentence.
      const reloaded = await browserOf(page).get(action);
      assert.equal(problemIn(reloaded), undefined);
      assert.doesNotMatch(reloaded.body, /<title>Error: /);
    });

  function browserOf(page: string): CheckedClient {
    return page === "/continue" ? stage.browser : browser;
  }
});

describe("an empty field is not an old form", () => {
  const empty: readonly (readonly [page: string, form: () => Promise<HttpAnswer>, fields: Fields])[] = [
    ["/sign-in", signInForm, { username: "", password: "" }],
    ["/verify", verifyForm, { otp: "" }],
    ["/enrol", enrolForm, { otp: "" }],
    ["/recover", () => browser.get("/recover"), { username: "" }],
    ["/sign-up", () => browser.get("/sign-up"), { email: "" }],
    ["/device", () => ownForm("/device"), { user_code: "" }],
    ["/account/address", () => ownForm("/account/address"), { email: "" }],
    ["/account/password", () => ownForm("/account/password"), { new_password: "" }],
    ["/account/profile", () => ownForm("/account/profile"), { name: "" }],
    ["/account/totp", () => ownForm("/account/totp"), { otp: "" }],
  ];

  async function ownForm(path: string): Promise<HttpAnswer> {
    await signedIn();
    return browser.get(path);
  }

  for (const [page, form, fields] of empty)
    it(`${page} says what is missing`, async () => {
      const { status, body } = await browser.submit(await form(), fields);
      assert.equal(status, page === "/account/profile" ? 200 : 400, body);
      assert.doesNotMatch(body, stale);
    });
});

describe("what the answer to a form leaves in the browser", () => {
  /** The first answer to a wrong password. */
  async function refused(fields: Fields = wrong): Promise<{ action: string; cookie: string }> {
    const page = await browser.get(stage.target());
    const { action } = findForm(page.body);
    const { headers } = await browser.submitOnly(page, fields);
    const line = headers["set-cookie"]?.find((cookie) => cookie.startsWith(`${flash}=`)) ?? "";
    assert.match(line, /; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    return { action, cookie: browser.cookies.get(flash) ?? "" };
  }

  async function assertSilent(from: CheckedClient, action: string): Promise<void> {
    const page = await from.get(action);
    assert.equal(page.status, 200, page.body);
    assert.equal(problemIn(page), undefined);
    assert.doesNotMatch(page.body, /value="ada"/);
  }

  it("D65: shows nothing of what it says, and the password is in no form in it", async () => {
    const { cookie } = await refused();
    const opened = stage.inProcess.ports.sealer.open("flash", cookie);
    assert.ok(opened);
    assert.doesNotMatch(Buffer.from(opened).toString(), /not the password/);
    assert.doesNotMatch(Buffer.from(cookie, "base64url").toString("latin1"), /ada|mismatch/);
  });

  it("D65: is ignored if it is forged, changed, or sealed for something else", async () => {
    const { action, cookie } = await refused();
    const { sealer } = stage.inProcess.ports;
    const until = stage.inProcess.clock.now() + 300;
    const told = { told: { problem: { kind: "mismatch" } }, kept: { username: "ada" } };
    const seal = (value: unknown) => sealer.seal("flash", Buffer.from(JSON.stringify(value)));
    for (const value of [
      "x",
      `${cookie.slice(0, -2)}AA`,
      sealer.seal("console", Buffer.from(JSON.stringify({ ...told, until }))),
      seal({ ...told, until }),
      seal({ ...told, until, key: "" }),
      seal([told]),
      seal("told"),
      browser.cookies.get("latchkey-device") ?? "",
    ]) {
      browser.cookies.set(flash, value);
      await assertSilent(browser, action);
    }
  });

  it("D65: is ignored in another browser", async () => {
    const { action, cookie } = await refused();
    const other = stage.newBrowser();
    other.cookies.set(flash, cookie);
    await assertSilent(other, action);
    await other.get(stage.target());
    other.cookies.set(flash, cookie);
    await assertSilent(other, action);
  });

  it("D65: is ignored at another address, and stays for its own", async () => {
    const { action } = await refused();
    const elsewhere = `${action}&state=another`;
    await assertSilent(browser, elsewhere);
    assert.equal(problemIn(await browser.get("/recover")), undefined);
    assert.equal((await browser.get(action)).status, 400);
  });

  it("D65: is ignored after five minutes", async () => {
    const { action, cookie } = await refused();
    stage.inProcess.clock.advance(299);
    assert.equal((await browser.get(action)).status, 400);
    browser.cookies.set(flash, cookie);
    stage.inProcess.clock.advance(1);
    await assertSilent(browser, action);
  });

  it("D65: is ignored by a session that begins after it, in the same browser", async () => {
    await signedIn();
    const page = await browser.get("/account/profile");
    await browser.submitOnly(page, { name: "\u0007" });
    const cookie = browser.cookies.get(flash) ?? "";
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    await signedIn();
    browser.cookies.set(flash, cookie);
    assert.equal(problemIn(await browser.get("/account/profile")), undefined);
  });

  it("D65: is said once: the browser has only what was typed afterwards, and nothing after the sign-in", async () => {
    const { action, cookie } = await refused();
    assert.equal((await browser.get(action)).status, 400);
    assert.notEqual(browser.cookies.get(flash), cookie);
    const reloaded = await browser.get(action);
    assert.deepEqual([reloaded.status, problemIn(reloaded)], [200, undefined]);
    assert.match(reloaded.body, /value="ada"/);
    assert.equal((await browser.submit(reloaded, { ...ada })).status, 303);
    assert.equal(browser.cookies.get(flash), undefined);
  });

  it("is left alone by HEAD, which shows no page", async () => {
    const { action } = await refused();
    assert.equal((await browser.send({ method: "HEAD", target: action })).headers["set-cookie"], undefined);
    assert.equal((await browser.get(action)).status, 400);
  });

  it("D65: fits a cookie, whatever was typed", async () => {
    for (const username of ["x".repeat(9_000), "\u0001".repeat(254), "漢".repeat(254), "\ud800".repeat(99)]) {
      const { action, cookie } = await refused({ ...wrong, username });
      assert.ok(cookie.length + flash.length < 2_500, `${cookie.length}`);
      const page = await browser.get(action);
      assert.match(problemIn(page) ?? "", /password is incorrect|Enter your username/);
    }
  });

  it("D65: fits a request beside the longest query", async () => {
    const page = await browser.get(`${stage.target()}&x=${"x".repeat(11_800)}`);
    assert.equal(page.status, 200);
    const told = await browser.submit(page, { ...wrong, username: "漢".repeat(254) });
    assert.deepEqual(
      [told.status, problemIn(told)],
      [400, "That username, e-mail address or password is incorrect."],
    );
  });

  it("is for the page of a device as well: the question is asked once, and its answer said once", async () => {
    await signedIn();
    const { client } = stage.client;
    const metadata = { ...client.metadata, mayUseDeviceGrant: true };
    await stage.inProcess.ports.clients.update({ ...client, metadata });
    const { user_code } = await codesFor(stage.url, stage.client);
    const posted = await browser.submitOnly(await browser.get("/device"), { user_code });
    assert.deepEqual([posted.status, posted.headers.location], [303, "/device"]);
    const question = await browser.get("/device");
    assert.ok(findForm(question.body).fields.has("user_code"));
    assert.match(question.body, /name="decision" value="deny"/);
    assert.doesNotMatch((await browser.get("/device")).body, /name="decision"/);
    const answered = await browser.submitOnly(question, { decision: "allow" });
    assert.deepEqual([answered.status, answered.headers.location], [303, "/device"]);
    assert.doesNotMatch((await browser.get("/device")).body, asksPattern);
    assert.match((await browser.get("/device")).body, asksPattern);
  });
});

describe("what a step of a sign-in has proved", () => {
  it("stays through a wrong code and reloads, although the request asks for a fresh sign-in, and ends with the code", async () => {
    const owner = stage.newBrowser();
    await owner.signIn("/sign-in?to=account", ada);
    const { app } = await setUpTotp(owner, stage.inProcess.clock);
    const target = stage.target({ acr_values: "urn:latchkey:acr:two", prompt: "login" });
    const posted = await browser.submitOnly(await browser.get(target), ada);
    const address = posted.headers.location ?? "";
    assert.match(address, /^\/verify\?/);
    const verify = await browser.get(address);
    assert.equal(findForm(verify.body).action, address);
    const kept = browser.cookies.get(flash) ?? "";
    assert.equal(findForm((await browser.get(address)).body).action, address);
    await browser.submitOnly(verify, { otp: "000000" });
    assert.equal((await browser.get(address)).status, 400);
    const again = await browser.get(address);
    assert.deepEqual([again.status, findForm(again.body).action], [200, address]);
    const done = await browser.submitOnly(again, { otp: app.code() });
    assert.match(done.headers.location ?? "", /[?&]code=lkac_/);
    assert.equal(browser.cookies.get(flash), undefined);
    // Back to that page: the request asks for a sign-in again.
    const back = await browser.get(address);
    assert.equal(back.status, 303);
    assert.match((await browser.get(back.headers.location ?? "")).body, /id="password"/);
    // The earlier cookie, in a browser with another session.
    const other = stage.newBrowser();
    await other.signIn(stage.target(), ada);
    other.cookies.set(flash, kept);
    assert.equal((await other.get(address)).status, 303);
  });
});

describe("names that were typed", () => {
  it("go from a wrong password to the page for a forgotten one, and on to the page after it and back", async () => {
    const target = stage.target({ state: "s" });
    const page = await browser.submit(await browser.get(target), wrong);
    const href = /href="(\/recover\?[^"]*)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const recover = await browser.get(href);
    assert.match(recover.body, /name="username"[^>]*value="ada"/);
    const sent = await browser.submit(recover, {});
    assert.match(sent.body, /<strong><bdi>ada<\/bdi><\/strong>/);
    const again = await browser.get(href);
    assert.match(again.body, /name="username"[^>]*value="ada"/);
  });

  it("stay when a form comes so late that the page asks for a fresh proof first", async () => {
    await signedIn();
    const page = await browser.get("/account/address");
    stage.inProcess.clock.advance(301);
    const late = await browser.submitOnly(page, { email: "ada@new.example" });
    assert.deepEqual([late.status, late.headers.location], [303, "/sign-in?to=account/address"]);
    const proof = await browser.get(late.headers.location ?? "");
    assert.doesNotMatch(proof.body, /ada@new/);
    const done = await browser.submitOnly(proof, ada);
    assert.deepEqual([done.status, done.headers.location], [303, "/account/address"]);
    assert.match((await browser.get("/account/address")).body, /name="email"[^>]*value="ada@new.example"/);
  });

  it("stay when the language changes after a wrong password", async () => {
    const target = stage.target({ ui_locales: "fr" });
    const page = await browser.submit(await browser.get(target), wrong);
    const action = /action="(\/language\?[^"]*)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const picked = await browser.post(action, { language: "de" });
    const german = await browser.get(picked.headers.location ?? "");
    assert.match(german.body, /<html lang="de"/);
    assert.match(german.body, /value="ada"/);
  });
});

describe("what the browser keeps sealed", () => {
  it("counts under its own name alone", async () => {
    await signedIn();
    const page = await browser.get("/account/totp");
    await browser.submitOnly(page, { otp: "000000" });
    const sealed = [...browser.cookies].filter(([name]) => name === flash || name === "latchkey-totp");
    assert.equal(sealed.length, 2);
    for (const [own, value] of sealed)
      for (const name of [flash, "latchkey-totp", "latchkey-codes", "latchkey-app-password"]) {
        if (name === own) continue;
        browser.cookies.set(name, value);
        for (const path of ["/account/recovery-codes", "/account/app-passwords", "/account/totp", "/enrol"])
          assert.ok((await browser.get(path)).status < 400, `${own} as ${name} at ${path}`);
        browser.cookies.delete(name);
      }
  });
});
