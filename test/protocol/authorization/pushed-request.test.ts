import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  decidePushedRequest,
  decodePushedRequest,
  encodePushedRequest,
  formatRequestUri,
  type PushedRequest,
  pushedFormBytesMax,
  pushedRequestLifetimeSeconds,
  readPushedRequest,
  sealedPartOfRequestUri,
} from "../../../src/protocol/authorization/pushed-request.ts";
import { clientIdOf, grantIdOf, parseClientId } from "../../../src/values/ids.ts";
import { instantOf, plus } from "../../../src/values/time.ts";
import { aClient, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

const clientId = aClient().id;
const now = instantOf(1_800_000_000_000);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const requests: fc.Arbitrary<PushedRequest> = fc.record(
  {
    expiresAt: fc.nat({ max: 2 ** 48 - 1 }).map(instantOf),
    grantId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(grantIdOf),
    clientId: fc
      .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 64 })
      .map((text) => parseClientId(text) ?? assert.fail()),
    form: fc.string({ unit: "grapheme", maxLength: 300 }),
    isTrial: fc.constant(true),
  },
  { requiredKeys: ["expiresAt", "grantId", "clientId", "form"] },
);

const plain = (request: PushedRequest | undefined) =>
  request && { ...request, grantId: Buffer.from(request.grantId).toString("hex") };

function read(form: string) {
  return readPushedRequest({ form, parameters: parametersOf(form), clientId });
}

describe("pushed request: sealing", () => {
  it("property: what is packed unpacks to the same", () => {
    fc.assert(
      fc.property(requests, (request) => {
        assert.deepEqual(plain(decodePushedRequest(encodePushedRequest(request))), plain(request));
      }),
    );
  });

  it("property: unknown bytes never throw", () => {
    fc.assert(
      fc.property(fc.constantFrom([1], [0], []), fc.uint8Array({ maxLength: 120 }), (head, rest) => {
        decodePushedRequest(Uint8Array.from([...head, ...rest]));
      }),
    );
  });

  it("property: cut off before the form, or of another version, it does not unpack", () => {
    fc.assert(
      fc.property(requests, fc.nat(), (request, where) => {
        const packed = encodePushedRequest(request);
        const headBytes = 24 + request.clientId.length;
        assert.equal(decodePushedRequest(packed.subarray(0, where % headBytes)), undefined);
        const odd = Uint8Array.from(packed);
        odd[0] = 3;
        assert.equal(decodePushedRequest(odd), undefined);
      }),
    );
  });

  it("C28: a request_uri is told from codes, tokens and the URIs of others", () => {
    assert.equal(formatRequestUri("abc_-9"), "urn:ietf:params:oauth:request_uri:abc_-9");
    assert.equal(sealedPartOfRequestUri(formatRequestUri("abc_-9")), "abc_-9");
    for (const text of [
      "",
      "abc",
      "lkac_abc",
      formatRequestUri(""),
      formatRequestUri("a b"),
      "https://app.example/request.jwt",
      "URN:ietf:params:oauth:request_uri:abc",
      formatRequestUri("a".repeat(8192)),
    ])
      assert.equal(sealedPartOfRequestUri(text), undefined, text.slice(0, 60));
  });

  it("the longest form fits into a request_uri", () => {
    const form = "x".repeat(pushedFormBytesMax);
    const packed = encodePushedRequest({
      expiresAt: now,
      grantId: grantIdOf(new Uint8Array(16)),
      clientId,
      form,
    });
    // The sealer adds key id, nonce and tag.
    const sealed = Buffer.concat([packed, new Uint8Array(64)]).toString("base64url");
    assert.equal(sealedPartOfRequestUri(formatRequestUri(sealed)), sealed);
  });
});

describe("pushed request: reading", () => {
  const request = "response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=openid+email";

  it("RFC 9126 §2.1: the parameters are kept as they came", () => {
    assert.equal(unwrap(read(`client_id=${clientId}&${request}`)), `client_id=${clientId}&${request}`);
  });

  it("RFC 9126 §2.1: the credentials of the client do not travel through the browser", () => {
    const credentials = "client_secret=s&client_assertion=a.b.c&client_assertion_type=t";
    assert.equal(
      unwrap(read(`client_id=${clientId}&${credentials}&${request}&client%5Fsecret=s`)),
      `client_id=${clientId}&${request}`,
    );
  });

  it("a client that only its authentication named is added", () => {
    assert.equal(unwrap(read(request)), `client_id=${clientId}&${request}`);
    assert.equal(unwrap(read(`client_id=&${request}`)), `client_id=${clientId}&${request}`);
  });

  it("RFC 8707 §2: repeated parameters stay repeated", () => {
    const twice = `client_id=${clientId}&resource=a&resource=b&state=x&state=y`;
    assert.equal(unwrap(read(twice)), twice);
  });

  it("RFC 9126 §2.1: request_uri inside is refused", () => {
    assert.equal(reasonOf(read(`${request}&request_uri=urn%3Ax`)), "pushed-request-nested");
    assert.equal(reasonOf(read(`${request}&request_uri=%FF`)), "pushed-request-nested");
  });

  it("RFC 9126 §2.1: another client_id than that of the authentication is refused", () => {
    assert.equal(reasonOf(read(`client_id=other&${request}`)), "pushed-request-names-another-client");
  });

  it("4097 bytes are refused", () => {
    const start = `client_id=${clientId}&state=`;
    assert.ok(read(start + "a".repeat(pushedFormBytesMax - start.length)).ok);
    assert.equal(
      reasonOf(read(start + "a".repeat(pushedFormBytesMax - start.length + 1))),
      "pushed-request-too-long",
    );
  });

  it("property: no form makes reading throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (form) => {
        fc.pre(form.split("&").length < 60);
        read(form);
      }),
    );
  });
});

describe("pushed request: use", () => {
  const request: PushedRequest = {
    expiresAt: plus(now, pushedRequestLifetimeSeconds),
    grantId: grantIdOf(new Uint8Array(16)),
    clientId,
    form: "",
  };

  it("RFC 9126 §4: it stands for what was pushed, as often as the page is loaded, until it expires", () => {
    for (const arrivedAt of [now, instantOf(request.expiresAt - 1)])
      assert.equal(unwrap(decidePushedRequest({ request, clientId, arrivedAt })), request);
  });

  it("C36: after its expiry it is refused", () => {
    const arrivedAt = request.expiresAt;
    assert.equal(reasonOf(decidePushedRequest({ request, clientId, arrivedAt })), "pushed-request-expired");
  });

  it("C36: for another client, or without one, it is refused", () => {
    for (const other of [clientIdOf("BBBBBBBBBBBBBBBBBBBB"), undefined])
      assert.equal(
        reasonOf(decidePushedRequest({ request, clientId: other, arrivedAt: now })),
        "pushed-request-of-another-client",
      );
  });

  it("one that did not open is unknown", () => {
    const decided = decidePushedRequest({ request: undefined, clientId, arrivedAt: now });
    assert.equal(reasonOf(decided), "pushed-request-unknown");
  });
});
