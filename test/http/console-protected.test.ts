import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { proxyNames } from "../../src/flows/operator/proxy-files.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { ConsoleStage, follow, mainOf } from "./support/console-stage.ts";
import { hostileText } from "./support/ground-rules.ts";

const staff = "staff" as GroupName;
const wiki = "https://wiki.example.org";
let stage: ConsoleStage;
let path: string;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  const { groups } = stage.service.ports;
  await groups.create({ name: staff, createdAt: stage.service.clock.now() }, 10);
  const ada = await stage.service.addAccount("ada", "violet anchor puzzles 83", { name: "Ada <i>" });
  await stage.service.addAccount("bob", "violet anchor puzzles 83");
  await groups.add(staff, ada, 10);
});
after(() => stage[Symbol.asyncDispose]());

async function add(fields: Readonly<Record<string, string>>) {
  const page = await stage.browser.get("/admin/clients/new");
  return stage.send(page, "/clients/new", { kind: "protected", ...fields });
}

async function clientOf(origin: string) {
  return (await stage.service.ports.clients.list()).find(({ metadata }) =>
    metadata.protectedOrigins.includes(origin),
  );
}

test("the wizard adds an application behind a proxy, named after its host, and shows the files of every proxy", async () => {
  const fields = {
    protect: `${wiki}\n`,
    path_rules: "/assets/*\n/feed",
    who: "groups",
    only_groups: "staff",
  };
  const page = await add({ ...fields, require: "two" });
  assert.equal(page.status, 200, mainOf(page));
  const client = await clientOf(wiki);
  assert.ok(client);
  const { name, metadata, redirectUris, isPublic } = client;
  assert.deepEqual(
    [name, isPublic, redirectUris],
    ["wiki.example.org", true, [`${wiki}/.latchkey/callback`]],
  );
  assert.deepEqual(metadata.pathRules, ["/assets/* public", "/feed public"]);
  assert.deepEqual([metadata.onlyGroups, metadata.requiredStrength], [["staff"], "two"]);
  path = `/admin/clients/${client.id}`;
  const own = await stage.open(path);
  for (const shown of [page, own]) {
    for (const proxy of proxyNames) {
      const [, text = ""] =
        new RegExp(`id="proxy-${proxy}-${proxy === "haproxy" ? 1 : 0}"><code>([^<]*)`).exec(shown.body) ?? [];
      assert.match(text, new RegExp(`/\\.latchkey/check/${proxy}`));
      assert.ok(shown.body.includes(`data-copy="proxy-${proxy}-0"`), proxy);
    }
    assert.equal(
      shown.body.split('<details class="recipe" name="proxy">').length,
      6,
      "one is open at a time",
    );
    assert.match(shown.body, /<code>LATCHKEY_TRUSTED_PROXIES<\/code> is not set/);
    assert.doesNotMatch(shown.body, /Token endpoint|Client secret/);
  }
  assert.match(mainOf(own), /Protected by a proxy[\s\S]*<li><code>\/assets\/\* public<\/code><\/li>/);
});

test("what is wrong with an application behind a proxy is said under its field, and nothing typed is lost", async () => {
  for (const [fields, field, sentence] of [
    [{ protect: "" }, "protect", /cannot be protected/],
    [{ protect: "http://wiki.example.net" }, "protect", /needs https:/],
    [{ protect: wiki }, "protect", /Another client protects one of these hosts/],
    [{ protect: "https://a.example", path_rules: "/a;b" }, "path_rules", /is not a rule for a path/],
    [{ protect: "https://a.example", who: "groups", only_groups: "none" }, "only_groups", /no group none/],
  ] as const) {
    const page = await add(fields);
    assert.equal(page.status, 400, field);
    const [, said = ""] = new RegExp(`id="${field}-wrong"[^<]*>([^<]*)`).exec(mainOf(page)) ?? [];
    assert.match(said, sentence, mainOf(page));
    assert.ok(mainOf(page).includes(`${fields.protect}</textarea>`));
  }
});

test("the page of an application says who may open a path, by which rule, for everybody and for one person", async () => {
  const client = await clientOf(wiki);
  assert.ok(client);
  const { clients } = stage.service.ports;
  const pathRules = ["GET /feed public", "/admin/* group=staff"];
  const metadata = { ...client.metadata, pathRules, onlyGroups: [] };
  assert.ok((await clients.update({ ...client, metadata })).ok);
  const ask = async (query: Readonly<Record<string, string>>, status = 200) => {
    const page = await stage.open(`${path}/access?${new URLSearchParams(query)}`);
    assert.equal(page.status, status, mainOf(page));
    return mainOf(page);
  };
  const admin = await ask({ path: "/admin/users", method: "POST" });
  assert.match(admin, /POST https:\/\/wiki\.example\.org\/admin\/users/);
  assert.match(admin, /It is open to people who are in staff \(rule 2: \/admin\/\* group=staff\)/);
  assert.match(admin, /href="\/admin\/groups\/staff">staff<\/a>, 1 person/);
  assert.match(admin, /1 person may open it[\s\S]*Ada &lt;i&gt;/);
  assert.doesNotMatch(admin, />bob</);
  const feed = await ask({ path: "/feed" });
  assert.match(feed, /open to everybody, without a sign-in \(rule 1/);
  assert.match(feed, /All other methods[\s\S]*is open to people who are signed in \(no rule matches\)/);
  assert.match(
    await ask({ path: "/admin", user: "bob" }),
    /bob may not open it[\s\S]*\/groups\/staff\/find\?q=bob">Add to staff</,
  );
  assert.match(await ask({ path: "/admin", user: "ada" }), /Ada &lt;i&gt; may open it/);
  assert.match(await ask({ path: "/x/../admin" }), /two programs could read this path differently/);
  assert.match(await ask({ path: hostileText }, 404), /visible ASCII/);
  assert.match(await ask({ path: "/", user: hostileText }, 404), /There is no such account/);
  assert.match(await ask({ path: "https://other.example/" }, 404), /has no host https:\/\/other\.example/);
  const { page: counted } = await stage.enterWith("clients:read", `${path}/access?path=/admin`);
  assert.match(mainOf(counted), /In one of the groups<[\s\S]*staff/);
  assert.doesNotMatch(mainOf(counted), /\/admin\/groups|1 person/);
  const plain = await stage.service.addClient();
  const page = await stage.open(`/admin/clients/${plain.id}/access`);
  assert.deepEqual([page.status, /No proxy protects/.test(mainOf(page))], [200, true]);
});

test("the test of a sign-in shows the headers that an application behind a proxy gets, and no token", async () => {
  const own = "https://tried.example.org";
  assert.equal((await add({ protect: own })).status, 200);
  const client = await clientOf(own);
  const page = await stage.open(`/admin/clients/${client?.id}/try`);
  const tried = mainOf(await follow(stage.browser, await stage.send(page, "/try", {})));
  assert.match(tried, /Headers that the application gets[\s\S]*<code>remote-user<\/code>[\s\S]*root/);
  assert.doesNotMatch(tried, /Access token|lkat_/);
});
