import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { nearestRedirectUri, verifyRedirectUri } from "../../../src/protocol/client/redirect-uri.ts";
import { aClient, aPublicClient, registeredUri } from "../fixtures.ts";

const refusedVariants: Record<string, readonly string[]> = {
  "B1: trailing slash": ["https://app.example/cb/"],
  "B3: other letter case": ["https://APP.example/cb", "HTTPS://app.example/cb", "https://app.example/CB"],
  "B4: added query": ["https://app.example/cb?x=1", "https://app.example/cb?"],
  "B6: default port spelled out": ["https://app.example:443/cb"],
  "B7: other port": ["https://app.example:8443/cb"],
  "B9: suffix trick": ["https://evilapp.example/cb", "https://app.example.evil.test/cb"],
  "B10: userinfo": ["https://app.example@evil.test/cb", "https://a:b@app.example/cb"],
  "B12: backslash": ["https://evil.test\\@app.example/cb", "https:\\\\app.example\\cb"],
  "B13: traversal": [
    "https://app.example/cb/../evil",
    "https://app.example/cb/%2e%2e/evil",
    "https://app.example/cb%2f..%2fevil",
    "https://app.example/cb/..;/evil",
    "https://app.example/x/../cb",
  ],
  "B15: encoded twice": ["%68ttps://app.example/cb", "https%3A%2F%2Fapp.example%2Fcb"],
  "B16: encoded dot and NUL": ["https://app.example%2eevil.test/cb", "https://app.example%00.evil.test/cb"],
  "B19: trailing dot": ["https://app.example./cb"],
  "B21: relative": ["//app.example/cb", "/cb", "cb", ""],
  "B22: what parsers repair": ["https:app.example/cb", "https:/app.example/cb", "https:///app.example/cb"],
  "B23: whitespace and control characters": [
    " https://app.example/cb",
    "https://app.example/cb ",
    "https://app.exa\tmple/cb",
    "https://app.example/cb\n",
  ],
  "B24: script and data schemes": [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java%0ascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://app.example/x",
    "file:///etc/passwd",
    "about:blank",
  ],
  "B34: regular expression characters": ["https://appXexample/cb"],
  "B37: another client's URI": ["https://other.example/cb"],
};

describe("verified redirect URI", () => {
  it("RFC 9700 §2.1: the registered string itself is verified", () => {
    assert.equal(verifyRedirectUri(aClient(), registeredUri), registeredUri);
  });

  for (const [title, variants] of Object.entries(refusedVariants))
    it(`${title}: refused for confidential and public clients`, () => {
      for (const variant of variants) {
        assert.equal(verifyRedirectUri(aClient(), variant), undefined, variant);
        assert.equal(verifyRedirectUri(aPublicClient(), variant), undefined, variant);
      }
    });

  it("B18: the Unicode form of a registered ASCII host is refused", () => {
    const client = aClient({ redirectUris: ["https://xn--bcher-kva.example/cb"] });
    assert.equal(verifyRedirectUri(client, "https://bücher.example/cb"), undefined);
  });

  it("B25: a custom scheme works as registered and in no other form", () => {
    const client = aPublicClient({ redirectUris: ["com.example.app:/cb"] });
    assert.equal(verifyRedirectUri(client, "com.example.app:/cb"), "com.example.app:/cb");
    for (const variant of ["com.example.app://cb", "com.example.app:cb", "COM.example.app:/cb"])
      assert.equal(verifyRedirectUri(client, variant), undefined, variant);
  });

  it("RFC 8252 §7.3, B27: a public client may vary the port of a registered loopback IP", () => {
    const rows = [
      ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb"],
      ["http://127.0.0.1:0/cb", "http://127.0.0.1:51004/cb"],
      ["http://127.0.0.1:8000/cb", "http://127.0.0.1/cb"],
      ["http://[::1]/cb", "http://[::1]:51004/cb"],
      ["http://[::1]:1/cb?a=1", "http://[::1]:65535/cb?a=1"],
      ["http://127.0.0.1", "http://127.0.0.1:51004"],
    ] as const;
    for (const [registered, received] of rows)
      assert.equal(verifyRedirectUri(aPublicClient({ redirectUris: [registered] }), received), received);
  });

  it("B28 to B30: nothing but the port digits may differ", () => {
    const client = aPublicClient({ redirectUris: ["http://127.0.0.1:8000/cb"] });
    for (const received of [
      "http://localhost:51004/cb",
      "http://[::1]:51004/cb",
      "https://127.0.0.1:51004/cb",
      "http://127.0.0.1:51004/cb/",
      "http://127.0.0.1:51004/other",
      "http://127.0.0.1:51004/cb?a=1",
      "http://127.0.0.1:51004/cb#a",
      "http://127.0.0.1.evil.test:51004/cb",
      "http://127.0.0.1:51004@evil.test/cb",
      "http://127.0.0.1:@evil.test/cb",
      "http://2130706433/cb",
      "http://0x7f.1/cb",
      "http://127.1/cb",
      "http://127.0.0.1:/cb",
      "http://127.0.0.1:0/cb",
      "http://127.0.0.1:65536/cb",
      "http://127.0.0.1:099/cb",
      "http://127.0.0.1:+1/cb",
      "http://127.0.0.1:5100x/cb",
      "http://127.0.0.1:51004\n/cb",
      "http://127.0.0.1:51004:1/cb",
    ])
      assert.equal(verifyRedirectUri(client, received), undefined, received);
  });

  it("RFC 8252 §8.3, B32: a public client may vary the port of a registered localhost, and nothing else", () => {
    for (const registered of ["http://localhost/cb", "http://localhost:8000/cb"]) {
      const client = aPublicClient({ redirectUris: [registered] });
      for (const received of [
        "http://localhost:51004/cb",
        "http://localhost/cb",
        "http://localhost:65535/cb",
      ])
        assert.equal(verifyRedirectUri(client, received), received);
      for (const received of [
        "http://localhost.evil.test/cb",
        "http://localhost.evil.test:51004/cb",
        "http://localhost:80@evil.test/cb",
        "http://localhost:@evil.test/cb",
        "http://localhost@evil.test/cb",
        "http://evil.localhost:51004/cb",
        "http://localhost.:51004/cb",
        "http://LOCALHOST:51004/cb",
        "http://localhost\\@evil.test/cb",
        "http://localhost:/cb",
        "http://localhost:0/cb",
        "http://localhost:65536/cb",
        "http://localhost:099/cb",
        "http://localhost:51004/cb/",
        "http://localhost:51004/other",
        "http://localhost:51004/cb?a=1",
        "http://localhost:51004/cb#a",
        "https://localhost:51004/cb",
        "https://localhost/cb",
        "http://127.0.0.1:51004/cb",
        "http://[::1]:51004/cb",
      ])
        assert.equal(verifyRedirectUri(client, received), undefined, received);
    }
    const secure = aPublicClient({ redirectUris: ["https://localhost:8000/cb"] });
    assert.equal(verifyRedirectUri(secure, "https://localhost:51004/cb"), undefined);
  });

  it("B31: a confidential client may not vary the port", () => {
    const client = aClient({ redirectUris: ["http://127.0.0.1:8000/cb", "http://localhost:8000/cb"] });
    for (const received of ["http://127.0.0.1:51004/cb", "http://localhost:51004/cb", "http://localhost/cb"])
      assert.equal(verifyRedirectUri(client, received), undefined, received);
  });

  it("property: only registered strings are verified for a confidential client", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: "binary" })), (received) => {
        assert.equal(verifyRedirectUri(aClient(), received) !== undefined, received === registeredUri);
      }),
    );
  });
});

describe("nearest redirect URI", () => {
  const rows = [
    ["https://app.example/cb/", "trailing-slash"],
    ["https://app.example/CB", "case"],
    ["https://app.example/%63b", "encoding"],
    ["https%3A%2F%2Fapp.example%2Fcb", "encoding"],
    ["http://app.example/cb", "scheme"],
    ["https://app.example.evil.test/cb", "host"],
    ["https://app.example@evil.test/cb", "host"],
    ["https://app.example:8443/cb", "port"],
    ["https://app.example/callback", "path"],
    ["https://app.example/cb?a=1", "query"],
    ["http://localhost:3000/x", "other"],
    ["", "other"],
    ["\0%FF\\", "other"],
  ] as const;

  for (const [received, difference] of rows)
    it(`says what differs: ${JSON.stringify(received)} by ${difference}`, () => {
      assert.equal(nearestRedirectUri([registeredUri], received)?.difference, difference);
    });

  it("cuts both where they part", () => {
    assert.deepEqual(nearestRedirectUri([registeredUri], "https://api.example/cb"), {
      registered: registeredUri,
      same: "https://ap",
      receivedDiffers: "i",
      registeredDiffers: "p",
      rest: ".example/cb",
      difference: "host",
    });
  });

  it("chooses the most similar of several, and none of none", () => {
    const registered = ["https://app.example/callback", "http://localhost:3000/cb", "https://x.test/"];
    const nearest = nearestRedirectUri(registered, "http://localhost:3000/callback");
    assert.equal(nearest?.registered, "http://localhost:3000/cb");
    assert.equal(nearestRedirectUri([], registeredUri), undefined);
  });

  it("looks at no more than 2000 characters of hostile input", () => {
    const nearest = nearestRedirectUri([registeredUri], `${registeredUri}${"/".repeat(100_000)}`);
    assert.equal(nearest?.receivedDiffers.length, 2000 - registeredUri.length);
  });

  it("property: the parts make up both URIs, for any input", () => {
    fc.assert(
      fc.property(
        fc.array(fc.webUrl(), { minLength: 1, maxLength: 5 }),
        fc.string(),
        (registered, received) => {
          const nearest = nearestRedirectUri(registered, received);
          assert.ok(nearest !== undefined);
          assert.equal(nearest.same + nearest.receivedDiffers + nearest.rest, received);
          assert.equal(nearest.same + nearest.registeredDiffers + nearest.rest, nearest.registered);
        },
      ),
    );
  });
});
