import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { languages } from "../../src/protocol/language.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";
import { hostileText } from "./support/ground-rules.ts";

const resource = "https://api.example/orders?of=a%2Fb";
const path = `/admin/apis/${encodeURIComponent(resource)}`;
let stage: ConsoleStage;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.addApi({
    resource,
    name: "Orders <b>",
    openTo: "listed",
    tokenFormat: "jwt",
    scopes: [{ name: "orders.read", sentence: "Read orders", translations: { de: "Bestellungen lesen" } }],
  });
});
after(() => stage[Symbol.asyncDispose]());

async function apiAt(text: string) {
  return (await stage.service.ports.apis.all()).find((api) => api.resource === text);
}

async function acts(act: string): Promise<readonly unknown[]> {
  const { items } = await stage.service.ports.auditTrail.list({ act: act as never, limit: 20 });
  return items.map(({ details }) => details);
}

test("APIs are listed and shown with their scopes, the applications that name them, and what their server answers", async () => {
  await stage.service.addClient({ name: "Shop", metadata: { ...interfaceMetadata, resources: [resource] } });
  const list = mainOf(await stage.open("/admin/apis"));
  assert.match(list, /Orders &lt;b&gt;[\s\S]*listed applications[\s\S]*data-name="Scopes">1<[\s\S]*JWT/);
  assert.doesNotMatch(list, /admin\/api</, "the admin API is no row");
  assert.ok(list.includes(`href="${path}"`));
  const page = mainOf(await stage.open(path));
  assert.match(page, /JWTs signed with ES256<[\s\S]*>10 minutes</);
  assert.match(page, /orders\.read[\s\S]*Read orders[\s\S]*<span lang="de">Bestellungen lesen<\/span>/);
  assert.match(page, />Shop</);
  assert.match(page, /WWW-Authenticate: Bearer [^<]*error=&quot;insufficient_scope&quot;/);
  const own = encodeURIComponent(`${stage.service.service.issuer}/admin/api`);
  for (const name of ["https%3A%2F%2Fnone.example", own])
    for (const more of ["", "/edit", "/delete", "/new-scope", "/scopes/a/edit", "/scopes/a/remove"])
      assert.equal((await stage.open(`/admin/apis/${name}${more}`)).status, 404, name + more);
  assert.equal((await stage.open(`${path}/scopes/none/edit`)).status, 404);
});

test("an API is added with its scopes; problems are shown at their fields, and nothing typed is lost", async () => {
  const typed = {
    resource: "http://localhost:80/stock",
    name: "Stock",
    open_to: "third-party",
    token_format: "jwt",
    signing_alg: "EdDSA",
    token_lifetime_seconds: "300",
    may_exchange_for: resource,
    scopes: "stock:read = See the stock\nstock:write=Change the stock",
  };
  const again = (page: Awaited<ReturnType<ConsoleStage["open"]>>, values: Record<string, string>) =>
    stage.send(page, "/apis/new", values);
  let page = await again(await stage.open("/admin/apis/new"), typed);
  assert.equal(page.status, 400);
  assert.match(mainOf(page), /id="resource-wrong">[^<]*Write http:\/\/localhost\/stock\./);
  assert.match(mainOf(page), /value="300"[\s\S]*stock:read = See the stock/);
  assert.match(mainOf(page), /id="token_format-jwt"[^>]*checked/);
  for (const [wrong, field] of [
    [{ name: "" }, "name"],
    [{ token_lifetime_seconds: "12" }, "token_lifetime_seconds"],
    [{ may_exchange_for: "https://none.example" }, "may_exchange_for"],
    [{ scopes: "stock:read" }, "scopes"],
    [{ scopes: "openid=Sign in" }, "scopes"],
    [{ resource, may_exchange_for: "" }, "resource"],
  ] as const) {
    page = await again(page, { ...typed, resource: "https://stock.example", ...wrong });
    assert.equal(page.status, 400);
    assert.match(mainOf(page), new RegExp(`id="${field}-wrong"`), field);
    assert.match(page.body, /<title>Error: /);
  }
  const done = await again(page, { ...typed, resource: "https://stock.example" });
  assert.match(mainOf(done), /Stock has been added\./);
  const { createdAt, updatedAt, ...api } = (await apiAt("https://stock.example")) ?? assert.fail();
  assert.deepEqual(api, {
    resource: "https://stock.example",
    name: "Stock",
    openTo: "third-party",
    tokenFormat: "jwt",
    signingAlgorithm: "EdDSA",
    tokenLifetime: 300,
    mayExchangeFor: [resource],
    scopes: [
      { name: "stock:read", sentence: "See the stock", translations: {} },
      { name: "stock:write", sentence: "Change the stock", translations: {} },
    ],
  });
  assert.equal((await acts("api-created")).length, 1);
});

test("only changed fields of an API are written, and an empty lifetime restores the default", async () => {
  await stage.service.addApi({ resource: "https://mail.example", name: "Mail" });
  const to = `/admin/apis/${encodeURIComponent("https://mail.example")}/edit`;
  const done = await stage.send(await stage.open(to), "/edit", {
    token_lifetime_seconds: "3600",
    open_to: "any",
  });
  assert.match(mainOf(done), /Mail has been changed/);
  assert.deepEqual((await acts("api-changed"))[0], { changed: "tokenLifetime openTo" });
  assert.equal((await apiAt("https://mail.example"))?.tokenLifetime, 3600);
  await stage.send(await stage.open(to), "/edit", { token_lifetime_seconds: "" });
  const api = await apiAt("https://mail.example");
  assert.deepEqual([api?.openTo, api?.tokenLifetime], ["any", undefined]);
  const wrong = await stage.send(await stage.open(to), "/edit", {
    may_exchange_for: "https://mail.example",
    name: hostileText,
  });
  assert.match(mainOf(wrong), /id="(name|may_exchange_for)-wrong"/);
  assert.ok(!wrong.body.includes("<script>alert"));
});

test("two changes of one API: the second sees both values, loses nothing, and wins when it is sent again", async () => {
  await stage.service.addApi({ resource: "https://two.example", name: "Two" });
  const to = `/admin/apis/${encodeURIComponent("https://two.example")}/edit`;
  const [page, other] = [await stage.open(to), await stage.open(to)];
  await stage.send(page, "/edit", { name: "First" });
  const conflict = await stage.send(other, "/edit", { name: "Second" });
  assert.equal(conflict.status, 409);
  assert.match(mainOf(conflict), /value="Second"[\s\S]*Stored meanwhile: First/);
  assert.match(mainOf(await stage.send(conflict, "/edit")), /Second has been changed/);
});

test("a scope is added, translated, and removed after a confirmation", async () => {
  const name = "orders/write:a%2F";
  const added = await stage.send(await stage.open(`${path}/new-scope`), "/new-scope", {
    name,
    sentence: "Change orders",
  });
  assert.match(mainOf(added), /has been added/);
  const twice = await stage.send(await stage.open(`${path}/new-scope`), "/new-scope", {
    name,
    sentence: "Again",
  });
  assert.match(mainOf(twice), /value="Again"/);
  assert.match(mainOf(twice), /id="name-wrong"/);
  const to = `${path}/scopes/${encodeURIComponent(name)}`;
  const edit = await stage.open(`${to}/edit`);
  const wrong = await stage.send(edit, "/edit", {
    "translations.fr": "é".repeat(201),
    "translations.de": "Bestellen",
  });
  assert.match(mainOf(wrong), /id="translations.fr-wrong"/);
  assert.match(mainOf(wrong), /value="Bestellen"/);
  await stage.send(wrong, "/edit", { "translations.fr": "" });
  const scopes = async () => (await apiAt(resource))?.scopes.map((scope) => [scope.name, scope.translations]);
  assert.deepEqual(await scopes(), [
    ["orders.read", { de: "Bestellungen lesen" }],
    [name, { de: "Bestellen" }],
  ]);
  const stale = await stage.send(edit, "/edit", { sentence: "Place orders" });
  assert.equal(stale.status, 409);
  assert.match(mainOf(stale), /Stored meanwhile: Bestellen/);
  assert.match(mainOf(await stage.send(stale, "/edit")), /The scope \S+ has been changed/);
  const { id } = await stage.service.addClient({
    name: "Night job",
    redirectUris: [],
    metadata: { ...interfaceMetadata, isMachine: true, resources: [resource], machineScope: [name] },
  });
  assert.ok(id);
  const question = await stage.open(`${to}/remove`);
  assert.match(mainOf(question), /Night job/);
  assert.match(mainOf(await stage.send(question, "/remove")), /has been removed/);
  assert.equal((await scopes())?.length, 1);
  assert.deepEqual((await acts("api-changed")).slice(0, 3), [
    { removedScope: name },
    { changedScope: name },
    { changedScope: name },
  ]);
});

test("a scope is changed although another one of its API changed in the meantime", async () => {
  const api = "https://three.example";
  const scopes = ["read", "write"].map((name) => ({ name, sentence: name, translations: {} }));
  await stage.service.addApi({ resource: api, name: "Three", scopes });
  const to = (name: string) => `/admin/apis/${encodeURIComponent(api)}/scopes/${name}/edit`;
  const page = await stage.open(to("read"));
  await stage.send(await stage.open(to("write")), "/edit", { sentence: "Change" });
  const done = await stage.send(page, "/edit", { sentence: "See" });
  assert.match(mainOf(done), /The scope \S+ has been changed/);
  assert.deepEqual(
    (await apiAt(api))?.scopes.map(({ sentence }) => sentence),
    ["See", "Change"],
  );
});

test("an API is deleted after a question that lists the applications still using it", async () => {
  const question = await stage.open(`${path}/delete`);
  assert.match(mainOf(question), /Shop/);
  assert.match(mainOf(await stage.send(question, "/delete")), /Orders &lt;b&gt; has been deleted/);
  assert.equal(await apiAt(resource), undefined);
  assert.equal((await acts("api-deleted")).length, 1);
});

test("H5: an API is added, changed and deleted only after a fresh sign-in, during which the form is kept", async () => {
  await stage.service.addApi({ resource: "https://last.example", name: "Last" });
  const to = `/admin/apis/${encodeURIComponent("https://last.example")}`;
  const pages = {
    "/apis/new": await stage.open("/admin/apis/new"),
    "/edit": await stage.open(`${to}/edit`),
    "/new-scope": await stage.open(`${to}/new-scope`),
    "/delete": await stage.open(`${to}/delete`),
  };
  stage.service.clock.advance(601);
  for (const [action, page] of Object.entries(pages)) {
    const away = await stage.post(page, action, { name: "Typed name" });
    assert.match(away.headers.location ?? "", /max_age=/, action);
  }
  const form = await stage.send(pages["/edit"], "/edit", { name: "Typed name" });
  const back = await stage.browser.submit(form, { ...root });
  assert.match(mainOf(await stage.open(back.headers.location ?? "")), /value="Typed name"/);
  assert.equal((await apiAt("https://last.example"))?.name, "Last");
});

test("H5: a form too long for a cookie waits in a page while the person signs in in another tab", async () => {
  const to = `/admin/apis/${encodeURIComponent("https://last.example")}/new-scope`;
  const page = await stage.open(to);
  stage.service.clock.advance(601);
  const sentences = Object.fromEntries(languages.map((tag) => [`translations.${tag}`, "ї".repeat(200)]));
  const typed = { name: "last:read", sentence: "See the last", ...sentences };
  const waiting = await stage.post(page, "/new-scope", typed);
  assert.equal(waiting.status, 403);
  assert.equal(waiting.headers["set-cookie"], undefined);
  assert.match(mainOf(waiting), new RegExp(`target="_blank" href="${to}"`));
  assert.match(mainOf(await stage.post(waiting, "/new-scope")), /Sign in in another tab/, "no proof yet");
  await stage.browser
    .submit(await stage.open(to), { ...root })
    .then((answer) => stage.open(answer.headers.location ?? ""));
  const form = await stage.post(waiting, "/new-scope");
  assert.match(mainOf(form), /Nothing has been saved yet/);
  const added = async () =>
    (await apiAt("https://last.example"))?.scopes.find(({ name }) => name === "last:read");
  assert.equal(await added(), undefined);
  assert.match(mainOf(await stage.send(form, "/new-scope")), /has been added/);
  assert.equal((await added())?.translations.uk, "ї".repeat(200));
});

test("the page of an API shows which groups give a role, and which have a scope", async () => {
  const other = "https://api.example/roles";
  await stage.service.addApi({
    resource: other,
    roles: { staff: "editor" },
    scopes: [{ name: "write", sentence: "Write", translations: {}, groups: ["board", "staff"] }],
  });
  const page = mainOf(await stage.open(`/admin/apis/${encodeURIComponent(other)}`));
  assert.match(page, /Roles in its tokens[\s\S]*<code>editor<\/code> for people of staff/);
  assert.match(page, /Write<br>Only for people of board, staff/);
});
