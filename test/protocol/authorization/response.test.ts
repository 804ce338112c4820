import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { redirectUriWith, refusalParameters } from "../../../src/protocol/authorization/response.ts";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import type { Issuer } from "../../../src/values/issuer.ts";
import { aClient, anOpenidClient, aPublicClient, registeredUri, verifiedUri } from "../fixtures.ts";

describe("redirect URI with response parameters", () => {
  it("the interface: <redirect_uri>?code=<AUTH_CODE>", () => {
    assert.equal(redirectUriWith(verifiedUri(registeredUri), [["code", "x"]]), `${registeredUri}?code=x`);
  });

  it("B36: a registered query stays in front, in order", () => {
    const uri = "https://app.example/cb?tenant=1&b=%20";
    assert.equal(redirectUriWith(verifiedUri(uri), [["code", "x"]]), `${uri}&code=x`);
    assert.equal(
      redirectUriWith(verifiedUri("https://app.example/cb?"), [["code", "x"]]),
      "https://app.example/cb?code=x",
    );
  });

  it("B25: works for custom schemes", () => {
    assert.equal(
      redirectUriWith(verifiedUri("com.example.app:/cb"), [["code", "x"]]),
      "com.example.app:/cb?code=x",
    );
  });

  it("property: any well-formed value arrives unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (state) => {
        const url = new URL(redirectUriWith(verifiedUri(`${registeredUri}?a=1`), [["state", state]]));
        assert.equal(url.searchParams.get("state"), state);
        assert.equal(url.searchParams.get("a"), "1");
        assert.equal(url.hash, "");
      }),
    );
  });
});

describe("iss in the answer (RFC 9207 §2)", () => {
  const issuer = "https://id.example" as Issuer;
  const answered = (client: Client) => {
    const redirectUri = verifiedUri(registeredUri);
    const refusal = {
      client,
      redirectUri,
      responseMode: "query",
      errorFormat: "redirect",
      uiLocales: [],
    } as const;
    return new Map(refusalParameters({ ...refusal, reason: "registration" }, issuer)).get("iss");
  };

  const plus = (metadata: Partial<ClientMetadata>) => ({ metadata: { ...interfaceMetadata, ...metadata } });

  const rows: readonly (readonly [title: string, client: Client, isSent: boolean])[] = [
    ["the interface: never", aClient(), false],
    ["a public client of the interface: never", aPublicClient(), false],
    ["a strict client", aClient({ profile: "strict" }), true],
    ["an OpenID client", anOpenidClient({ wantsIssuer: true }), true],
    [
      "a client with a server that registered more than the interface",
      aClient(plus({ mayRefresh: true })),
      false,
    ],
    ["a public one", aPublicClient(plus({ mayRefresh: true })), true],
    ["a client that registered itself", aClient(plus({ registrationTokenDigest: "digest" })), true],
    ["a client that is described by its document", aClient(plus({ documentSince: "1" })), true],
  ];
  for (const [title, client, isSent] of rows)
    it(title, () => {
      assert.equal(answered(client), isSent ? issuer : undefined);
    });
});
