import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  noExtensions,
  readExtensions,
  readModeOfRequestObject,
} from "../../../src/protocol/authorization/extensions.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { aClient, anApi, anOpenidClient, formOf, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

const api = "https://api.example/v1";
const thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";
const client = anOpenidClient({
  mayRefresh: true,
  resources: [api, "urn:example:b", "/relative", `${api}#x`],
});
const plain = aClient({ metadata: { ...interfaceMetadata, resources: [api] } });

function read(fields: Record<string, string>, asking: Client = client) {
  return readExtensions(asking, formOf(fields));
}

describe("what a request asks for beyond a code: accepted", () => {
  it("the interface: a client without metadata asks for nothing, with any parameters", () => {
    const everything = {
      scope: "openid",
      nonce: "n",
      claims: "x",
      id_token_hint: "x",
      resource: "x",
      dpop_jkt: "x",
    };
    assert.equal(unwrap(read(everything, aClient())), noExtensions);
  });

  it("OpenID Connect Core §3.1.2.1, RFC 8707 §2, RFC 9449 §10: everything at once", () => {
    const text = `scope=openid+email+x&nonce=n&id_token_hint=a.b.c&dpop_jkt=${thumbprint}&claims=%7B%7D&resource=${api}&resource=urn:example:b`;
    assert.deepEqual(unwrap(readExtensions(client, parametersOf(text))), {
      scope: ["openid", "email"],
      unknownScope: ["x"],
      nonce: "n",
      claims: { idToken: [], userinfo: [], subjects: undefined, acr: undefined },
      idTokenHint: "a.b.c",
      resources: [api, "urn:example:b"],
      apis: [],
      dpopThumbprint: thumbprint,
    });
  });

  it("RFC 8707 §2: an API that is open to the client, its scopes, and the sign-in's own", () => {
    const orders = anApi();
    const text = `scope=openid+orders:read+other:read&resource=${orders.resource}`;
    const { resources, apis, scope, unknownScope } = unwrap(
      readExtensions(client, parametersOf(text), [orders]),
    );
    assert.deepEqual(resources, [orders.resource]);
    assert.deepEqual(apis, [orders]);
    assert.deepEqual(scope, ["openid", "orders:read"]);
    assert.deepEqual(unknownScope, ["other:read"]);
  });

  it("OpenID Connect Core §3.1.2.1: without scope openid, nonce and claims mean nothing", () => {
    for (const asking of [client, plain]) {
      const extensions = unwrap(read({ scope: "email", nonce: "n".repeat(9999), claims: "{" }, asking));
      assert.equal(extensions.nonce, undefined);
      assert.deepEqual(extensions.claims.idToken, []);
    }
  });

  it("an id_token_hint is read for OpenID clients only", () => {
    assert.equal(unwrap(read({ id_token_hint: "x" }, plain)).idTokenHint, undefined);
    assert.equal(unwrap(read({ id_token_hint: "x" })).idTokenHint, "x");
  });

  it("fapi2 long nonce: 384 characters and up to 1024 bytes work", () => {
    for (const nonce of ["n".repeat(384), "n".repeat(1022)])
      assert.equal(unwrap(read({ scope: "openid", nonce })).nonce, nonce);
  });
});

describe("what a request asks for beyond a code: refused", () => {
  const rows = [
    ["fapi2 long nonce: a clean error", { scope: "openid", nonce: "n".repeat(1023) }, "nonce-too-long"],
    [
      "OpenID Connect Core §5.5: claims that are no JSON",
      { scope: "openid", claims: "{" },
      "claims-malformed",
    ],
    ["RFC 8707 §2: a resource that is not registered", { resource: `${api}/x` }, "target-invalid"],
    ["RFC 8707 §2: a relative URI", { resource: "/relative" }, "target-invalid"],
    ["RFC 6749 §3.3: a scope of which nothing means anything", { scope: "a b,c" }, "scope-unknown"],
    ["RFC 8707 §2: a fragment", { resource: `${api}#x` }, "target-invalid"],
    ["RFC 9449 §10: a short thumbprint", { dpop_jkt: "abc" }, "dpop-key-malformed"],
    ["RFC 9449 §10: padding", { dpop_jkt: `${thumbprint}=` }, "dpop-key-malformed"],
    ["RFC 9449 §10: spare bits", { dpop_jkt: `${thumbprint.slice(0, -1)}J` }, "dpop-key-malformed"],
    ["RFC 9449 §10: a foreign character", { dpop_jkt: `${thumbprint.slice(0, -1)}+` }, "dpop-key-malformed"],
  ] as const;
  for (const [title, fields, reason] of rows) it(title, () => assert.equal(reasonOf(read(fields)), reason));

  it("RFC 8707 §2: one of several that is not registered, or cannot be read", () => {
    for (const other of ["https://other.example", "%FF", "a%00"])
      for (const text of [`resource=${api}&resource=${other}`, `resource=${other}&resource=${api}`])
        assert.equal(reasonOf(readExtensions(client, parametersOf(text))), "target-invalid", text);
  });

  it("resources that are too long for a code", () => {
    const long = `https://api.example/${"x".repeat(1100)}`;
    const reason = reasonOf(read({ resource: long }, anOpenidClient({ resources: [long] })));
    assert.equal(reason, "target-invalid");
  });
});

describe("OpenID Connect Core §6.1: how the refusal of a request object travels", () => {
  const object = (claims: unknown, { header = "eyJhbGciOiJub25lIn0", end = "" } = {}) =>
    `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${end}`;
  const post = { response_mode: "form_post" };

  it("as the object asks, signed by anybody or nobody", () => {
    assert.equal(readModeOfRequestObject(client, object(post)), "form_post");
    assert.equal(readModeOfRequestObject(client, object(post, { end: "c2ln" })), "form_post");
    assert.equal(readModeOfRequestObject(client, object({ response_mode: "query" })), "query");
  });

  const rows: readonly (readonly [title: string, text: string | undefined])[] = [
    ["no object", undefined],
    ["one that names no mode", object({})],
    ["a mode that there is not", object({ response_mode: "fragment" })],
    ["a mode that is no text", object({ response_mode: ["form_post"] })],
    ["a mode that is inherited", object(JSON.parse('{"__proto__":{"response_mode":"form_post"}}'))],
    ["a list", object([post])],
    ["null", object(null)],
    ["no JWT", "form_post"],
    ["an encrypted one", `${object(post)}.b.c`],
    ["more than 8 KB", object({ ...post, x: "x".repeat(8_192) })],
    ["bytes that are no JSON", "e30.____.x"],
  ];
  for (const [title, text] of rows)
    it(`${title} decides nothing`, () => assert.equal(readModeOfRequestObject(client, text), undefined));

  it("a client that is none of OpenID has only one mode", () => {
    assert.equal(readModeOfRequestObject(plain, object(post)), undefined);
    assert.equal(readModeOfRequestObject(aClient(), object(post)), undefined);
  });

  it("property: no text makes it throw", () => {
    fc.assert(fc.property(fc.string(), (text) => void readModeOfRequestObject(client, text)));
  });
});
