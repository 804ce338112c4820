import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { redirectUriWith } from "../../../src/protocol/authorization/response.ts";
import { registeredUri, verifiedUri } from "../fixtures.ts";

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
