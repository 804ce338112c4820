import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addScope,
  createApi,
  findApi,
  findMentions,
  removeApi,
  removeScope,
  updateApi,
  updateScope,
  type WantedApi,
} from "../../../src/flows/operator/api.ts";
import { type ApiProblem, apiProblems } from "../../../src/flows/operator/api-problem.ts";
import { registerClient } from "../../../src/flows/operator/client.ts";
import { createGroup, findGroups } from "../../../src/flows/operator/group.ts";
import { explain } from "../../../src/flows/operator/problem.ts";
import { everyRight } from "../../../src/flows/operator/rights.ts";
import { languages } from "../../../src/protocol/language.ts";
import { knownScopes } from "../../../src/protocol/scope.ts";
import type { Result } from "../../../src/values/result.ts";
import { unwrap } from "../../protocol/fixtures.ts";
import { openRegistry } from "./store.ts";

const scope = (name: string, sentence = "See your orders") => ({ name, sentence, translations: [] });
const orders: WantedApi = {
  resource: "https://api.example/orders",
  name: "Orders",
  scopes: [scope("orders:read"), scope("orders:write", "Change your orders")],
};

function refusal(result: Result<unknown, ApiProblem>): string {
  assert.ok(!result.ok, "it was not refused");
  return explain(apiProblems, result.reason).say;
}

test("an API is created with what is usual, found by any spelling, changed, and removed once", async () => {
  await using registry = await openRegistry();
  const api = unwrap(await createApi(registry, { ...orders, resource: "HTTPS://API.example/orders" }));
  assert.deepEqual(
    [api.resource, api.tokenFormat, api.tokenLifetime, api.signingAlgorithm, api.openTo, api.mayExchangeFor],
    ["https://api.example/orders", "opaque", undefined, "ES256", "listed", []],
  );
  const changes = {
    tokenFormat: "jwt",
    tokenLifetime: "300",
    openTo: "any",
    name: " Bestellungen ",
  } as const;
  unwrap(await updateApi(registry, "https://API.example/orders", changes));
  const changed = await findApi(registry.apis, orders.resource);
  assert.deepEqual(
    [changed?.tokenFormat, changed?.tokenLifetime, changed?.openTo, changed?.name, changed?.scopes],
    ["jwt", 300, "any", "Bestellungen", api.scopes],
  );
  unwrap(await updateApi(registry, orders.resource, { tokenLifetime: null }));
  assert.equal((await findApi(registry.apis, orders.resource))?.tokenLifetime, undefined);
  unwrap(await removeApi(registry, orders.resource));
  assert.match(refusal(await removeApi(registry, orders.resource)), /no API https:\/\/api\.example\/orders/);
  assert.match(refusal(await updateApi(registry, orders.resource, { name: "x" })), /no API/);
});

test("a resource is an absolute URI as URL parsers print it, and the right spelling is said", async () => {
  await using registry = await openRegistry();
  const of = (resource: string) => createApi(registry, { ...orders, resource });
  for (const [resource, spelling] of [
    ["https://api.example:443/x", "https://api.example/x"],
    ["https://api.example/a/../x", "https://api.example/x"],
    ["https://api.example/./x", "https://api.example/x"],
    ["https://äpi.example/x", "https://xn--pi-uia.example/x"],
    ["https://api.example?x", "https://api.example/?x"],
    ["https:api.example/x", "https://api.example/x"],
    ["https:\\\\api.example\\x", "https://api.example/x"],
    ["https://127.1/x", "https://127.0.0.1/x"],
    ["https://api.example/a b", "https://api.example/a%20b"],
  ] as const)
    assert.ok(refusal(await of(resource)).endsWith(`Write ${spelling}.`), resource);
  for (const resource of ["", "orders", "/orders", "https://api.example/#x", `urn:${"x".repeat(1000)}`])
    assert.match(refusal(await of(resource)), /is not a resource indicator.*without a fragment/, resource);
  assert.match(refusal(await of("https://ada:secret@api.example")), /no user name or password/);
  assert.doesNotMatch(refusal(await of("https://ada:secret@api.example")), /secret/);
  assert.deepEqual(await registry.apis.all(), []);
  for (const resource of ["urn:example:Api", "http://localhost:8082/mcp", "https://api.example/"])
    assert.ok((await of(resource)).ok, resource);
});

test("scopes are tokens of RFC 6749 §3.3 with sentences, each once, and none of the sign-in's own", async () => {
  await using registry = await openRegistry();
  const of = (...scopes: WantedApi["scopes"]) => createApi(registry, { ...orders, scopes });
  for (const name of ["", "a b", "a,b", "a#b", 'a"b', "a\\b", "ä", "a\n", ".", "..", "x".repeat(101)])
    assert.match(refusal(await of(scope(name))), /cannot be a scope/, name);
  for (const name of knownScopes) assert.match(refusal(await of(scope(name))), /one of the sign-in's own/);
  assert.match(refusal(await of(scope("a"), scope("a"))), /has the scope a already/);
  for (const sentence of ["", " ", "x".repeat(201), "See\u202eyour orders", "a\nb"])
    assert.match(refusal(await of(scope("a", sentence))), /sentence of a has 1 to 200 visible/, sentence);
  const many = Array.from({ length: 51 }, (_, index) => scope(`s${index}`));
  assert.match(refusal(await of(...many)), /at most 50 scopes/);
  const translated = (language: string, sentence = "Sehen") => ({
    ...scope("a"),
    translations: [{ language, sentence }],
  });
  assert.match(refusal(await of(translated("tlh"))), new RegExp(`no language tlh.*${languages.join(", ")}`));
  assert.match(refusal(await of(translated("de", ""))), /sentence of a/);
  const api = unwrap(await of(translated("pt", " Ver ")));
  assert.deepEqual(api.scopes, [
    { name: "a", sentence: "See your orders", translations: { "pt-BR": "Ver" } },
  ]);
});

test("scopes are added behind the others and removed, each once and up to the limit", async () => {
  await using registry = await openRegistry();
  const { resource } = unwrap(await createApi(registry, orders));
  const added = unwrap(await addScope(registry, resource, scope("orders:print")));
  assert.deepEqual(
    added.scopes.map(({ name }) => name),
    ["orders:read", "orders:write", "orders:print"],
  );
  assert.match(refusal(await addScope(registry, resource, scope("orders:print"))), /already/);
  assert.match(refusal(await addScope(registry, resource, scope("openid"))), /sign-in's own/);
  const updated = unwrap(await updateScope(registry, resource, scope("orders:write", "Change orders")));
  assert.deepEqual(
    updated.scopes.map(({ sentence }) => sentence),
    ["See your orders", "Change orders", "See your orders"],
  );
  assert.match(refusal(await updateScope(registry, resource, scope("orders:none"))), /has no scope/);
  assert.match(refusal(await updateScope(registry, resource, scope("orders:read", ""))), /sentence of/);
  unwrap(await removeScope(registry, resource, "orders:read"));
  assert.match(refusal(await removeScope(registry, resource, "orders:read")), /has no scope orders:read/);
  for (let index = 2; index < 50; index++) unwrap(await addScope(registry, resource, scope(`s${index}`)));
  assert.match(refusal(await addScope(registry, resource, scope("one-more"))), /at most 50/);
  assert.match(refusal(await addScope(registry, "urn:none", scope("a"))), /no API urn:none/);
});

test("a lifetime is 60 to 86400 whole seconds", async () => {
  await using registry = await openRegistry();
  const { resource } = unwrap(await createApi(registry, orders));
  for (const tokenLifetime of ["59", "86401", "60.5", "-60", "1e3", "", "x", "9".repeat(400)])
    assert.match(
      refusal(await updateApi(registry, resource, { tokenLifetime })),
      /60 to 86400/,
      tokenLifetime,
    );
  for (const tokenLifetime of ["60", "86400"])
    assert.equal(
      unwrap(await updateApi(registry, resource, { tokenLifetime })).tokenLifetime,
      +tokenLifetime,
    );
});

test("tokens are exchanged for those of other APIs that exist", async () => {
  await using registry = await openRegistry();
  const stock = unwrap(
    await createApi(registry, { ...orders, resource: "urn:example:stock", name: "Stock" }),
  );
  const wanted = { ...orders, mayExchangeFor: ["URN:example:stock", stock.resource] };
  assert.deepEqual(unwrap(await createApi(registry, wanted)).mayExchangeFor, [stock.resource]);
  const exchange = (...mayExchangeFor: readonly string[]) =>
    updateApi(registry, orders.resource, { mayExchangeFor });
  assert.match(refusal(await exchange("urn:example:none")), /no API urn:example:none/);
  assert.match(refusal(await exchange("https://API.example/orders")), /no exchange for tokens of its own/);
  const { apis } = await findMentions(registry, stock.resource);
  assert.deepEqual(
    apis.map(({ name }) => name),
    ["Orders"],
  );
  assert.deepEqual(unwrap(await exchange()).mayExchangeFor, []);
});

test("a second API with the same resource is refused, and the first is named", async () => {
  await using registry = await openRegistry();
  unwrap(await createApi(registry, orders));
  const again = await createApi(registry, { ...orders, resource: "HTTPS://api.example/orders", name: "New" });
  assert.match(refusal(again), /The API Orders has the resource https:\/\/api\.example\/orders already/);
});

test("of concurrent changes each either happens whole or says that it did not", async () => {
  await using registry = await openRegistry();
  const { resource } = unwrap(await createApi(registry, { ...orders, scopes: [] }));
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
  const added = await Promise.all(names.map((name) => addScope(registry, resource, scope(name))));
  const happened = names.filter((_, index) => added[index]?.ok);
  assert.ok(happened.length > 0);
  for (const each of added) if (!each.ok) assert.equal(each.reason.kind, "changed-meanwhile");
  const found = await findApi(registry.apis, resource);
  assert.deepEqual(found?.scopes.map(({ name }) => name).toSorted(), happened);
});

test("what names an API is found: clients that ask for it, and the client that it is itself", async () => {
  await using registry = await openRegistry();
  const { resource } = unwrap(await createApi(registry, orders));
  const client = (name: string, metadata: object) =>
    registerClient(
      registry,
      {
        name,
        redirectUris: ["https://app.example/cb"],
        profile: "interface",
        isPublic: false,
        metadata,
      },
      { by: everyRight },
    );
  await client("asks", { resources: ["https://API.example/orders"] });
  await client("is", { audience: resource });
  await client("neither", { resources: ["urn:other"] });
  const { clients } = await findMentions(registry, resource);
  assert.deepEqual(clients.map(({ name }) => name).toSorted(), ["asks", "is"]);
});

test("a group that was deleted since is missing only where it is named: other changes of the API go on", async () => {
  await using registry = await openRegistry();
  unwrap(await createGroup(registry, "staff"));
  const bound = { ...scope("orders:write"), groups: ["staff"] };
  unwrap(await createApi(registry, { ...orders, scopes: [bound] }));
  // A node of an older release deletes a group that an API names.
  const [name = assert.fail()] = unwrap(await findGroups(registry.groups, ["staff"]));
  assert.ok((await registry.groups.remove(name)).ok);
  const changed = unwrap(await updateApi(registry, orders.resource, { name: "Bestellungen" }));
  assert.deepEqual([changed.name, changed.scopes[0]?.groups], ["Bestellungen", ["staff"]]);
  for (const refused of [
    await updateApi(registry, orders.resource, { scopes: [bound] }),
    await addScope(registry, orders.resource, { ...scope("orders:delete"), groups: ["staff"] }),
    await updateApi(registry, orders.resource, { roles: { staff: "editor" } }),
  ])
    assert.match(refusal(refused), /no group staff/i);
});
