import assert from "node:assert/strict";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const resource = "https://api.example/orders";
const create = ["api", "create", "--resource", resource, "--name", "Orders"];
const withScopes = [
  ...create,
  "--scope",
  "orders:read=See your orders",
  "--scope",
  "orders:write=Change your orders = all",
  "--scope-text",
  "de:orders:read=Ihre Bestellungen sehen",
];

test("an API is created, listed, shown, changed and deleted", async () => {
  await using folder = await openFolder();
  const created = await folder.run(withScopes);
  assert.equal(created.exitCode, 0, created.stderr);
  assert.match(created.stdout, /^Scopes +orders:read: See your orders\n +de: Ihre Bestellungen sehen$/m);
  assert.match(
    created.stderr,
    /latchkey\S* client update CLIENT_ID --resource https:\/\/api\.example\/orders/,
  );
  assert.match(created.stderr, /introspection about tokens.* --audience https:\/\/api\.example\/orders/);
  assert.match(created.stderr, /api show https:\/\/api\.example\/orders --metadata/);
  const [listed] = await folder.json(["api", "list"]);
  const { created_at, updated_at, ...others } = listed ?? {};
  assert.deepEqual(others, {
    resource,
    name: "Orders",
    scopes: [
      {
        name: "orders:read",
        sentence: "See your orders",
        translations: { de: "Ihre Bestellungen sehen" },
      },
      { name: "orders:write", sentence: "Change your orders = all", translations: {} },
    ],
    token_format: "opaque",
    token_lifetime_seconds: null,
    signing_alg: "ES256",
    open_to: "listed",
    may_exchange_for: [],
    roles: {},
  });
  assert.ok(created_at && updated_at);
  const changes = ["--token", "jwt", "--sign", "EdDSA", "--lifetime", "1200", "--open-to", "third-party"];
  const changed = await folder.run(["api", "update", "HTTPS://API.example/orders", ...changes]);
  assert.equal(changed.exitCode, 0, changed.stderr);
  assert.match(changed.stdout, /^Tokens +JWTs signed with EdDSA, 1200 seconds$/m);
  assert.match(changed.stderr, /Warning: an API that verifies JWTs by itself hears of no revocation.*900/);
  const usual = await folder.run(["api", "update", resource, "--no-lifetime"]);
  assert.match(usual.stdout, /^Tokens +JWTs signed with EdDSA, 600 seconds$/m);
  assert.doesNotMatch(usual.stderr, /Warning/);
  assert.equal((await folder.json(["api", "delete", resource]))[0]?.deleted, true);
  assert.deepEqual(await folder.json(["api", "list"]), []);
  assert.match((await folder.run(["api", "list"])).stderr, /api create --resource/);
});

test("scopes are added with their translations, and removed", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const add = ["api", "scope", "add", resource, "orders:print=Print your orders"];
  const [added] = await folder.json([...add, "--text", "fr=Imprimer", "--text", "de=Drucken"]);
  assert.deepEqual(added?.scopes, [
    {
      name: "orders:print",
      sentence: "Print your orders",
      translations: { fr: "Imprimer", de: "Drucken" },
    },
  ]);
  const again = await folder.run(add);
  assert.match(again.stderr, /`.* api scope update RESOURCE orders:print=SENTENCE` changes its sentences/);
  assert.equal(again.exitCode, 5);
  const [updated] = await folder.json([
    "api",
    "scope",
    "update",
    resource,
    "orders:print=Print",
    "--text",
    "it=X",
  ]);
  assert.deepEqual(updated?.scopes, [{ name: "orders:print", sentence: "Print", translations: { it: "X" } }]);
  const machine = ["client", "create", "--machine", "--name", "Printer", "--api", resource];
  await folder.json([...machine, "--scope", "orders:print"]);
  const removed = await folder.run(["api", "scope", "remove", resource, "orders:print", "--json"]);
  assert.deepEqual(JSON.parse(removed.stdout).scopes, []);
  assert.match(removed.stderr, /keep it until they expire.*\nStill registered for it: Printer \(\w+\)$/m);
  const unknown = await folder.run(["api", "scope", "remove", resource, "orders:print"]);
  assert.deepEqual([unknown.exitCode, /lists its scopes/.test(unknown.stderr)], [3, true]);
});

test("--metadata says what the API's server publishes and answers", async () => {
  await using folder = await openFolder();
  await folder.json(withScopes);
  const [record] = await folder.json([
    "api",
    "show",
    resource,
    "--metadata",
    "--base-url",
    "https://id.example",
  ]);
  const uri = "https://api.example/.well-known/oauth-protected-resource/orders";
  assert.equal(record?.resource_metadata_uri, uri);
  assert.deepEqual(record?.document, {
    resource,
    authorization_servers: ["https://id.example"],
    scopes_supported: ["orders:read", "orders:write"],
    bearer_methods_supported: ["header"],
    resource_name: "Orders",
  });
  const challenges = record?.challenges as Record<string, unknown>;
  assert.equal(challenges.missing_token, `Bearer scope="orders:read", resource_metadata="${uri}"`);
  const shown = await folder.run(["api", "show", resource, "--metadata"]);
  const [place, ...rest] = shown.stdout.split("\n");
  assert.match(place ?? "", new RegExp(`^GET ${uri} `));
  const document = rest.slice(0, rest.indexOf("}") + 1).join("\n");
  assert.equal(JSON.parse(document).resource, resource);
  for (const value of Object.values(challenges).flatMap((each) =>
    typeof each === "string" ? [each] : Object.values(each as object),
  ))
    assert.ok(rest.includes(`  WWW-Authenticate: ${value}`), value);
});

test("what still names an API is shown, and said when it is deleted", async () => {
  await using folder = await openFolder();
  await folder.json(create);
  const other = ["api", "create", "--resource", "urn:example:gate", "--name", "Gate"];
  await folder.json([...other, "--may-exchange-for", resource]);
  const client = ["client", "create", "--name", "App", "--redirect-uri", "https://app.example/cb"];
  const [{ client_id: id } = {}] = await folder.json([...client, "--resource", "https://API.example/orders"]);
  const [shown] = await folder.json(["api", "show", resource]);
  assert.deepEqual(shown?.clients, [{ client_id: id, name: "App" }]);
  assert.deepEqual(shown?.exchanged_from, ["urn:example:gate"]);
  const deleted = await folder.run(["api", "delete", resource]);
  assert.match(deleted.stderr, new RegExp(`Clients that still name it: App \\(${id}\\)`));
  assert.match(deleted.stderr, /Exchanged from that still name it: Gate \(urn:example:gate\)/);
});

test("what is wrong is explained with its repair, and nothing is kept", async () => {
  await using folder = await openFolder();
  await folder.json([...create.slice(0, 2), "--resource", "https://there.example", "--name", "There"]);
  const refusals: readonly (readonly [readonly string[], RegExp, number])[] = [
    [["api", "create", "--name", "x"], /--resource .* is missing/, 2],
    [[...create, "--scope", "orders:read"], /orders:read="See your orders"/, 2],
    [[...create, "--scope-text", "orders:read"], /language, a scope and the sentence/, 2],
    [[...create, "--scope-text", "de:orders:read=Sehen"], /orders:read, which is not among/, 4],
    [[...create, "--scope", "openid=Know you"], /one of the sign-in's own/, 4],
    [[...create, "--lifetime", "5"], /60 to 86400/, 4],
    [[...create, "--token", "paper"], /Allowed choices are opaque, jwt/, 2],
    [[...create, "--may-exchange-for", "urn:no"], /no API urn:no.*\n.*api list/, 3],
    [
      ["api", "create", "--resource", "https://x.example:443", "--name", "x"],
      /Write https:\/\/x\.example\./,
      4,
    ],
    [
      ["api", "create", "--resource", "https://THERE.example/", "--name", "x"],
      /API There .*\n.*api update/,
      5,
    ],
    [["api", "update", "https://there.example"], /No change is named/, 2],
    [["api", "update", "urn:no", "--name", "x"], /no API urn:no.*\n.*api list/, 3],
    [["api", "show", "urn:no"], /no API urn:no/, 3],
    [["api", "delete", "urn:no"], /no API urn:no/, 3],
    [["api", "scope", "add", "urn:no", "a=A"], /no API urn:no/, 3],
    [["api", "create", "--resource", "localhost:4000/orders", "--name", "x"], /has no scheme/, 4],
    [["api", "scope", "add", "urn:no", "a"], /^latchkey: <scope>: "a" does not work\. It is a scope and/, 2],
  ];
  for (const [words, cause, exitCode] of refusals) {
    const answer = await folder.run(words);
    assert.match(answer.stderr, cause, words.join(" "));
    assert.equal(answer.exitCode, exitCode, words.join(" "));
  }
  assert.equal((await folder.json(["api", "list"])).length, 1);
});

test("a client may name the admin API", async () => {
  await using folder = await openFolder();
  const administration = "http://localhost:8080/admin/api";
  const words = ["--resource", administration];
  const client = ["client", "create", "--name", "App", "--redirect-uri", "https://app.example/cb"];
  assert.doesNotMatch((await folder.run([...client, ...words])).stderr, /is no API/);
  const [{ client_id: id } = {}] = await folder.json(["client", "list"]);
  assert.doesNotMatch((await folder.run(["client", "update", String(id), ...words])).stderr, /is no API/);
  const machine = ["client", "create", "--machine", "--name", "Script", "--api", administration];
  const { stderr } = await folder.run([...machine, "--scope", "users:read"]);
  assert.match(stderr, /users:read is no scope of its APIs/, "operators' rights have an option of their own");
  assert.doesNotMatch(stderr, /is no API/);
});

test("doctor says what names no API, and which API nobody can ask for", async () => {
  await using folder = await openFolder();
  const findings = async () =>
    (await folder.json(["doctor", "--port", "0"])).filter(({ check }) => check === "APIs");
  const client = ["client", "create", "--name", "App", "--redirect-uri", "https://app.example/cb"];
  const typo = await folder.run([...client, "--resource", "https://api.example/order"]);
  assert.match(typo.stderr, /https:\/\/api\.example\/order is no API here.*api create --resource/);
  assert.deepEqual(await findings(), []);
  await folder.json([
    "api",
    "create",
    "--resource",
    "urn:example:gate",
    "--name",
    "Gate",
    "--open-to",
    "any",
  ]);
  await folder.json([...create, "--may-exchange-for", "urn:example:gate"]);
  await folder.json(["api", "delete", "urn:example:gate"]);
  const found = await findings();
  const details = found.map(({ state, detail }) => `${state}: ${detail}`);
  assert.equal(details.length, 3, details.join("\n"));
  assert.match(
    details[0] ?? "",
    /^warning: App \(\w+\) .*https:\/\/api\.example\/order, which is not an API here/,
  );
  assert.match(details[1] ?? "", /^warning: no client names Orders/);
  assert.match(
    details[2] ?? "",
    /^warning: tokens of Orders .* urn:example:gate, which is not an API any more$/,
  );
  assert.match(
    String(found[2]?.repair),
    /name the others, or none: `.* --may-exchange-for …`, `.* --no-may-exchange-for`$/,
  );
  const [{ client_id: id } = {}] = await folder.json(["client", "list"]);
  const mended = await folder.run([
    "client",
    "update",
    String(id),
    "--resource",
    "https://API.example/orders",
  ]);
  assert.doesNotMatch(mended.stderr, /is no API/);
  await folder.json(["api", "update", resource, "--no-may-exchange-for"]);
  const [only, ...more] = await findings();
  assert.deepEqual(
    [only?.state, only?.detail, more],
    ["ok", "1 API; clients and exchanges name no others", []],
  );
});
