import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseResource } from "../../../src/protocol/api/resource.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { formatAccessToken } from "../../../src/protocol/token/access-token.ts";
import {
  decideTokenExchange,
  requestedResource,
  type SubjectToken,
} from "../../../src/protocol/token/token-exchange.ts";
import {
  exchangeGrantType,
  readTokenExchange,
  type TokenExchangeRequest,
  tokenTypes,
} from "../../../src/protocol/token/token-exchange-request.ts";
import { clientIdOf } from "../../../src/values/ids.ts";
import { instantOf, plus, secondsOf } from "../../../src/values/time.ts";
import { apiNamed } from "../../storage-contract/apis.ts";
import { grantId } from "../../storage-contract/samples.ts";
import { aClient, aPublicClient, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

const stock = apiNamed("stock");
const orders = apiNamed("orders", { mayExchangeFor: [stock.resource] });
const other = apiNamed("other");
const now = instantOf(1_000_000);
const before = clientIdOf("B".repeat(20));

interface Row {
  readonly subject?: Partial<SubjectToken>;
  readonly request?: Partial<TokenExchangeRequest>;
  readonly own?: Partial<typeof orders> | "gone";
  readonly api?: Partial<typeof stock> | "gone";
  readonly audience?: string;
  readonly isPublic?: true;
  readonly proven?: string;
}

function decide(row: Row) {
  const make = row.isPublic ? aPublicClient : aClient;
  return decideTokenExchange({
    client: make({ metadata: { ...interfaceMetadata, audience: row.audience ?? orders.resource } }),
    request: { grantType: exchangeGrantType, subjectToken: "x", resources: [stock.resource], ...row.request },
    subject: {
      isMachine: false,
      groups: [],
      scope: ["openid", "read", "write", "refund"],
      audience: [orders.resource],
      actors: [],
      isKeyBound: false,
      expiresAt: plus(now, 100),
      ...row.subject,
    },
    own: row.own === "gone" ? undefined : { ...orders, ...row.own },
    api: row.api === "gone" ? undefined : { ...stock, ...row.api },
    proven: row.proven,
    usualLifetime: secondsOf(3_600),
    now,
  });
}

function said(row: Row): string {
  const decided = decide(row);
  if (!decided.ok) return decided.reason;
  const { scope, lifetime, actors } = decided.value;
  return `${scope.join(" ")} for ${lifetime} s by ${actors.length}`;
}

describe("an exchange of a token (RFC 8693 §2)", () => {
  const rows: readonly (readonly [string, Row, string])[] = [
    ["without a scope: what the token has and the API knows", {}, "read write for 100 s by 1"],
    ["a part of that", { request: { scope: ["write"] } }, "write for 100 s by 1"],
    [
      "a value that the API does not know",
      { request: { scope: ["read", "refund"] } },
      "exchange-scope-wider",
    ],
    [
      "a value that the token does not have",
      { subject: { scope: ["read"] }, request: { scope: ["write"] } },
      "exchange-scope-wider",
    ],
    ["a value of the sign-in", { request: { scope: ["openid"] } }, "exchange-scope-wider"],
    ["no value in common", { subject: { scope: ["openid", "refund"] } }, "exchange-scope-empty"],
    ["an empty scope", { request: { scope: [] } }, "exchange-scope-empty"],
    ["no value in common, and the API has none", { api: { scopes: [] } }, " for 100 s by 1"],
    [
      "no longer than the API's tokens live",
      { api: { tokenLifetime: secondsOf(30) } },
      "read write for 30 s by 1",
    ],
    ["a token in its last second", { subject: { expiresAt: plus(now, 0.9) } }, "subject-token-expired"],
    ["a token for another API", { subject: { audience: [other.resource] } }, "subject-token-not-for-caller"],
    ["a token without audience", { subject: { audience: [] } }, "subject-token-not-for-caller"],
    ["a machine's token", { subject: { isMachine: true } }, "subject-token-of-machine"],
    [
      "a machine's token for another API tells nothing",
      { subject: { isMachine: true, audience: [] } },
      "subject-token-not-for-caller",
    ],
    [
      "RFC 8693 §4.1: the second exchange keeps who acted before",
      { subject: { actors: [before] } },
      "read write for 100 s by 2",
    ],
    ["the third", { subject: { actors: [before, before] } }, "read write for 100 s by 3"],
    ["the fourth", { subject: { actors: [before, before, before] } }, "exchange-too-deep"],
    ["towards an API that is not there", { api: "gone" }, "exchange-resource"],
    [
      "towards one that the operator did not allow",
      { own: { mayExchangeFor: [other.resource] } },
      "exchange-not-allowed",
    ],
    [
      "the other way round",
      { api: { mayExchangeFor: [orders.resource] }, own: { mayExchangeFor: [] } },
      "exchange-not-allowed",
    ],
    ["by the server of an API that is gone", { own: "gone" }, "exchange-not-registered"],
    ["by the server of another API", { audience: other.resource }, "exchange-not-registered"],
    ["by a public client", { isPublic: true }, "exchange-not-registered"],
    ["RFC 9449 §5: a bound token without a proof", { subject: { isKeyBound: true } }, "dpop-proof-missing"],
    [
      "a bound token with a proof of the server's own key",
      { subject: { isKeyBound: true }, proven: "own" },
      "read write for 100 s by 1",
    ],
    ["a JWT of an API of references", { request: { requestedType: tokenTypes.jwt } }, "requested-token-type"],
  ];
  for (const [title, row, expected] of rows) it(title, () => assert.equal(said(row), expected));

  it("RFC 8693 §2.2.1: the issued type is the requested one, else an access token", () => {
    assert.equal(unwrap(decide({})).issuedType, tokenTypes.accessToken);
    const jwt = { api: { tokenFormat: "jwt" }, request: { requestedType: tokenTypes.jwt } } as const;
    assert.equal(unwrap(decide(jwt)).issuedType, tokenTypes.jwt);
  });
});

describe("the API that an exchange is for", () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[], string | undefined])[] = [
    ["the named one", [stock.resource], [other.resource], stock.resource],
    ["the same one by two names", [stock.resource, stock.resource], [], stock.resource],
    ["none where two are named", [stock.resource, other.resource], [stock.resource], undefined],
    ["none where the name is no resource", ["stock"], [stock.resource], undefined],
    ["where none is named, the only one that the API may exchange for", [], [stock.resource], stock.resource],
    ["none where none is named and there are two", [], [stock.resource, other.resource], undefined],
    ["none where none is named and there is none", [], [], undefined],
  ];
  for (const [title, resources, allowed, expected] of rows)
    it(title, () => {
      const mayExchangeFor = allowed.flatMap((resource) => parseResource(resource) ?? []);
      const request = { grantType: exchangeGrantType, subjectToken: "x", resources } as const;
      assert.equal(requestedResource(request, { ...orders, mayExchangeFor }), expected);
      if (resources.length === 0) assert.equal(requestedResource(request, undefined), undefined);
    });
});

describe("the form of an exchange (RFC 8693 §2.1)", () => {
  const form = `subject_token=x&subject_token_type=${tokenTypes.accessToken}`;
  const read = (text: string) => readTokenExchange(parametersOf(text));
  const opaque = formatAccessToken(grantId(1), new Uint8Array(32));

  it("RFC 8693 §3: a JWT may be called an access token or a JWT", () => {
    for (const type of [tokenTypes.accessToken, tokenTypes.jwt])
      assert.equal(unwrap(read(`subject_token=e.y.J&subject_token_type=${type}`)).subjectToken, "e.y.J");
  });

  it("has what it names, and resource and audience say the same", () => {
    const { resources, scope, requestedType } = unwrap(
      read(`${form}&resource=a&audience=b&scope=r+w&requested_token_type=${tokenTypes.accessToken}`),
    );
    assert.deepEqual([resources, scope, requestedType], [["a", "b"], ["r", "w"], tokenTypes.accessToken]);
  });

  const rows = [
    ["no subject_token", `subject_token_type=${tokenTypes.accessToken}`, "subject-token-missing"],
    ["no subject_token_type", "subject_token=x", "subject-token-type"],
    [
      "a refresh token",
      "subject_token=x&subject_token_type=urn:ietf:params:oauth:token-type:refresh_token",
      "subject-token-type",
    ],
    [
      "an ID token",
      "subject_token=x&subject_token_type=urn:ietf:params:oauth:token-type:id_token",
      "subject-token-type",
    ],
    [
      "an assertion",
      "subject_token=x&subject_token_type=urn:ietf:params:oauth:token-type:saml2",
      "subject-token-type",
    ],
    [
      "an opaque token that is called a JWT",
      `subject_token=${opaque}&subject_token_type=${tokenTypes.jwt}`,
      "subject-token-type",
    ],
    [
      "a refresh token wanted",
      `${form}&requested_token_type=urn:ietf:params:oauth:token-type:refresh_token`,
      "requested-token-type",
    ],
    ["a name of the prototype wanted", `${form}&requested_token_type=constructor`, "requested-token-type"],
    ["an actor", `${form}&actor_token=y&actor_token_type=${tokenTypes.jwt}`, "actor-token"],
    ["the type of an actor alone", `${form}&actor_token_type=${tokenTypes.jwt}`, "actor-token"],
  ] as const;
  for (const [title, text, reason] of rows)
    it(`${title}: ${reason}`, () => assert.equal(reasonOf(read(text)), reason));
});
