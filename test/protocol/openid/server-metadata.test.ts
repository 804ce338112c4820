import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { languages } from "../../../src/protocol/language.ts";
import {
  authorizationServerMetadata,
  openidConfiguration,
} from "../../../src/protocol/openid/server-metadata.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { unwrap } from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://example.org/id"));
const paths = {
  authorization: "/id/authorization",
  token: "/id/token",
  userinfo: "/id/userinfo",
  logout: "/id/logout",
  jwks: "/id/jwks.json",
  pushedRequest: "/id/par",
  introspection: "/id/introspect",
  revocation: "/id/revoke",
  deviceAuthorization: "/id/device",
};
const grantTypes = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:ietf:params:oauth:grant-type:token-exchange",
];
const oauth = authorizationServerMetadata(issuer, paths, []);
const openid = openidConfiguration(issuer, paths, []);

describe("server metadata", () => {
  it("oidcc-discovery-endpoint-verification: every endpoint is an https URL below the issuer", () => {
    assert.equal(openid.issuer, "https://example.org/id");
    const endpoints = Object.entries(openid).filter(([name]) => /_(?:endpoint|uri)$/.test(name));
    assert.deepEqual(
      endpoints.map(([, url]) => url).sort(),
      Object.values(paths)
        .map((path) => `https://example.org${path}`)
        .sort(),
    );
  });

  const required = [
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "userinfo_endpoint",
    "jwks_uri",
    "response_types_supported",
    "subject_types_supported",
    "id_token_signing_alg_values_supported",
  ];
  for (const name of required)
    it(`OpenID Connect Discovery §3: ${name} is required`, () => assert.ok(name in openid));

  it("RFC 8414: the OAuth document says the same as the other one, as far as it goes", () => {
    for (const [name, value] of Object.entries(oauth)) assert.deepEqual(openid[name], value, name);
    assert.ok("jwks_uri" in oauth && !("userinfo_endpoint" in oauth));
  });

  it("RFC 9470 §7: the OAuth document names the acr_values, for clients that know no OpenID Connect", () => {
    assert.deepEqual(oauth.acr_values_supported, ["urn:latchkey:acr:one", "urn:latchkey:acr:two", "phr"]);
  });

  it("RFC 8414 §2: a registration endpoint is named where there is one", () => {
    assert.ok(!("registration_endpoint" in oauth) && !("registration_endpoint" in openid));
    const open = openidConfiguration(issuer, { ...paths, registration: "/id/register" }, []);
    assert.equal(open.registration_endpoint, "https://example.org/id/register");
  });

  const values: readonly (readonly [title: string, name: string, value: unknown])[] = [
    ["RFC 9700 §2.1.2: codes only", "response_types_supported", ["code"]],
    ["RFC 8414 §2: the languages that there are pages in", "ui_locales_supported", languages],
    ["oidcc-formpost-basic", "response_modes_supported", ["query", "form_post"]],
    ["RFC 9700 §2.4: no password grant", "grant_types_supported", grantTypes],
    ["RFC 9700 §2.1.1: S256 only", "code_challenge_methods_supported", ["S256"]],
    ["RFC 9207 §3", "authorization_response_iss_parameter_supported", true],
    ["OpenID Connect Core §5.5", "claims_parameter_supported", true],
    ["oidcc-unsigned-request-object", "request_parameter_supported", false],
    ["oidcc-request-uri-unsigned: true where absent", "request_uri_parameter_supported", false],
    ["OpenID Connect Core §8", "subject_types_supported", ["public", "pairwise"]],
    ["RFC 9126 §5", "require_pushed_authorization_requests", false],
    ["OpenID Connect Back-Channel Logout §2.1", "backchannel_logout_supported", true],
    ["OpenID Connect Back-Channel Logout §2.1: sid", "backchannel_logout_session_supported", true],
    [
      "RFC 8414 §2: client authentication",
      "token_endpoint_auth_methods_supported",
      ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    ],
    [
      "RFC 7662 §2.1: nobody introspects without credentials",
      "introspection_endpoint_auth_methods_supported",
      ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    ],
    [
      "OpenID Connect Core §5.4: whatever opens something",
      "scopes_supported",
      ["openid", "profile", "email", "address", "phone", "groups", "offline_access"],
    ],
  ];
  for (const [title, name, value] of values)
    it(`${title} (${name})`, () => assert.deepEqual(openid[name], value));

  it("oidcc-idtoken-unsigned: RS256 is there and none is nowhere", () => {
    assert.ok([openid.id_token_signing_alg_values_supported].flat().includes("RS256"));
    for (const [name, value] of Object.entries(openid))
      if (name.includes("_alg_")) assert.ok(![value].flat().includes("none"), name);
  });
});
