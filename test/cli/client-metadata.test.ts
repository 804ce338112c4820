import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"];
const everything = [
  ["--openid", "--id-token-alg", "ES256", "--userinfo-alg", "EdDSA", "--refresh", "--third-party"],
  ["--lean-id-token"],
  ["--post-logout-redirect-uri", "https://app.example/bye"],
  ["--post-logout-redirect-uri", "https://app.example/ciao"],
  ["--backchannel-logout-uri", "https://app.example/logout"],
  ["--resource", "https://api.example", "--resource", "urn:other", "--audience", "https://own.example"],
  ["--logo-uri", "https://app.example/logo.png"],
  ["--policy-uri", "https://app.example/privacy", "--tos-uri", "https://app.example/terms"],
  ["--dpop", "--par"],
].flat();

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const publicJwk = { ...publicKey.export({ format: "jwk" }), kid: "first", alg: "ES256", use: "sig" };

/** A folder with a file of public keys and one of private keys. */
async function openFolderWithKeys() {
  const folder = await openFolder();
  writeFileSync(join(folder.path, "keys.json"), JSON.stringify({ keys: [publicJwk] }));
  writeFileSync(join(folder.path, "private.json"), JSON.stringify(privateKey.export({ format: "jwk" })));
  return folder;
}

test("what a client registers for beyond the interface is printed under the names of RFC 7591 and its kin", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json([...create, ...everything]);
  const { client_id, client_secret, created_at: _, next_commands: __, ...record } = client ?? {};
  assert.match(String(client_secret), /^lks/);
  assert.deepEqual(record, {
    name: "My app",
    redirect_uris: ["https://app.example/callback"],
    profile: "interface",
    public: false,
    disabled: false,
    secrets: 1,
    secret_last_used_at: null,
    token_endpoint_auth_method: "client_secret_post",
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
    openid: true,
    id_token_signed_response_alg: "ES256",
    lean_id_token: true,
    userinfo_signed_response_alg: "EdDSA",
    post_logout_redirect_uris: ["https://app.example/bye", "https://app.example/ciao"],
    backchannel_logout_uri: "https://app.example/logout",
    third_party: true,
    logo_uri: "https://app.example/logo.png",
    policy_uri: "https://app.example/privacy",
    tos_uri: "https://app.example/terms",
    dpop_bound_access_tokens: true,
    require_pushed_authorization_requests: true,
    resources: ["https://api.example", "urn:other"],
    only_groups: [],
    audience: "https://own.example",
  });
  const { stdout } = await folder.run(["client", "show", String(client_id)]);
  for (const line of [
    /^Kind +interface, openid, third party$/m,
    /^ID token +signed with ES256; names and addresses only at userinfo$/m,
    /^Userinfo +signed with EdDSA$/m,
    /^Refresh +gets refresh tokens$/m,
    /^After sign-out +https:\/\/app\.example\/bye\n +https:\/\/app\.example\/ciao$/m,
    /^Logout told to +https:\/\/app\.example\/logout$/m,
    /^Logo +https:\/\/app\.example\/logo\.png$/m,
    /^Privacy policy +https:\/\/app\.example\/privacy$/m,
    /^Terms +https:\/\/app\.example\/terms$/m,
    /^Needs +pushed requests and DPoP$/m,
    /^Resource +https:\/\/api\.example\n +urn:other$/m,
    /^Audience +https:\/\/own\.example$/m,
  ])
    assert.match(stdout, line);
});

test("each option has a form that takes it away, and with the last one the client is one of the interface again", async () => {
  await using folder = await openFolder();
  const [plain] = await folder.json(create);
  const [client] = await folder.json([...create, ...everything]);
  const update = ["client", "update", String(client?.client_id)];
  const rows: [string[], string, unknown][] = [
    [["--no-id-token-alg"], "id_token_signed_response_alg", "RS256"],
    [["--no-lean-id-token"], "lean_id_token", false],
    [["--no-userinfo-alg"], "userinfo_signed_response_alg", undefined],
    [["--no-post-logout-redirect-uri"], "post_logout_redirect_uris", []],
    [["--no-backchannel-logout-uri"], "backchannel_logout_uri", undefined],
    [["--no-openid"], "openid", false],
    [["--no-refresh"], "grant_types", ["authorization_code"]],
    [["--no-third-party"], "third_party", false],
    [["--resource", "urn:new"], "resources", ["urn:new"]],
    [["--no-resource"], "resources", []],
    [["--no-logo-uri"], "logo_uri", undefined],
    [["--no-policy-uri"], "policy_uri", undefined],
    [["--no-tos-uri"], "tos_uri", undefined],
    [["--no-audience"], "audience", undefined],
    [["--no-dpop", "--no-par"], "dpop_bound_access_tokens", false],
  ];
  for (const [words, name, value] of rows) {
    const [updated] = await folder.json([...update, ...words]);
    assert.deepEqual(updated?.[name], value, words.join(" "));
  }
  const [shown] = await folder.json(["client", "show", String(client?.client_id)]);
  const kept = ({ next_commands: _, ...client }: Record<string, unknown>) => {
    const { client_id: __, client_secret: ___, created_at: ____, ...rest } = client;
    return rest;
  };
  assert.deepEqual(kept(shown ?? {}), kept(plain ?? {}));
});

test("a client publishes its keys, or hands them over: either takes the other's place, and both at once are refused", async () => {
  await using folder = await openFolderWithKeys();
  const keys = ["--public-keys", "keys.json"];
  const uri = ["--public-keys-uri", "https://app.example/jwks"];
  const both = await folder.run([...create, ...keys, ...uri]);
  assert.equal(both.exitCode, 2);
  assert.match(both.stderr, /cannot be used together/);
  const [client] = await folder.json([...create, ...uri]);
  assert.deepEqual(
    [client?.jwks_uri, client?.token_endpoint_auth_method, client?.secrets],
    ["https://app.example/jwks", "private_key_jwt", 0],
  );
  const update = ["client", "update", String(client?.client_id)];
  const [handed] = await folder.json([...update, ...keys]);
  assert.deepEqual([handed?.jwks_uri, handed?.jwks], [undefined, { keys: [publicJwk] }]);
  const [published] = await folder.json([...update, ...uri]);
  assert.deepEqual([published?.jwks_uri, published?.jwks], ["https://app.example/jwks", undefined]);
  const [without] = await folder.json([...update, "--no-public-keys-uri"]);
  assert.equal(without?.token_endpoint_auth_method, "client_secret_post");
});

test("a client with public keys gets no secret, and one that had a secret loses it", async () => {
  await using folder = await openFolderWithKeys();
  const [signing] = await folder.json([...create, "--public-keys", "keys.json"]);
  assert.equal("client_secret" in (signing ?? {}), false);
  assert.equal(signing?.token_endpoint_auth_method, "private_key_jwt");
  assert.deepEqual(signing?.jwks, { keys: [publicJwk] });

  const [client] = await folder.json(create);
  const id = String(client?.client_id);
  const [updated] = await folder.json(["client", "update", id, "--public-keys", "keys.json"]);
  assert.deepEqual([updated?.secrets, updated?.token_endpoint_auth_method], [0, "private_key_jwt"]);
  assert.match(
    (await folder.run(["client", "show", id])).stdout,
    /^Public key +EC P-256, for ES256, kid first$/m,
  );
  const refused = await folder.run(["client", "rotate-secret", id]);
  assert.equal(refused.exitCode, 4);
  assert.match(refused.stderr, /signs with its own keys.*\n.*--no-public-keys/);

  const without = await folder.run(["client", "update", id, "--no-public-keys"]);
  assert.match(without.stdout, /^Secrets +none/m);
  assert.match(without.stderr, new RegExp(`To make a secret: .*client rotate-secret ${id}`));
  assert.match((await folder.run(["client", "list"])).stdout, / no secret /);
  const [rotated] = await folder.json(["client", "rotate-secret", id]);
  assert.match(String(rotated?.client_secret), /^lks/);
});

test("a deleted client that signed can be had back: its public keys are printed for the file that the command names", async () => {
  await using folder = await openFolderWithKeys();
  const [client] = await folder.json([...create, "--public-keys", "keys.json"]);
  const { stderr } = await folder.run(["client", "delete", String(client?.client_id)]);
  assert.match(stderr, /client create .* --public-keys keys\.json\n/);
  const [, keys = ""] = /^keys\.json: (.*)$/m.exec(stderr) ?? [];
  assert.deepEqual(JSON.parse(keys), { keys: [publicJwk] });
});

test("what cannot be used is refused with the reason before any database is made", async () => {
  await using folder = await openFolderWithKeys();
  const rows: [string[], number, RegExp][] = [
    [["--public-keys", "none.json"], 3, /There is no file .*none\.json/],
    [["--public-keys", "."], 4, /cannot be read \(EISDIR\)/],
    [["--public-keys", "private.json"], 4, /secret part \(d\)/],
    [["--public-keys", "keys.json", "--public"], 4, /public client cannot keep a private key/],
    [["--id-token-alg", "none"], 2, /Allowed choices are RS256, ES256, EdDSA/],
    [["--id-token-alg", "ES256"], 4, /OpenID Connect.*\n.*Add --openid/],
    [["--backchannel-logout-uri", "https://app.example/"], 4, /Add --openid/],
    [["--openid", "--backchannel-logout-uri", "http://app.example/"], 4, /http: on localhost/],
    [["--openid", "--post-logout-redirect-uri", "http://app.example/"], 4, /http: is allowed only for/],
    [["--resource", "https://api.example/#a"], 4, /not a resource indicator/],
    [["--audience", "api"], 4, /not a resource indicator/],
    [["--no-openid"], 2, /no option --no-openid/],
  ];
  for (const [words, exitCode, said] of rows) {
    const answer = await folder.run([...create, ...words]);
    assert.equal(answer.exitCode, exitCode, `${words.join(" ")}: ${answer.stderr}`);
    assert.match(answer.stderr, said);
    assert.equal(answer.stdout, "");
  }
  assert.deepEqual(await folder.json(["client", "list"]), []);
});

test("the key file is found from where the command was started, and nothing of a private one is repeated", async () => {
  await using folder = await openFolderWithKeys();
  const { stdout, stderr } = await folder.run([...create, "--public-keys", "./private.json"]);
  const { d } = privateKey.export({ format: "jwk" });
  assert.ok(!`${stdout}${stderr}`.includes(String(d)));
});

test("a secret is rotated in two steps: both work until the old one is retired", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json(create);
  const id = String(client?.client_id);
  const rotated = await folder.run(["client", "rotate-secret", id, "--overlap"]);
  assert.match(rotated.stdout, /^Client secret +lks\w{40}$/m);
  assert.match(
    rotated.stderr,
    new RegExp(`Both secrets work\\. .*client show ${id}.*\n.*client retire-secret ${id}`),
  );
  const shown = await folder.run(["client", "show", id]);
  assert.match(shown.stdout, /^Secrets +two work/m);
  assert.match(shown.stderr, new RegExp(`client retire-secret ${id}`));
  assert.match((await folder.run(["client", "list"])).stdout, / two secrets /);
  assert.equal((await folder.json(["client", "show", id]))[0]?.secrets, 2);

  const third = await folder.run(["client", "rotate-secret", id, "--overlap"]);
  assert.equal(third.exitCode, 4);
  assert.match(third.stderr, /Two secrets .*\n.*retire-secret/);

  assert.equal((await folder.json(["client", "retire-secret", id]))[0]?.secrets, 1);
  const again = await folder.run(["client", "retire-secret", id]);
  assert.equal(again.exitCode, 4);
  assert.match(again.stderr, /no older secret/);
  assert.equal((await folder.run(["client", "retire-secret", "lkcNobody"])).exitCode, 3);
});

test("the help of client create and client update groups the options and hides no meaning in their number", async () => {
  await using folder = await openFolder();
  const created = (await folder.run(["client", "create", "--help"])).stdout;
  for (const heading of ["OpenID Connect:", "Tokens and consent:", "Stronger proof:"])
    assert.match(created, new RegExp(`^${heading}$`, "m"));
  assert.doesNotMatch(created, /--no-(?!rotation)/);
  const updated = (await folder.run(["client", "update", "--help"])).stdout;
  assert.match(updated, /With no- in front an option takes away, as in --no-openid/);
  assert.doesNotMatch(updated, /^ +--no-dpop/m);
});

test("the developer of an OpenID client is told where discovery is, and of one that pushes, where to", async () => {
  await using folder = await openFolder();
  const openid = await folder.run([...create, "--openid", "--par"]);
  assert.match(openid.stderr, /^Discovery: +http:\/\/localhost:8080\/\.well-known\/openid-configuration$/m);
  assert.match(openid.stderr, /^Pushed requests: +http:\/\/localhost:8080\/v1\/Oauth\/par$/m);
  assert.doesNotMatch((await folder.run(create)).stderr, /Discovery|Pushed/);
});

test("--subject-type pairwise is shown with its sector, refused where it would do nothing, and a change says that everybody's sub changes", async () => {
  await using folder = await openFolder();
  const pairwise = ["--openid", "--subject-type", "pairwise"];
  const elsewhere = ["--redirect-uri", "https://other.example/cb"];
  const refusals: [string[], number, RegExp][] = [
    [["--subject-type", "pairwise"], 4, /know.? people by account ids.*\n.*Add --openid/],
    [["--subject-type", "both"], 2, /Allowed choices are public, pairwise/],
    [["--openid", "--sector", "app.example"], 4, /Add --subject-type pairwise/],
    [[...pairwise, "--sector", "https://app.example"], 4, /not a host.*like app\.example/],
    [[...pairwise, ...elsewhere], 4, /app\.example, other\.example.*--sector HOST/],
    [[...pairwise, "--public", "--redirect-uri", "com.example.app:/cb"], 4, /has no host.*--sector HOST/],
  ];
  for (const [words, exitCode, said] of refusals) {
    const answer = await folder.run([...create, ...words]);
    assert.equal(answer.exitCode, exitCode, `${words.join(" ")}: ${answer.stderr}`);
    assert.match(answer.stderr, said);
  }
  const [client] = await folder.json([...create, ...pairwise]);
  assert.deepEqual([client?.subject_type, client?.sector], ["pairwise", "app.example"]);
  const id = String(client?.client_id);
  const update = ["client", "update", id];
  const shown = await folder.run(["client", "show", id]);
  assert.match(shown.stdout, /^Subjects +pairwise, for the sector app\.example$/m);
  const changed = /Everybody has another sub at this application/;
  assert.doesNotMatch((await folder.run([...update, "--name", "Other"])).stderr, changed);
  assert.doesNotMatch((await folder.run([...update, "--sector", "app.example"])).stderr, changed);
  assert.equal(
    (await folder.run([...update, "--no-sector", ...elsewhere.with(1, "https://app.example/2")])).exitCode,
    0,
  );
  for (const words of [
    ["--sector", "Shared.example"],
    ["--no-sector"],
    elsewhere,
    ["--subject-type", "public"],
    ["--subject-type", "pairwise"],
    ["--no-subject-type"],
  ])
    assert.match((await folder.run([...update, ...words])).stderr, changed, words.join(" "));
  await folder.run([...update, "--subject-type", "pairwise", "--sector", "shared.example"]);
  const { stderr } = await folder.run(["client", "delete", id]);
  assert.match(stderr, /client create .* --subject-type pairwise --sector shared\.example/);
});

test("--no-rotation needs keys and DPoP, is shown, and --rotation takes it back", async () => {
  await using folder = await openFolderWithKeys();
  const refused = await folder.run([...create, "--refresh", "--dpop", "--no-rotation"]);
  assert.equal(refused.exitCode, 4);
  assert.match(refused.stderr, /--public-keys/);
  const constrained = ["--refresh", "--dpop", "--public-keys", "keys.json"];
  const [client] = await folder.json([...create, ...constrained, "--no-rotation"]);
  assert.equal(client?.refresh_token_rotation, false);
  const id = String(client?.client_id);
  assert.match((await folder.run(["client", "show", id])).stdout, /gets a refresh token, and keeps it/);
  const [renamed] = await folder.json(["client", "update", id, "--name", "Renamed"]);
  assert.equal(renamed?.refresh_token_rotation, false);
  const [rotating] = await folder.json(["client", "update", id, "--rotation"]);
  assert.equal(rotating?.refresh_token_rotation, undefined);
});
