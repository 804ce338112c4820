import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  authenticateClient,
  exposesSecretOf,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import type { Client } from "../../../src/protocol/client/client.ts";
import { tokenErrorOf, tokenErrors } from "../../../src/protocol/errors.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { aClient, aPublicClient, formOf, parametersOf, reasonOf, secretText, unwrap } from "../fixtures.ts";

const id = aClient().id;

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function read(authorization: string | undefined, fields: Record<string, string> = {}) {
  return readClientCredentials({ authorization, parameters: formOf(fields) });
}

function authenticate(client: Client | undefined, authorization: string | undefined, fields = {}) {
  return authenticateClient(client, unwrap(read(authorization, fields)));
}

describe("client credentials", () => {
  it("the interface: client_id and client_secret in the form", () => {
    const presented = unwrap(read(undefined, { client_id: id, client_secret: secretText }));
    assert.equal(presented.clientId, id);
    assert.deepEqual(
      presented.secrets.map((secret) => secret.reveal()),
      [secretText],
    );
  });

  it("RFC 7617, C21: Basic in any letter case", () => {
    for (const scheme of ["Basic", "basic", "BASIC"]) {
      const presented = unwrap(read(basic(`${id}:${secretText}`).replace("Basic", scheme)));
      assert.equal(presented.clientId, id);
    }
  });

  it("C21: extra spaces, no colon, bad base64 and 10 KB cannot be read", () => {
    const good = basic(`${id}:${secretText}`);
    for (const authorization of [
      good.replace(" ", "  "),
      `${good} `,
      "Basic",
      "Basic ",
      basic(id),
      "Basic !!!!",
      "Basic YTpi=",
      "Basic YTpi====",
      "Basic YTp",
      "Basic Y",
      basic(`${id}:${"x".repeat(10_000)}`),
    ])
      assert.equal(reasonOf(read(authorization)), "basic-malformed", authorization.slice(0, 40));
  });

  it("RFC 6749 §5.2: an unreadable Basic header is answered with 401", () => {
    assert.equal(tokenErrors["basic-malformed"].status, 401);
  });

  it("RFC 6749 §2.3, A6: Basic and a form secret at once are refused", () => {
    const both = read(basic(`${id}:${secretText}`), { client_id: id, client_secret: secretText });
    assert.equal(reasonOf(both), "two-authentication-methods");
  });

  it("RFC 6749 §2.3, A6: a form client_id beside Basic must name the same client", () => {
    assert.ok(read(basic(`${id}:${secretText}`), { client_id: id }).ok);
    assert.equal(reasonOf(read(basic(`${id}:${secretText}`), { client_id: "other" })), "client-ids-differ");
    assert.equal(reasonOf(read(basic(`${id}:x`), { client_id: "no id" })), "client-ids-differ");
  });

  it("other schemes, and client assertions without their type, are not supported", () => {
    assert.equal(reasonOf(read("Bearer x", { client_id: id })), "authorization-scheme-unsupported");
    assert.equal(reasonOf(read("Basicx y")), "authorization-scheme-unsupported");
    assert.equal(reasonOf(read("")), "authorization-scheme-unsupported");
    assert.equal(
      reasonOf(read(undefined, { client_id: id, client_assertion: "x" })),
      "client-assertion-unsupported",
    );
  });

  it("A10: client_id is missing or empty", () => {
    assert.equal(reasonOf(read(undefined)), "client-id-missing");
    assert.equal(reasonOf(read(undefined, { client_id: "", client_secret: "x" })), "client-id-missing");
  });

  it("A4, A12, A13: repeated or malformed credentials are refused", () => {
    const readText = (text: string) =>
      readClientCredentials({ authorization: undefined, parameters: parametersOf(text) });
    for (const text of ["client_id=a&client_id=a", "client_id=a&client_secret=b&client_secret=c"])
      assert.equal(reasonOf(readText(text)), "parameter-repeated");
    for (const text of ["client_id=%FF", "client_id=a&client_secret=%00"])
      assert.equal(reasonOf(readText(text)), "parameter-malformed");
  });

  it("a text that cannot be a client id reads as no id at all", () => {
    for (const client_id of ["a b", "a%", "é", "x".repeat(65)])
      assert.equal(unwrap(read(undefined, { client_id })).clientId, undefined);
    assert.equal(unwrap(read(basic("%zz:x"))).clientId, undefined);
    assert.equal(unwrap(read(basic(":x"))).clientId, undefined);
  });

  it("property: no header makes reading throw", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((rest) => `Basic ${rest}`),
          text.map(basic),
        ),
        (authorization) => {
          read(authorization);
        },
      ),
    );
  });
});

describe("client authentication", () => {
  it("RFC 6749 §2.3.1, A16: a secret with %, :, + works form-encoded and raw", () => {
    const secret = "a%2Bb:c+d%";
    const client = aClient({ secretDigest: sha256(secret) });
    const encoded = new URLSearchParams([["", secret]]).toString().slice(1);
    for (const sent of [secret, encoded, encodeURIComponent(secret)])
      assert.ok(authenticate(client, basic(`${id}:${sent}`)).ok, sent);
    assert.ok(authenticate(client, undefined, { client_id: id, client_secret: secret }).ok);
  });

  it("RFC 6749 §2.3.1: a colon alone encoded, as some libraries do, works", () => {
    const client = aClient({ secretDigest: sha256("a:b") });
    assert.ok(authenticate(client, basic(`${id}:a%3Ab`)).ok);
  });

  const form = (client_secret: string) => ({ client_id: id, client_secret });
  const rows = [
    ["C9: wrong secret", aClient(), form("wrong"), "client-secret-mismatch"],
    ["C22: secret cut short", aClient(), form(secretText.slice(0, -1)), "client-secret-mismatch"],
    ["C22: secret in other case", aClient(), form(secretText.toUpperCase()), "client-secret-mismatch"],
    ["C10: unknown client", undefined, form(secretText), "client-unknown"],
    ["C10: unknown client without a secret", undefined, { client_id: id }, "client-secret-missing"],
    ["RFC 9700 §2.5: no secret", aClient(), { client_id: id }, "client-secret-missing"],
    ["a disabled client", aClient({ isDisabled: true }), form(secretText), "client-disabled"],
    [
      "a disabled client with a wrong secret",
      aClient({ isDisabled: true }),
      form("x"),
      "client-secret-mismatch",
    ],
    ["a disabled public client", aPublicClient({ isDisabled: true }), { client_id: id }, "client-disabled"],
    ["a public client that sends a secret", aPublicClient(), form(secretText), "client-secret-unexpected"],
  ] as const;
  for (const [title, client, fields, reason] of rows)
    it(`RFC 6749 §3.2.1: ${title} is refused`, () => {
      assert.equal(reasonOf(authenticate(client, undefined, fields)), reason);
    });

  it("a client found under another id than the presented one is refused", () => {
    const other = aClient({ id: aClient().id, isPublic: false });
    assert.equal(
      reasonOf(authenticate(other, undefined, { client_id: "x", client_secret: secretText })),
      "client-unknown",
    );
  });

  it("a confidential client without a stored digest never authenticates", () => {
    const { secretDigest: _, ...broken } = aClient();
    assert.ok(!authenticate(broken, undefined, form("the secret of no client")).ok);
  });

  it("C10: unknown client, wrong secret and disabled client look the same", () => {
    const texts = (["client-unknown", "client-secret-mismatch", "client-disabled"] as const).map(
      (reason) => tokenErrors[reason],
    );
    assert.equal(new Set(texts.map((text) => JSON.stringify(text))).size, 1);
  });

  it("RFC 6749 §5.2: 401 only to callers that used Basic", () => {
    assert.equal(tokenErrorOf("client-secret-mismatch", { usedBasic: true }).status, 401);
    assert.equal(tokenErrorOf("client-secret-mismatch", { usedBasic: false }).status, 400);
    assert.equal(tokenErrorOf("code-expired", { usedBasic: true }).status, 400);
  });

  it("RFC 6749 §2.1: a public client is authenticated by nothing but its id", () => {
    const { client, secretDigest } = unwrap(authenticate(aPublicClient(), undefined, { client_id: id }));
    assert.deepEqual([client.id, secretDigest], [id, undefined]);
    assert.ok(authenticate(aPublicClient(), basic(`${id}:`)).ok);
  });

  it("C37: while a secret is being rotated, the old one and the new one work, and no other", () => {
    const rotating = aClient({ secretDigest: sha256("new"), previousSecretDigest: sha256("old") });
    for (const secret of ["new", "old"]) {
      const { secretDigest } = unwrap(authenticate(rotating, undefined, form(secret)));
      assert.deepEqual(secretDigest, sha256(secret), "it is said which of the two it was");
      assert.ok(authenticate(rotating, basic(`${id}:${secret}`)).ok, secret);
      assert.equal(exposesSecretOf(rotating, formOf({ client_secret: secret })), true);
    }
    assert.equal(reasonOf(authenticate(rotating, undefined, form("older"))), "client-secret-mismatch");
  });

  it("C37: after the rotation the old secret is as wrong as any", () => {
    const rotated = aClient({ secretDigest: sha256("new") });
    assert.equal(reasonOf(authenticate(rotated, undefined, form("old"))), "client-secret-mismatch");
  });

  it("what stands in for a digest that is not there is no secret of anybody", () => {
    const standIn = "the secret of no client";
    for (const client of [aClient(), aClient({ previousSecretDigest: sha256("old") })])
      assert.equal(reasonOf(authenticate(client, undefined, form(standIn))), "client-secret-mismatch");
    const { secretDigest: _, ...broken } = aClient();
    assert.equal(reasonOf(authenticate(broken, undefined, form(standIn))), "client-secret-mismatch");
  });

  it("only the client's real secret in a query is an exposed one", () => {
    assert.equal(exposesSecretOf(aClient(), formOf({ client_secret: secretText })), true);
    assert.equal(exposesSecretOf(aClient(), formOf({ client_secret: "guess" })), false);
    assert.equal(exposesSecretOf(aClient(), formOf({})), false);
    assert.equal(exposesSecretOf(aPublicClient(), formOf({ client_secret: secretText })), false);
  });
});
