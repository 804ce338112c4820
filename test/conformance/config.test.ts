import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Configuration, Provider } from "./support/provider.ts";

// oidcc-config-certification-test-plan

const issuer = "https://id.example/tenant";

let provider: Provider;
let configuration: Configuration;
before(async () => {
  provider = await Provider.start({ LATCHKEY_BASE_URL: issuer });
  const answer = await provider.fetch("/tenant/.well-known/openid-configuration");
  assert.equal(answer.status, 200, answer.body);
  assert.equal(answer.headers["content-type"], "application/json");
  configuration = JSON.parse(answer.body);
});
after(() => provider[Symbol.asyncDispose]());

const module = "oidcc-discovery-endpoint-verification";

function listed(member: string): readonly unknown[] {
  const value = configuration[member];
  assert.ok(Array.isArray(value) && value.length > 0, `${member} is no list`);
  return value;
}

test(`${module}: the issuer is the address in front of /.well-known, letter by letter`, () => {
  assert.equal(configuration.issuer, issuer);
});

test(`${module}: every address is https and has no fragment`, () => {
  const endpoints = Object.keys(configuration).filter((name) => /(_endpoint|_uri)$/.test(name));
  for (const required of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
    assert.ok(endpoints.includes(required), required);
  for (const name of endpoints) {
    const { protocol, hash, search } = new URL(String(configuration[name]));
    assert.deepEqual([protocol, hash, search], ["https:", "", ""], name);
  }
});

test(`${module}: what OpenID Connect Discovery requires is listed`, () => {
  assert.ok(listed("scopes_supported").includes("openid"));
  assert.ok(listed("response_types_supported").includes("code"));
  assert.deepEqual(listed("subject_types_supported"), ["public", "pairwise"]);
  assert.ok(listed("id_token_signing_alg_values_supported").includes("RS256"));
  assert.ok(listed("claims_supported").includes("sub"));
  assert.ok(listed("grant_types_supported").includes("authorization_code"));
  assert.ok(listed("token_endpoint_auth_methods_supported").includes("client_secret_basic"));
});

test(`${module}: what is not supported is said, where silence would mean that it is`, () => {
  assert.equal(configuration.request_uri_parameter_supported, false);
  assert.equal(configuration.request_parameter_supported, false);
  assert.equal(configuration.claims_parameter_supported, true);
  for (const name of Object.keys(configuration))
    if (name.endsWith("_alg_values_supported")) assert.ok(!listed(name).includes("none"), name);
});

test(`${module}: every member has the type that its specification gives it`, () => {
  for (const [name, value] of Object.entries(configuration)) {
    const isList = /(_supported)$/.test(name) && Array.isArray(value);
    const isFlag = typeof value === "boolean";
    const isText = typeof value === "string" && value !== "";
    assert.ok(isList || isFlag || isText, name);
    if (isList) assert.equal(new Set(value).size, value.length, `${name} repeats a value`);
  }
});

test(`${module}: the key set has distinct kids, keys for signing, and no private part`, async () => {
  const path = new URL(String(configuration.jwks_uri)).pathname;
  const answer = await provider.fetch(path);
  assert.equal(answer.status, 200, answer.body);
  const { keys } = JSON.parse(answer.body);
  assert.ok(Array.isArray(keys) && keys.length > 0);
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length);
  assert.ok(keys.some(({ kty, alg }) => kty === "RSA" && alg === "RS256"));
  for (const key of keys) {
    assert.equal(key.use, "sig");
    for (const member of ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]) assert.ok(!(member in key), member);
    if (key.kty === "RSA") assert.ok(Buffer.from(key.n, "base64url").length >= 256);
  }
});
