import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { createAuditor } from "../../src/flows/audit.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { type ClaimKind, givenClaims } from "../../src/protocol/openid/person-claims.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { batchOf } from "../storage-contract/imports.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { ConsoleStage, formIn, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;
let ada: string;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  const person = { name: "Ada Lovelace", email: "ada@example.org" };
  ada = await stage.service.addAccount("ada", root.password, person);
});
afterEach(() => stage.service.ports.accounts.remove(ada as AccountId));

async function act(path: string, values: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  const page = await stage.browser.get(`/admin${path}`);
  assert.equal(page.status, 200, mainOf(page));
  return stage.send(page, path, values);
}

test("a person is added with a random password, which is shown once and signs in", async () => {
  const page = await act("/people/new", { username: "grace", email: "grace@example.org", name: "Grace" });
  const password = /id="password">([^<]+)/.exec(page.body)?.[1];
  assert.ok(password, mainOf(page));
  const browser = stage.newBrowser();
  const account = await browser.signIn("/sign-in?to=account", { username: "grace", password });
  assert.equal(account.status, 200);
  const taken = await act("/people/new", { username: "grace" });
  assert.equal(taken.status, 400);
  assert.match(mainOf(taken), /id="username-wrong"/);
});

const claims: Readonly<Record<ClaimKind, string>> = {
  line: "Zoe",
  "address-of-a-page": "https://zoe.example/",
  date: "1990-01-02",
  "time-zone": "Europe/London",
  language: "en",
};

test("everything that is typed for a new person is in the form that changes them", async () => {
  const typed = {
    email: "zoe@example.org",
    name: "Zoe",
    require: "two",
    admin: "on",
    phone_number: "+442079460018",
    address: "1 Long Lane\nLondon",
    ...Object.fromEntries(givenClaims.map(({ name, kind }) => [`claims.${name}`, claims[kind]])),
  };
  await act("/people/new", { username: "zoe", ...typed });
  const page = await stage.browser.get(`/admin/people/${(await stage.account("zoe")).id}/edit`);
  const { step: _, etag: __, ...shown } = Object.fromEntries(formIn(page, "/edit").fields);
  assert.deepEqual(shown, typed);
  const main = mainOf(await stage.browser.get(`/admin/people/${(await stage.account("zoe")).id}`));
  for (const { name, label } of givenClaims) {
    assert.match(mainOf(page), new RegExp(`<label for="claims.${name}">${label}<`));
    assert.ok(main.includes(`<dt>${label}</dt>`) && !main.includes(`<dt>${name}</dt>`), name);
  }
  assert.match(main, /<dd>1 Long Lane<\/dd><dd>London<\/dd>/);
});

test("H6: details are changed, and a change that came between shows both values", async () => {
  const page = await stage.browser.get(`/admin/people/${ada}/edit`);
  const other = await stage.browser.get(`/admin/people/${ada}/edit`);
  const done = await stage.send(page, "/edit", { name: "Ada King", phone_number: "+44 20 7946 0018" });
  assert.match(mainOf(done), /Ada King/);
  const conflict = await stage.send(other, "/edit", { name: "Countess" });
  assert.equal(conflict.status, 409);
  assert.match(mainOf(conflict), /Stored meanwhile: Ada King/);
  assert.match(mainOf(await stage.send(conflict, "/edit")), /Countess/);
});

test("H6: both values of a choice and of a box are in words", async () => {
  const page = await stage.browser.get(`/admin/people/${ada}/edit`);
  await act(`/people/${ada}/edit`, { require: "phr", admin: "on" });
  const conflict = mainOf(await stage.send(page, "/edit", { name: "Countess" }));
  assert.match(conflict, /id="require-theirs">Stored meanwhile: a passkey</);
  assert.match(conflict, /id="admin-theirs">Stored meanwhile: on</);
  assert.match(conflict, /id="name-theirs">Stored meanwhile: Ada Lovelace</);
  assert.doesNotMatch(conflict, /id="email-theirs"/);
});

test("a form that is sent as it was shown changes nothing and leaves no entry", async () => {
  const entries = async () =>
    (await stage.service.ports.auditTrail.list({ act: "user-changed", limit: 200 })).items.length;
  const before = await entries();
  assert.match(mainOf(await act(`/people/${ada}/edit`)), /Nothing was changed/);
  assert.equal(await entries(), before);
});

test("H1: who may not change administrators is told so by every form, and nothing of theirs is changed", async () => {
  const { id } = await stage.account(root.username);
  const { browser } = await stage.enterWith("users:write", `/admin/people/${ada}/edit`);
  for (const form of ["edit", "password"]) {
    const refused = await browser.get(`/admin/people/${id}/${form}`);
    assert.equal(refused.status, 403);
    assert.match(mainOf(refused), /needs the right admins:write, which you do not have/);
  }
  const page = await browser.get(`/admin/people/${ada}/edit`);
  assert.doesNotMatch(mainOf(page), /name="admin"/);
  const raised = await stage.send(page, "/edit", { admin: "on" }, browser);
  assert.equal(raised.status, 400);
  assert.match(mainOf(raised), /needs the right admins:write, which you do not have\.</);
  assert.doesNotMatch(mainOf(raised), /token/);
  assert.equal((await stage.account("ada")).isAdmin, false);
});

test("the admin right is given and taken away", async () => {
  await act(`/people/${ada}/edit`, { admin: "on" });
  assert.equal((await stage.account("ada")).isAdmin, true);
  const page = await stage.browser.get(`/admin/people/${ada}/edit`);
  await stage.send(page, "/edit", { admin: "" });
  assert.equal((await stage.account("ada")).isAdmin, false);
});

test("a password is set, browsers are signed out, and the account is disabled, enabled and deleted", async () => {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { username: "ada", password: root.password });
  const shown = await stage.browser.get(`/admin/people/${ada}`);
  assert.match(mainOf(shown), /Sign out everywhere/);
  assert.match(mainOf(await act(`/people/${ada}/sign-out`)), /1 browser signed out/);
  const bad = await act(`/people/${ada}/password`, { password: "short" });
  assert.match(mainOf(bad), /id="password-wrong"/);
  const set = await act(`/people/${ada}/password`, { password: "quiet amber lantern walks" });
  assert.match(mainOf(set), /every browser has been signed out/);
  assert.match(mainOf(await act(`/people/${ada}/disable`)), /has been disabled/);
  assert.equal((await stage.account("ada")).isDisabled, true);
  assert.match(mainOf(await act(`/people/${ada}/enable`)), /has been enabled/);
  assert.match(mainOf(await act(`/people/${ada}/delete`)), /has been deleted/);
  assert.equal((await stage.browser.get(`/admin/people/${ada}`)).status, 404);
});

test("somebody who may only end sessions signs a person out, and reads on a page that they may see that it was done", async () => {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { username: "ada", password: root.password });
  const path = `/admin/people/${ada}/sign-out`;
  const entered = await stage.enterWith("sessions:write", path);
  const done = await stage.send(entered.page, "/sign-out", {}, entered.browser);
  assert.equal(done.status, 200, mainOf(done));
  assert.match(mainOf(done), /1 browser signed out/);
});

test("a detail that cannot be used is refused at its field, and everything typed is kept", async () => {
  const page = await stage.browser.get(`/admin/people/${ada}/edit`);
  const refused = await stage.send(page, "/edit", { phone_number: "none", "claims.birthdate": "1990-01-02" });
  assert.equal(refused.status, 400);
  assert.match(mainOf(refused), /<details class="more" open>/);
  assert.match(mainOf(refused), /id="phone_number-wrong">The phone number cannot be used/);
  assert.match(mainOf(refused), /name="claims.birthdate"[^>]*value="1990-01-02"/);
  const long = await stage.send(refused, "/edit", { name: "a".repeat(1_001), phone_number: "" });
  assert.match(mainOf(long), /id="name-wrong">It must have at most 1000 characters/);
  assert.match(mainOf(long), /<p>Name: It must have at most 1000 characters/);
});

test("a recovery link is shown once, and opens the page that sets a password", async () => {
  const page = await act(`/people/${ada}/recover`);
  const link = /id="link">([^<]+)/.exec(page.body)?.[1] ?? "";
  const { pathname, search } = new URL(link);
  assert.equal((await stage.newBrowser().get(pathname + search)).status, 200);
});

test("a browser is signed out by its row, and never one of another person", async () => {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { username: "ada", password: root.password });
  const page = await stage.browser.get(`/admin/people/${ada}`);
  const own = await stage.browser.get(`/admin/people/${(await stage.account(root.username)).id}`);
  const foreign = /name="session" value="([0-9a-f]+)"/.exec(own.body)?.[1] ?? "";
  assert.match(mainOf(await stage.send(page, "/sessions/end", { session: foreign })), /already signed out/);
  assert.equal((await stage.browser.get("/admin")).status, 200);
  assert.match(mainOf(await stage.send(page, "/sessions/end")), /The browser has been signed out/);
});

test("groups are added, filled, and deleted; one that an application is open to stays", async () => {
  assert.match(mainOf(await act("/new-group", { group: "staff" })), /Now add people/);
  assert.match(mainOf(await act("/new-group", { group: "a b" })), /id="group-wrong"/);
  const group = await stage.browser.get("/admin/groups/staff/find?q=lovelace");
  const filled = mainOf(await stage.send(group, "/add"));
  assert.match(filled, /Ada Lovelace is in/);
  assert.match(filled, /Ada Lovelace[\s\S]*in the group/, "the search goes on where it was");
  assert.deepEqual((await stage.account("ada")).groups, ["staff"]);
  const person = await stage.browser.get(`/admin/people/${ada}`);
  assert.match(mainOf(await stage.send(person, "/groups/remove")), /no longer in staff/);
  await stage.send(await stage.browser.get("/admin/clients/new"), "/clients/new", {
    kind: "web",
    name: "Notes",
    redirect_uris: "https://notes.example/cb",
    who: "groups",
    only_groups: "staff",
  });
  assert.match(mainOf(await stage.browser.get("/admin/groups/staff")), /Notes/);
  assert.match(mainOf(await act("/groups/staff/delete")), /is open to this group/);
  await act("/new-group", { group: "new" });
  assert.match(mainOf(await act("/groups/new/delete")), /The group new has been deleted/);
});

test("a group's people are taken out by a button, and put in from a list of those who are found", async () => {
  await act("/new-group", { group: "choir" });
  const page = await stage.browser.get("/admin/groups/choir/find?q=ada%40example");
  assert.doesNotMatch(mainOf(page), /root/, "only those that were searched");
  await stage.send(page, "/add");
  const members = await stage.browser.get("/admin/groups/choir");
  assert.match(mainOf(members), /Ada Lovelace[\s\S]*Remove/);
  assert.match(mainOf(await stage.send(members, "/remove")), /Ada Lovelace is no longer in /);
  assert.deepEqual((await stage.account("ada")).groups ?? [], []);
  const own = await stage.browser.get(`/admin/people/${ada}`);
  assert.match(mainOf(own), /<select id="group" name="group">[\s\S]*<option value="choir">/);
  assert.match(mainOf(await stage.send(own, "/groups/add", { group: "choir" })), /is in choir/);
  assert.doesNotMatch(mainOf(await stage.browser.get(`/admin/people/${ada}`)), /<option value="choir">/);
  const { page: blind } = await stage.enterWith("groups:write", "/admin/groups/choir/find?q=ada");
  assert.doesNotMatch(mainOf(blind), /Lovelace/, "who may not see people types whom they mean");
  assert.match(mainOf(blind), /<input id="who"/);
});

test("a person's page says what happened, from the audit trail, down to how the account came to be", async () => {
  await act(`/people/${ada}/disable`);
  const main = mainOf(await stage.browser.get(`/admin/people/${ada}`));
  const [history = ""] = /<h2>What happened<\/h2>[\s\S]*/.exec(main) ?? [];
  assert.match(
    history,
    /An account was disabled and signed out everywhere[\s\S]*\d\d:\d\d:\d\d<\/time>[\s\S]*The account was created/,
  );
  assert.match(history, /The account was created\./);
  const { page } = await stage.enterWith("users:read", `/admin/people/${ada}`);
  assert.match(mainOf(page), /The account was created\./, "without the right to read the trail");
  assert.doesNotMatch(mainOf(page), /An account was disabled/);
});

test("an imported person's page says when the import was, and that nobody verified the address", async () => {
  const { ports, clock } = stage.service;
  const account = await stage.account("ada");
  await ports.accounts.remove(account.id);
  const now = clock.now();
  const imported = { ...account, isEmailUnverified: true, createdAt: now, updatedAt: now };
  const batch = {
    ...batchOf([{ account: imported, isKnown: false, identities: [] }]),
    auditAfter: () => [ports.audit.entry("users-imported", undefined, { created: 1 })],
  };
  assert.ok((await stage.service.service.administration.store.imports.keep(batch)).ok);
  const main = mainOf(await stage.browser.get(`/admin/people/${ada}`));
  assert.match(main, /ada@example\.org <span class="badge warn">unverified</);
  assert.match(main, /href="\/admin\/audit\/\d+"><bdi>The account was imported\./);
  assert.match(main, /<dt>Came by<\/dt><dd>an import</);
  assert.match(mainOf(await stage.browser.get("/admin/people?q=lovelace")), /unverified/);
});

test("a person's page says why the person cannot sign in or soon cannot, and says it once", async () => {
  const account = await stage.account("ada");
  const now = stage.service.clock.now();
  await act(`/people/${ada}/disable`);
  const disabled = mainOf(await stage.browser.get(`/admin/people/${ada}`));
  assert.equal(disabled.split('badge bad">disabled<').length, 2);
  assert.match(disabled, /class="warning">The account is disabled: the person cannot sign in\./);
  await act(`/people/${ada}/enable`);
  const { accounts } = stage.service.ports;
  const deleteAfter = plus(now, 86_400);
  assert.ok((await accounts.askDeletion(account.id, { at: now, deleteAfter })).ok);
  const leaving = mainOf(await stage.browser.get(`/admin/people/${ada}`));
  assert.match(leaving, /It is deleted at <time datetime="2026-01-02T12:00:00\.000Z">/);
  assert.match(leaving, /<dt>State<\/dt><dd><span class="badge bad">leaving</);
});

test("what a person did themselves is told without their name, and an application without a label", async () => {
  const account = await stage.account("ada");
  const { id, client } = await stage.service.addClient({ name: "Notes" });
  const { clock, ports } = stage.service;
  const auditor = createAuditor({ clock, actor: { kind: "person", accountId: account.id } });
  const target = { kind: "user", id: account.id } as const;
  await ports.auditTrail.append([auditor.entry("signed-in", target, { client: client.id, methods: "pwd" })]);
  const main = mainOf(await stage.browser.get(`/admin/people/${ada}`));
  const [row = ""] = /A person signed in\.[\s\S]*?<\/tr>/.exec(main) ?? [];
  assert.match(row, />the person<[\s\S]*<a href="\/admin\/clients\/\w+"><bdi>Notes<\/bdi><\/a>; password</);
  assert.doesNotMatch(row, />ada<|client:|proved by/);
  assert.ok(row.includes(id));
});

test("a person's page says when they last signed in", async () => {
  assert.match(mainOf(await stage.browser.get(`/admin/people/${ada}`)), /<dt>Last sign-in<\/dt><dd>never/);
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { username: "ada", password: root.password });
  assert.match(
    mainOf(await stage.browser.get(`/admin/people/${ada}`)),
    /<dt>Last sign-in<\/dt><dd><time datetime="2026-01-01T12:00/,
  );
});

test("the question before an act says what the person loses", async () => {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { username: "ada", password: root.password });
  await stage.service.ports.groups.create(
    { name: "crew" as never, createdAt: stage.service.clock.now() },
    99,
  );
  await stage.service.ports.groups.add("crew" as never, ada as AccountId, 9);
  for (const verb of ["disable", "delete"]) {
    const asked = mainOf(await stage.browser.get(`/admin/people/${ada}/${verb}`));
    assert.match(asked, /<dt>Signed in<\/dt><dd>in 1 browser</, verb);
    assert.match(asked, /<dt>Groups<\/dt><dd>crew</);
  }
});

test("somebody is invited, and the invitation is revoked", async () => {
  const made = await act("/invitations/new", { email: "invited@example.org" });
  assert.match(mainOf(made), /id="link">http/);
  assert.match(
    mainOf(await act("/invitations/new", { email: "ada@example.org" })),
    /Somebody has an account with this address already/,
  );
  const list = await stage.browser.get("/admin/invitations");
  assert.match(list.body, /data-name="Invited by">.*root/, "the audit trail tells who did");
  const [, id] = /invitations\/([0-9a-f]{64})\/delete/.exec(list.body) ?? [];
  assert.match(mainOf(await act(`/invitations/${id}/delete`)), /has been revoked/);
});

test("the groups of an invitation are chosen where there are some, and by those who may change groups", async () => {
  const { groups } = stage.service.ports;
  for (const name of ["board", "staff"])
    await groups.create({ name: name as GroupName, createdAt: stage.service.clock.now() }, 10);
  const page = await stage.open("/admin/invitations/new");
  assert.doesNotMatch(mainOf(page), /<textarea/);
  const [, box = ""] = /name="(groups-\d+)" value="staff"/.exec(mainOf(page)) ?? [];
  const refused = await stage.send(page, "/invitations/new", { email: "nowhere", [box]: "staff" });
  assert.match(mainOf(refused), /value="staff" checked/, "what was chosen stays");
  await stage.send(page, "/invitations/new", { email: "chosen@example.org", [box]: "staff" });
  const { items } = await stage.service.ports.links.list("invite", {
    limit: 10,
    now: stage.service.clock.now(),
  });
  assert.deepEqual(items.find(({ address }) => address === "chosen@example.org")?.groups, ["staff"]);
  const other = await stage.enterWith("invitations:write", "/admin/invitations/new");
  assert.match(mainOf(other.page), /E-mail address/);
  assert.doesNotMatch(mainOf(other.page), /staff|Groups/);
  for (let count = 0; count < 39; count += 1)
    await groups.create({ name: `team${count}` as GroupName, createdAt: stage.service.clock.now() }, 50);
  const typed = await stage.open("/admin/invitations/new");
  assert.match(mainOf(typed), /id="groups-0"[^>]* list="groups-all"/, "a form has room for forty boxes");
  const unknown = await stage.send(typed, "/invitations/new", {
    email: "typed@example.org",
    "groups-0": "nobody",
  });
  assert.match(mainOf(unknown), /id="groups-wrong"/);
});
