import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clientAssertionType, decideClientAssertion } from "../../../src/protocol/client/assertion.ts";
import {
  authenticateByAssertion,
  authenticateClient,
  isForAssertion,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import type { Jwt } from "../../../src/protocol/jwt.ts";
import { equalDigests } from "../../../src/values/digest.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { instantOf } from "../../../src/values/time.ts";
import {
  aClient,
  aPublicClient,
  formOf,
  jwtOf,
  parametersOf,
  reasonOf,
  secretText,
  unwrap,
} from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const tokenUrl = "https://id.example/v1/Oauth/token";
const seconds = 1_800_000_000;
const now = instantOf(seconds * 1000);
const metadata = { ...interfaceMetadata, publicKeys: [{ kty: "EC" }] };
const client = aClient({ metadata });
const strict = aClient({ metadata, profile: "strict" });
const goodClaims = {
  iss: client.id,
  sub: client.id,
  aud: issuer,
  exp: seconds + 60,
  iat: seconds,
  jti: "one",
};

function assertion(claims: object = {}, header: object = {}): Jwt {
  return { header: { alg: "ES256", ...header }, claims: { ...goodClaims, ...claims } };
}

function decide(verified: Jwt | undefined, of: Client = strict) {
  return decideClientAssertion({ client: of, verified, issuer, endpoints: [tokenUrl], now });
}

const formFields = (claims: object = {}) => ({
  client_assertion: jwtOf({ alg: "ES256" }, { ...goodClaims, ...claims }),
  client_assertion_type: clientAssertionType,
});

function read(fields: Record<string, string>, authorization?: string) {
  return readClientCredentials({ authorization, parameters: formOf(fields) });
}

describe("client assertion: claims", () => {
  it("RFC 7523 §3: a good one is accepted until it expires, and its jti names its use", () => {
    const use = unwrap(decide(assertion()));
    assert.ok(
      use.keepUntil >= (seconds + 120) * 1000,
      "G4: also by the clock of a node that is a minute ahead",
    );
    const again = unwrap(decide(assertion({ exp: seconds + 90 })));
    assert.ok(equalDigests(use.key, again.key), "C33: the same jti is the same use");
    const other = unwrap(decide(assertion({ jti: "two" })));
    assert.ok(!equalDigests(use.key, other.key));
  });

  const refused = [
    ["RFC 7523 §3: no signature of a registered key", undefined, "client-assertion-invalid"],
    ["RFC 8725 §3.11: a DPoP proof", assertion({}, { typ: "dpop+jwt" }), "client-assertion-invalid"],
    [
      "FAPI 2 §5.4: RS256 from a strict client",
      assertion({}, { alg: "RS256" }),
      "client-assertion-algorithm",
    ],
    ["no algorithm", assertion({}, { alg: undefined }), "client-assertion-algorithm"],
    ["alg none", assertion({}, { alg: "none" }), "client-assertion-algorithm"],
    ["HS256", assertion({}, { alg: "HS256" }), "client-assertion-algorithm"],
    ["no sub", assertion({ sub: undefined }), "client-assertion-of-another-client"],
    ["another sub", assertion({ sub: "other" }), "client-assertion-of-another-client"],
    ["no iss", assertion({ iss: undefined }), "client-assertion-of-another-client"],
    ["another iss", assertion({ iss: issuer }), "client-assertion-of-another-client"],
    ["C34: aud is an array", assertion({ aud: [issuer] }), "client-assertion-audience"],
    ["C34: aud is the token URL", assertion({ aud: tokenUrl }), "client-assertion-audience"],
    ["C34: aud is another issuer", assertion({ aud: "https://other.example" }), "client-assertion-audience"],
    ["aud has one more slash", assertion({ aud: `${issuer}/` }), "client-assertion-audience"],
    ["no aud", assertion({ aud: undefined }), "client-assertion-audience"],
    ["no exp", assertion({ exp: undefined }), "client-assertion-expired"],
    ["exp as text", assertion({ exp: `${seconds + 60}` }), "client-assertion-expired"],
    ["exp now", assertion({ exp: seconds }), "client-assertion-expired"],
    ["exp five minutes past", assertion({ exp: seconds - 300 }), "client-assertion-expired"],
    ["exp in an hour", assertion({ exp: seconds + 3600 }), "client-assertion-lives-too-long"],
    ["nbf a minute ahead", assertion({ nbf: seconds + 61 }), "client-assertion-not-yet-valid"],
    ["iat a minute ahead", assertion({ iat: seconds + 61 }), "client-assertion-not-yet-valid"],
    ["nbf as text", assertion({ nbf: "now" }), "client-assertion-not-yet-valid"],
    ["no jti", assertion({ jti: undefined }), "client-assertion-without-jti"],
    ["a jti of 257 characters", assertion({ jti: "x".repeat(257) }), "client-assertion-without-jti"],
  ] as const;
  for (const [title, verified, reason] of refused)
    it(`${title} is refused`, () => {
      assert.equal(reasonOf(decide(verified)), reason);
    });

  const accepted = [
    ["nbf and iat eight seconds ahead", strict, assertion({ nbf: seconds + 8, iat: seconds + 8 })],
    ["no iat and no nbf", strict, assertion({ iat: undefined })],
    ["exp in ten minutes", strict, assertion({ exp: seconds + 600 })],
    ["typ of RFC 7523bis", strict, assertion({}, { typ: "client-authentication+jwt" })],
    ["RS256 from a client that is not strict", client, assertion({}, { alg: "RS256" })],
    ["the token URL from a client that is not strict", client, assertion({ aud: tokenUrl })],
    ["issuer and token URL from a client that is not strict", client, assertion({ aud: [issuer, tokenUrl] })],
  ] as const;
  for (const [title, of, verified] of accepted)
    it(`${title} is accepted`, () => {
      assert.ok(decide(verified, of).ok);
    });

  it("an assertion that is meant for another audience too is refused, with any profile", () => {
    for (const aud of [[issuer, "https://other.example"], [], [[issuer]]])
      assert.equal(reasonOf(decide(assertion({ aud }), client)), "client-assertion-audience");
  });
});

describe("client assertion: credentials", () => {
  it("RFC 7521 §4.2: the form need not name the client", () => {
    for (const fields of [formFields(), { ...formFields(), client_id: client.id }]) {
      const presented = unwrap(read(fields));
      assert.equal(presented.clientId, client.id);
      assert.equal(presented.assertion?.reveal(), fields.client_assertion);
      assert.deepEqual(presented.secrets, []);
    }
  });

  const repeated = `${new URLSearchParams(formFields())}&client_assertion=again`;
  it("a repeated client_assertion is refused", () => {
    const presented = readClientCredentials({ authorization: undefined, parameters: parametersOf(repeated) });
    assert.equal(reasonOf(presented), "parameter-repeated");
  });

  it("RFC 6749 §2.3: an assertion and a secret at once are refused", () => {
    assert.equal(
      reasonOf(read({ ...formFields(), client_secret: secretText })),
      "two-authentication-methods",
    );
    assert.equal(reasonOf(read(formFields(), "Basic YTpi")), "two-authentication-methods");
  });

  it("RFC 7521 §4.2: a client_id that the assertion does not name is refused", () => {
    assert.equal(reasonOf(read({ ...formFields(), client_id: "other" })), "client-ids-differ");
  });

  it("another client_assertion_type is refused", () => {
    const fields = formFields();
    for (const type of ["", "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"])
      assert.equal(
        reasonOf(read({ ...fields, client_assertion_type: type })),
        "client-assertion-unsupported",
      );
  });

  it("an assertion that cannot be read names no client", () => {
    const presented = unwrap(read({ ...formFields(), client_assertion: "a.b.c" }));
    assert.equal(presented.clientId, undefined);
  });
});

describe("client assertion: authentication", () => {
  function authenticate(of: Client | undefined, fields: Record<string, string>, verified = assertion()) {
    const presented = unwrap(read(fields));
    return authenticateByAssertion({ client: of, presented, verified, issuer, endpoints: [], now });
  }

  it("RFC 7523 §3: a client with a verified assertion is who it says", () => {
    assert.equal(unwrap(authenticate(strict, formFields())).client.id, client.id);
  });

  const secret = { client_id: client.id, client_secret: secretText };
  const rows = [
    ["an unknown client", undefined, formFields(), "client-unknown"],
    ["a client found under another id", strict, formFields({ sub: "other" }), "client-unknown"],
    ["ASVS V10.4.16: a secret instead of an assertion", strict, secret, "client-assertion-missing"],
    ["no proof at all", strict, { client_id: client.id }, "client-assertion-missing"],
    ["a client without keys", aClient(), formFields(), "client-assertion-unexpected"],
    ["a disabled client", { ...strict, isDisabled: true }, formFields(), "client-disabled"],
  ] as const;
  for (const [title, of, fields, reason] of rows)
    it(`${title} is refused`, () => {
      assert.equal(reasonOf(authenticate(of, fields)), reason);
    });

  it("a client with keys never authenticates by a secret, or by being public", () => {
    assert.equal(isForAssertion(client, unwrap(read(secret))), true);
    assert.equal(reasonOf(authenticateClient(client, unwrap(read(secret)))), "client-secret-mismatch");
    const open = aPublicClient({ metadata });
    const presented = unwrap(read({ client_id: client.id }));
    assert.equal(reasonOf(authenticateClient(open, presented)), "client-secret-missing");
  });

  it("an assertion that nobody verified opens no door, not even that of a public client", () => {
    const presented = unwrap(read(formFields()));
    for (const found of [aClient(), aPublicClient(), client])
      assert.equal(reasonOf(authenticateClient(found, presented)), "client-secret-missing");
  });

  it("clients of the interface are not for assertions", () => {
    assert.equal(isForAssertion(aClient(), unwrap(read(secret))), false);
    assert.equal(isForAssertion(undefined, unwrap(read(secret))), false);
  });
});
