import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { logoutTokenClaims } from "../../../src/protocol/openid/logout-token.ts";
import {
  clientOfSignOut,
  decideSignOut,
  type IdTokenHint,
  readIdTokenHint,
  readSignOutRequest,
  type SignOutOutcome,
} from "../../../src/protocol/openid/sign-out.ts";
import { type SessionId, sessionIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { instantOf } from "../../../src/values/time.ts";
import { aClient, formOf, parametersOf, publicSubject, reasonOf, unwrap } from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const uri = "https://app.example/signed-out";
const uriWithQuery = "https://app.example/out?tenant=1";
const client = aClient({
  metadata: { ...interfaceMetadata, postLogoutRedirectUris: [uri, uriWithQuery] },
});
const sessionId = sessionIdOf(Uint8Array.from({ length: 16 }, (_, index) => index));
const sid = "000102030405060708090a0b0c0d0e0f";
const state = "s".repeat(128);
const goodClaims = { iss: issuer, sub: "x", aud: client.id, sid };
const good: IdTokenHint = { clientId: client.id, sub: "x", sid };
const otherSession: IdTokenHint = { clientId: client.id, sub: "x", sid: "ff".repeat(16) };
const withoutSession: IdTokenHint = { clientId: client.id, sub: "x" };

interface Situation {
  readonly hint?: IdTokenHint;
  readonly isSignedIn?: boolean;
  readonly isConfirmed?: boolean;
  readonly of?: typeof client | undefined;
}

/** A hint that is given here stands for an ID token that was verified; `id_token_hint` alone for one that was not. */
function decide(fields: Record<string, string>, situation: Situation = {}): SignOutOutcome {
  const { hint, isSignedIn = true, isConfirmed = false } = situation;
  const sent = hint === undefined ? fields : { id_token_hint: "jwt", ...fields };
  const request = unwrap(readSignOutRequest(formOf(sent)));
  const id = clientOfSignOut(request, hint);
  const found = "of" in situation ? situation.of : client;
  return decideSignOut({
    request,
    hint,
    client: id === client.id ? found : undefined,
    sessionId: isSignedIn ? sessionId : undefined,
    isConfirmed,
  });
}

const post_logout_redirect_uri = uri;
const client_id = client.id;

describe("RP-initiated logout, the modules of the OpenID Foundation", () => {
  it("oidcc-rp-initiated-logout: hint, registered URI and state redirect with the state", () => {
    assert.deepEqual(decide({ post_logout_redirect_uri, state }, { hint: good }), {
      kind: "sign-out",
      location: `${uri}?state=${state}`,
    });
  });

  it("oidcc-rp-initiated-logout-no-state: redirects without state", () => {
    assert.equal(decide({ post_logout_redirect_uri }, { hint: good }).location, uri);
  });

  for (const [module, bad] of [
    ["bad-post-logout-redirect-uri", "https://evil.example/"],
    ["query-added-to-post-logout-redirect-uri", `${uri}?foo=bar`],
  ] as const)
    it(`oidcc-rp-initiated-logout-${module}: no redirect, our page asks and says why`, () => {
      const fields = { post_logout_redirect_uri: bad, state };
      const problem = "post-logout-redirect-uri-not-registered";
      assert.deepEqual(decide(fields, { hint: good }), { kind: "confirm", problem });
      assert.deepEqual(decide(fields, { hint: good, isConfirmed: true }), { kind: "sign-out", problem });
    });

  for (const module of ["modified-id-token-hint", "bad-id-token-hint"])
    it(`oidcc-rp-initiated-logout-${module}: no redirect, not even after the answer`, () => {
      const fields = { id_token_hint: "forged", client_id, post_logout_redirect_uri, state };
      const problem = "id-token-hint-invalid";
      assert.deepEqual(decide(fields), { kind: "confirm", problem });
      assert.deepEqual(decide(fields, { isConfirmed: true }), { kind: "sign-out", problem });
    });

  it("oidcc-rp-initiated-logout-no-id-token-hint: no redirect, our page asks", () => {
    const problem = "end-session-client-not-named";
    assert.deepEqual(decide({ post_logout_redirect_uri, state }), { kind: "confirm", problem });
  });

  for (const [module, fields] of [
    ["no-params", {}],
    ["only-state", { state }],
  ] as const)
    it(`oidcc-rp-initiated-logout-${module}: our page asks, then says signed out`, () => {
      assert.deepEqual(decide(fields), { kind: "confirm" });
      assert.deepEqual(decide(fields, { isConfirmed: true }), { kind: "sign-out" });
    });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri: signed out at once, our own page", () => {
    assert.deepEqual(decide({ state }, { hint: good }), { kind: "sign-out", offered: uri });
  });

  it("the page links back to the first registered address of a client that the operator registered, and to no other", () => {
    assert.deepEqual(decide({ client_id }, { isConfirmed: true }), { kind: "sign-out", offered: uri });
    const postLogoutRedirectUris = [uri];
    const strangers = [
      undefined,
      { ...client, isDisabled: true },
      aClient({}),
      aClient({
        metadata: { ...interfaceMetadata, postLogoutRedirectUris, registrationTokenDigest: "digest" },
      }),
    ];
    for (const of of strangers)
      assert.deepEqual(decide({ client_id }, { isConfirmed: true, of }), { kind: "sign-out" });
    assert.deepEqual(decide({}, { isConfirmed: true }), { kind: "sign-out" });
    const foreign = decide(
      { client_id, post_logout_redirect_uri: "https://evil.example/" },
      { isConfirmed: true },
    );
    assert.equal(foreign.offered, undefined);
  });
});

describe("RP-initiated logout", () => {
  it("ASVS V10.6.2: without an ID token of this session nobody is signed out unasked", () => {
    assert.deepEqual(decide({ client_id, post_logout_redirect_uri }), { kind: "confirm" });
    assert.deepEqual(decide({ post_logout_redirect_uri }, { hint: otherSession }), { kind: "confirm" });
  });

  it("§3: a person who answered goes back to a URI that the named client registered", () => {
    for (const hint of [good, otherSession])
      assert.equal(decide({ post_logout_redirect_uri }, { hint, isConfirmed: true }).location, uri);
    assert.equal(decide({ client_id, post_logout_redirect_uri }, { isConfirmed: true }).location, uri);
  });

  it("§3: without a session and without an ID token a link leads nowhere", () => {
    const fields = { client_id, post_logout_redirect_uri };
    assert.deepEqual(decide(fields, { isSignedIn: false }), { kind: "sign-out" });
  });

  it("§2: a session that is over already is no error", () => {
    const outcome = decide({ post_logout_redirect_uri }, { hint: otherSession, isSignedIn: false });
    assert.deepEqual(outcome, { kind: "sign-out", location: uri });
  });

  it("§2: client_id must be the client that the ID token was issued to", () => {
    assert.ok(decide({ client_id, post_logout_redirect_uri }, { hint: good }).location);
    const outcome = decide({ client_id: "other", post_logout_redirect_uri }, { hint: good });
    assert.deepEqual(outcome, { kind: "confirm", problem: "id-token-hint-of-another-client" });
  });

  it("B39, B40: a deleted or disabled client, or one without such URIs, gets nobody back", () => {
    const disabled = { ...client, isDisabled: true };
    for (const found of [undefined, disabled])
      assert.equal(
        decide({ post_logout_redirect_uri }, { hint: good, of: found }).problem,
        "end-session-client-unknown",
      );
    assert.equal(
      decide({ post_logout_redirect_uri }, { hint: good, of: aClient() }).problem,
      "post-logout-redirect-uri-not-registered",
    );
  });

  const lookalikes = [
    `${uri}/`,
    uri.toUpperCase(),
    `${uri}#x`,
    ` ${uri}`,
    "javascript:alert(1)",
    "//evil.example",
  ];
  for (const post of [...lookalikes, client.redirectUris[0] ?? ""])
    it(`B39: ${post} is not registered for this`, () => {
      const outcome = decide({ post_logout_redirect_uri: post }, { hint: good, isConfirmed: true });
      assert.equal(outcome.location, undefined);
    });

  it("state comes back unchanged, behind every registered query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (text) => {
        fc.pre(!text.includes("\0"));
        const fields = { post_logout_redirect_uri: uriWithQuery, state: text };
        const { searchParams } = new URL(decide(fields, { hint: good }).location ?? "");
        assert.deepEqual(
          [...searchParams],
          [
            ["tenant", "1"],
            ["state", text],
          ],
        );
      }),
    );
  });

  it("repeated and malformed parameters and a very long state are refused", () => {
    const read = (text: string) => reasonOf(readSignOutRequest(parametersOf(text)));
    assert.equal(read("state=a&state=b"), "end-session-parameter-repeated");
    assert.equal(read("id_token_hint=%FF"), "end-session-parameter-malformed");
    assert.equal(read(`state=${"a".repeat(4097)}`), "end-session-state-too-long");
  });

  it("logout_hint and ui_locales are read, other parameters ignored", () => {
    const request = unwrap(readSignOutRequest(formOf({ logout_hint: "ada", ui_locales: "de en", x: "y" })));
    assert.equal(request.logoutHint, "ada");
    assert.deepEqual(request.uiLocales, ["de", "en"]);
  });
});

describe("RFC 9700 §4.11.2: a client that registered itself sends nobody to its address by a link", () => {
  const of = aClient({
    metadata: { ...interfaceMetadata, postLogoutRedirectUris: [uri], registrationTokenDigest: "x" },
  });
  const fields = { post_logout_redirect_uri };

  it("with an ID token of another session, or of one that is over: our page offers the way", () => {
    const signedOut = { of, isSignedIn: false };
    for (const hint of [good, otherSession, withoutSession])
      assert.deepEqual(decide(fields, { ...signedOut, hint }), { kind: "sign-out", offered: uri });
    for (const hint of [otherSession, withoutSession])
      assert.deepEqual(decide(fields, { of, hint }), { kind: "confirm" });
  });

  it("with an ID token of the session that ends, or after the person's answer: the browser goes there", () => {
    assert.equal(decide(fields, { of, hint: good }).location, uri);
    assert.equal(decide(fields, { of, hint: otherSession, isConfirmed: true }).location, uri);
  });
});

describe("id_token_hint", () => {
  it("§2: one that was made when the session was over still says the person and the client", () => {
    const claims = { ...goodClaims, sid: undefined, at_hash: "x" };
    assert.deepEqual(readIdTokenHint(claims, issuer), withoutSession);
  });

  it("§2: nothing shows that it belongs to the session of the browser, so the person is asked, then sent back", () => {
    assert.deepEqual(decide({ post_logout_redirect_uri }, { hint: withoutSession }), { kind: "confirm" });
    for (const situation of [{ isConfirmed: true }, { isSignedIn: false }])
      assert.equal(
        decide({ post_logout_redirect_uri }, { hint: withoutSession, ...situation }).location,
        uri,
      );
  });

  it("§2: an expired ID token is as good as any", () => {
    assert.deepEqual(readIdTokenHint({ ...goodClaims, exp: 1 }, issuer), good);
  });

  const logoutToken = logoutTokenClaims({
    issuer,
    clientId: client.id,
    subject: publicSubject("lkuADA"),
    sessionId,
    jti: "x",
    now: instantOf(0),
  });
  const rows = [
    ["nothing that we signed", undefined],
    ["a logout token", logoutToken],
    ["a userinfo answer, which has neither sid nor at_hash", { ...goodClaims, sid: undefined }],
    ["a token of nobody", { ...goodClaims, sub: undefined }],
    ["another issuer", { ...goodClaims, iss: "https://other.example" }],
    ["several audiences", { ...goodClaims, aud: [client.id] }],
    ["an audience that is no client id", { ...goodClaims, aud: "not one" }],
  ] as const;
  for (const [title, claims] of rows)
    it(`RFC 8725 §3.11: ${title} is no hint`, () => {
      assert.equal(readIdTokenHint(claims, issuer), undefined);
    });
});

describe("logout token", () => {
  const now = instantOf(1_800_000_000_900);
  const id: SessionId = sessionId;
  const subject = publicSubject("lkuADA");
  const claims = logoutTokenClaims({ issuer, clientId: client.id, subject, sessionId: id, jti: "j", now });

  it("OpenID Connect Back-Channel Logout §2.4: who, where, when, and which session", () => {
    assert.deepEqual(claims, {
      iss: issuer,
      sub: subject,
      aud: client.id,
      iat: 1_800_000_000,
      exp: 1_800_000_120,
      jti: "j",
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      sid,
    });
  });

  it("OpenID Connect Back-Channel Logout §2.4: a nonce is forbidden", () => {
    assert.ok(!("nonce" in claims));
  });
});
