import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { openBody } from "../../src/flows/mail/create-message.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { addUpstream, callbackFrom, leadsTo, signInAt } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const { ports, clock } = stage.inProcess;
const provider = await TestProvider.start(() => clock.now());
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});
const honest = provider.person;
afterEach(async () => {
  provider.person = honest;
  for (const upstream of await ports.upstreams.list()) await ports.upstreams.remove(upstream);
});

const page = "/account/upstreams";
const press = async (browser: CheckedClient, change: "link" | "unlink") =>
  browser.submit(await browser.get(page), { change });

/** The messages about connections to an address: kind and text, oldest first. */
async function mailTo(email: string): Promise<(readonly [kind: string, text: string])[]> {
  const { items } = await ports.outbox.list({ limit: 99 });
  return items
    .filter(({ to, kind }) => to === email && kind.startsWith("upstream-"))
    .map((message) => [message.kind, openBody(ports, message)?.text ?? ""] as const)
    .toReversed();
}

async function activityOf(id: AccountId) {
  const { items } = await ports.activity.list(id, { limit: 99 });
  return items.filter(({ kind }) => kind.startsWith("upstream-")).toReversed();
}

async function personNamed(username: string): Promise<readonly [AccountId, string, CheckedClient]> {
  const email = `${username}@example.org`;
  const id = await stage.inProcess.addAccount(username, ada.password, { email });
  const browser = stage.newBrowser();
  await browser.signIn(stage.target(), { ...ada, username });
  return [id, email, browser];
}

test("connecting and disconnecting are told to the owner by mail, with the provider's name, and are in the activity", async () => {
  await addUpstream(stage, provider);
  const [id, email, browser] = await personNamed("grace");
  const linked = await browser.get(await callbackFrom(leadsTo(await press(browser, "link"))));
  assert.equal(linked.status, 200, linked.body);
  // Of what happens in one millisecond nobody knows the order.
  clock.advance(1);
  assert.match((await press(browser, "unlink")).body, /Acme is disconnected/);
  const mail = await mailTo(email);
  assert.deepEqual(
    mail.map(([kind]) => kind),
    ["upstream-linked", "upstream-unlinked"],
  );
  for (const [kind, text] of mail) assert.match(text, /^Provider: Acme$/m, kind);
  const entries = await activityOf(id);
  assert.deepEqual(
    entries.map(({ kind, network }) => [kind, network !== undefined]),
    [
      ["upstream-linked", true],
      ["upstream-unlinked", true],
    ],
  );
  const shown = (await browser.get("/account/activity")).body;
  assert.match(shown, /Another account connected/);
  assert.match(shown, /Another account disconnected/);
});

test("the owner hears of a provider that was connected by the address alone, once", async () => {
  await addUpstream(stage, provider, { trustsEmail: true });
  const [id, email] = await personNamed("edith");
  provider.person = { ...honest, sub: "edith there", email };
  for (let times = 0; times < 2; times += 1)
    assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
  assert.deepEqual(
    (await mailTo(email)).map(([kind]) => kind),
    ["upstream-linked"],
  );
  assert.equal((await activityOf(id)).length, 1);
});

test("an account that a provider creates begins its activity with the connection, and gets no mail", async () => {
  await addUpstream(stage, provider, { trustsEmail: true, createsAccounts: true });
  const email = "joan@example.net";
  provider.person = { ...honest, sub: "joan there", email, preferred_username: "joan" };
  const before = clock.now();
  assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
  const account = await ports.accounts.findByName("joan" as AccountName);
  assert.ok(account !== undefined && account.createdAt >= before);
  const [entry, ...more] = await activityOf(account.id);
  assert.ok(entry?.kind === "upstream-linked" && more.length === 0);
  assert.deepEqual(await mailTo(email), []);
});

test("what does not happen is told to nobody", async () => {
  const acme = await addUpstream(stage, provider, { createsAccounts: true });
  const [id, email, browser] = await personNamed("hedy");
  const callback = await callbackFrom(leadsTo(await press(browser, "link")));
  const now = clock.now();
  const owner = await stage.inProcess.addAccount("owner", ada.password);
  const identity = { upstream: acme.name, subject: String(honest.sub), linkedAt: now, lastUsedAt: now };
  assert.ok((await ports.upstreamIdentities.link({ ...identity, accountId: owner })).ok);
  assert.match((await browser.get(callback)).body, /Nothing was connected/);
  assert.deepEqual(await mailTo(email), []);
  assert.deepEqual(await activityOf(id), []);
});

/** What the row of the page says, without its marks. */
async function rowOf(browser: CheckedClient): Promise<string | undefined> {
  const [, body = ""] = /<main\b(.*)<\/main>/s.exec((await browser.get("/account")).body) ?? [];
  const row = /<li[^>]*>(?:(?!<li).)*?href="\/account\/upstreams".*?<\/li>/s.exec(body)?.[0];
  return row
    ?.replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("/account leads to the providers where there is one in use, and says how many are connected", async () => {
  const [id, , browser] = await personNamed("karen");
  assert.equal(await rowOf(browser), undefined);
  const acme = await addUpstream(stage, provider);
  assert.equal(await rowOf(browser), "Other accounts None");
  const now = clock.now();
  const identity = { upstream: acme.name, subject: "karen there", linkedAt: now, lastUsedAt: now };
  assert.ok((await ports.upstreamIdentities.link({ ...identity, accountId: id })).ok);
  assert.equal(await rowOf(browser), "Other accounts 1");
  assert.ok((await ports.upstreams.update({ ...acme, isDisabled: true }, now)).ok);
  assert.equal(await rowOf(browser), undefined);
});

test("the export lists the person's accounts elsewhere, those at a disabled provider too, and nobody else's", async () => {
  const acme = await addUpstream(stage, provider);
  const [id, , browser] = await personNamed("annie");
  const [other] = await personNamed("betty");
  const now = clock.now();
  const identity = { upstream: acme.name, linkedAt: now, lastUsedAt: plus(now, 60) };
  const own = { ...identity, subject: "annie there", label: "annie@elsewhere.example", accountId: id };
  assert.ok((await ports.upstreamIdentities.link(own)).ok);
  const others = { ...identity, subject: "betty there", accountId: other };
  assert.ok((await ports.upstreamIdentities.link(others)).ok);
  assert.ok((await ports.upstreams.update({ ...acme, isDisabled: true }, now)).ok);
  const { body } = await browser.submit(await browser.get("/account/export"), {});
  assert.deepEqual(JSON.parse(body).providers, [
    {
      provider: "Acme",
      subject: "annie there",
      name: "annie@elsewhere.example",
      connected_at: new Date(now).toISOString(),
      last_used_at: new Date(plus(now, 60)).toISOString(),
    },
  ]);
  assert.ok(!body.includes("betty"));
});

test("a person with a connected provider can do without a password, and then keeps the provider", async () => {
  await addUpstream(stage, provider);
  const [id, , browser] = await personNamed("lin");
  assert.doesNotMatch((await browser.get("/account/password")).body, /id="remove-password"/);
  provider.person = { ...honest, sub: "lin there" };
  await browser.get(await callbackFrom(leadsTo(await press(browser, "link"))));
  const form = await browser.get("/account/password");
  assert.match(form.body, /id="remove-password"/);
  assert.match((await browser.submit(form, { remove: "yes" })).body, /Your password has been removed\./);
  assert.equal((await ports.accounts.find(id))?.passwordHash, undefined);
  assert.equal((await signInAt(stage.newBrowser(), stage.target())).status, 302);
  assert.equal((await press(browser, "unlink")).status, 400);
});
