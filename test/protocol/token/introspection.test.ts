import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { formatAccessToken } from "../../../src/protocol/token/access-token.ts";
import {
  introspectionAnswer,
  type LiveTokenFacts,
  mayIntrospect,
} from "../../../src/protocol/token/introspection.ts";
import { decideRevocation } from "../../../src/protocol/token/revocation.ts";
import { readTokenParameter } from "../../../src/protocol/token/token-parameter.ts";
import { clientIdOf, grantIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { instantOf } from "../../../src/values/time.ts";
import {
  aClient,
  aPublicClient,
  formOf,
  parametersOf,
  publicSubject,
  reasonOf,
  secretText,
  unwrap,
} from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const now = instantOf(1_800_000_000_000);
const api = "https://api.example";
const accessToken = formatAccessToken(grantIdOf(new Uint8Array(16)), new Uint8Array(32));

function authenticated(client: Client): AuthenticatedClient {
  const fields = { client_id: client.id, ...(client.isPublic ? {} : { client_secret: secretText }) };
  const presented = unwrap(readClientCredentials({ authorization: undefined, parameters: formOf(fields) }));
  return unwrap(authenticateClient(client, presented)).client;
}

const owner = authenticated(aClient());
const otherId = clientIdOf("BBBBBBBBBBBBBBBBBBBB");
const stranger = authenticated(aClient({ id: otherId }));
const resource = (audience: string) =>
  authenticated(aClient({ id: otherId, metadata: { ...interfaceMetadata, audience } }));

const token: LiveTokenFacts = {
  kind: "access-token",
  clientId: owner.id,
  subject: publicSubject("lkuADA"),
  username: "ada",
  scope: ["openid", "email"],
  audience: [api],
  dpopThumbprint: undefined,
  issuedAt: instantOf(now - 5_500),
  expiresAt: instantOf(now + 3_600_000),
};

function ask(changes: Partial<LiveTokenFacts> = {}, asker = owner) {
  return introspectionAnswer({ asker, token: { ...token, ...changes }, issuer, now });
}

describe("the parameter token", () => {
  const read = (text: string, query?: string) =>
    readTokenParameter({
      parameters: parametersOf(text),
      query: query === undefined ? undefined : parametersOf(query),
    });

  it("RFC 7009 §2.1, RFC 7662 §2.1: tokens tell their kind themselves, with any hint", () => {
    for (const hint of ["", "&token_type_hint=refresh_token", "&token_type_hint=nonsense"])
      assert.equal(unwrap(read(`token=${accessToken}${hint}`))?.kind, "access-token");
    assert.deepEqual(unwrap(read("token=lkrt_abc&token_type_hint=access_token")), {
      kind: "refresh-token",
      text: "lkrt_abc",
    });
  });

  it("RFC 9068 §2.1: text that begins as a JWT does may be an access token, which its signature tells", () => {
    const text = "eyJhbGciOiJub25lIn0.e30.";
    assert.deepEqual(unwrap(read(formText(text))), { kind: "jwt", text });
  });

  it("C28: codes, other tokens and nonsense are no token", () => {
    for (const text of ["lkac_abc", `eyJ${"a".repeat(4_094)}`, "x", accessToken.slice(0, -1)])
      assert.equal(unwrap(read(formText(text))), undefined);
  });

  const rows = [
    ["no token", "", "token-parameter-missing"],
    ["an empty token", "token=", "token-parameter-missing"],
    ["two tokens", "token=a&token=b", "token-parameter-repeated"],
    ["two hints", "token=a&token_type_hint=b&token_type_hint=b", "token-parameter-repeated"],
    ["a token that is not UTF-8", "token=%FF", "token-parameter-malformed"],
  ] as const;
  for (const [title, text, reason] of rows)
    it(`${title}: refused`, () => {
      assert.equal(reasonOf(read(text)), reason);
    });

  it("a token or a secret in the URL is refused", () => {
    for (const query of ["token=x", "client_secret=x", "client_assertion=x"])
      assert.equal(reasonOf(read("token=a", query)), "token-parameters-in-query");
    assert.ok(read("token=a", "foo=bar").ok);
  });

  it("property: no token makes reading throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        read(formText(text));
      }),
    );
  });

  function formText(value: string): string {
    return new URLSearchParams({ token: value }).toString();
  }
});

describe("introspection", () => {
  it("RFC 7662 §2.2: the client of an access token learns everything", () => {
    assert.deepEqual(ask(), {
      active: true,
      client_id: owner.id,
      sub: token.subject,
      username: "ada",
      iss: issuer,
      iat: 1_799_999_994,
      exp: 1_800_003_600,
      token_type: "Bearer",
      scope: "openid email",
      aud: [api],
    });
  });

  it("RFC 9449 §6.2: a bound token names its key", () => {
    const answer = ask({ dpopThumbprint: "x" });
    assert.ok(answer.active);
    assert.equal(answer.token_type, "DPoP");
    assert.deepEqual(answer.cnf, { jkt: "x" });
  });

  it("RFC 9470 §6.2: a token of an API says when and how strongly the person signed in", () => {
    const authenticatedAt = instantOf(now - 60_500);
    const answer = ask({ authentication: { authenticatedAt, methods: ["pwd", "otp"] } });
    assert.ok(answer.active);
    assert.deepEqual([answer.auth_time, answer.acr], [1_799_999_939, "urn:latchkey:acr:two"]);
  });

  it("RFC 7662 §2.2, RFC 8693 §4.1: an access token has a jti, and names the party that acts", () => {
    const answer = ask({ grantId: grantIdOf(Buffer.alloc(16, 0xa1)), actors: [otherId] });
    assert.ok(answer.active);
    assert.deepEqual([answer.jti, answer.act], ["a1".repeat(16), { sub: otherId }]);
  });

  it("a token of the interface has no scope and no audience to show", () => {
    const answer = ask({ scope: [], audience: [] });
    assert.ok(!("scope" in answer) && !("aud" in answer) && !("cnf" in answer));
  });

  it("RFC 8693 §2.2.1: a refresh token cannot be taken for an access token", () => {
    const answer = ask({ kind: "refresh-token", dpopThumbprint: "x" });
    assert.ok(answer.active);
    assert.equal(answer.token_type, "N_A");
  });

  it("a resource sees its tokens in every spelling of its address", () => {
    for (const spelling of ["https://API.example", `${api}/`, "HTTPS://api.example/"]) {
      assert.equal(ask({}, resource(spelling)).active, true, spelling);
      assert.equal(ask({ audience: [spelling] }, resource(api)).active, true, spelling);
      assert.equal(ask({ audience: [spelling] }, resource(`${api}/orders`)).active, false, spelling);
    }
  });

  it("RFC 9700 §2.3: the resource that an access token is meant for may see it", () => {
    for (const spelling of [api, `${api}/`, "HTTPS://API.example"])
      assert.equal(ask({}, resource(spelling)).active, true, spelling);
  });

  const blind = [
    ["C30: another client", ask({}, stranger)],
    ["C30: a resource outside the audience", ask({}, resource("https://other.example"))],
    ["RFC 9700 §2.3: a resource, where the token has no audience", ask({ audience: [] }, resource(api))],
    ["a resource that asks about a refresh token", ask({ kind: "refresh-token" }, resource(api))],
    ["an unknown token", introspectionAnswer({ asker: owner, token: undefined, issuer, now })],
    ["an expired token", ask({ expiresAt: now })],
    ["a public client", ask({}, authenticated(aPublicClient()))],
  ] as const;
  for (const [title, answer] of blind)
    it(`RFC 7662 §2.2: ${title} hears only that it is not active`, () => {
      assert.deepEqual(answer, { active: false });
    });

  it("RFC 7662 §2.1: only clients that can prove who they are may ask", () => {
    assert.equal(mayIntrospect(aClient()), true);
    assert.equal(mayIntrospect(aPublicClient()), false);
  });
});

describe("revocation", () => {
  const of = (kind: "access-token" | "refresh-token", client = owner) =>
    decideRevocation({ client, token: { kind, clientId: owner.id } });

  it("RFC 7009 §2.2: an unknown token is no error", () => {
    assert.equal(decideRevocation({ client: owner, token: undefined }), "nothing");
  });

  it("RFC 7009 §2.1: an access token goes alone, a refresh token takes its family along", () => {
    assert.equal(of("access-token"), "grant");
    assert.equal(of("refresh-token"), "family");
  });

  it("RFC 7009 §2.1, §2.2: a token of another client stays, and the answer is that to an unknown token", () => {
    for (const kind of ["access-token", "refresh-token"] as const)
      assert.equal(of(kind, stranger), "nothing");
  });

  it("RFC 7009 §5: a public client may give up its own token", () => {
    assert.equal(of("refresh-token", authenticated(aPublicClient())), "family");
  });
});
