import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, describe, test } from "node:test";
import { decodeJwt, exportJWK, generateKeyPair } from "jose";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { Upstream } from "../../src/protocol/upstream/upstream.ts";
import { sha256 } from "../../src/values/digest.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { findForm } from "../support/form-client.ts";
import { TestProvider, type Twist } from "../support/upstream-provider.ts";
import { openid, openidRequest } from "./support/openid.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";
import { addUpstream, callbackFrom, leadsTo, pressButton, signInAt } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const { ports, clock } = stage.inProcess;
const provider = await TestProvider.start(() => clock.now());
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});
const honest = provider.person;
afterEach(async () => {
  provider.twist = {};
  provider.person = honest;
  for (const upstream of await ports.upstreams.list()) await ports.upstreams.remove(upstream);
});

async function accountNamed(username: string): Promise<Account> {
  const account = await ports.accounts.findByName(username as AccountName);
  assert.ok(account, username);
  return account;
}

async function linkTo(upstream: Upstream, accountId: AccountId, subject = "subject-1"): Promise<void> {
  const now = clock.now();
  const linked = await ports.upstreamIdentities.link({
    upstream: upstream.name,
    subject,
    accountId,
    linkedAt: now,
    lastUsedAt: now,
  });
  assert.ok(linked.ok);
}

describe("signing in with a provider", () => {
  test("a linked person gets to the application, with its state, by one factor and no method", async () => {
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    const client = await stage.addClient({ metadata: openid() });
    const browser = stage.newBrowser();
    const answer = await signInAt(browser, openidRequest(client, { state: "of the client" }));
    assert.equal(answer.status, 302, answer.body);
    const back = new URL(answer.headers.location ?? "");
    assert.equal(back.searchParams.get("state"), "of the client");
    const { body } = await stage.exchange(back.searchParams.get("code") ?? "", {}, client);
    const { acr, amr } = decodeJwt(JSON.parse(body).id_token);
    assert.deepEqual([acr, amr], ["urn:latchkey:acr:one", undefined]);
    assert.equal((await browser.get(openidRequest(client))).status, 302);
  });

  test("no provider, no button; a disabled one has none either, and its callback lets nobody in", async () => {
    assert.doesNotMatch((await stage.newBrowser().get(stage.target())).body, /\/upstream\?/);
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    const browser = stage.newBrowser();
    const callback = await callbackFrom(await pressButton(browser, stage.target()));
    assert.ok((await ports.upstreams.update({ ...acme, isDisabled: true }, clock.now())).ok);
    assert.equal((await browser.get(callback)).status, 400);
    assert.doesNotMatch((await stage.newBrowser().get(stage.target())).body, /\/upstream\?/);
  });

  test("a person who says no there finds the sign-in page with a sentence, and no error goes to the application", async () => {
    await addUpstream(stage, provider);
    provider.twist = {
      answer: (answer) => {
        answer.delete("code");
        answer.set("error", "access_denied");
        return answer;
      },
    };
    const answer = await signInAt(stage.newBrowser(), stage.target());
    assert.equal(answer.status, 400);
    assert.match(answer.body, /You did not sign in with Acme\./);
    assert.match(answer.body, /name="password"/);
  });

  test("a disabled account stays out, and reads what an unknown person reads", async () => {
    const acme = await addUpstream(stage, provider);
    const id = await stage.inProcess.addAccount("mallory", ada.password);
    await linkTo(acme, id);
    await ports.accounts.setDisabled(id, true, clock.now());
    const disabled = await signInAt(stage.newBrowser(), stage.target());
    provider.person = { ...honest, sub: "nobody" };
    const unknown = await signInAt(stage.newBrowser(), stage.target());
    for (const { status, body } of [disabled, unknown]) {
      assert.equal(status, 400);
      assert.match(body, /does not give you access here/);
    }
  });

  test("D68: a person whom a provider proved reads that they have locked their account, and how to unlock it", async () => {
    const acme = await addUpstream(stage, provider);
    const [email, digest] = ["locked@example.org" as AccountName, sha256("a link")];
    const accountId = await stage.inProcess.addAccount("locked", ada.password, { email });
    await linkTo(acme, accountId);
    const [createdAt, expiresAt] = [plus(clock.now(), 60), plus(clock.now(), 600)];
    const link = {
      digest,
      kind: "lock",
      account: { id: accountId },
      address: email,
      createdAt,
      expiresAt,
    } as const;
    assert.ok(await ports.links.create(link, {}));
    const locked = await ports.accounts.lock(
      { digest, createdAt, accountId, address: email },
      { at: clock.now(), since: createdAt, restore: (stored) => stored },
      { recovery: { ...link, digest: sha256("another"), kind: "recover" } },
    );
    assert.ok(locked.ok);
    const { status, body } = await signInAt(stage.newBrowser(), stage.target());
    assert.equal(status, 400);
    assert.match(body, /This account is locked.*choose a new password with “Forgot your password\?”/);
  });

  test("D35: an account with an authenticator app is asked for its code, because a provider is one factor, and gets on with it", async () => {
    const acme = await addUpstream(stage, provider);
    const id = await stage.inProcess.addAccount("two-factors", ada.password);
    await linkTo(acme, id);
    const own = stage.newBrowser();
    await own.signIn("/sign-in?to=account", { ...ada, username: "two-factors" });
    const { app } = await setUpTotp(own, clock);
    const browser = stage.newBrowser();
    const answer = await signInAt(browser, stage.target());
    assert.equal(answer.status, 200, answer.body);
    assert.match(answer.body, /name="otp"/);
    assert.doesNotMatch((await browser.get(stage.target())).headers.location ?? "", /code=/);
    const proved = await browser.submit(answer, { otp: app.code() });
    assert.equal(proved.status, 303, proved.body);
    assert.match((await browser.get(stage.target())).headers.location ?? "", /code=/);
  });

  test("prompt=login and max_age go on to the provider, whose auth_time is believed", async () => {
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    const browser = stage.newBrowser();
    const target = stage.target({ prompt: "login" });
    const url = await pressButton(browser, target);
    assert.deepEqual([url.searchParams.get("prompt"), url.searchParams.get("max_age")], ["login", "30"]);
    const seconds = Math.floor(clock.now() / 1000);
    provider.person = { ...honest, auth_time: seconds - 3_600 };
    assert.equal((await browser.get(await callbackFrom(url))).status, 400);
    provider.person = { ...honest, auth_time: seconds };
    assert.equal((await signInAt(browser, target)).status, 302);
  });

  test("a form_post of another site is led to the same callback by GET, where the cookies are", async () => {
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    const browser = stage.newBrowser();
    const callback = new URL(await callbackFrom(await pressButton(browser, stage.target())), stage.url);
    const posted = await stage.newBrowser().post(callback.pathname, callback.searchParams, {
      "sec-fetch-site": "cross-site",
      origin: provider.issuer,
    });
    assert.equal(posted.status, 303);
    assert.equal((await browser.get(posted.headers.location ?? "")).status, 302);
  });
});

describe("D52: whose account it is", () => {
  const victim = "victim@example.org";
  const rows: readonly (readonly [string, Partial<Upstream>, object, "victim" | "new" | "nobody"])[] = [
    ["an unverified address", { trustsEmail: true }, { email_verified: false }, "nobody"],
    ["an address without a word about it", { trustsEmail: true }, { email_verified: undefined }, "nobody"],
    ["an address that is verified as a text", { trustsEmail: true }, { email_verified: "true" }, "nobody"],
    ["a verified address, untrusted", {}, {}, "nobody"],
    ["a verified address, trusted", { trustsEmail: true }, {}, "victim"],
    [
      "a verified address in other letters, trusted",
      { trustsEmail: true },
      { email: "Victim@Example.ORG" },
      "victim",
    ],
    ["an address that Google only once verified", { kind: "google", trustsEmail: true }, {}, "nobody"],
    [
      "an address of Google Workspace",
      { kind: "google", trustsEmail: true },
      { hd: "example.org" },
      "victim",
    ],
    [
      "a verified address outside the domains, trusted",
      { trustsEmail: true, domains: ["example.net"] },
      {},
      "nobody",
    ],
    [
      "new accounts, an unverified address",
      { trustsEmail: true, createsAccounts: true },
      { email_verified: false },
      "new",
    ],
    ["new accounts, a verified address, untrusted", { createsAccounts: true }, {}, "new"],
    [
      "new accounts for a domain, an unverified address",
      { createsAccounts: true, domains: ["example.org"] },
      { email_verified: false },
      "nobody",
    ],
    ["new accounts for a domain", { createsAccounts: true, domains: ["example.org"] }, {}, "new"],
    [
      "new accounts for a domain, an address that Google only once verified",
      { kind: "google", createsAccounts: true, domains: ["example.org"] },
      {},
      "nobody",
    ],
  ];
  let number = 0;
  for (const [what, changes, person, whose] of rows)
    test(`${what}: ${whose}`, async () => {
      number += 1;
      const email = `${number}${victim}`;
      const username = `victim${number}`;
      const id = await stage.inProcess.addAccount(username, ada.password, { email });
      // A form without a password is routed, so the domains of this test must not be the typed ones.
      await addUpstream(stage, provider, changes);
      const given = { ...honest, sub: `sub ${number}`, email, preferred_username: username, ...person };
      provider.person = "email" in person ? { ...given, email: `${number}Victim@Example.ORG` } : given;
      const browser = stage.newBrowser();
      const before = new Set((await ports.accounts.list(1_000)).map((account) => account.id));
      const answer = await signInAt(browser, stage.target());
      const found = await ports.upstreamIdentities.list(id);
      const created = (await ports.accounts.list(1_000)).filter((account) => !before.has(account.id));
      assert.equal(answer.status, whose === "nobody" ? 400 : 302, answer.body);
      assert.equal(browser.cookies.has("latchkey-session"), whose !== "nobody");
      assert.equal(found.length, whose === "victim" ? 1 : 0);
      assert.equal(created.length, whose === "new" ? 1 : 0);
      for (const account of created) {
        assert.equal(account.email, undefined);
        assert.notEqual(account.username, username);
      }
    });

  test("a username that is shaped like the address opens nothing", async () => {
    const email = "shaped@example.org" as AccountName;
    const now = clock.now();
    const id = await stage.inProcess.addAccount(email, ada.password);
    await addUpstream(stage, provider, { trustsEmail: true });
    provider.person = { ...honest, sub: "shaped", email };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 400);
    assert.deepEqual(await ports.upstreamIdentities.list(id), []);
    assert.ok(now <= clock.now());
  });

  test("a new account takes name and trusted address over, and signs in again as itself whatever the address is then", async () => {
    await addUpstream(stage, provider, { trustsEmail: true, createsAccounts: true });
    provider.person = { ...honest, sub: "grace", email: "grace@example.net", name: "Grace Hopper" };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    const grace = await accountNamed("grace@example.net");
    assert.deepEqual([grace.username, grace.name], ["grace", "Grace Hopper"]);
    provider.person = { ...honest, sub: "grace", email: "ada@example.org", preferred_username: "ada" };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    const [identity] = await ports.upstreamIdentities.list(grace.id);
    assert.equal(identity?.label, "ada@example.org");
  });

  test("a new account takes the claims of its profile over, those that an operator could set, and keeps them", async () => {
    await addUpstream(stage, provider, { trustsEmail: true, createsAccounts: true });
    const profile = {
      given_name: "Kira",
      family_name: " Nerys ",
      locale: "en-GB",
      picture: "https://pictures.example/kira.png",
    };
    const email = "kira@example.net";
    provider.person = { ...honest, sub: "kira", email, ...profile, birthdate: "2000-01-01", role: "admin" };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    const kept = { ...profile, family_name: "Nerys" };
    assert.deepEqual((await accountNamed(email)).claims, kept);
    provider.person = { ...honest, sub: "kira", email, given_name: "Other", picture: undefined };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    assert.deepEqual((await accountNamed(email)).claims, kept);
  });

  test("a profile with values that no operator could set makes an account without them", async () => {
    await addUpstream(stage, provider, { trustsEmail: true, createsAccounts: true });
    const email = "odo@example.net";
    const profile = {
      given_name: "a\nb",
      family_name: ["x"],
      locale: "not a language",
      picture: "javascript:1",
    };
    provider.person = { ...honest, sub: "odo", email, ...profile };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    assert.equal((await accountNamed(email)).claims, undefined);
    const long = { given_name: "x".repeat(101), picture: `https://p.example/${"x".repeat(500)}`, locale: 7 };
    provider.person = { ...honest, sub: "quark", email: "quark@example.net", ...long, family_name: "Q" };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    assert.deepEqual((await accountNamed("quark@example.net")).claims, { family_name: "Q" });
  });

  test("F16: a new account gets another name than one that speaks for the service", async () => {
    await addUpstream(stage, provider, { trustsEmail: true, createsAccounts: true });
    const [username, email] = ["Administrator", "postmaster@example.net"];
    provider.person = { ...honest, sub: "boss", email, preferred_username: username };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    assert.match((await accountNamed(email)).username, /^acme-[a-z0-9]{4}$/);
  });
});

describe("a provider whose userinfo fails", () => {
  const { email: _, ...short } = honest;
  const failures: readonly (readonly [string, (response: ServerResponse) => unknown])[] = [
    ["500", (response) => response.writeHead(500).end()],
    ["401", (response) => response.writeHead(401, { "www-authenticate": "Bearer" }).end()],
    ["a redirect", (response) => response.writeHead(302, { location: "/" }).end()],
    ["no answer", (response) => response.destroy()],
  ];
  const failing = (fail: (response: ServerResponse) => unknown): Twist => ({
    respond: (path, response) => {
      if (path !== "/userinfo") return false;
      fail(response);
      return true;
    },
  });

  for (const [what, fail] of failures)
    test(`${what}: a connected person signs in, with the label of before, and an unknown one does not`, async () => {
      const acme = await addUpstream(stage, provider, { createsAccounts: true });
      const ada = await accountNamed("ada");
      await linkTo(acme, ada.id);
      assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
      provider.person = { ...short, preferred_username: "ada-there" };
      provider.twist = failing(fail);
      assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
      const [identity] = await ports.upstreamIdentities.list(ada.id);
      assert.equal(identity?.label, honest.email);
      provider.person = { ...short, sub: "stranger" };
      assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 400);
      assert.equal(await ports.upstreamIdentities.find(acme.name, "stranger"), undefined);
    });

  test("groups that only userinfo tells are needed", async () => {
    const groupMapping = { claim: "groups", groups: {} };
    const acme = await addUpstream(stage, provider, { groupMapping });
    await linkTo(acme, (await accountNamed("ada")).id);
    provider.twist = failing((response) => response.writeHead(500).end());
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 400);
  });

  test("userinfo about somebody else is refused, whoever is connected", async () => {
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    provider.person = short;
    provider.twist = { userinfo: (body) => ({ ...body, sub: "somebody else" }) };
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 400);
  });
});

describe("a provider that changes its signing key without notice", () => {
  const askedKeys = () => provider.asked.filter((path) => path === "/jwks").length;
  const signedBy = async (kid: string): Promise<Twist> => {
    const { privateKey: key, publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" };
    return { keys: () => [jwk], signing: (signing) => ({ ...signing, key, kid }) };
  };
  const signIn = async () => (await signInAt(stage.newBrowser(), stage.target())).status;

  test("is believed at once, again after ten seconds, and not asked for its keys more often than that", async () => {
    clock.advance(3_600);
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    assert.equal(await signIn(), 302);
    const before = askedKeys();
    for (let change = 1; change <= 3; change += 1) {
      clock.advance(10);
      provider.twist = await signedBy(`next-${change}`);
      assert.equal(await signIn(), 302);
      assert.equal(await signIn(), 302);
    }
    assert.equal(askedKeys() - before, 3);
    // Nobody has the key of these.
    const { keys: _, ...unknown } = await signedBy("nowhere");
    provider.twist = unknown;
    clock.advance(10);
    const refused = await Promise.all(Array.from({ length: 10 }, signIn));
    assert.deepEqual(new Set(refused), new Set([400]));
    assert.equal(askedKeys() - before, 4);
  });

  test("also where it uses the name of the old key again: the sign-in after that one works", async () => {
    clock.advance(3_600);
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    assert.equal(await signIn(), 302);
    clock.advance(10);
    provider.twist = await signedBy("one");
    assert.equal(await signIn(), 400);
    assert.equal(await signIn(), 302);
  });

  test("keys that could not be read are asked for again by the next sign-in", async () => {
    clock.advance(3_600);
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    provider.twist = {
      respond: (path, response) => {
        if (path !== "/jwks") return false;
        response.writeHead(503).end();
        return true;
      },
    };
    assert.equal(await signIn(), 400);
    provider.twist = {};
    assert.equal(await signIn(), 302);
  });
});

describe("a domain leads to its provider", () => {
  test("the name is asked for first; an address there goes to the provider, any other name to the password", async () => {
    const acme = await addUpstream(stage, provider, { domains: ["acme.example"] });
    await linkTo(acme, (await accountNamed("ada")).id);
    const browser = stage.newBrowser();
    const first = await browser.get(stage.target());
    assert.doesNotMatch(first.body, /name="password"/);
    const url = leadsTo(await browser.submit(first, { username: "Someone@ACME.example" }));
    assert.equal(url.searchParams.get("login_hint"), "Someone@ACME.example");
    assert.equal((await browser.get(await callbackFrom(url))).status, 302);

    const another = stage.newBrowser();
    const second = await another.submit(await another.get(stage.target()), { username: "ada" });
    assert.equal(second.status, 200, second.body);
    assert.equal(findForm(second.body).fields.get("username"), "ada");
    assert.doesNotMatch(second.body, /id="problem"/);
    assert.equal((await another.submit(second, { password: ada.password })).status, 303);
  });

  test("subdomains, look-alikes and texts that are no address go to the password", async () => {
    await addUpstream(stage, provider, { domains: ["acme.example"] });
    for (const username of [
      "a@sub.acme.example",
      "a@acme.example.evil.example",
      "acme.example",
      "@acme.example",
      "a@",
    ]) {
      const browser = stage.newBrowser();
      const answer = await browser.submit(await browser.get(stage.target()), { username });
      assert.equal(answer.headers.refresh, undefined, username);
      assert.match(answer.body, /name="password"/);
    }
  });
});

describe("D53: connecting a provider to one's account", () => {
  const page = "/account/upstreams";
  const press = async (change: "link" | "unlink", browser = stage.browser) =>
    browser.submit(await browser.get(page), { change });

  test("both sides signed in: it signs in from then on, until it is disconnected", async () => {
    await addUpstream(stage, provider);
    const browser = stage.newBrowser();
    await browser.signIn(stage.target(), ada);
    const linked = await browser.get(await callbackFrom(leadsTo(await press("link", browser))));
    assert.equal(linked.status, 200, linked.body);
    assert.match(linked.body, /Acme is connected/);
    assert.match(linked.body, /ada@example\.org/);
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
    assert.match((await press("unlink", browser)).body, /Acme is disconnected/);
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 400);
  });

  test("somebody else's subject stays theirs", async () => {
    const acme = await addUpstream(stage, provider);
    const id = await stage.inProcess.addAccount("owner", ada.password);
    await linkTo(acme, id);
    const browser = stage.newBrowser();
    await browser.signIn(stage.target(), ada);
    const answer = await browser.get(await callbackFrom(leadsTo(await press("link", browser))));
    assert.match(answer.body, /Nothing was connected/);
    assert.deepEqual((await ports.upstreamIdentities.find(acme.name, "subject-1"))?.accountId, id);
  });

  test("another person who signed in meanwhile, an old session, and a form of another session connect nothing", async () => {
    const acme = await addUpstream(stage, provider);
    await stage.inProcess.addAccount("second", ada.password);
    const browser = stage.newBrowser();
    await browser.signIn(stage.target(), ada);
    const callback = await callbackFrom(leadsTo(await press("link", browser)));
    await browser.get("/v1/Oauth/logout");
    browser.cookies.delete("latchkey-session");
    await browser.signIn(stage.target(), { ...ada, username: "second" });
    assert.equal((await browser.get(callback)).headers.location, "/sign-in?to=account/upstreams");
    const form = await browser.get(page);
    const stranger = stage.newBrowser();
    await stranger.signIn(stage.target(), ada);
    assert.equal((await stranger.submit(form, { change: "link" })).headers.refresh, undefined);
    const late = await callbackFrom(leadsTo(await press("link", stranger)));
    clock.advance(301);
    assert.equal((await stranger.get(late)).headers.location, "/sign-in?to=account/upstreams");
    assert.equal(await ports.upstreamIdentities.count(acme.name), 0);
  });

  test("the last way in stays", async () => {
    await addUpstream(stage, provider, { createsAccounts: true });
    provider.person = { ...honest, sub: "only", preferred_username: "only-upstream" };
    const browser = stage.newBrowser();
    assert.equal((await signInAt(browser, stage.target())).status, 302);
    const answer = await press("unlink", browser);
    assert.match(answer.body, /your only way to sign in/);
    const { id } = await accountNamed("only-upstream");
    assert.equal((await ports.upstreamIdentities.list(id)).length, 1);
  });
});

describe("E26: answers of a provider that come to nothing", () => {
  const calls = () => provider.asked.filter((path) => path === "/token").length;

  /** The callback with a genuine state and a code that the provider never made. */
  async function bogusCallback(browser: CheckedClient): Promise<string> {
    const [path, query] = (await callbackFrom(await pressButton(browser, stage.target()))).split("?");
    const answer = new URLSearchParams(query);
    answer.set("code", "made up");
    return `${path}?${answer}`;
  }

  test("one state costs the provider three calls, and its answer is late from then on", async () => {
    await addUpstream(stage, provider);
    const browser = stage.newBrowser();
    const callback = await bogusCallback(browser);
    const before = calls();
    for (let count = 0; count < 5; count += 1)
      assert.match((await browser.get(callback)).body, /took too long or has already been used/);
    assert.equal(calls() - before, 3);
    assert.ok(stage.inProcess.log.some(({ fields }) => fields?.reason === "tried-too-often"));
  });

  test("one network causes sixty calls, and then one every five seconds; an answer that proves somebody costs no try", async () => {
    clock.advance(3_600);
    const acme = await addUpstream(stage, provider);
    await linkTo(acme, (await accountNamed("ada")).id);
    const before = calls();
    for (let count = 0; count < 70; count += 1) {
      const browser = stage.newBrowser();
      assert.equal((await signInAt(browser, stage.target())).status, 302);
    }
    assert.equal(calls() - before, 70);
    const browser = stage.newBrowser();
    for (let count = 0; count < 60; count += 1) await browser.get(await bogusCallback(browser));
    const refused = await browser.get(await bogusCallback(browser));
    assert.equal(refused.status, 429);
    assert.match(refused.body, /Too many attempts/);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    assert.equal(calls() - before, 130);
    clock.advance(5);
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
  });
});

test("metadata of a provider that was cached under a clock that was ahead is fetched again after the clock is set back", async () => {
  const described = () => provider.asked.filter((path) => path.startsWith("/.well-known/")).length;
  await addUpstream(stage, provider);
  const press = () => pressButton(stage.newBrowser(), stage.target());
  clock.advance(86_400);
  const before = described();
  await press();
  await press();
  clock.advance(-86_400);
  await press();
  assert.equal(described() - before, 2);
});
