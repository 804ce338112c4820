import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { auditActs } from "../../src/flows/audit.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { ConsoleStage, formIn, mainOf } from "./support/console-stage.ts";

let stage: ConsoleStage;
const other = { username: "other", password: "nineteen paper boats drift past" } as const;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.service.addAccount(other.username, other.password);
  await stage.change(other.username, { isAdmin: true });
  await stage.service.addAccount("ada", "no password");
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());

interface Row {
  readonly path: () => Promise<string>;
  readonly typed?: Readonly<Record<string, string>>;
  /** The id of the element that has what is shown once. */
  readonly shows: string;
  /** A page on the way from the page that no longer shows it. */
  readonly leadsTo: RegExp;
}

const web = { kind: "web", redirect_uris: "https://notes.example/cb" };
const webhook = { url: "https://hooks.example/audit" };

async function newWebhook(): Promise<string> {
  const added = await stage.send(await stage.open("/admin/webhooks/new"), "/webhooks/new", webhook);
  return /\/webhooks\/([^/"]+)\/test"/.exec(added.body)?.[1] ?? assert.fail(mainOf(added));
}

const rows: Readonly<Record<string, Row>> = {
  "the secret of a new application": {
    path: async () => "/clients/new",
    typed: { ...web, name: "Notes" },
    shows: "secret",
    leadsTo: /href="\/admin\/clients"/,
  },
  "the secret of an application that people run": {
    path: async () => "/clients/new/apps/grafana",
    typed: { host: "https://grafana.example.org" },
    shows: "secret",
    leadsTo: /href="\/admin\/clients"/,
  },
  "another secret of an application": {
    path: async () => `/clients/${(await stage.service.addClient({})).id}/rotate`,
    shows: "secret",
    leadsTo: /href="\/admin\/clients\/[^/"]+"/,
  },
  "the secret of a new webhook": {
    path: async () => "/webhooks/new",
    typed: webhook,
    shows: "secret",
    leadsTo: /href="\/admin\/webhooks"/,
  },
  "another secret of a webhook": {
    path: async () => `/webhooks/${await newWebhook()}/rotate`,
    shows: "secret",
    leadsTo: /href="\/admin\/webhooks\/[^/"]+"/,
  },
  "the link of an invitation": {
    path: async () => "/invitations/new",
    typed: { email: "new@example.org" },
    shows: "link",
    leadsTo: /href="\/admin\/invitations"/,
  },
  "a recovery link": {
    path: async () => `/people/${(await stage.account("ada")).id}/recover`,
    shows: "link",
    leadsTo: /href="\/admin\/people\/[^/"]+"/,
  },
  "the password of a new person": {
    path: async () => "/people/new",
    typed: { username: "bob" },
    shows: "password",
    leadsTo: /href="\/admin\/people"/,
  },
  "another password": {
    path: async () => `/people/${(await stage.account("ada")).id}/password`,
    shows: "password",
    leadsTo: /href="\/admin\/people\/[^/"]+"/,
  },
};

function textOf(page: HttpAnswer, id: string): string {
  const text = new RegExp(`id="${id}">(?:<code>)?([^<]+)`).exec(page.body)?.[1];
  assert.ok(text, mainOf(page));
  return text;
}

/** The number of the newest entry about an act of operators, which rises with everything that they make or change. Others come late. */
async function newestEntry(): Promise<number> {
  const { auditTrail } = stage.service.service.administration.store;
  const { items } = await auditTrail.list({ limit: 100 });
  return items.find(({ act }) => Object.hasOwn(auditActs.operators, act))?.number ?? 0;
}

/** Where a form that shows something once leads. */
function shownAt({ status, headers, body }: HttpAnswer): string {
  assert.equal(status, 303, body);
  const { location } = headers;
  assert.match(location ?? "", /^\/admin\/[^?]+\?shown=[A-Za-z0-9]{22}$/);
  return location ?? "";
}

const tail = (path: string) => `/${path.split("/").at(-1)}`;
const runs = () => stage.service.service.administration.store.consoleRuns;
const now = () => stage.service.clock.now();

for (const [name, { path, typed = {}, shows, leadsTo }] of Object.entries(rows))
  test(`${name} is shown again to its operator for ten minutes, and sending the form again makes nothing`, async () => {
    await stage.enter();
    const target = await path();
    const form = await stage.open(`/admin${target}`);
    const before = await newestEntry();
    const address = shownAt(await stage.post(form, tail(target), typed));
    const made = await newestEntry();
    assert.ok(made > before, "something was made");
    const page = await stage.browser.get(address);
    assert.equal(page.status, 200);
    const secret = textOf(page, shows);
    assert.equal(mainOf(await stage.browser.get(address)), mainOf(page), "a reload shows it again");

    assert.equal(shownAt(await stage.post(form, tail(target), typed)), address);
    assert.equal(await newestEntry(), made, "sent again, it makes nothing");

    const id = address.slice(-22);
    for (const kind of ["sent", "shown"]) {
      const { state } = (await runs().find(`${kind}-${id}`, now())) ?? assert.fail(kind);
      assert.ok(!state.includes(secret), `stored in clear: ${kind}`);
      assert.ok(!Buffer.from(state, "base64url").toString("latin1").includes(secret), kind);
    }

    const elsewhere = stage.newBrowser();
    const theirs = await stage.enter(address, elsewhere, other);
    assert.equal(theirs.status, 410, mainOf(theirs));
    assert.ok(!theirs.body.includes(secret));

    stage.service.clock.advance(601);
    const late = await stage.enter(address);
    assert.equal(late.status, 410);
    assert.ok(!late.body.includes(secret));
    assert.match(mainOf(late), /No longer shown/);
    assert.match(mainOf(late), leadsTo);
    assert.equal(await runs().find(`shown-${id}`, now()), undefined);
    const known = await newestEntry();
    assert.equal(shownAt(await stage.post(form, tail(target), typed)), address);
    assert.equal(await newestEntry(), known, "sent again later, it makes nothing either");
  });

test("of many sendings of one form at once, one makes something, and all lead to it", async () => {
  await stage.enter();
  const form = await stage.open("/admin/clients/new");
  const sendings = Array.from({ length: 6 }, () =>
    stage.post(form, "/clients/new", { ...web, name: "At once" }),
  );
  const addresses = new Set((await Promise.all(sendings)).map(shownAt));
  assert.equal(addresses.size, 1);
  const made = (await stage.service.ports.clients.list()).filter(({ name }) => name === "At once");
  assert.equal(made.length, 1);
});

test("a form that was refused can be sent again from the page that was sent before", async () => {
  await stage.enter();
  const form = await stage.open("/admin/clients/new");
  const refused = await stage.post(form, "/clients/new", { ...web, name: " " });
  assert.equal(refused.status, 400, mainOf(refused));
  const id = formIn(form, "/clients/new").fields.get("once");
  const sent = await stage.browser.get(`/admin/clients/new?shown=${id}`);
  assert.equal(sent.headers.location, "/admin/clients/new", "its page is the form");
  const page = await stage.send(form, "/clients/new", { ...web, name: "Repaired" });
  assert.equal(page.status, 200);
  assert.ok(textOf(page, "secret"));
});

test("a form that shows nothing is done once too, and leads again to where it led", async () => {
  await stage.enter();
  const form = await stage.open("/admin/people/new");
  const typed = { username: "carol", password: "four green kettles whistle low" };
  const added = await stage.post(form, "/people/new", typed);
  const { location } = added.headers;
  assert.match(location ?? "", /^\/admin\/people\/[^/]+$/);
  const again = await stage.browser.get(shownAt(await stage.post(form, "/people/new", typed)));
  assert.equal(again.headers.location, location);
});

test("while a form is handled, sending it again waits; if its request is lost, the page says where to go", async () => {
  await stage.enter();
  const form = await stage.open("/admin/clients/new");
  const typed = { ...web, name: "Slow" };
  const address = shownAt(await stage.post(form, "/clients/new", typed));
  // As if the first request had not come to its end.
  const id = address.slice(-22);
  const lost = "S".repeat(22);
  const { state } = (await runs().find(`sent-${id}`, now())) ?? assert.fail();
  const underWay = JSON.stringify({ ...JSON.parse(state), phase: "under way" });
  const expiresAt = (now() + 86_400_000) as ReturnType<typeof now>;
  assert.ok(await runs().start({ id: `sent-${lost}`, state: underWay, expiresAt }, new Map()));
  const at = `/admin/clients/new?shown=${lost}`;
  const entries = await newestEntry();
  assert.equal(shownAt(await stage.post(form, "/clients/new", { ...typed, once: lost })), at);
  assert.equal(await newestEntry(), entries);
  const waiting = await stage.browser.get(at);
  assert.equal(waiting.status, 200);
  assert.equal(waiting.headers.refresh, "1");
  assert.match(mainOf(waiting), /Show the result/);
  stage.service.clock.advance(61);
  const gone = await stage.browser.get(at);
  assert.equal(gone.status, 410);
  assert.match(mainOf(gone), /href="\/admin\/clients"/);
  assert.match(mainOf(gone), /href="\/admin\/clients\/new"/);
});

test("a page of another form, a broken id and a lesser right show nothing", async () => {
  await stage.enter();
  const form = await stage.open("/admin/clients/new");
  const address = shownAt(await stage.post(form, "/clients/new", { ...web, name: "Bound" }));
  const id = address.slice(-22);
  const secret = textOf(await stage.browser.get(address), "secret");
  for (const wrong of [`/admin/people/new?shown=${id}`, "/admin/clients/new?shown=x"]) {
    const page = await stage.browser.get(wrong);
    assert.equal(page.status, 410, wrong);
    assert.ok(!page.body.includes(secret));
  }
  const { page } = await stage.enterWith("clients:read", address);
  assert.equal(page.status, 403);
  assert.ok(!page.body.includes(secret));
  // What one form keeps cannot be moved to another one.
  const kept = (await runs().find(`shown-${id}`, now())) ?? assert.fail();
  const moved = "M".repeat(22);
  const expiresAt = (now() + 600_000) as ReturnType<typeof now>;
  await runs().start({ id: `shown-${moved}`, state: kept.state, expiresAt }, new Map());
  assert.equal((await stage.browser.get(`/admin/clients/new?shown=${moved}`)).status, 410);
});
