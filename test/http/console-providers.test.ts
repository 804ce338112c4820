import assert from "node:assert/strict";
import { after, test } from "node:test";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { ConsoleStage, follow, formIn, mainOf, root } from "./support/console-stage.ts";
import { hostileText } from "./support/ground-rules.ts";

const provider = await TestProvider.start(() => Date.now() as never);
after(() => provider[Symbol.asyncDispose]());

const typed = {
  kind: "oidc",
  upstream: "acme",
  client_id: "client at acme",
  client_secret: "planted secret",
  display_name: "Acme",
  domains: "acme.example\n@acme.test",
  trust_email: "on",
  group_claim: "groups",
  "group_map-0-left": "cn=Staff,dc=acme",
  "group_map-0-right": "staff",
  "group_map-1-left": "",
  "group_map-1-right": "",
};

async function add(
  stage: ConsoleStage,
  page: HttpAnswer,
  values: Record<string, string>,
): Promise<HttpAnswer> {
  const answer = await stage.send(page, "/new-provider", { ...typed, ...values });
  assert.doesNotMatch(answer.body, /planted/);
  return answer;
}

test("a provider is checked before it is added; problems are shown at their fields, and only the secret is typed again", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, sealer, auditTrail, groups } = stage.service.ports;
  await stage.enter("/admin/providers");
  let page = await add(stage, await stage.open("/admin/new-provider"), { issuer: provider.issuer });
  assert.equal(page.status, 400);
  assert.match(mainOf(page), /id="group_map-wrong">There is no group staff\. Add it under Groups first/);
  assert.match(mainOf(page), /value="client at acme"[\s\S]*@acme\.test/);
  assert.match(mainOf(page), /<details class="more" open><summary>Groups/);
  await groups.create({ name: "staff" as never, createdAt: stage.service.clock.now() }, 10);
  for (const [wrong, field] of [
    [{ upstream: "Acme!" }, "upstream"],
    [{ issuer: "" }, "issuer"],
    [{ issuer: "acme" }, "issuer"],
    [{ client_id: "" }, "client_id"],
    [{ client_secret: "" }, "client_secret"],
    [{ domains: "acme example" }, "domains"],
    [{ group_claim: "" }, "group_claim"],
    [{ "group_map-1-left": "staff" }, "group_map"],
    [{ "group_map-1-right": "staff" }, "group_map"],
    [{ kind: "microsoft" }, "tenant"],
    [{ kind: "apple", apple_secret_key: "planted key" }, "team_id"],
    [{ issuer: `${provider.issuer}/other` }, "issuer"],
  ] as const) {
    page = await add(stage, page, { issuer: provider.issuer, ...wrong });
    assert.equal(page.status, 400, field);
    assert.match(mainOf(page), new RegExp(`id="${field}-wrong"`), field);
    // The sealed step is base64url and may hold "--x" by chance; an option stands after a space or a tag.
    assert.doesNotMatch(mainOf(page), /[\s>("]--[a-z]/, "no option of the command line");
  }
  assert.match(mainOf(page), /no discovery document[\s\S]*Nothing was saved[\s\S]*Add it without checking/);
  assert.deepEqual(await upstreams.list(), []);
  const done = await add(stage, page, { issuer: provider.issuer });
  assert.match(
    mainOf(done),
    /Acme has been added[\s\S]*\/upstream\/acme\/callback<\/code><button[^>]*data-copy/,
  );
  const [added] = await upstreams.list();
  assert.ok(added);
  assert.deepEqual(
    [added.issuer, added.domains, added.trustsEmail, added.createsAccounts, added.groupMapping],
    [
      provider.issuer,
      ["acme.example", "acme.test"],
      true,
      false,
      { claim: "groups", groups: { "cn=Staff,dc=acme": "staff" } },
    ],
  );
  assert.equal(String(sealer.open("upstream", added.sealedSecret)), "planted secret");
  const { items } = await auditTrail.list({ act: "upstream-added", limit: 10 });
  assert.equal(items.length, 1);
  const twice = await add(stage, await stage.open("/admin/new-provider"), { issuer: provider.issuer });
  assert.match(mainOf(twice), /id="upstream-wrong">There is already a provider with this name/);
  const unchecked = await add(stage, twice, {
    upstream: "new",
    issuer: "https://none.example",
    unchecked: "on",
  });
  assert.match(mainOf(unchecked), /Acme has been added/);
  assert.equal((await stage.open("/admin/providers/new")).status, 200);
});

test("a provider's page can check it; opening the page changes nothing", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, sealer } = stage.service.ports;
  const sealedSecret = sealer.seal("upstream", Buffer.from("planted"));
  for (const [name, issuer] of [
    ["acme", provider.issuer],
    ["gone", `${provider.issuer}/gone`],
  ] as const)
    assert.ok((await upstreams.create(upstreamNamed(name, { issuer, sealedSecret }), 5)).ok);
  const page = await stage.enter("/admin/providers/acme");
  assert.match(mainOf(await stage.send(page, "/check")), /class="done"[^>]*>[^<]* responds correctly/);
  assert.match(mainOf(await stage.open("/admin/providers/acme/check")), /<h1>/);
  const other = await stage.send(await stage.open("/admin/providers/gone"), "/check");
  assert.match(mainOf(other), /class="warning"[^>]*>[^<]* has no discovery document/);
});

test("a provider is changed; an empty secret leaves the stored one, and two changes at once show both values", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, sealer, auditTrail, groups } = stage.service.ports;
  await groups.create({ name: "staff" as never, createdAt: stage.service.clock.now() }, 10);
  const sealedSecret = sealer.seal("upstream", Buffer.from("planted"));
  assert.ok((await upstreams.create(upstreamNamed("acme", { sealedSecret }), 5)).ok);
  await stage.enter("/admin/providers");
  const to = "/admin/providers/acme/edit";
  const [page, other] = [await stage.open(to), await stage.open(to)];
  assert.ok(!page.body.includes("planted") && !page.body.includes(sealedSecret));
  const done = await stage.send(page, "/edit", { display_name: "First", domains: "" });
  assert.match(mainOf(done), /First has been changed/);
  const changed = async () =>
    (await auditTrail.list({ act: "upstream-changed", limit: 1 })).items[0]?.details;
  assert.deepEqual(await changed(), { changed: "displayName domains" });
  const conflict = await stage.send(other, "/edit", { display_name: "Second", client_secret: "planted too" });
  assert.equal(conflict.status, 409);
  assert.match(mainOf(conflict), /value="Second"[\s\S]*Stored meanwhile: First/);
  assert.doesNotMatch(conflict.body, /planted/);
  const cleared = {
    group_claim: "",
    "group_map-0-left": "",
    "group_map-0-right": "",
    client_secret: "planted too",
  };
  assert.match(mainOf(await stage.send(conflict, "/edit", cleared)), /Second has been changed/);
  const [standing] = await upstreams.list();
  assert.ok(standing);
  assert.equal(standing.groupMapping, undefined);
  assert.equal(String(sealer.open("upstream", standing.sealedSecret)), "planted too");
  const wrong = await stage.send(await stage.open(to), "/edit", {
    display_name: hostileText,
    domains: "a b",
  });
  assert.equal(wrong.status, 400);
  assert.ok(!wrong.body.includes("<script>alert"));
  assert.equal((await stage.open("/admin/providers/none/edit")).status, 404);
  const mapping = { group_claim: "roles", "group_map-0-left": "theirs", "group_map-0-right": "staff" };
  await stage.send(await stage.open(to), "/edit", mapping);
  const unclaimed = await stage.send(await stage.open(to), "/edit", { group_claim: "" });
  assert.match(mainOf(unclaimed), /id="group_claim-wrong">Enter the provider&#39;s claim/);
  const [mapped] = await upstreams.list();
  assert.deepEqual(mapped?.groupMapping, { claim: "roles", groups: { theirs: "staff" } });
});

test("H5: a provider is added and changed only after a fresh sign-in, during which no secret is kept", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams } = stage.service.ports;
  await stage.enter("/admin/providers");
  const page = await stage.open("/admin/new-provider");
  stage.service.clock.advance(601);
  const away = await stage.post(page, "/new-provider", { ...typed, issuer: provider.issuer });
  assert.match(away.headers.location ?? "", /max_age=/);
  const form = await follow(stage.browser, away);
  const back = await follow(stage.browser, await stage.browser.submit(form, { ...root }));
  assert.match(mainOf(back), /value="client at acme"/);
  assert.doesNotMatch(back.body, /planted/);
  assert.equal(formIn(back, "/new-provider").fields.get("issuer"), provider.issuer);
  assert.deepEqual(await upstreams.list(), []);
});

test("providers are listed and shown without their secret, disabled, enabled and removed", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, sealer, auditTrail } = stage.service.ports;
  const sealedSecret = sealer.seal("upstream", Buffer.from("planted"));
  const upstream = upstreamNamed("acme", {
    displayName: "Acme <b>",
    domains: ["acme.example"],
    sealedSecret,
  });
  assert.ok((await upstreams.create(upstream, 1)).ok);
  const list = mainOf(await stage.enter("/admin/providers"));
  assert.match(list, /href="\/admin\/providers\/acme">[\s\S]*Acme &lt;b&gt;[\s\S]*data-name="People">0</);
  const shown = await stage.open("/admin/providers/acme");
  assert.match(mainOf(shown), /\/upstream\/acme\/callback<\/code>[\s\S]*acme\.example/);
  assert.ok(!shown.body.includes("planted") && !shown.body.includes(sealedSecret));
  assert.equal((await stage.open("/admin/providers/none")).status, 404);
  for (const [verb, word] of [
    ["disable", "disabled"],
    ["enable", "enabled"],
    ["remove", "removed"],
  ] as const) {
    const page = await stage.open(`/admin/providers/acme/${verb}`);
    const done = await stage.send(page, `/providers/acme/${verb}`);
    assert.match(mainOf(done), new RegExp(`The provider has been ${word}`));
  }
  assert.deepEqual(await upstreams.list(), []);
  assert.equal((await stage.open("/admin/providers/acme/remove")).status, 404);
  for (const [act, count] of [
    ["upstream-changed", 2],
    ["upstream-removed", 1],
  ] as const) {
    const { items } = await auditTrail.list({ act, limit: 10 });
    assert.deepEqual(
      items.map(({ target, actor }) => `${target?.id} ${actor.kind}`),
      Array(count).fill("acme operator"),
    );
  }
});

test("a provider is removed and enabled only after a fresh sign-in", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams } = stage.service.ports;
  assert.ok((await upstreams.create(upstreamNamed("acme", { isDisabled: true }), 1)).ok);
  await stage.enter("/admin/providers");
  const pages = {
    enable: await stage.open("/admin/providers/acme/enable"),
    remove: await stage.open("/admin/providers/acme/remove"),
  };
  stage.service.clock.advance(601);
  for (const [verb, page] of Object.entries(pages)) {
    const late = await stage.post(page, `/providers/acme/${verb}`);
    assert.match(late.headers.location ?? "", /max_age=|prompt=/);
  }
  assert.deepEqual(
    (await upstreams.list()).map(({ isDisabled }) => isDisabled),
    [true],
  );
});
