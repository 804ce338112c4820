import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readTokenRequest, tokenParameters } from "../../../src/protocol/token/request.ts";
import { parametersOf, reasonOf, unwrap } from "../fixtures.ts";

const form = "client_id=a&client_secret=b&code=c";

function read(body: string, query?: string) {
  return readTokenRequest({
    parameters: parametersOf(body),
    query: query === undefined ? undefined : parametersOf(query),
  });
}

describe("token request", () => {
  it("the interface: client_id, client_secret and code are enough", () => {
    assert.deepEqual(unwrap(read(form)), {
      grantType: "authorization_code",
      code: "c",
      redirectUri: undefined,
      codeVerifier: undefined,
      resources: [],
    });
  });

  it("RFC 6749 §4.1.3, RFC 7636 §4.5: grant_type, redirect_uri and code_verifier are read", () => {
    const verifier = "v".repeat(43);
    const request = unwrap(
      read(
        `${form}&grant_type=authorization_code&redirect_uri=https%3A%2F%2Fa.example%2Fcb&code_verifier=${verifier}`,
      ),
    );
    assert.ok(request.grantType === "authorization_code");
    assert.equal(request.redirectUri, "https://a.example/cb");
    assert.equal(request.codeVerifier, verifier);
  });

  it("RFC 6749 §6: a refresh token, with and without a narrower scope", () => {
    const request = { grantType: "refresh_token", refreshToken: "lkrt_x", scope: undefined, resources: [] };
    const text = "client_id=a&client_secret=b&grant_type=refresh_token&refresh_token=lkrt_x";
    assert.deepEqual(unwrap(read(text)), request);
    assert.deepEqual(unwrap(read(`${text}&scope=openid+x,email+openid&code=c`)), {
      ...request,
      scope: ["openid", "x", "email"],
    });
  });

  it("RFC 8707 §2.2: resource may repeat, with a code and with a refresh token", () => {
    const more = "resource=https://a.example&resource=https://b.example";
    for (const grant of [form, "grant_type=refresh_token&refresh_token=x"])
      assert.deepEqual(unwrap(read(`${grant}&${more}`)).resources, [
        "https://a.example",
        "https://b.example",
      ]);
  });

  it("A4: every known parameter may occur once, be it the same or different", () => {
    for (const name of tokenParameters)
      for (const text of [`${name}=x&${name}=x`, `${name}=x&${name}=y`, `${name}=&${name}=y`])
        assert.equal(reasonOf(read(`${form}&${text}`)), "parameter-repeated", text);
  });

  it("RFC 6749 §3.2: unknown parameters are ignored, however they come", () => {
    assert.ok(read(`${form}&foo=1&foo=2&bar=%FF&resource=a&resource=b`, "api-version=1&x=1&x=2").ok);
  });

  const verifierOf = (length: number) => `${form}&code_verifier=${"v".repeat(length)}`;
  const rows = [
    ["A10: code is missing", "client_id=a&client_secret=b", "code-missing"],
    ["A10: code is empty", "client_id=a&client_secret=b&code=", "code-missing"],
    ["A7: code[] is not code", "client_id=a&client_secret=b&code[]=c", "code-missing"],
    ["A12: code is not UTF-8", "client_id=a&code=%FF", "parameter-malformed"],
    ["A13: code with NUL", "client_id=a&code=a%00", "parameter-malformed"],
    [
      "A12: resource is not UTF-8, beside one that is",
      `${form}&resource=urn:a:b&resource=%FF`,
      "parameter-malformed",
    ],
    ["A12: audience is not UTF-8", `${form}&audience=%FF`, "parameter-malformed"],
    ["A12: redirect_uri is not UTF-8", `${form}&redirect_uri=%C0%AF`, "parameter-malformed"],
    ["RFC 9700 §2.4: password grant", `${form}&grant_type=password`, "grant-type-unsupported"],
    ["RFC 6749 §5.2: implicit grant", "client_id=a&grant_type=implicit", "grant-type-unsupported"],
    ["RFC 6749 §6: no refresh_token", `${form}&grant_type=refresh_token`, "refresh-token-missing"],
    [
      "the interface: without grant_type a refresh_token is no code",
      "client_id=a&refresh_token=x",
      "code-missing",
    ],
    ["C13: verifier of 42 characters", verifierOf(42), "code-verifier-syntax"],
    ["C13: verifier of 129 characters", verifierOf(129), "code-verifier-syntax"],
    ["C13: verifier with a foreign character", `${verifierOf(43)}%20`, "code-verifier-syntax"],
  ] as const;
  for (const [title, body, reason] of rows) it(title, () => assert.equal(reasonOf(read(body)), reason));

  it("A10: an empty grant_type is absent", () => {
    assert.ok(read(`${form}&grant_type=`).ok);
  });

  it("RFC 6749 §2.3.1, A30: nothing of it may be in the URL, a secret least of all", () => {
    assert.equal(reasonOf(read(form, "client_secret=b")), "client-secret-in-query");
    assert.equal(reasonOf(read("", `${form}&client_secret=b`)), "client-secret-in-query");
    assert.equal(reasonOf(read(form, "client_secret=%FF")), "client-secret-in-query");
    for (const name of ["code", "client_id", "code_verifier", "grant_type"])
      assert.equal(reasonOf(read(form, `${name}=c`)), "parameters-in-query");
    assert.ok(read(form, "code=&client_secret=").ok);
  });
});
