import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type CodeExtras,
  type CodePayload,
  createCode,
  decodeCodePayload,
  encodeCodePayload,
  openCode,
} from "../../../src/protocol/authorization/code.ts";
import { codeChallengeOf } from "../../../src/protocol/authorization/pkce.ts";
import {
  type AuthorizationRequest,
  decideAuthorizationRequest,
} from "../../../src/protocol/authorization/request.ts";
import type { Client } from "../../../src/protocol/client/client.ts";
import { personClaims } from "../../../src/protocol/openid/person-claims.ts";
import { knownScopes } from "../../../src/protocol/scope.ts";
import { redirectUriDigestOf } from "../../../src/protocol/token/redirect-uri-digest.ts";
import { accountIdOf, grantIdOf, parseClientId, sessionIdOf } from "../../../src/values/ids.ts";
import { instantOf } from "../../../src/values/time.ts";
import { aClient, anApi, anOpenidClient, formOf, parametersOf, registeredUri, unwrap } from "../fixtures.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });

const text = fc.string({ unit: "binary", maxLength: 40 });
const texts = fc.array(text, { maxLength: 4 });
const extras: fc.Arbitrary<CodeExtras> = fc.record(
  {
    scope: texts,
    nonce: text,
    idTokenClaims: texts,
    userinfoClaims: texts,
    dpopThumbprint: text,
    audience: texts,
    isOffline: fc.boolean(),
  },
  { requiredKeys: ["scope"], noNullPrototype: true },
);

const payloads: fc.Arbitrary<CodePayload> = fc.record(
  {
    grantId: bytes(16).map(grantIdOf),
    clientId: word(1, 64).map((text) => parseClientId(text) ?? assert.fail()),
    accountId: word(20, 20).map(accountIdOf),
    accountEpoch: fc.nat({ max: 0xffff_ffff }),
    sessionId: bytes(16).map(sessionIdOf),
    redirectUri: bytes(16).map(redirectUriDigestOf),
    codeChallenge: bytes(32).map(codeChallengeOf),
    authenticatedAt: fc.nat({ max: 2 ** 48 - 1 }).map(instantOf),
    extras,
  },
  {
    requiredKeys: [
      "grantId",
      "clientId",
      "accountId",
      "accountEpoch",
      "sessionId",
      "redirectUri",
      "authenticatedAt",
    ],
  },
);

/** Byte arrays of either kind as text, so that two payloads can be compared as a whole. */
function plain(payload: CodePayload | undefined): unknown {
  return Object.fromEntries(
    Object.entries(payload ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
      ]),
  );
}

const [holder = assert.fail()] = fc.sample(payloads, 1);

/** What the code of a request says. */
function carriedBy(request: AuthorizationRequest): CodePayload | undefined {
  let carried: CodePayload | undefined;
  createCode(request, holder, (packed) => {
    carried = decodeCodePayload(packed);
    return "sealed";
  });
  return carried;
}

/** What of a text reaches the sealer; undefined for what cannot be a code. */
function sealedPartOf(text: string): string | undefined {
  let asked: string | undefined;
  openCode(text, (sealed) => {
    asked = sealed;
    return undefined;
  });
  return asked;
}

describe("authorization code", () => {
  it("property: what is packed unpacks to the same", () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        assert.deepEqual(plain(decodeCodePayload(encodeCodePayload(payload))), plain(payload));
      }),
    );
  });

  it("property: without extras a payload is small, and as many bytes as ever", () => {
    fc.assert(
      fc.property(payloads, ({ extras: _, ...payload }) => {
        const length = 60 + (payload.codeChallenge === undefined ? 0 : 32) + 1 + payload.clientId.length + 23;
        assert.equal(encodeCodePayload(payload).length, length);
      }),
    );
  });

  it("the largest extras that a request may ask for fit into a code", () => {
    const resources = [`https://api.example/${"r".repeat(980)}`];
    const names = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(100));
    const api = anApi({ resource: resources[0] ?? "", scopes: names });
    const client = anOpenidClient(
      { resources, mayRefresh: true },
      { id: parseClientId("c".repeat(64)) ?? assert.fail() },
    );
    const wanted = Object.fromEntries(personClaims.map((name) => [name, null]));
    const form = formOf({
      client_id: client.id,
      redirect_uri: registeredUri,
      response_type: "code",
      scope: [...knownScopes, ...names].join(" "),
      nonce: "\u0001".repeat(170),
      claims: JSON.stringify({ id_token: wanted, userinfo: wanted }),
      dpop_jkt: "A".repeat(43),
      resource: resources.join(),
    });
    const request = unwrap(decideAuthorizationRequest({ client, parameters: form, apis: [api] }));
    let sealed = "";
    const code = createCode(request, holder, (packed) => {
      assert.ok(packed.length > 3300);
      // Key id, nonce and tag of the sealer.
      sealed = Buffer.alloc(4 + 28 + packed.length).toString("base64url");
      return sealed;
    });
    assert.equal(sealedPartOf(code), sealed);
  });

  it("a code carries what its request asked for; an interface client's carries nothing more", () => {
    const query = `scope=openid+offline_access&nonce=n&claims=${encodeURIComponent('{"userinfo":{"email":null}}')}`;
    const extrasFor = (client: Client, more: string) => {
      const text = `client_id=${client.id}&redirect_uri=${registeredUri}&response_type=code&${more}`;
      const parameters = parametersOf(text);
      return carriedBy(unwrap(decideAuthorizationRequest({ client, parameters })))?.extras;
    };
    assert.deepEqual(extrasFor(anOpenidClient({ mayRefresh: true }), query), {
      scope: ["openid", "offline_access"],
      nonce: "n",
      userinfoClaims: ["email"],
      isOffline: true,
    });
    assert.equal(extrasFor(anOpenidClient(), "scope="), undefined);
    assert.equal(extrasFor(aClient(), query), undefined);
  });

  it("extras of another shape do not unpack", () => {
    const [payload] = fc.sample(payloads, 1);
    assert.ok(payload !== undefined);
    const packed = Buffer.from(encodeCodePayload({ ...payload, extras: { scope: [] } }));
    const head = packed.subarray(0, packed.indexOf('{"scope":[]}'));
    assert.ok(decodeCodePayload(packed) !== undefined);
    for (const tail of ["", "null", "[]", "{}", '{"scope":"a"}', '{"scope":[1]}', '{"scope":[],"nonce":1}'])
      assert.equal(decodeCodePayload(Buffer.concat([head, Buffer.from(tail)])), undefined, tail);
    for (const member of ['"isOffline":1', '"audience":"a"', '"dpopThumbprint":[]'])
      assert.equal(
        decodeCodePayload(Buffer.concat([head, Buffer.from(`{"scope":[],${member}}`)])),
        undefined,
      );
  });

  it("property: cut off, extended, or of another version or flag, it does not unpack", () => {
    fc.assert(
      fc.property(payloads, fc.nat(), fc.integer({ min: 1, max: 255 }), (payload, where, by) => {
        const packed = encodeCodePayload(payload);
        assert.equal(decodeCodePayload(packed.subarray(0, where % packed.length)), undefined);
        assert.equal(decodeCodePayload(Buffer.concat([packed, new Uint8Array(1 + (where % 40))])), undefined);
        for (const at of [0, 1]) {
          const odd = Uint8Array.from(packed);
          odd[at] = (packed[at] ?? 0) ^ by;
          assert.equal(decodeCodePayload(odd), undefined);
        }
      }),
    );
  });

  it("property: unknown bytes never throw", () => {
    const head = fc.constantFrom([1, 0], [1, 1], [1, 2], [1, 3], [0, 0], []);
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        decodeCodePayload(Uint8Array.from([...start, ...rest]));
      }),
    );
  });

  it("a payload unpacks from the middle of a larger buffer", () => {
    const [payload] = fc.sample(payloads, 1);
    assert.ok(payload !== undefined);
    const packed = encodeCodePayload(payload);
    const larger = new Uint8Array(packed.length + 20);
    larger.set(packed, 7);
    assert.deepEqual(plain(decodeCodePayload(larger.subarray(7, 7 + packed.length))), plain(payload));
  });

  it("the code has a prefix that secret scanners can find", () => {
    const request = unwrap(
      decideAuthorizationRequest({
        client: aClient(),
        parameters: formOf({ client_id: aClient().id, redirect_uri: registeredUri }),
      }),
    );
    assert.equal(
      createCode(request, holder, () => "abc_-9"),
      "lkac_abc_-9",
    );
    assert.equal(sealedPartOf("lkac_abc_-9"), "abc_-9");
  });

  it("C12: whitespace, padding, another prefix, foreign characters or great length cannot be a code", () => {
    for (const text of [
      "",
      "lkac_",
      "abc",
      "lkat_abc",
      "lkrt_abc",
      "LKAC_abc",
      " lkac_abc",
      "lkac_abc ",
      "lkac_abc\n",
      "lkac_abc=",
      "lkac_a+c",
      "lkac_a/c",
      "lkac_é",
      `lkac_${"a".repeat(6140)}`,
    ])
      assert.equal(sealedPartOf(text), undefined, text);
    assert.equal(sealedPartOf(`lkac_${"a".repeat(6139)}`)?.length, 6139);
  });
});
