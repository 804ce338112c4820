import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { sha256 } from "../../src/values/digest.ts";
import { mailRequestIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letters, letterTo } from "../support/mailbox.ts";
import {
  ada,
  arrivedAt,
  assertSignInForm,
  authorizationOf,
  codeAt,
  problemIn,
  requestOf,
  submitAs,
  summaryOf,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { startOpenService } from "./support/open-service.ts";
import { addPasskeyIn } from "./support/passkey-proof.ts";
import { visiblePart } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

const adaMail = "ada@example.org";
const fresh = "nineteen paper boats drift past";

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;
let count = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32" });
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, fresh]);
  await service[Symbol.asyncDispose]();
});

// Every test has a person of its own, in a new browser, with all tries left.
let person: { username: string; password: string; email: string };
beforeEach(async () => {
  count += 1;
  service.clock.advance(7_200);
  browser = new FormClient(service.url);
  person = { username: `ada${count}`, password: ada.password, email: `${count}${adaMail}` };
  await service.addAccount(person.username, person.password, { email: person.email });
});

async function askFor(name: string, query = "", client = browser, headers = {}): Promise<HttpAnswer> {
  const page = await client.get(query === "" ? "/recover" : `/recover?${query}`);
  assert.equal(page.status, 200, summaryOf(page));
  const { action, fields } = findForm(page.body);
  // Mails are listed by the time of their creation.
  service.clock.advance(1);
  fields.set("username", name);
  return client.post(action, fields, headers);
}

async function linkFor(query = ""): Promise<string> {
  const sent = await askFor(person.email, query);
  assert.equal(sent.status, 200, summaryOf(sent));
  return (await letterTo(service, person.email, "recover")).link;
}

async function choose(link: string, password = fresh, client = browser): Promise<HttpAnswer> {
  const page = await client.get(link);
  assert.equal(page.status, 200, summaryOf(page));
  return client.submit(page, { new_password: password });
}

function assertDead(answer: HttpAnswer): void {
  assert.equal(answer.status, 410, summaryOf(answer));
  assert.match(answer.body, /This link no longer works/);
  assert.match(answer.body, /href="\/recover"/);
}

describe("a forgotten password", () => {
  it("a mailed link sets a new one, signs the person in, and goes on to the application", async () => {
    const form = await browser.get(authorizationOf(notes, { state: "s1" }));
    const href = /<a href="([^"]*)">Forgot your password\?<\/a>/.exec(form.body)?.[1];
    assert.equal(href, `/recover?${requestOf(notes, { state: "s1" })}`.replaceAll("&", "&amp;"));
    const answer = await choose(await linkFor(requestOf(notes, { state: "s1" })));
    assert.equal(arrivedAt(answer, notes.redirectUri).get("state"), "s1");
    codeAt(answer, notes);
    const again = new FormClient(service.url);
    const refused = await submitAs(again, await again.get(authorizationOf(notes)), person);
    assertSignInForm(refused, 400);
    codeAt(await submitAs(again, refused, { ...person, password: fresh }), notes);
    const notice = await letterTo(service, person.email, "password-changed");
    assert.ok(notice.subject !== "");
  });

  it("the username does as well as the address, and a page of the service is led back to", async () => {
    await askFor(person.username, "to=account");
    const { link } = await letterTo(service, person.email, "recover");
    const answer = await choose(link);
    assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
    assert.equal((await browser.get("/account")).status, 200);
  });

  it("the pages name the application and lead back to it, and a dead link leads to the sign-in", async () => {
    const query = requestOf(notes, { state: "s1" });
    const back =
      /<a href="https:\/\/app\.example\/cb\?error=access_denied[^"]*">Back to <bdi>Notes<\/bdi><\/a>/;
    const sent = await askFor(person.email, query);
    const { link } = await letterTo(service, person.email, "recover");
    for (const page of [await browser.get(`/recover?${query}`), sent, await browser.get(link)])
      assert.match(page.body, back, summaryOf(page));
    assert.match((await browser.get(link)).body, /to continue to <strong><bdi>Notes/);
    assert.doesNotMatch((await browser.get("/recover?to=account")).body, /Back to/);
    codeAt(await choose(link), notes);
    const dead = await browser.get(link);
    assertDead(dead);
    assert.match(dead.body, /<a href="\/sign-in">Go to sign-in<\/a>/);
  });

  it("a passkey is offered after the new password where the browser can keep one, but not past a second factor", async () => {
    const recover = async () => {
      const link = await linkFor("to=account");
      return browser.submit(await browser.get(link), { new_password: fresh, passkey: "available" });
    };
    const offered = await recover();
    assert.match(offered.body, /Sign in without a password next time\?/);
    const account = await service.ports.accounts.findByName(person.username as AccountName);
    assert.equal(account?.hasPasskey, undefined);

    count += 1;
    person = { username: `ada${count}`, password: ada.password, email: `${count}${adaMail}` };
    await service.addAccount(person.username, person.password, { email: person.email });
    const own = new FormClient(service.url);
    await own.signIn("/sign-in?to=account/totp", person);
    await setUpTotp(own, service.clock);
    assert.match((await recover()).body, /Two-step sign-in/);
    own.close();
  });

  it("E29: what else leads into the account is shown before the sign-in goes on, with a button that removes it and stays on the page", async () => {
    await using open = await startOpenService();
    const { store, clock } = open.administration;
    const client = await open.addClient();
    const own = { ...person, username: "recovered", email: "recovered@example.org" };
    const accountId = await open.addAccount(own.username, own.password, { email: own.email });
    const now = clock.now();
    await store.upstreams.create({ ...upstreamNamed("acme"), displayName: "Acme <Works>" }, 9);
    const identity = { upstream: upstreamNamed("acme").name, subject: "s", label: "stranger@acme.example" };
    await store.upstreamIdentities.link({ ...identity, accountId, linkedAt: now, lastUsedAt: now });
    const visitor = new FormClient(open.url);
    await visitor.submit(await visitor.get(`/recover?${requestOf(client, { prompt: "login" })}`), {
      username: own.username,
    });
    const mailbox = { ports: { outbox: store.outbox, sealer: open.administration.keyring } };
    const { link } = await letterTo(mailbox, own.email, "recover");
    const shown = await choose(link, fresh, visitor);
    assert.equal(shown.status, 200, summaryOf(shown));
    assert.match(shown.body, /Is all of this yours\?.*Acme &lt;Works&gt;.*stranger@acme\.example/s);
    assert.match(shown.body, /<button [^>]*name="upstream" value="acme"[^>]*>Disconnect /);
    const removed = await visitor.submit(shown, { upstream: "acme" });
    assert.equal(removed.status, 200, summaryOf(removed));
    assert.match(removed.body, /<h1>Nothing else to check<.*Acme &lt;Works&gt; is disconnected\./s);
    assert.deepEqual(await store.upstreamIdentities.list(accountId), []);
    await letterTo(mailbox, own.email, "upstream-unlinked");
    codeAt(await visitor.submit(removed, {}), client);
    visitor.close();
  });

  it("E29, D39: a thief of the mailbox adds no passkey by the form of that page, where the owner has one", async () => {
    const owner = new FormClient(service.url);
    await owner.signIn("/sign-in?to=account", person);
    await addPasskeyIn(owner, new TestAuthenticator(service.service.issuer));
    const link = await linkFor();
    const shown = await choose(link);
    assert.match(shown.body, /Is all of this yours\?/);
    const { fields } = findForm(shown.body);
    const thiefs = new TestAuthenticator(service.service.issuer);
    const passkey = thiefs.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
    const answer = await browser.submit(shown, { passkey });
    assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
    const account = await service.ports.accounts.findByName(person.username as AccountName);
    assert.equal((await service.ports.passkeys.list(account?.id ?? assert.fail())).length, 1);
  });

  it("the link works in another browser, which needs nothing of the first", async () => {
    const link = await linkFor(requestOf(notes));
    const other = new FormClient(service.url);
    codeAt(await choose(link, fresh, other), notes);
    codeAt(await other.get(authorizationOf(notes)), notes);
    assertSignInForm(await browser.get(authorizationOf(notes)));
  });

  it("a request that is not valid any more leads to the account page instead of an error", async () => {
    const gone = await service.addClient({ name: "Gone" });
    const link = await linkFor(requestOf(gone));
    await service.ports.clients.remove(gone.client);
    const answer = await choose(link);
    assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
  });

  it("it ends every session and token of the person", async () => {
    const signedIn = await submitAs(browser, await browser.get(authorizationOf(notes)), person);
    const token = await tokenFor(browser, notes, codeAt(signedIn, notes));
    assert.equal(await userinfoStatus(browser, token), 200);
    const link = await linkFor();
    const other = new FormClient(service.url);
    await choose(link, fresh, other);
    assert.equal(await userinfoStatus(browser, token), 401);
    assertSignInForm(await browser.get(authorizationOf(notes)));
  });

  it("D36: opening the link, as mail scanners do, uses nothing up; a second use is refused", async () => {
    const link = await linkFor();
    const scanner = new FormClient(service.url);
    for (let look = 0; look < 3; look += 1) assert.equal((await scanner.get(link)).status, 200);
    await scanner.send({ method: "HEAD", target: link });
    const page = await browser.get(link);
    assert.equal(page.headers["referrer-policy"], "no-referrer");
    assert.equal((await browser.submit(page, { new_password: fresh })).status, 303);
    assertDead(await browser.submit(page, { new_password: "another set of eleven words" }));
    assertDead(await browser.get(link));
  });

  it("D36: of 50 uses at once one wins", async () => {
    const link = await linkFor();
    const browsers = Array.from({ length: 50 }, () => new FormClient(service.url));
    const pages = await Promise.all(browsers.map((one) => one.get(link)));
    const answers = await Promise.all(
      browsers.map((one, index) =>
        one.submit(pages[index] ?? assert.fail(), { new_password: `${fresh} ${index}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 1);
    assert.ok(
      // 429: a link has twenty tries at once.
      statuses.every((status) => [303, 410, 429, 503].includes(status)),
      `${statuses}`,
    );
    for (const one of browsers) one.close();
  });

  it("D36: a link dies with another new password, with the account, after half an hour, and with a disabled account", async () => {
    const account = await service.ports.accounts.findByName(person.email as never);
    assert.ok(account?.passwordHash);
    const link = await linkFor();
    await service.ports.accounts.setPassword(account.id, account.passwordHash, service.clock.now());
    assertDead(await browser.get(link));
    await askFor(person.email);
    const second = await letterTo(service, person.email, "recover", 1);
    await service.ports.accounts.setDisabled(account.id, true, service.clock.now());
    assertDead(await browser.get(second.link));
    await service.ports.accounts.setDisabled(account.id, false, service.clock.now());
    service.clock.advance(7_200);
    await askFor(person.email);
    const third = await letterTo(service, person.email, "recover", 2);
    const page = await browser.get(third.link);
    service.clock.advance(1_800);
    assertDead(await browser.submit(page, { new_password: fresh }));
  });

  it("E15: a link that nobody made answers as a used one", async () => {
    const link = await linkFor();
    const page = await browser.get(link);
    await browser.submit(page, { new_password: fresh });
    const used = visiblePart(await browser.get(link)) as { body: string };
    const made = visiblePart(await browser.get(`/recover/password?link=${"A".repeat(43)}`)) as {
      body: string;
    };
    // The language picker leads back to the address of its page.
    const bare = (body: string) => body.replaceAll(/nonce="[^"]*"|link=[\w-]{43}/g, "");
    assert.equal(bare(used.body), bare(made.body));
    for (const query of ["", "?link=", "?link=x&link=y", "?link=%00", "?other=1"])
      assertDead(await browser.get(`/recover/password${query}`));
  });

  it("D37: the link of one purpose does nothing at the page of another, nor does its form", async () => {
    const link = await linkFor();
    const query = link.slice(link.indexOf("?"));
    assert.equal((await browser.get(`/sign-up/account${query}`)).status, 410);
    assert.equal((await browser.get(`/account/address/confirm${query}`)).status, 410);
    const { fields } = findForm((await browser.get("/recover")).body);
    fields.set("new_password", fresh);
    const answer = await browser.post(link, fields);
    assert.equal(answer.status, 403);
    assert.equal(problemIn(answer), "This page was out of date, so nothing was changed. Please try again.");
    assert.equal((await choose(link)).status, 303);
  });

  it("D37: the form of another browser changes nothing, and the page comes again", async () => {
    const link = await linkFor();
    const { fields } = findForm((await new FormClient(service.url).get(link)).body);
    fields.set("new_password", fresh);
    await browser.get("/recover");
    const answer = await browser.post(link, fields);
    assert.equal(answer.status, 403);
    assert.equal((await browser.submit(answer, { new_password: fresh })).status, 303);
  });

  it("a weak password is refused with the reason, and the link still works", async () => {
    const link = await linkFor();
    const answer = await choose(link, "short");
    assert.equal(answer.status, 400);
    assert.match(problemIn(answer) ?? "", /too short/);
    assert.match(
      answer.body,
      /<input class="vh" type="text" name="username" value="ada\d+" autocomplete="username"/,
    );
    assert.equal((await browser.submit(answer, { new_password: fresh })).status, 303);
  });

  it("E17: the answer for an unknown name is the same, and nothing is mailed", async () => {
    const known = await askFor(person.email);
    const unknown = await askFor(`nobody-${person.email}`);
    const bare = ({ body }: HttpAnswer, name: string) =>
      body.replaceAll(/nonce="[^"]*"/g, "").replaceAll(`<bdi>${name}</bdi>`, "");
    assert.equal(known.status, 200);
    assert.equal(bare(known, person.email), bare(unknown, `nobody-${person.email}`));
    for (const name of ["x".repeat(3_000), "\u202Eada", "ada@", "<b>", "ada ada"])
      assert.equal((await askFor(name)).status, 200);
    await askFor(person.username);
    await letterTo(service, person.email, "recover", 1);
    assert.ok((await letters(service)).every(({ to }) => !to.startsWith("nobody")));
  });

  it("an empty name is asked for again", async () => {
    const answer = await askFor("  ");
    assert.equal(answer.status, 400);
    assert.equal(problemIn(answer), "Enter your username or e-mail address.");
  });

  it("E16: one person gets at most three mails an hour, and the answer stays the same", async () => {
    for (let tries = 0; tries < 9; tries += 1) {
      const answer = await askFor(person.email, "", browser, { "x-forwarded-for": `10.0.${tries}.1` });
      assert.equal(answer.status, 200);
      service.clock.advance(398);
    }
    await askFor(person.username, "", browser, { "x-forwarded-for": "10.1.1.1" });
    const marker = { ...person, email: `marker${person.email}` };
    await service.addAccount(`marker${count}`, ada.password, { email: marker.email });
    await askFor(marker.email, "", browser, { "x-forwarded-for": "10.1.2.1" });
    await letterTo(service, marker.email, "recover");
    const own = (await letters(service)).filter(({ to }) => to === person.email);
    assert.ok(own.length >= 2 && own.length <= 3, `${own.length}`);
  });

  it("E16: one network is told to wait, whatever names it asks for", async () => {
    const from = { "x-forwarded-for": "10.9.9.9" };
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await askFor(`nobody${tries}`, "", browser, from)).status);
    assert.deepEqual([...new Set(statuses)], [200, 429]);
    const throttled = await askFor(person.email, "", browser, from);
    assert.match(problemIn(throttled) ?? "", /Too many requests/);
    assert.ok(Number(throttled.headers["retry-after"]) > 0);
    assert.equal((await askFor(person.email, "", browser, { "x-forwarded-for": "10.9.8.9" })).status, 200);
  });

  it("where too many requests wait, the page says so and not that a mail is on its way", async () => {
    await using crowded = await startOpenService();
    const { mailRequests, expiry, clock } = crowded.administration.store;
    const createdAt = plus(clock.now(), 60);
    const expiresAt = plus(createdAt, 60);
    const crowd = Array.from({ length: 2_000 }, (_, index) => {
      const id = mailRequestIdOf(String(index).padStart(20, "0"));
      return mailRequests.add({ id, sealed: "", createdAt, expiresAt }, 2_000);
    });
    assert.ok((await Promise.all(crowd)).every(Boolean));
    const visitor = new FormClient(crowded.url);
    const answer = await visitor.submit(await visitor.get("/recover"), { username: "ada" });
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [503, "2"]);
    assert.match(problemIn(answer) ?? "", /try again/);
    await expiry.sweep(expiresAt, 2_000);
    assert.equal((await visitor.submit(answer, { username: "ada" })).status, 200);
    visitor.close();
  });

  it("A34: the link begins with the configured address, whatever Host the request names", async () => {
    const headers = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      host: "evil.example",
    };
    const answer = await askFor(person.email, "", browser, headers);
    assert.equal(answer.status, 200, summaryOf(answer));
    const { text } = await letterTo(service, person.email, "recover");
    assert.doesNotMatch(text, /evil\.example/);
    assert.match(text, /http:\/\/localhost:\d+\/recover\/password\?link=/);
  });

  it("the mail is in the language of the page", async () => {
    const headers = { "accept-language": "de" };
    const page = await browser.get("/recover", headers);
    const { action, fields } = findForm(page.body);
    fields.set("username", person.email);
    await browser.post(action, fields, headers);
    assert.equal((await letterTo(service, person.email, "recover")).language, "de");
  });

  it("an account without an e-mail address, or a disabled one, gets no mail and the same answer", async () => {
    await service.addAccount(`bare${count}`, ada.password);
    assert.equal((await askFor(`bare${count}`)).status, 200);
    const account = await service.ports.accounts.findByName(person.email as never);
    await service.ports.accounts.setDisabled(account?.id ?? assert.fail(), true, service.clock.now());
    assert.equal((await askFor(person.email)).status, 200);
    await service.addAccount(`last${count}`, ada.password, { email: `last${person.email}` });
    await askFor(`last${count}`);
    await letterTo(service, `last${person.email}`, "recover");
    assert.ok((await letters(service)).every(({ to }) => to !== person.email));
  });

  it("a link that the operator made works the same way; one that drops the second factor says so by mail", async () => {
    const account = await service.ports.accounts.findByName(person.email as never);
    assert.ok(account);
    const { id, epoch } = account;
    const now = service.clock.now();
    for (const dropsSecondFactor of [false, true]) {
      const link = {
        digest: sha256(`operator ${count} ${dropsSecondFactor}`),
        kind: "operator-recover",
        account: { id, epoch: epoch + (dropsSecondFactor ? 1 : 0) },
        ...(dropsSecondFactor && { dropsSecondFactor }),
        createdAt: now,
        expiresAt: plus(now, 86_400),
      } as const;
      await service.ports.links.create(link, {});
      const answer = await choose(`/recover/password?link=operator+${count}+${dropsSecondFactor}`);
      assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
    }
    const own = (await letters(service)).filter(({ to }) => to === person.email);
    assert.deepEqual(own.map(({ kind }) => kind).sort(), [
      "password-changed",
      "password-changed",
      "totp-removed",
    ]);
  });

  it("D35: a second factor is still asked for after the new password, and gone with the link that drops it", async () => {
    await submitAs(browser, await browser.get("/sign-in?to=account"), person);
    const { app } = await setUpTotp(browser, service.clock);
    const other = new FormClient(service.url);
    const asked = await choose(await linkFor(requestOf(notes)), fresh, other);
    assert.match(asked.body, /action="\/verify\?/, summaryOf(asked));
    assertSignInForm(await other.get(authorizationOf(notes, { prompt: "login" })));
    codeAt(await other.submit(asked, { otp: app.code() }), notes);

    const account = await service.ports.accounts.findByName(person.email as never);
    assert.ok(account);
    const now = service.clock.now();
    const { id, epoch } = account;
    const query = requestOf(notes);
    const link = {
      kind: "operator-recover",
      account: { id, epoch },
      query,
      dropsSecondFactor: true,
    } as const;
    const digest = sha256(`dropping ${count}`);
    await service.ports.links.create({ ...link, digest, createdAt: now, expiresAt: plus(now, 60) }, {});
    const last = new FormClient(service.url);
    codeAt(await choose(`/recover/password?link=dropping+${count}`, `${fresh} again`, last), notes);
    assert.equal((await service.ports.accounts.find(id))?.hasTotp ?? false, false);
  });

  it("another site cannot post either form", async () => {
    const { action, fields } = findForm((await browser.get("/recover")).body);
    fields.set("username", person.email);
    assert.equal((await browser.post(action, fields, { "sec-fetch-site": "cross-site" })).status, 403);
    const { action: second, fields: more } = findForm((await browser.get(await linkFor())).body);
    more.set("new_password", fresh);
    assert.equal((await browser.post(second, more, { "sec-fetch-site": "cross-site" })).status, 403);
  });
});
