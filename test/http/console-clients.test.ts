import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { labelOf } from "../../src/admin/console/client-form.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { metadataRows } from "../../src/protocol/client/metadata-fields.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { authorizationOf, codeAt } from "./journey.ts";
import { ConsoleStage, follow, mainOf, root } from "./support/console-stage.ts";
import { hostileText } from "./support/ground-rules.ts";

let stage: ConsoleStage;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.ports.groups.create(
    { name: "staff" as never, createdAt: stage.service.clock.now() },
    10,
  );
});
after(() => stage[Symbol.asyncDispose]());

const web = { kind: "web", name: "Notes", redirect_uris: "https://notes.example/callback", openid: "on" };

function textOf(page: HttpAnswer, id: string): string {
  const text = new RegExp(`id="${id}">(?:<code>)?([^<]+)`).exec(page.body)?.[1];
  assert.ok(text, mainOf(page));
  return text;
}

async function add(fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const page = await stage.browser.get("/admin/clients/new");
  return stage.send(page, "/clients/new", fields);
}

async function listedClient(name: string) {
  const client = (await stage.service.ports.clients.list()).findLast((each) => each.name === name);
  assert.ok(client, name);
  return client;
}

const kinds = [
  [
    "web",
    { isPublic: false, profile: "strict" },
    { isOpenid: true, idTokenAlgorithm: "RS256" },
    ["openid-client", "Auth.js", "Spring", "Authlib", "Passport"],
  ],
  [
    "spa",
    { isPublic: true, profile: "strict" },
    { isOpenid: true, idTokenAlgorithm: "ES256" },
    ["oidc-client-ts", "openid-client"],
  ],
  [
    "native",
    { isPublic: true, profile: "strict" },
    { isOpenid: true, idTokenAlgorithm: "RS256" },
    ["openid-client", "curl"],
  ],
  ["device", { isPublic: true, profile: "strict" }, { mayUseDeviceGrant: true }, ["as a device", "curl"]],
  [
    "machine",
    { isPublic: false, profile: "strict" },
    { isMachine: true, isOpenid: false },
    ["clientcredentials", "curl"],
  ],
  ["interface", { isPublic: false, profile: "interface" }, { isOpenid: false }, ["Passport", "curl"]],
] as const;

for (const [kind, properties, metadata, libraries] of kinds)
  test(`the wizard adds an application of the kind ${kind}, with settings for its libraries`, async () => {
    const page = await add({ ...web, kind, name: `Of kind ${kind}` });
    assert.equal(page.status, 200, mainOf(page));
    const client = await listedClient(`Of kind ${kind}`);
    for (const [member, value] of Object.entries(properties))
      assert.equal(client[member as never], value, member);
    for (const [member, value] of Object.entries(metadata))
      assert.equal(client.metadata[member as never], value, member);
    assert.equal(client.redirectUris.length, ["machine", "device"].includes(kind) ? 0 : 1);
    for (const library of libraries) assert.ok(page.body.includes(library), library);
    assert.equal(page.body.includes('id="secret"'), !properties.isPublic);
    if (!properties.isPublic)
      assert.ok(page.body.split(textOf(page, "secret")).length > 3, "it is in the settings too");
  });

test("the wizard adds a single-page application without OpenID Connect, which has no algorithm to name", async () => {
  const page = await add({ ...web, kind: "spa", name: "Without OpenID", openid: "" });
  assert.equal(page.status, 200, mainOf(page));
  assert.equal((await listedClient("Without OpenID")).metadata.isOpenid, false);
});

test("every field that is wrong says so under itself, and keeps what was typed", async () => {
  const { length } = await stage.service.ports.clients.list();
  const page = await add({ ...web, name: " ", redirect_uris: "http://app.example/cb" });
  assert.equal(page.status, 400);
  assert.match(mainOf(page), /id="name-wrong"[^<]*>[^<]*visible characters/);
  assert.match(mainOf(page), /id="redirect_uris-wrong"[^<]*>[^<]*http: is allowed only for localhost/);
  assert.match(mainOf(page), /http:\/\/app\.example\/cb<\/textarea>/);
  const group = await add({ ...web, who: "groups", only_groups: "nobody" });
  assert.match(mainOf(group), /id="only_groups-wrong"[^<]*>There is no group nobody/);
  assert.equal((await stage.service.ports.clients.list()).length, length);
});

test("H8: text that somebody registered is escaped wherever it is shown", async () => {
  const { id } = await stage.service.addClient({ name: hostileText });
  for (const path of [
    "/admin/clients",
    `/admin/clients/${id}`,
    `/admin/clients/${id}/edit`,
    `/admin/clients/${id}/delete`,
  ]) {
    const page = await stage.browser.get(path);
    assert.equal(page.status, 200);
    assert.ok(!page.body.includes("<script>alert") && !page.body.includes(hostileText.slice(0, 4)), path);
  }
  const searched = await stage.browser.get(`/admin/clients?q=${encodeURIComponent(hostileText)}`);
  assert.ok(!searched.body.includes("<script>alert"));
});

test("a list is searched and paged, and every application is on one page", async () => {
  for (let count = 0; count < 60; count += 1) {
    stage.service.clock.advance(1);
    await stage.service.addClient({ name: `Paged ${count}` });
  }
  const seen = new Set<string>();
  let target: string | undefined = "/admin/clients?q=Paged";
  for (let pages = 0; target !== undefined; pages += 1) {
    assert.ok(pages < 4);
    const page: HttpAnswer = await stage.browser.get(target);
    for (const [, name = ""] of page.body.matchAll(/<bdi>(Paged \d+)<\/bdi>/g)) {
      assert.ok(!seen.has(name));
      seen.add(name);
    }
    assert.match(mainOf(page), /of 60 applications/);
    target = /id="next" href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&");
  }
  assert.equal(seen.size, 60);
  assert.match(mainOf(await stage.browser.get("/admin/clients?q=Paged&after=broken")), /Paged 0</);
});

test("who can sign in to a new application is chosen among the groups, and changed in the same way", async () => {
  const form = mainOf(await stage.open("/admin/clients/new"));
  assert.match(form, /type="checkbox" id="only_groups-0" name="only_groups-0" value="staff"/);
  await add({ ...web, name: "Chosen", who: "groups", "only_groups-0": "staff" });
  const { id, metadata } = await listedClient("Chosen");
  assert.deepEqual(metadata.onlyGroups, ["staff"]);
  const edit = await stage.open(`/admin/clients/${id}/edit`);
  assert.match(mainOf(edit), /name="only_groups-0" value="staff" checked/);
  assert.match(mainOf(await stage.send(edit, "/edit")), /Nothing was changed/);
  await stage.send(edit, "/edit", { "only_groups-0": "" });
  assert.deepEqual((await listedClient("Chosen")).metadata.onlyGroups, []);
});

test("an application that binds its tokens to a key gets no ready settings, and the page says why", async () => {
  const metadata = { ...interfaceMetadata, requiresDpop: true };
  const { id } = await stage.service.addClient({ name: "Bound", metadata });
  const page = mainOf(await stage.browser.get(`/admin/clients/${id}/settings`));
  assert.match(page, /There are no ready settings for an application that/);
  assert.doesNotMatch(page, /class="recipe"/);
});

test("a secret is made anew beside the old one, shown once, and the old one is ended", async () => {
  const { id, secret: first } = await stage.service.addClient({ name: "Notes" });
  const rotated = await stage.send(await stage.browser.get(`/admin/clients/${id}/rotate`), "/rotate");
  const second = textOf(rotated, "secret");
  assert.notEqual(second, first);
  const page = await stage.browser.get(`/admin/clients/${id}`);
  assert.match(mainOf(page), /two secrets/);
  assert.ok(!page.body.includes(second));
  const again = await stage.send(await stage.browser.get(`/admin/clients/${id}/rotate`), "/rotate", {
    keeps_old: "on",
  });
  assert.match(mainOf(again), /Two secrets of this client work already/);
  const retired = await stage.send(await stage.browser.get(`/admin/clients/${id}/retire`), "/retire");
  assert.match(mainOf(retired), /old secret no longer works/);
});

test("an application is changed in every property, and only what was changed is checked", async () => {
  const { id } = await stage.service.addClient({ name: "Notes", redirectUris: ["https://notes.example/cb"] });
  const page = await stage.browser.get(`/admin/clients/${id}/edit`);
  const done = await stage.send(page, "/edit", {
    name: "Notebook",
    redirect_uris: "https://notes.example/cb\r\nhttps://notes.example/other",
    openid: "on",
    id_token_signed_response_alg: "ES256",
    refresh: "on",
    only_groups: "staff",
    policy_uri: "https://notes.example/privacy",
    require: "phr",
    brand_accent: "#7a1f5c",
  });
  assert.equal(done.status, 200, mainOf(done));
  const { name, redirectUris, metadata } = await listedClient("Notebook");
  assert.deepEqual(
    [
      name,
      redirectUris.length,
      metadata.isOpenid,
      metadata.idTokenAlgorithm,
      metadata.mayRefresh,
      metadata.onlyGroups,
    ],
    ["Notebook", 2, true, "ES256", true, ["staff"]],
  );
  assert.deepEqual([metadata.requiredStrength, metadata.policyUri], ["phr", "https://notes.example/privacy"]);
  const wrong = await stage.send(await stage.browser.get(`/admin/clients/${id}/edit`), "/edit", {
    backchannel_logout_uri: "ftp://notes.example",
  });
  assert.equal(wrong.status, 400);
  assert.match(mainOf(wrong), /id="backchannel_logout_uri-wrong"/);
});

test("the test of a sign-in is one: with the application's own id, secret and consent, and its token is revoked", async () => {
  const added = await add({ ...web, name: "Tried", third_party: "on", refresh: "on" });
  const client = await listedClient("Tried");
  const consent = await stage.send(added, "/try");
  assert.match(consent.body, /action="\/consent\?/, mainOf(consent));
  const allowed = await stage.browser.submit(consent, { allow: "yes" });
  const { pathname, search } = new URL(allowed.headers.location ?? "");
  const looked = await stage.browser.send({ method: "HEAD", target: pathname + search });
  assert.equal(looked.status, 405, "a look without the page does not use the code up");
  const result = await follow(stage.browser, allowed);
  assert.match(mainOf(result), /The sign-in works/);
  for (const claim of ["sub", "preferred_username", "iss", "auth_time"])
    assert.ok(result.body.includes(`<dt><code>${claim}</code></dt>`), claim);
  assert.match(mainOf(result), /The signature of the ID token is valid\./);
  assert.match(mainOf(result), /Its nonce is that of the request\./);
  // A dot, because a nonce or a CSRF token may hold "eyJ" by chance.
  assert.doesNotMatch(result.body, /lkat_|eyJ[\w-]*\.|lkrt_/);
  const { id } = await stage.account(root.username);
  const revoked = await stage.service.ports.grants.revokeAll(
    { accountId: id, clientId: client.id },
    stage.service.clock.now(),
  );
  assert.equal(revoked, 0, "nothing is left to be revoked");
  assert.match(mainOf(await stage.open(`/admin/clients/${client.id}`)), /last used <time/);
  assert.deepEqual((await listedClient("Tried")).redirectUris, ["https://notes.example/callback"]);
  assert.equal((await stage.browser.get("/admin/try?state=x&code=y")).status, 404);
});

test("the test of a sign-in is refused like the application: by its groups, and without its secret", async () => {
  await add({ ...web, name: "Guarded", who: "groups", only_groups: "staff" });
  const { id } = await listedClient("Guarded");
  const page = await stage.browser.get(`/admin/clients/${id}/try`);
  const wrong = await stage.send(page, "/try", { secret: "wrong" });
  assert.match(mainOf(wrong), /id="secret-wrong">This is not a secret of the application/);
  const { secret, id: other } = await stage.service.addClient({
    metadata: { ...interfaceMetadata, onlyGroups: ["staff"] },
  });
  const refused = await stage.send(await stage.browser.get(`/admin/clients/${other}/try`), "/try", {
    secret,
  });
  assert.doesNotMatch(mainOf(refused), /The sign-in works/);
});

test("H7: nobody but this service makes a request with the console's address as redirect URI", async () => {
  const { id } = await stage.service.addClient({ name: "Notes" });
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: `${stage.service.service.issuer}/admin/try`,
  });
  assert.equal((await stage.browser.get(`/v1/Oauth/authorization?${query}`)).status, 400);
});

test("an application that signs or is a machine says why it cannot be tested", async () => {
  const { id } = await stage.service.addClient({
    metadata: { ...interfaceMetadata, isMachine: true },
    redirectUris: [],
  });
  assert.match(mainOf(await stage.browser.get(`/admin/clients/${id}/try`)), /nobody signs in to it/);
});

test("deleting asks first, and then the application is gone", async () => {
  const { id } = await stage.service.addClient({ name: "Notes" });
  const done = await stage.send(await stage.browser.get(`/admin/clients/${id}/delete`), "/delete");
  assert.match(mainOf(done), /Notes has been deleted/);
  assert.equal((await stage.browser.get(`/admin/clients/${id}`)).status, 404);
});

/** The part of an application's page about its use in 30 days. */
async function useOf(id: string): Promise<string> {
  return mainOf(await stage.open(`/admin/clients/${id}`));
}

test("an application's page shows what it did, and what it could do better with the page that repairs it", async () => {
  const metadata = { ...interfaceMetadata, isOpenid: true };
  const { id } = await stage.service.addClient({ name: "Diary", metadata });
  await stage.enter();
  const { ports, clock } = stage.service;
  const used = (label: string, count: number) => ({ kind: `use ${id}` as const, label, count, peak: 0 });
  await ports.statistics.add(clock.now(), [used("refused", 1)]);
  clock.advance(29 * 86_400);
  await stage.enter();
  await ports.statistics.add(clock.now(), [
    used("code", 1_200),
    used("no-state", 1_200),
    used("no-challenge", 30),
    used("scope email", 3),
    used("token", 2_400),
    used("refused", 6),
  ]);
  const main = await useOf(id);
  assert.match(main, /<dt>Sign-ins in 30 days<\/dt><dd>1,200</);
  assert.match(main, /<dt>Tokens in 30 days<\/dt><dd>2,400</);
  assert.match(main, /<dt>Refused in 30 days<\/dt><dd>7</);
  assert.match(main, /No PKCE in 30 of 1,200 sign-ins/);
  assert.match(main, /No state in any sign-in/);
  assert.match(main, /<code>openid<\/code> is never asked for/);
  assert.ok(main.includes(`href="/admin/clients/${id}/edit"`));
  const asked = mainOf(await stage.open(`/admin/clients/${id}/disable`));
  assert.match(asked, /In the last 30 days<\/dt><dd>1,200 sign-ins, 2,400 tokens</);
  clock.advance(31 * 86_400);
  await stage.enter();
  assert.match(await useOf(id), /Nobody uses it/);
});

test("an application that does all well, or is too new to be judged, is not criticised", async () => {
  const { id } = await stage.service.addClient({
    name: "Tidy",
    metadata: { ...interfaceMetadata, isOpenid: true },
  });
  await stage.enter();
  assert.doesNotMatch(await useOf(id), /What it could do better/);
  const { ports, clock } = stage.service;
  clock.advance(40 * 86_400);
  await stage.enter();
  await ports.statistics.add(clock.now(), [
    { kind: `use ${id}`, label: "code", count: 3, peak: 0 },
    { kind: `use ${id}`, label: "scope openid", count: 3, peak: 0 },
  ]);
  assert.doesNotMatch(await useOf(id), /What it could do better/);
});

test("the event of a code says how it was asked for, from which the use of an application is counted", async () => {
  const client = await stage.service.addClient({ metadata: { ...interfaceMetadata, isOpenid: true } });
  await stage.enter();
  const asked = async (more: Readonly<Record<string, string>>) => {
    codeAt(await stage.browser.get(authorizationOf(client, more)), client);
    const { fields } = stage.service.log.findLast(({ message }) => message === "code-issued") ?? {};
    return [fields?.hasState, fields?.hasChallenge, fields?.scope];
  };
  assert.deepEqual(await asked({}), [false, false, []]);
  const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const pkce = { code_challenge, code_challenge_method: "S256" };
  assert.deepEqual(await asked({ response_type: "code", state: "s", scope: "openid", ...pkce }), [
    true,
    true,
    ["openid"],
  ]);
});

test("an application's page leads to its groups and APIs, and says what was done to it", async () => {
  const { ports, clock } = stage.service;
  await ports.groups.create({ name: "readers" as never, createdAt: clock.now() }, 10);
  const { resource } = await stage.service.addApi({ name: "Shelves" });
  await add({ ...web, name: "Shelf", who: "groups", only_groups: "readers", resources: resource });
  const { id } = await listedClient("Shelf");
  const main = await useOf(id);
  assert.match(main, /<dt>Who can sign in<\/dt><dd>people in <a href="\/admin\/groups\/readers">readers</);
  assert.ok(main.includes(`<a href="/admin/apis/${encodeURIComponent(resource)}">${resource}</a>`));
  assert.match(main, /<h2>What happened<\/h2>[\s\S]*A client was registered\.[\s\S]*root/);
  const { page } = await stage.enterWith("clients:read", `/admin/clients/${id}`);
  assert.match(mainOf(page), /<dd>people in readers</);
  assert.doesNotMatch(mainOf(page), /What happened/, "without the right to read the trail");
});

test("properties are in words, also those that only a registration has", async () => {
  const metadata = {
    ...interfaceMetadata,
    isOpenid: true,
    isPairwise: true,
    wantsIssuer: true,
    secretMethod: "client_secret_basic",
    requiredStrength: "phr",
  } as const;
  const { id } = await stage.service.addClient({ metadata });
  await stage.enter();
  const main = await useOf(id);
  assert.doesNotMatch(main, /wantsIssuer|secretMethod|client_secret_basic|>phr</);
  assert.match(main, /<dt>Issuer in its answers<\/dt><dd>yes</);
  assert.match(main, /<dt>How it sends its secret<\/dt><dd>in a header/);
  assert.match(main, /<dt>Proof needed<\/dt><dd>a passkey</);
  const unnamed = metadataRows.filter(([member]) => labelOf(member) === member).map(([member]) => member);
  assert.deepEqual(unnamed, ["isMachine"], "what it is stands at the top of the page");
});

test("no sentence of a form about an application names an option of the command line", async () => {
  await stage.enter();
  const page = await stage.open("/admin/clients/new");
  const refused = mainOf(await stage.send(page, "/clients/new", { name: "None", redirect_uris: "" }));
  assert.match(refused, /Enter at least one redirect URI/);
  const { id } = await stage.service.addClient({ name: "Diary" });
  const edit = await stage.open(`/admin/clients/${id}/edit`);
  const sector = mainOf(await stage.send(edit, "/edit", { sector: "app.example" }));
  const rotation = mainOf(await stage.send(edit, "/edit", { refresh_token_rotation: "on" }));
  for (const said of [refused, sector, rotation]) assert.doesNotMatch(said, / --[a-z]/);
  assert.match(sector, /“Subjects”/);
});

test("an application that people run is found by its name, without scripts, and added with its settings", async () => {
  const wizard = mainOf(await stage.open("/admin/clients/new"));
  assert.match(wizard, /action="\/admin\/clients\/new\/apps"/);
  const found = mainOf(await stage.open("/admin/clients/new/apps?search=grafana"));
  assert.match(found, /href="\/admin\/clients\/new\/apps\/grafana"/);
  assert.doesNotMatch(found, /\/apps\/gitlab"/);
  assert.match(
    mainOf(await stage.open("/admin/clients/new/apps?search=%3Cb%3Exyzzyq")),
    /None of them is like “&lt;b&gt;xyzzyq”/,
  );
  const form = await stage.open("/admin/clients/new/apps/grafana");
  const wrong = await stage.send(form, "/clients/new/apps/grafana", {
    name: "Grafana",
    host: "dash.example",
  });
  assert.equal(wrong.status, 400);
  assert.match(mainOf(wrong), /must start with https:\/\/ or http:\/\//);
  const made = await stage.send(form, "/clients/new/apps/grafana", {
    name: "Dashboards",
    host: "https://dash.example/",
  });
  assert.equal(made.status, 200);
  const client = await listedClient("Dashboards");
  assert.deepEqual(client.redirectUris, ["https://dash.example/login/generic_oauth"]);
  assert.ok(made.body.includes(`client_id = ${client.id}`));
  assert.match(made.body, /client_secret = lks\w+/);
  assert.equal((await stage.browser.get("/admin/clients/new/apps/nothing")).status, 404);
});
