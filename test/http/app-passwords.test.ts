import assert from "node:assert/strict";
import { StatementSync } from "node:sqlite";
import { after, afterEach, before, describe, it } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import type { Client, ClientMetadata } from "../../src/protocol/client/client.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { letterTo } from "../support/mailbox.ts";
import { entriesOf } from "./support/audit-entries.ts";
import { addProtected, navigation, ProtectedHost, proxyNames } from "./support/protected-host.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";

const page = "/account/app-passwords";
const eve = { username: "eve", password: "seven quiet rivers run north" };

let stage: Stage;
let evesId: AccountId;
let count = 0;

before(async () => {
  stage = await Stage.set({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  evesId = await stage.inProcess.addAccount(eve.username, eve.password, { email: "eve@example.org" });
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

/** An application that takes app passwords, at a host of its own. */
async function addTaker(
  metadata: Partial<ClientMetadata> = {},
): Promise<{ client: Client; host: ProtectedHost }> {
  count += 1;
  const origin = `https://files${count}.example.org`;
  const { client } = await addProtected(stage.inProcess, [origin], { hasAppPasswords: true, ...metadata });
  return { client, host: new ProtectedHost(stage.inProcess, origin) };
}

async function signedIn(person = eve): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account/app-passwords", person);
  return browser;
}

/** Makes one at the page, as a person does. */
async function make(browser: CheckedClient, client: Client, name = "Calendar"): Promise<HttpAnswer> {
  const shown = await browser.get(page);
  return browser.submit(shown, { change: "make", name, application: client.id });
}

function textOn({ body }: HttpAnswer): string {
  const [, text] = /id="codes"[^>]*>([^<]+)</.exec(body) ?? [];
  assert.ok(text, body);
  return text;
}

/** An app password of a person, with the application that it opens. */
async function made(person = eve, metadata: Partial<ClientMetadata> = {}) {
  const taker = await addTaker(metadata);
  const browser = await signedIn(person);
  const text = textOn(await make(browser, taker.client));
  await browser.submit(await browser.get(page), { change: "done" });
  stage.secrets.add(text);
  stage.secrets.add(basic(person.username, text).authorization.slice("Basic ".length));
  return { ...taker, browser, text };
}

const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
});

const ask = (host: ProtectedHost, text: string, { username = "eve", target = "/dav/" } = {}) =>
  host.ask(target, { headers: basic(username, text) });

async function revokeOn(browser: CheckedClient): Promise<HttpAnswer> {
  const { body } = await browser.get(page);
  const [, id = ""] = /name="revoke" value="(lkp\w+)"/.exec(body) ?? [];
  const [, step = ""] = /name="step" value="([^"]*)"/.exec(body) ?? [];
  return browser.post(page, { step, revoke: id });
}

describe("the page of app passwords", () => {
  it("shows a new one once, in a form that is easy to type, and keeps no copy of it", async () => {
    const { client } = await addTaker();
    const browser = await signedIn();
    const shown = await make(browser, client, "  Phone\u202e of   Eve ");
    const text = textOn(shown);
    assert.match(text, /^lkap(-[0-9a-hjkmnp-tv-z]{4}){7}$/);
    assert.equal(textOn(await browser.get(page)), text, "a reload shows it again");
    const put = await browser.submit(await browser.get(page), { change: "done" });
    assert.ok(!put.body.includes(text));
    assert.match(put.body, /Phone of Eve/);
    const [kept] = await stage.inProcess.ports.appPasswords.list(evesId);
    assert.ok(kept && !JSON.stringify(kept).includes(text.replaceAll("-", "").slice(4)));
    await revokeOn(browser);
  });

  it("is counted on the account page, as long as it works", async () => {
    const row = async () => {
      const { body } = await browser.get("/account");
      return /App passwords<\/span>\s*<span class="state">([^<]*)</.exec(body)?.[1];
    };
    const { client } = await addTaker();
    const browser = await signedIn();
    assert.equal(await row(), "None");
    await make(browser, client);
    await browser.submit(await browser.get(page), { change: "done" });
    assert.equal(await row(), "1");
    await revokeOn(browser);
    assert.equal(await row(), "None");
  });

  it("shows it in no other session, and not after it was revoked", async () => {
    const { client } = await addTaker();
    const browser = await signedIn();
    const text = textOn(await make(browser, client));
    const other = await signedIn();
    other.cookies.set("latchkey-app-password", browser.cookies.get("latchkey-app-password") ?? "");
    assert.ok(!(await other.get(page)).body.includes(text));
    await revokeOn(other);
    assert.ok(!(await browser.get(page)).body.includes(text));
  });

  it("offers the applications that would let it in, and makes none for another", async () => {
    const { inProcess } = stage;
    const staff = "staff" as GroupName;
    await inProcess.ports.groups.create({ name: staff, createdAt: inProcess.clock.now() }, 10);
    const open = await addTaker();
    const closed = [
      await addTaker({ onlyGroups: [staff] }),
      await addTaker({ requiredStrength: "two" }),
      await addTaker({ isThirdParty: true }),
      await addTaker({ hasAppPasswords: false }),
    ];
    const browser = await signedIn();
    const { body } = await browser.get(page);
    assert.ok(body.includes(open.client.id));
    for (const { client } of closed) {
      assert.ok(!body.includes(client.id));
      assert.equal((await make(browser, client)).status, 400);
    }
    for (const name of ["", " ", "x".repeat(65)])
      assert.match((await make(browser, open.client, name)).body, /at most 64 characters/);
    assert.deepEqual(await inProcess.ports.appPasswords.list(evesId), []);
  });

  it("is reached by nobody whose proof is old, and does nothing for a form of another page", async () => {
    const { client } = await addTaker();
    const browser = await signedIn();
    const shown = await browser.get(page);
    const stale = await browser.post(page, { step: "x", change: "make", name: "a", application: client.id });
    assert.equal(stale.status, 403);
    stage.inProcess.clock.advance(301);
    const late = await browser.submitOnly(shown, { change: "make", name: "a", application: client.id });
    assert.match(late.headers.location ?? "", /^\/sign-in\?to=account\/app-passwords/);
    assert.deepEqual(await stage.inProcess.ports.appPasswords.list(evesId), []);
  });

  it("tells the owner by mail, in the activity and in the audit trail", async () => {
    const { browser } = await made();
    const letter = await letterTo(stage.inProcess, "eve@example.org", "app-password-made");
    assert.match(letter.link, /^\/lock\?link=/);
    await revokeOn(browser);
    const { body } = await browser.get("/account/activity");
    assert.match(body, /App password created/);
    assert.match(body, /App password removed/);
    for (const act of ["app-password-made", "app-password-revoked"] as const) {
      const [entry] = await entriesOf(stage.inProcess.ports.auditTrail, act);
      assert.deepEqual(entry?.actor, { kind: "person", id: evesId });
      assert.equal(entry?.target?.id, evesId);
    }
  });

  it("without a name: the field has the focus, and the application that was chosen is still chosen", async () => {
    const [, second] = [await addTaker(), await addTaker()];
    const answer = await make(await signedIn(), second.client, " ");
    assert.equal(answer.status, 400);
    assert.match(answer.body, new RegExp(`<option value="${second.client.id}" selected>`));
    const field = /<input id="name"[^>]*>/.exec(answer.body)?.[0] ?? "";
    assert.match(field, / value=" "/);
    assert.match(field, / aria-invalid="true" aria-describedby="problem name-hint" autofocus/);
    assert.doesNotMatch(answer.body, /id="problem"[^>]*autofocus/);
  });

  it("is linked only where an application takes app passwords", async () => {
    const other = await Stage.set();
    assert.ok(!(await other.browser.get("/account")).body.includes(page));
    await other[Symbol.asyncDispose]();
    assert.ok((await stage.browser.get("/account")).body.includes(page));
  });
});

describe("a request with an app password", () => {
  for (const proxy of proxyNames)
    it(`is let through as its person, by username and address, behind ${proxy}`, async () => {
      const { host, text } = await made();
      for (const username of ["eve", "EVE", "eve@example.org"]) {
        const answer = await host.ask("/dav/", { proxy, method: "PUT", headers: basic(username, text) });
        assert.equal(answer.status, 200, answer.body);
        assert.equal(answer.headers["remote-user"], "eve");
        assert.equal(answer.headers["set-cookie"], undefined);
      }
    });

  it("may be typed with capital letters and spaces", async () => {
    const { host, text } = await made();
    for (const typed of [text.toUpperCase(), text.replaceAll("-", " "), text.replaceAll("-", "")])
      assert.equal((await ask(host, typed)).status, 200);
  });

  it("is refused with a challenge for Basic where name and password do not belong together", async () => {
    const { host, text } = await made();
    const other = await made(ada);
    const wrong = [
      basic("eve", other.text),
      basic("ada", text),
      basic("nobody", text),
      basic("eve", `${text}0`),
      basic("eve", text.slice(0, -1)),
      basic("", text),
      { authorization: "Basic" },
      { authorization: "Basic !" },
      { authorization: `Basic ${Buffer.from("no colon").toString("base64")}` },
      { authorization: `Basic ${Buffer.from([0xff, 0x3a, 0x61]).toString("base64")}` },
    ];
    for (const headers of wrong) {
      const answer = await host.ask("/dav/", { headers });
      assert.equal(answer.status, 401, JSON.stringify(headers));
      assert.equal(answer.headers["www-authenticate"], `Basic realm="${host.origin}", charset="UTF-8"`);
      assert.equal(answer.headers["remote-user"], undefined);
      stage.inProcess.clock.advance(120);
    }
    // The right one was made for another application.
    assert.equal((await ask(other.host, text)).status, 401);
    const entries = await entriesOf(stage.inProcess.ports.auditTrail, "app-password-refused", 11);
    assert.ok(!JSON.stringify(entries).includes(text));
  });

  it("never opens anything with the password of the account", async () => {
    const { host } = await made();
    assert.equal((await ask(host, eve.password)).status, 401);
    const long = await host.ask("/dav/", { headers: basic("eve", "x".repeat(8_000)) });
    assert.equal(long.status, 401);
  });

  it("decides alone, also beside a visit", async () => {
    const { host } = await made();
    await host.signIn(stage.newBrowser(), eve);
    assert.equal((await host.ask("/")).status, 200);
    assert.equal((await ask(host, "wrong")).status, 401);
  });

  it("is left to the application where it takes none, and to the cookie in a browser", async () => {
    const { host, text } = await made();
    const browser = { ...basic("eve", text), "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    const answer = await host.ask("/", { headers: browser });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers["www-authenticate"], `Bearer realm="${host.origin}"`);
    const plain = await addTaker({ hasAppPasswords: false });
    const left = await plain.host.ask("/", { headers: basic("eve", text) });
    assert.equal(left.headers["www-authenticate"], `Bearer realm="${plain.host.origin}"`);
    await plain.host.signIn(stage.newBrowser(), eve);
    assert.equal((await plain.host.ask("/", { headers: basic("own", "password") })).status, 200);
  });

  it("is invited by a challenge besides Bearer, unless a browser shows the page", async () => {
    const { host } = await addTaker();
    const program = await host.ask("/dav/");
    assert.equal(
      program.headers["www-authenticate"],
      `Basic realm="${host.origin}", charset="UTF-8", Bearer realm="${host.origin}"`,
    );
    assert.equal((await host.ask("/", { headers: navigation })).status, 303);
  });

  it("obeys path rules, groups and strength as a browser does", async () => {
    const rules = ["/open/* public", "/staff/* group=staff", "/vault/* require=two"];
    const { host, text } = await made(eve, { pathRules: rules });
    const statusOf = async (target: string) => (await ask(host, text, { target })).status;
    assert.equal(await statusOf("/notes"), 200);
    const open = await ask(host, text, { target: "/open/a" });
    assert.deepEqual([open.status, open.headers["remote-user"]], [200, ""]);
    assert.equal(await statusOf("/staff/a"), 403);
    assert.equal(await statusOf("/open/../vault/a"), 403);
    const weak = await ask(host, text, { target: "/vault/a" });
    assert.equal(weak.status, 403);
    assert.match(weak.body, /requires two factors, and an app password is one/);
    const { groups } = stage.inProcess.ports;
    await groups.add("staff" as GroupName, evesId, 10);
    assert.equal(await statusOf("/staff/a"), 200);
    await groups.removeMember("staff" as GroupName, evesId);
    assert.equal(await statusOf("/staff/a"), 403);
  });
});

describe("an app password ends", () => {
  const end = (
    name: string,
    act: (of: Awaited<ReturnType<typeof made>>, id: AccountId) => Promise<unknown>,
  ) =>
    it(name, async () => {
      const person = { username: `pat${count}`, password: "a quiet river runs north" };
      const id = await stage.inProcess.addAccount(person.username, person.password);
      const of = await made(person);
      const status = async () => (await ask(of.host, of.text, { username: person.username })).status;
      assert.equal(await status(), 200);
      await act(of, id);
      assert.notEqual(await status(), 200);
    });
  end("when it is revoked", ({ browser }) => revokeOn(browser));
  end("when the account is disabled, and stays ended when it is enabled again", async (_, id) => {
    const { accounts } = stage.inProcess.ports;
    await accounts.setDisabled(id, true, stage.inProcess.clock.now());
    await accounts.setDisabled(id, false, stage.inProcess.clock.now());
  });
  end("with a new password", async (_, id) => {
    const { accounts } = stage.inProcess.ports;
    const hash = (await accounts.find(id))?.passwordHash;
    assert.ok(hash);
    await accounts.setPassword(id, hash, stage.inProcess.clock.now());
  });
  end("when the deletion of the account is asked for", (_, id) => {
    const at = stage.inProcess.clock.now();
    return stage.inProcess.ports.accounts.askDeletion(id, { at, deleteAfter: at });
  });
  end("with the account", (_, id) => stage.inProcess.ports.accounts.remove(id));
  end("with the application", ({ client }) => stage.inProcess.ports.clients.remove(client));
  end("when the application is disabled", ({ client }) =>
    stage.inProcess.ports.clients.update({ ...client, isDisabled: true }),
  );
  end("when the application is disabled, and stays ended when it is enabled again", async ({ client }) => {
    const { clients } = stage.inProcess.ports;
    const off = await clients.update({ ...client, isDisabled: true });
    assert.ok(off.ok);
    assert.ok((await clients.update({ ...off.value, isDisabled: false })).ok);
  });
  end(
    "when the application takes none any more, and stays ended when it takes them again",
    async ({ client }) => {
      const { clients } = stage.inProcess.ports;
      const off = await clients.update({
        ...client,
        metadata: { ...client.metadata, hasAppPasswords: false },
      });
      assert.ok(off.ok);
      assert.ok((await clients.update({ ...off.value, metadata: client.metadata })).ok);
    },
  );
});

describe("wrong app passwords", () => {
  it("are refused without a look after too many of a name, while a right one and the sign-in page go on", async () => {
    const { host, text } = await made();
    stage.inProcess.clock.advance(3_600);
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await ask(host, "wrong")).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 403]);
    assert.match((await ask(host, "wrong")).body, /Too many wrong app passwords/);
    assert.equal((await ask(host, text)).status, 200);
    const answer = await stage.newBrowser().signIn("/sign-in?to=account", eve);
    assert.equal(answer.status, 200);
    assert.match(answer.body, /Your account/);
    stage.inProcess.clock.advance(61);
    assert.equal((await ask(host, "wrong")).status, 401);
  });
});

describe("a right app password", () => {
  it("is noted once in the audit trail, and then every five minutes", async () => {
    const { host, text } = await made();
    const { ports, clock } = stage.inProcess;
    const lastUse = async () => (await ports.appPasswords.list(evesId)).at(-1)?.lastUsedAt;
    const told = () => stage.inProcess.log.filter(({ message }) => message === "app-password-used").length;
    const before = told();
    const first = clock.now();
    for (let at = 0; at < 3; at += 1) assert.equal((await ask(host, text)).status, 200);
    assert.equal(await lastUse(), first);
    clock.advance(299);
    await ask(host, text);
    assert.equal(await lastUse(), first);
    clock.advance(1);
    await ask(host, text);
    await ask(host, text);
    assert.equal(await lastUse(), first + 300_000);
    assert.equal(told(), before + 1);
    const [entry] = await entriesOf(ports.auditTrail, "app-password-used", told());
    assert.equal(entry?.target?.id, evesId);
  });
});

describe("a hundred checks with a right app password", () => {
  it("run no statement on a row, and write nothing", async () => {
    const { host, text } = await made();
    assert.equal((await ask(host, text)).status, 200);
    assert.equal((await ask(host, text)).status, 200);
    const ran: string[] = [];
    const { get, all, run } = StatementSync.prototype;
    const counted = <Call extends (...values: never[]) => unknown>(call: Call) =>
      function (this: StatementSync, ...values: Parameters<Call>) {
        ran.push(this.sourceSQL);
        return call.apply(this, values);
      };
    Object.assign(StatementSync.prototype, { get: counted(get), all: counted(all), run: counted(run) });
    try {
      for (let at = 0; at < 100; at += 1) assert.equal((await ask(host, text)).status, 200);
    } finally {
      Object.assign(StatementSync.prototype, { get, all, run });
    }
    // Background jobs go on meanwhile; none of them touches these tables.
    const ours = ran.filter((sql) =>
      /\b(?:app_passwords|accounts|clients|protected_origins|attempts)\b/.test(sql),
    );
    assert.deepEqual(ours, []);
  });
});
