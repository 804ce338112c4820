import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { parseJsonObject } from "../../src/values/json-object.ts";
import { autheliaClients, hydraClients, keycloakClients } from "../support/foreign-files.ts";
import { openFolder } from "./command-line.ts";

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** Imports a text; the outcomes by client id. */
async function importText(folder: Folder, text: string, words: readonly string[] = []) {
  await writeFile(join(folder.path, "clients"), text);
  const answer = await folder.run(["import", "clients", "clients", "--json", ...words]);
  const records = answer.stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => parseJsonObject(line) ?? {});
  return { ...answer, records: new Map(records.map((record) => [String(record.client_id), record])) };
}

test("clients of Keycloak keep id, secret and exact redirect URIs; patterns and other protocols are refused by name", async () => {
  await using folder = await openFolder();
  const tried = await importText(folder, keycloakClients, ["--dry-run"]);
  assert.equal(tried.records.get("my-shop.web")?.outcome, "created");
  assert.deepEqual(await folder.json(["client", "list"]), []);
  const { records, exitCode, stderr } = await importText(folder, keycloakClients);
  assert.equal(exitCode, 1, stderr);
  assert.match(stderr, /LATCHKEY_OLD_PATHS=keycloak[\s\S]*\/protocol\/openid-connect\/certs \(jwks_uri\)/);
  assert.deepEqual(
    [...records].map(([id, { outcome, client_secret }]) => [id, outcome, client_secret !== undefined]),
    [
      ["my-shop.web", "created", false],
      ["app", "created", false],
      ["saml", "refused", false],
      ["only-patterns", "refused", false],
      ["masked", "created", true],
    ],
  );
  assert.match(String(records.get("my-shop.web")?.notes), /"https:\/\/shop\.example\/\*" is left out/);
  const [shop] = await folder.json(["client", "show", "my-shop.web"]);
  assert.deepEqual(
    [shop?.name, shop?.redirect_uris, shop?.openid, shop?.third_party, shop?.post_logout_redirect_uris],
    ["The shop", ["https://shop.example/callback"], true, true, ["https://shop.example/bye"]],
  );
  const [app] = await folder.json(["client", "show", "app"]);
  assert.deepEqual([app?.public, app?.disabled], [true, true]);
  const again = await importText(folder, keycloakClients);
  assert.equal(again.records.get("app")?.outcome, "skipped");
  assert.equal((await folder.json(["audit", "list", "--act", "client-created"])).length, 3);
});

test("the page where an application starts comes along, if it can be linked", async () => {
  await using folder = await openFolder();
  const client = (clientId: string, more: object) => ({
    clientId,
    redirectUris: [`https://${clientId}.example/cb`],
    ...more,
  });
  const clients = [
    client("whole", { baseUrl: "https://whole.example/start" }),
    client("below", { rootUrl: "https://below.example/", baseUrl: "/start" }),
    client("script", { baseUrl: "javascript:alert(1)" }),
    client("lost", { baseUrl: "/start" }),
  ];
  await importText(folder, JSON.stringify({ realm: "acme", clients }));
  await importText(
    folder,
    JSON.stringify([
      {
        client_id: "hydra",
        redirect_uris: ["https://hydra.example/cb"],
        client_uri: "https://hydra.example/",
      },
    ]),
  );
  const startOf = async (id: string) => (await folder.json(["client", "show", id]))[0]?.client_uri;
  assert.equal(await startOf("whole"), "https://whole.example/start");
  assert.equal(await startOf("below"), "https://below.example/start");
  assert.equal(await startOf("hydra"), "https://hydra.example/");
  for (const id of ["script", "lost"]) assert.equal(await startOf(id), undefined);
});

test("PKCE that Keycloak or Authelia demands is demanded here, and logout is still told; what is left out is named", async () => {
  await using folder = await openFolder();
  const uri = (id: string) => [`https://${id}.example/cb`];
  const pkce = { "pkce.code.challenge.method": "S256" };
  const clients = [
    {
      clientId: "shop",
      redirectUris: uri("shop"),
      serviceAccountsEnabled: true,
      directAccessGrantsEnabled: true,
      attributes: { ...pkce, "backchannel.logout.url": "https://shop.example/logout" },
    },
    { clientId: "spa", publicClient: true, redirectUris: uri("spa"), attributes: pkce },
    {
      clientId: "old",
      redirectUris: uri("old"),
      attributes: { "backchannel.logout.url": "http://10.0.0.1/logout", "pkce.code.challenge.method": "" },
    },
    { clientId: "odd", redirectUris: uri("odd"), enabled: "false" },
  ];
  const { records, exitCode } = await importText(folder, JSON.stringify({ realm: "acme", clients }));
  assert.equal(exitCode, 1);
  assert.match(String(records.get("shop")?.notes), /service account is left out.*password grant.* left out/);
  assert.match(
    String(records.get("old")?.notes),
    /back-channel logout "http:\/\/10\.0\.0\.1\/logout" is left out/,
  );
  assert.match(String(records.get("odd")?.notes), /enabled must be true or false/);
  const shown = async (id: string) => {
    const [client] = await folder.json(["client", "show", id]);
    return [client?.profile, client?.backchannel_logout_uri];
  };
  assert.deepEqual(await shown("shop"), ["strict", "https://shop.example/logout"]);
  assert.deepEqual(await shown("spa"), ["interface", undefined]);
  assert.deepEqual(await shown("old"), ["interface", undefined]);
  await importText(
    folder,
    autheliaClients.replace("public: false", "public: false\n        require_pkce: true"),
  );
  assert.deepEqual(await shown("wiki"), ["strict", undefined]);
});

test("settings of a client of Keycloak that have a place here are kept, and each other one is named", async () => {
  await using folder = await openFolder();
  const usual = {
    id: "9b1c",
    surrogateAuthRequired: false,
    alwaysDisplayInConsole: false,
    clientAuthenticatorType: "client-secret",
    notBefore: 0,
    fullScopeAllowed: true,
    nodeReRegistrationTimeout: -1,
    defaultClientScopes: ["web-origins", "acr", "roles", "profile", "basic", "email"],
    optionalClientScopes: ["address", "phone", "offline_access", "organization", "microprofile-jwt"],
    webOrigins: ["+"],
  };
  const clients = [
    {
      ...usual,
      clientId: "shop",
      rootUrl: "https://shop.example/",
      redirectUris: ["/callback"],
      secret: "n0tChosenByAPerson0123456789abcd",
      attributes: {
        "post.logout.redirect.uris": "+##https://shop.example/bye",
        "client.secret.creation.time": "1700000000",
        "backchannel.logout.session.required": "true",
        "oidc.ciba.grant.enabled": "false",
        "require.pushed.authorization.requests": "true",
        "id.token.signed.response.alg": "ES256",
        "user.info.response.signature.alg": "HS256",
        "access.token.lifespan": "600",
      },
      description: "Sells things",
      implicitFlowEnabled: true,
      protocolMappers: [{ name: "department", protocolMapper: "oidc-usermodel-attribute-mapper" }],
      defaultClientScopes: [...usual.defaultClientScopes, "orders"],
      webOrigins: ["https://shop.example", "https://elsewhere.example"],
    },
    {
      ...usual,
      clientId: "signs",
      clientAuthenticatorType: "client-jwt",
      redirectUris: ["https://signs.example/callback"],
      attributes: { "use.jwks.url": "true", "jwks.url": "https://signs.example/jwks.json" },
    },
    {
      ...usual,
      clientId: "certified",
      clientAuthenticatorType: "client-jwt",
      redirectUris: ["https://certified.example/callback"],
      attributes: { "jwt.credential.certificate": "MII" },
    },
  ];
  const { records } = await importText(folder, JSON.stringify({ realm: "acme", clients }));
  const [shop] = await folder.json(["client", "show", "shop"]);
  assert.deepEqual(
    [shop?.redirect_uris, shop?.post_logout_redirect_uris, shop?.id_token_signed_response_alg],
    [
      ["https://shop.example/callback"],
      ["https://shop.example/callback", "https://shop.example/bye"],
      "ES256",
    ],
  );
  assert.equal(shop?.require_pushed_authorization_requests, true);
  assert.deepEqual(records.get("shop")?.notes, [
    'The setting "user.info.response.signature.alg" is left out.',
    'The setting "access.token.lifespan" is left out.',
    "The implicit flow is left out: answers have an authorization code here.",
    'The mapper "department" is left out: `latchkey shadow` shows what it gives, and the command that gives it here.',
    'The client scope "orders" is left out.',
    'The web origin "https://elsewhere.example" is left out.',
    'The member "description" is left out.',
  ]);
  const [signs] = await folder.json(["client", "show", "signs"]);
  assert.deepEqual(
    [signs?.token_endpoint_auth_method, signs?.jwks_uri, records.get("signs")?.notes],
    ["private_key_jwt", "https://signs.example/jwks.json", []],
  );
  assert.match(String(records.get("certified")?.notes), /public key is left out/);
  assert.ok(records.get("certified")?.client_secret);
});

test("members of a client of Hydra or Authelia that have a place here are kept, and each other one is named", async () => {
  await using folder = await openFolder();
  const notes = {
    client_id: "notes",
    redirect_uris: ["https://notes.example/callback"],
    grant_types: ["authorization_code", "refresh_token", "implicit"],
    client_secret_expires_at: 0,
    subject_type: "public",
    userinfo_signed_response_alg: "none",
    jwks: {},
    metadata: {},
    owner: "",
    skip_consent: false,
    audience: ["https://api.example"],
    authorization_code_grant_access_token_lifespan: null,
    refresh_token_grant_access_token_lifespan: "1h",
  };
  const pairwise = { ...notes, client_id: "pairs", grant_types: [], audience: [], subject_type: "pairwise" };
  const { records } = await importText(folder, JSON.stringify([notes, pairwise]));
  assert.deepEqual(records.get("notes")?.notes, [
    'The grant type "implicit" is left out.',
    'The member "audience" is left out.',
    'The member "refresh_token_grant_access_token_lifespan" is left out.',
  ]);
  assert.match(String(records.get("pairs")?.notes), /"subject_type" is left out/);
  const text = autheliaClients.replace(
    "public: false",
    "authorization_policy: 'two_factor'\n        require_pushed_authorization_requests: true\n        userinfo_signed_response_alg: 'RS256'",
  );
  const wiki = (await importText(folder, text)).records.get("wiki");
  assert.deepEqual(wiki?.notes, ['The member "authorization_policy" is left out.']);
  const [kept] = await folder.json(["client", "show", "wiki"]);
  assert.deepEqual(
    [kept?.require_pushed_authorization_requests, kept?.userinfo_signed_response_alg],
    [true, "RS256"],
  );
});

test("clients as client create --json prints them come back the same, with secret and name", async () => {
  await using first = await openFolder();
  const uri = ["--redirect-uri", "https://app.example/callback"];
  const made = [];
  for (const words of [
    ["--name", "Plain", ...uri],
    [
      "--name",
      "Shop",
      ...uri,
      "--strict",
      "--openid",
      "--refresh",
      "--subject-type",
      "pairwise",
      "--third-party",
    ],
    ["--name", "Phone", "--redirect-uri", "com.example.app:/callback", "--public", "--openid", "--device"],
    ["--name", "Service", "--machine"],
  ])
    made.push(...(await first.json(["client", "create", ...words])));
  await using second = await openFolder();
  const text = made.map((client) => JSON.stringify(client)).join("\n");
  const { exitCode, stdout, stderr } = await importText(second, text);
  assert.equal(exitCode, 0, stdout);
  assert.match(stderr, /as Latchkey's own JSON lines/);
  for (const { client_id: id } of made)
    assert.deepEqual(
      await second.json(["client", "show", String(id)]),
      await first.json(["client", "show", String(id)]),
    );
  assert.ok(!stdout.includes("client_secret"), "every secret was kept");
});

test("a line of Latchkey's own format with another member or type is refused, and the message names the member and the client", async () => {
  await using folder = await openFolder();
  const line = (id: string, changes: object) =>
    JSON.stringify({ client_id: id, name: "A", redirect_uris: ["https://a.example/"], ...changes });
  const text = [
    line("fine", {}),
    line("typo", { opnid: true }),
    line("type", { disabled: "true" }),
    line("later", { metadata: {}, profile: "interface", public: "no" }),
    line("rights", { machine: true, redirect_uris: [], admin_scope: ["users:read"] }),
  ].join("\n");
  const { records, stderr } = await importText(folder, text);
  assert.match(stderr, /1 created, 0 skipped, 4 refused/);
  const why = (id: string) => String(records.get(id)?.notes);
  assert.match(why("typo"), /There is no member "opnid"/);
  assert.match(why("type"), /disabled.*true or false/);
  assert.match(why("later"), /public.*true or false/);
  assert.match(why("rights"), /rights of operators.*--admins/);
  const again = await importText(folder, text, ["--admins"]);
  assert.equal(again.records.get("rights")?.outcome, "created");
});

test("clients of Hydra and Authelia get a new secret, because only a slow hash of theirs is in the file", async () => {
  const files = [
    {
      text: hydraClients,
      name: /the clients of Hydra/,
      id: "6f1a2b3c-0000-4000-8000-000000000001",
      exitCode: 1,
    },
    { text: autheliaClients, name: /the configuration of Authelia/, id: "wiki", exitCode: 0 },
  ];
  for (const { text, name, id, exitCode } of files) {
    await using folder = await openFolder();
    const imported = await importText(folder, text);
    assert.match(imported.stderr, name);
    assert.equal(imported.exitCode, exitCode, imported.stderr);
    const { outcome, client_secret } = imported.records.get(id) ?? {};
    assert.equal(outcome, "created", imported.stdout);
    assert.match(String(client_secret), /^lks/);
    const [client] = await folder.json(["client", "show", id]);
    assert.deepEqual([client?.openid, client?.secrets], [true, 1]);
  }
});

test("clients that are exported come back the same from an empty installation, secrets by their digests", async () => {
  await using first = await openFolder();
  const uri = ["--redirect-uri", "https://app.example/callback"];
  for (const words of [
    ["--name", "Plain", ...uri],
    ["--name", "Ünï ‹x›", ...uri, "--strict", "--openid", "--refresh", "--subject-type", "pairwise"],
    ["--name", "Phone", "--redirect-uri", "com.example.app:/callback", "--public"],
  ])
    await first.json(["client", "create", ...words]);
  await importText(first, keycloakClients);
  const exported = await first.run(["export", "clients", "--with-hashes"]);
  assert.equal(exported.stdout.split("\n").length, 7, exported.stdout);
  await using second = await openFolder();
  const { exitCode, stdout } = await importText(second, exported.stdout);
  assert.equal(exitCode, 0, stdout);
  assert.ok(!stdout.includes("client_secret"));
  const again = await second.run(["export", "clients", "--with-hashes"]);
  assert.deepEqual(again.stdout.split("\n").sort(), exported.stdout.split("\n").sort());
  const without = (await first.run(["export", "clients"])).stdout;
  assert.ok(!without.includes("digest"));
  await using third = await openFolder();
  const fresh = await importText(third, without);
  assert.equal(
    [...fresh.records.values()].filter(({ client_secret }) => client_secret !== undefined).length,
    4,
  );
});

test("a line that export clients never wrote is refused", async () => {
  await using folder = await openFolder();
  const line = (changes: object) =>
    JSON.stringify({
      client_id: "a",
      name: "A",
      redirect_uris: ["https://a.example/"],
      profile: "interface",
      ...changes,
    });
  const bad = [
    line({ client_id: "a/b" }),
    line({ redirect_uris: ["https://a.example/*"] }),
    line({ metadata: { idTokenAlgorithm: "none" } }),
    line({ name: "\u202e" }),
  ];
  const { stderr } = await importText(folder, [...bad, line({})].join("\n"));
  assert.match(stderr, /1 created, 0 skipped, 4 refused/);
});

test("a file neither brings nor takes a client of the service itself", async () => {
  await using folder = await openFolder();
  const secret = "chosenByTheAuthorOfTheFile";
  const client = (clientId: string) => ({ clientId, secret, redirectUris: ["https://evil.example/cb"] });
  const text = JSON.stringify({
    realm: "shop",
    clients: ["latchkeytokens", "latchkeyconsole", "shop"].map(client),
  });
  for (const words of [["--dry-run"], []]) {
    const { records } = await importText(folder, text, words);
    assert.deepEqual(
      [...records.values()].map(({ outcome }) => outcome),
      ["refused", "refused", "created"],
    );
  }
  const elsewhere = ["--port", "1", "--base-url", "http://localhost:1"];
  await folder.run(["token", "create", "--scope", "clients:read", ...elsewhere]);
  const [own] = await folder.json(["client", "show", "latchkeytokens"]);
  assert.equal(own?.secrets, 0);
  const exported = await folder.run(["export", "clients", "--with-hashes"]);
  assert.match(exported.stdout, /"client_id":"shop"/);
  assert.doesNotMatch(exported.stdout, /latchkeytokens/);
});
