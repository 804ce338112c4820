import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OutboxMessage } from "../../src/flows/mail-ports.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { GroupName } from "../../src/identity/group.ts";
import type { AdminScope } from "../../src/protocol/api/admin-scopes.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { FormClient } from "../support/form-client.ts";
import type { InProcessService } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { ada, authorizationOf } from "./journey.ts";
import { AdminStage } from "./support/admin-api.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";
import { adasBrowser, openid, tokensFor } from "./support/openid.ts";
import { addProtected, navigation, ProtectedHost, pathOf } from "./support/protected-host.ts";

async function sent({ ports }: InProcessService, message: OutboxMessage): Promise<void> {
  await ports.outbox.add(message);
  await ports.outbox.settle({ id: message.id, tries: 0 }, { kind: "sent" });
}

async function bounce(service: InProcessService, message: OutboxMessage, error: string): Promise<void> {
  await sent(service, message);
  assert.ok(await service.ports.outbox.bounce(message.id, error));
}

/** The reference that a page shows. */
function referenceOn({ body }: { readonly body: string }): string {
  const [, reference = ""] = /Reference\s*<code>([^<]+)<\/code>/.exec(body) ?? [];
  assert.notEqual(reference, "", body);
  return reference;
}

const staff = "staff" as GroupName;

describe("why, over the admin API", () => {
  it("explains a person who was not admitted by the reference on their page, and what the command changes", async () => {
    await using stage = await AdminStage.set();
    const { service } = stage;
    const adaId = await service.addAccount(ada.username, ada.password);
    await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
    const client = await service.addClient({ metadata: { ...interfaceMetadata, onlyGroups: [staff] } });
    const page = await new FormClient(service.url).signIn(authorizationOf(client), ada);
    assert.equal(page.status, 403);
    const path = `/why/refusals/${referenceOn(page)}`;
    const token = await stage.token(["audit:read", "users:read", "clients:read"]);
    const { status, json } = await stage.send("GET", path, { token });
    assert.equal(status, 200);
    assert.deepEqual(
      [json.act, json.reason, json.source, json.command, json.details.accountId, json.details.clientId],
      [
        "authorization-refused",
        "account-not-admitted",
        "memory",
        `latchkey group add staff ${adaId}`,
        adaId,
        client.id,
      ],
    );
    assert.equal(json.access.opens, false);
    const groups = json.access.rules.find(({ rule }: { rule: string }) => rule === "groups");
    assert.deepEqual(groups, {
      rule: "groups",
      outcome: "blocks",
      value: "open to staff; in no group",
      command: "latchkey group add staff ada",
    });

    await service.ports.groups.add(staff, adaId, 10);
    const after = await stage.send("GET", path, { token });
    assert.equal(after.json.access.opens, true);

    const lacking = await stage.send("GET", path, { token: await stage.token(["users:read"]) });
    assert.equal(lacking.status, 403);
    const poor = await stage.send("GET", path, { token: await stage.token(["audit:read", "users:read"]) });
    assert.equal(poor.json.access.opens, true);
    // What the audit trail says is for everybody who may read it.
    assert.doesNotMatch(JSON.stringify(poor.json.access), /staff/);
    const poorer = await stage.send("GET", path, { token: await stage.token(["audit:read"]) });
    assert.deepEqual([poorer.status, poorer.json.access], [200, null]);
  });

  it("finds a refused sign-in in the audit trail, and a refused redirect URI with its repair", async () => {
    await using stage = await AdminStage.set();
    const { service } = stage;
    const adaId = await service.addAccount(ada.username, ada.password);
    const client = await service.addClient();
    const token = await stage.token();
    const other = authorizationOf(client, { redirect_uri: "https://app.example/other" });
    const page = await new FormClient(service.url).get(other);
    const refused = await stage.send("GET", `/why/refusals/${referenceOn(page)}`, { token });
    assert.deepEqual(
      [refused.json.reason, refused.json.command],
      [
        "redirect-uri-not-registered",
        `latchkey client update ${client.id} --add-redirect-uri 'https://app.example/other'`,
      ],
    );

    await new FormClient(service.url).signIn(authorizationOf(client), { ...ada, password: "wrong one here" });
    const line = service.log.findLast(({ message }) => message === "sign-in-refused");
    const id = String(line?.fields.requestId);
    const found = await until(async () => {
      const answer = await stage.send("GET", `/why/refusals/${id}`, { token });
      return answer.status === 200 ? answer : undefined;
    });
    assert.deepEqual(
      [found.json.source, found.json.reason, found.json.command],
      ["audit", "mismatch", `latchkey user recover ${adaId}`],
    );
    assert.equal(found.json.access.opens, true);
    assert.equal((await stage.send("GET", "/why/refusals/none", { token })).status, 404);
  });

  it("explains a refusal at a protected application by the reference on the person's page, with the rule that decided", async () => {
    const trusting = { LATCHKEY_BASE_URL: "https://id.example", LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" };
    await using stage = await AdminStage.set(trusting);
    const { service } = stage;
    await service.addAccount(ada.username, ada.password);
    await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
    const wiki = "https://wiki.example.org";
    const pathRules = ["/assets/* public", "/admin/* group=staff"];
    const { client } = await addProtected(service, [wiki], { pathRules });
    const browser = new FormClient(service.url);
    const host = new ProtectedHost(service, wiki);
    await host.signIn(browser, ada);
    const refused = await host.ask("/admin/users?token=secret", { headers: navigation });
    const page = await browser.get(pathOf(refused.headers.location));
    const { json } = await stage.send("GET", `/why/refusals/${referenceOn(page)}`);
    assert.deepEqual([json.act, json.reason], ["access-refused", "visitor-not-admitted"]);
    assert.deepEqual([json.details.origin, json.details.rule, json.details.clientId], [wiki, 2, client.id]);
    assert.equal(json.command, "latchkey group add staff ada");
    const rule = json.access.rules.find((each: { rule: string }) => each.rule === "path");
    assert.match(rule.value, /in staff \(rule 2: \/admin\/\* group=staff\); the person is in no group$/);
    const poor = await stage.token(["audit:read", "users:read"]);
    const poorer = await stage.send("GET", `/why/refusals/${referenceOn(page)}`, { token: poor });
    const hidden = poorer.json.access.rules.find((each: { rule: string }) => each.rule === "path");
    assert.deepEqual([hidden.outcome, hidden.command], ["blocks", "latchkey group add GROUP ada"]);
    assert.doesNotMatch(poorer.body, /staff|\/admin/);
    assert.ok(!JSON.stringify(service.log).includes("secret"), "the path is not on record");
    const forged = await browser.get(
      `/not-admitted?${new URLSearchParams({ origin: wiki, to: "/", reference: "<b>" })}`,
    );
    assert.doesNotMatch(forged.body, /Reference/);
    host.close();
    browser.close();
  });

  it("names the half of a question about access that does not exist", async () => {
    await using stage = await AdminStage.set();
    const client = await stage.service.addClient();
    await stage.service.addAccount(ada.username, ada.password);
    const ask = (user: string, id: string) => stage.send("GET", `/why/access/${user}/${id}`);
    assert.equal((await ask("ada", client.id)).json.opens, true);
    for (const [user, id, words] of [
      ["nobody", client.id, /There is no such account/],
      ["ada", "none", /There is no such client/],
    ] as const) {
      const { status, body } = await ask(user, id);
      assert.equal(status, 404);
      assert.match(body, words);
    }
  });

  it("says of an account whether its mail arrives: a message that came back stops a person without another way in", async () => {
    await using stage = await AdminStage.set({ LATCHKEY_SMTP_URL: "smtp://127.0.0.1:9" });
    const { ports, clock } = stage.service;
    const id = await stage.service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
    const client = await stage.service.addClient();
    const token = await stage.token(["users:read"]);
    const ask = async (path: string) => {
      const { status, json, body } = await stage.send("GET", `/why${path}`, { token });
      assert.equal(status, 200, body);
      return json;
    };
    const ruleAt = async (path: string, name: string) =>
      (await ask(path)).rules.find(({ rule }: { rule: string }) => rule === name);
    await bounce(stage.service, messageTo("ada", { accountId: id, createdAt: clock.now() }), "bounced 5.2.2");
    const at = clock.now();
    const mail = await ruleAt("/accounts/ada", "mail");
    assert.deepEqual([mail.outcome, mail.command], ["blocks", "latchkey mail test ada@example.org"]);
    assert.match(mail.value, /came back \(bounced 5\.2\.2\)$/);
    assert.equal((await ask(`/access/ada/${client.id}`)).opens, true);

    const { passwordHash: _, ...account } = (await ports.accounts.find(id)) ?? assert.fail();
    const bea = accountIdOf("2".repeat(20));
    const names = { username: "bea" as AccountName, email: "bea@example.org" as AccountName };
    assert.ok((await ports.accounts.create({ ...account, ...names, id: bea })).ok);
    assert.equal((await ask(`/access/bea/${client.id}`)).opens, true, "she asks for a link by mail");
    await bounce(stage.service, messageTo("bea", { accountId: bea, createdAt: at }), "bounced 5.2.2");
    const wayIn = await ruleAt(`/access/bea/${client.id}`, "way in");
    assert.deepEqual([wayIn.outcome, wayIn.command], ["blocks", "latchkey user recover bea"]);
    assert.match(wayIn.value, /mail with a link does not arrive$/);
    const later = messageTo("later", { to: "bea@example.org", accountId: bea, createdAt: plus(at, 1) });
    await sent(stage.service, later);
    const since = await ruleAt("/accounts/bea", "mail");
    assert.equal(since.outcome, "passes");
    assert.match(since.value, /came back \(bounced 5\.2\.2\); 1 sent since has not come back$/);
    assert.equal((await ruleAt("/accounts/bea", "way in")).outcome, "asks");
    assert.equal((await stage.send("GET", "/why/accounts/nobody", { token })).status, 404);
  });

  it("says of a message that the mail server refused how it is sent again, until the server took a later one", async () => {
    await using stage = await AdminStage.set({ LATCHKEY_SMTP_URL: "smtp://127.0.0.1:9" });
    const { service } = stage;
    const { ports, clock } = service;
    const id = await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
    const dead = messageTo("ada", {
      accountId: id,
      createdAt: clock.now(),
      expiresAt: plus(clock.now(), 3_600),
    });
    await ports.outbox.add(dead);
    await ports.outbox.settle({ id: dead.id, tries: 0 }, { kind: "failed", error: "550 RCPT TO" });
    const mail = async () =>
      (await stage.send("GET", "/why/accounts/ada")).json.rules.find(
        ({ rule }: { rule: string }) => rule === "mail",
      );
    const given = await mail();
    assert.deepEqual([given.outcome, given.command], ["blocks", `latchkey mail retry ${dead.id}`]);
    assert.match(given.value, /was given up \(550 RCPT TO\)$/);
    const later = { to: "ada@example.org", accountId: id, createdAt: plus(clock.now(), 1) };
    await sent(service, messageTo("later", later));
    assert.match((await mail()).value, /was accepted by the mail server$/);
  });

  it("says what ended a token, and never repeats the token", async () => {
    await using stage = await AdminStage.set();
    const token = await stage.token();
    const other = await stage.token(["status:read"]);
    const ask = (content: object) => stage.send("POST", "/why/token", { token, body: content });
    const live = await ask({ token: other });
    assert.equal(live.json.live, true, live.body);
    assert.ok(!live.body.includes(other));
    const audience = await ask({ token: other, resource: "https://elsewhere.example" });
    assert.equal(audience.json.live, false);
    assert.deepEqual(audience.json.rules.at(-1).rule, "audience");
    stage.service.clock.advance(24 * 3_600);
    const again = await stage.token(["tokens:read"]);
    const dead = await stage.send("POST", "/why/token", { token: again, body: { token: other } });
    assert.equal(dead.status, 200, dead.body);
    const outcomes = dead.json.rules.map(({ rule, outcome }: { rule: string; outcome: string }) => [
      rule,
      outcome,
    ]);
    assert.deepEqual(outcomes.slice(0, 3), [
      ["token", "passes"],
      ["expiry", "blocks"],
      ["revocation", "unreached"],
    ]);
    assert.equal((await ask({ token: "garbage" })).status, 401);
    const garbage = await stage.send("POST", "/why/token", { token: again, body: { token: "garbage" } });
    assert.equal(garbage.json.rules[0].outcome, "blocks");
  });

  it("names a person's groups with users:read, and an application's with clients:read, for a person and for a token", async () => {
    await using stage = await AdminStage.set();
    const { service } = stage;
    const id = await service.addAccount(ada.username, ada.password);
    for (const name of [staff, "leavers" as GroupName]) {
      await service.ports.groups.create({ name, createdAt: service.clock.now() }, 10);
      await service.ports.groups.add(name, id, 10);
    }
    const client = await service.addClient({ metadata: openid({ onlyGroups: [staff] }) });
    const { refresh_token } = await tokensFor(await adasBrowser(service, client), client);
    type Rule = Readonly<Record<"rule" | "value" | "command", string>>;
    const asked = {
      person: (token: string) => stage.send("GET", `/why/access/${id}/${client.id}`, { token }),
      token: (token: string) => stage.send("POST", "/why/token", { token, body: { token: refresh_token } }),
    };
    const ask = async (question: keyof typeof asked, ...scopes: AdminScope[]) => {
      const { json } = await asked[question](await stage.token(scopes));
      const { value, command } = json.rules.find(({ rule }: Rule) => rule === "groups");
      return command === null ? value : `${value}: ${command}`;
    };
    const said = async () => ({
      person: await ask("person", "users:read"),
      "person and application": await ask("person", "users:read", "clients:read"),
      token: await ask("token", "tokens:read"),
      "token and person": await ask("token", "tokens:read", "users:read"),
      "token and application": await ask("token", "tokens:read", "clients:read"),
      "token and both": await ask("token", "tokens:read", "users:read", "clients:read"),
    });
    assert.deepEqual(await said(), {
      person: "open to some groups; in one of them",
      "person and application": "open to staff; in staff",
      token: "open to some groups; in one of them",
      "token and person": "open to some groups; in one of them",
      "token and application": "open to staff; in one of them",
      "token and both": "open to staff; in staff",
    });
    await service.ports.groups.removeMember(staff, id);
    const anyGroup = "latchkey group add GROUP ada";
    const thisGroup = "latchkey group add staff ada";
    assert.deepEqual(await said(), {
      person: `open to some groups; in leavers: ${anyGroup}`,
      "person and application": `open to staff; in leavers: ${thisGroup}`,
      token: `open to some groups; in none of them: ${anyGroup}`,
      "token and person": `open to some groups; in leavers: ${anyGroup}`,
      "token and application": `open to staff; in none of them: ${thisGroup}`,
      "token and both": `open to staff; in leavers: ${thisGroup}`,
    });
  });
});

it("the pages of a person and of Why show a message that came back, with the way to repair it", async () => {
  await using stage = await ConsoleStage.set({ LATCHKEY_SMTP_URL: "smtp://127.0.0.1:9" });
  const { service } = stage;
  const now = service.clock.now();
  const id = await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
  const message = messageTo("ada", { accountId: id, createdAt: now, expiresAt: plus(now, 3_600) });
  assert.doesNotMatch((await stage.enter(`/admin/people/${id}`)).body, /came back/);
  await bounce(service, message, "bounced 5.1.1");
  const person = await stage.open(`/admin/people/${id}`);
  assert.match(
    person.body,
    /The message of .+ to ada@example\.org came back \(bounced 5\.1\.1, no such address\)\./,
  );
  for (const way of [`/admin/people/${id}/edit`, `/admin/mail/${message.id}`]) {
    assert.ok(mainOf(person).includes(`href="${way}"`), way);
    assert.equal((await stage.open(way)).status, 200);
  }
  const why = await stage.open("/admin/why?user=ada");
  assert.match(
    mainOf(why),
    /The account of ada[\s\S]*Mail[\s\S]*blocks[\s\S]*came back[\s\S]*\/edit">Edit the person</,
  );

  const { page } = await stage.enterWith("users:read", `/admin/people/${id}`);
  assert.match(page.body, /came back/);
  assert.doesNotMatch(page.body, /Change the address|The message<\/a>/);
});

it("the page Why of the console answers every question, as far as the operator's rights go", async () => {
  await using stage = await ConsoleStage.set();
  const { service } = stage;
  await service.addAccount(ada.username, ada.password);
  await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
  const client = await service.addClient({ metadata: { ...interfaceMetadata, onlyGroups: [staff] } });
  const refused = await new FormClient(service.url).signIn(authorizationOf(client), ada);
  await stage.enter("/admin/why");
  const byReference = await stage.open(`/admin/why?reference=${referenceOn(refused)}`);
  assert.equal(byReference.status, 200);
  assert.match(byReference.body, /ada cannot sign in to Test client/);
  assert.match(mainOf(byReference), /href="\/admin\/groups\/staff\/find\?q=ada">Add to staff</);
  assert.doesNotMatch(
    mainOf(byReference),
    /latchkey (?:group|user|client)/,
    "commands are for the command line",
  );
  const unknown = await stage.open("/admin/why?reference=none");
  assert.equal(unknown.status, 404);
  assert.match(unknown.body, /No refusal with the reference none[^<]*The log of the service may have it/);
  assert.doesNotMatch(unknown.body, /--log/);
  const access = await stage.open(`/admin/why?user=root&client_id=${client.id}`);
  assert.match(access.body, /root cannot sign in to Test client/);
  assert.match(mainOf(access), new RegExp(`<option value="${client.id}" selected>Test client`));
  const { id } = await service.addClient();
  const options = [
    ...mainOf(await stage.open("/admin/why")).matchAll(/<option value="([^"]+)"[^>]*>([^<]+)/g),
  ];
  const namesakes = options.filter(([, , text = ""]) => text.startsWith("Test client"));
  assert.deepEqual(
    namesakes.map(([, value, text]) => [value, text]).toSorted(),
    [client.id, id].map((each) => [each, `Test client (${each})`]).toSorted(),
    "applications of one name are told apart",
  );
  const answered = await stage.send(access, "/why/token", { token: "garbage-of-nobody" });
  assert.match(answered.body, /The token does not work/);
  assert.ok(!answered.body.includes("garbage-of-nobody"));

  const { page } = await stage.enterWith("users:read", `/admin/why?user=root&client_id=${client.id}`);
  assert.equal(page.status, 200);
  assert.match(page.body, /open to some groups; in no group/);
  assert.doesNotMatch(mainOf(page), /staff|Does this token work|Why was this refused|<option/);
  assert.match(mainOf(page), /<input id="client_id"/, "who may not see applications types which one");
});
