import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { interfaceMetadata, isSelfRegistered, mustUsePkce } from "../../../src/protocol/client/client.ts";
import {
  describeDocumentProblem,
  documentHostOf,
  readClientDocument,
} from "../../../src/protocol/client/document.ts";
import {
  documentIdFor,
  looksLikeDocumentId,
  whyNotAdmitted,
} from "../../../src/protocol/client/document-policy.ts";
import { verifyRedirectUri } from "../../../src/protocol/client/redirect-uri.ts";
import { type ClientId, parseClientId } from "../../../src/values/ids.ts";
import { aClient, aPublicClient, reasonOf, unwrap } from "../fixtures.ts";

const id: ClientId = parseClientId("https://app.example/client.json") ?? assert.fail();
const document = { client_id: id, client_name: "App", redirect_uris: ["https://app.example/cb"] };
const key = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };

function read(json: unknown, mayBePlain = false) {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  return readClientDocument(Buffer.from(text), id, { mayBePlain });
}

describe("a document that describes a client", () => {
  it("is read as a registration is, for a public client unless it says otherwise", () => {
    const { clientName, redirectUris, method, changes } = unwrap(read(document));
    assert.deepEqual(
      [clientName, redirectUris, method, changes.mayRefresh, changes.isOpenid],
      ["App", ["https://app.example/cb"], "none", false, true],
    );
  });

  it("may sign with keys of its own", () => {
    const signing = { ...document, token_endpoint_auth_method: "private_key_jwt" };
    assert.equal(unwrap(read({ ...signing, jwks: { keys: [key] } })).method, "private_key_jwt");
    const uri = "https://keys.example/set";
    assert.equal(unwrap(read({ ...signing, jwks_uri: uri })).changes.publicKeysUri, uri);
    assert.equal(reasonOf(read(signing)).kind, "keys-missing");
  });

  it("was written for many services: what only others need is left out", () => {
    const device = "urn:ietf:params:oauth:grant-type:device_code";
    const several = {
      ...document,
      grant_types: ["authorization_code", "refresh_token", device],
      response_types: ["code", "code id_token"],
      application_type: "native",
      software_id: "app",
      scope: "openid files:read",
    };
    assert.equal(unwrap(read(several)).changes.mayRefresh, true);
  });

  it("shows pages and pictures of its own host alone", () => {
    const pages = {
      logo_uri: "https://elsewhere.example/logo.png",
      policy_uri: "https://app.example/privacy",
      tos_uri: "https://app.example:8443/terms",
    };
    const { logoUri, policyUri, tosUri } = unwrap(read({ ...document, ...pages })).changes;
    assert.deepEqual([logoUri, policyUri, tosUri], [null, "https://app.example/privacy", null]);
  });

  it("has addresses without TLS in development only", () => {
    const plain = { ...document, logo_uri: "http://localhost/logo.png" };
    assert.equal(reasonOf(read(plain)).kind, "without-tls");
    assert.equal(read(plain, true).ok, true);
  });
});

describe("a document that describes none", () => {
  const refusals: Readonly<Record<string, readonly [unknown, string]>> = {
    "no JSON": ["<html>", "not-json-object"],
    "an empty body": ["", "not-json-object"],
    "a list": [[document], "not-json-object"],
    null: ["null", "not-json-object"],
    "a text": ['"x"', "not-json-object"],
    "a byte order mark, and then a list": ["\ufeff[]", "not-json-object"],
    "no client_id": [{ ...document, client_id: undefined }, "other-client-id"],
    "client_id as a list": [{ ...document, client_id: [id] }, "other-client-id"],
    "a slash more": [{ ...document, client_id: `${id}/` }, "other-client-id"],
    "another case": [{ ...document, client_id: id.toUpperCase() }, "other-client-id"],
    "the port that is meant anyway": [
      { ...document, client_id: id.replace(".example/", ".example:443/") },
      "other-client-id",
    ],
    "a fragment": [{ ...document, client_id: `${id}#` }, "other-client-id"],
    "the last of two client_id counts": [
      `{"client_id":"${id}","client_id":"https://evil.example/x","redirect_uris":["https://app.example/cb"]}`,
      "other-client-id",
    ],
    "client_id only in the prototype": [
      `{"__proto__":{"client_id":"${id}","redirect_uris":["https://app.example/cb"]}}`,
      "other-client-id",
    ],
    "a secret": [{ ...document, client_secret: "x" }, "secret"],
    "an empty secret": [{ ...document, client_secret: null }, "secret"],
    "the end of a secret": [{ ...document, client_secret_expires_at: 0 }, "secret"],
    "a secret in the form": [
      { ...document, token_endpoint_auth_method: "client_secret_post" },
      "unsupported",
    ],
    "a secret by Basic": [{ ...document, token_endpoint_auth_method: "client_secret_basic" }, "unsupported"],
    "a secret that signs": [{ ...document, token_endpoint_auth_method: "client_secret_jwt" }, "unsupported"],
    "a certificate": [{ ...document, token_endpoint_auth_method: "tls_client_auth" }, "unsupported"],
    "no redirect_uris": [{ ...document, redirect_uris: undefined }, "redirect-uris-missing"],
    "an empty list": [{ ...document, redirect_uris: [] }, "redirect-uris-missing"],
    "redirect_uris as a text": [{ ...document, redirect_uris: "https://app.example/cb" }, "wrong-type"],
    "redirect_uris with a number": [{ ...document, redirect_uris: [1] }, "wrong-type"],
    "too many": [
      { ...document, redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`) },
      "redirect-uris-too-many",
    ],
    "a name that is an object": [{ ...document, client_name: {} }, "wrong-type"],
    "no code": [{ ...document, grant_types: ["refresh_token"] }, "unsupported"],
    "only grant types of others": [{ ...document, grant_types: ["password"] }, "unsupported"],
    "only response types of others": [{ ...document, response_types: ["token"] }, "unsupported"],
    "pairwise subjects": [{ ...document, subject_type: "pairwise" }, "unsupported"],
    "a sector": [{ ...document, sector_identifier_uri: "https://app.example/s" }, "sector-uri"],
    "keys twice": [
      {
        ...document,
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [key] },
        jwks_uri: "https://app.example/keys",
      },
      "keys-twice",
    ],
  };
  for (const [title, [json, kind]] of Object.entries(refusals))
    it(title, () => {
      const problem = reasonOf(read(json));
      assert.equal(problem.kind, kind);
      assert.match(describeDocumentProblem(problem), /^[A-Z].*\.$/);
    });

  it("bytes that are not UTF-8", () => {
    const bytes = Buffer.from(JSON.stringify({ ...document, client_name: "Caf\u00e9" }), "latin1");
    assert.equal(reasonOf(readClientDocument(bytes, id, { mayBePlain: false })).kind, "not-json-object");
  });
});

describe("whose documents count", () => {
  const at = (host: string) => `https://${host}/client`;
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["closed", "app.example", "closed"],
    ["open", "app.example", undefined],
    ["app.example", "app.example", undefined],
    ["app.example", "app.example:8443", undefined],
    ["app.example", "www.app.example", "host-not-listed"],
    ["app.example", "app.example.evil.example", "host-not-listed"],
    ["*.app.example", "www.app.example", undefined],
    ["*.app.example", "a.b.app.example", undefined],
    ["*.app.example", "app.example", "host-not-listed"],
    ["*.app.example", "evilapp.example", "host-not-listed"],
    ["open", "localhost", "development-only"],
    ["localhost", "localhost:3000", "development-only"],
    ["open", "127.0.0.1", "development-only"],
    ["open", "[::1]", "development-only"],
  ];
  for (const [said, host, expected] of cases)
    it(`${said}: ${host}`, () => {
      const policy =
        said === "closed" || said === "open"
          ? ({ mode: said } as const)
          : ({ mode: "listed", hosts: [said] } as const);
      assert.equal(whyNotAdmitted(policy, at(host), { isDevelopment: false }), expected);
      if (expected !== "development-only") return;
      assert.equal(whyNotAdmitted(policy, at(host), { isDevelopment: true }), undefined);
    });
});

describe("the spelling that a client id should have", () => {
  for (const [text, expected] of [
    ["https://App.example:443/./client#top", id.replace("client.json", "client")],
    ["https://ada@app.example/client?x=1", "https://app.example/client"],
    ["https://app.example", undefined],
    ["http://app.example/client", undefined],
    ["https://", undefined],
    [`https://app.example/${"x".repeat(2000)}`, undefined],
  ] as const)
    it(text.slice(0, 60), () => {
      assert.equal(looksLikeDocumentId(text), true);
      assert.equal(documentIdFor(text), expected);
    });
});

describe("a client by document", () => {
  const metadata = { ...interfaceMetadata, documentSince: "0" };

  it("is nobody's but its own, with a verified host, and always uses PKCE", () => {
    const client = aClient({ id, metadata });
    assert.deepEqual([isSelfRegistered(client), mustUsePkce(client)], [true, true]);
    assert.equal(documentHostOf(client), "app.example");
    assert.equal(documentHostOf(aClient()), undefined);
  });

  it("may listen on any port of this machine where it is public (RFC 8252 §7.3), by name too", () => {
    const redirectUris = ["http://localhost/callback", "http://127.0.0.1:3000/cb", "https://app.example/cb"];
    const installed = aPublicClient({ id, metadata, redirectUris });
    const varying = {
      "http://localhost:53211/callback": true,
      "http://localhost/callback": true,
      "http://127.0.0.1:9/cb": true,
      "http://localhost:0/callback": false,
      "http://localhost:65536/callback": false,
      "http://localhost:53211/callback/": false,
      "http://localhost:53211/other": false,
      "http://localhost.evil.example:1/callback": false,
      "http://localhost:1@evil.example/callback": false,
      "http://127.0.0.1:1/callback": false,
      "https://localhost:1/callback": false,
      "https://app.example:8443/cb": false,
    };
    for (const [uri, isVerified] of Object.entries(varying)) {
      assert.equal(verifyRedirectUri(installed, uri) !== undefined, isVerified, uri);
    }
  });
});
