import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CodePayload } from "../../../src/protocol/authorization/code.ts";
import { codeChallengeOf } from "../../../src/protocol/authorization/pkce.ts";
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
} from "../../../src/protocol/client/authentication.ts";
import type { Client } from "../../../src/protocol/client/client.ts";
import { verifyRedirectUri } from "../../../src/protocol/client/redirect-uri.ts";
import { tokenErrors } from "../../../src/protocol/errors.ts";
import { type CodeHolder, decideExchange } from "../../../src/protocol/token/code-exchange.ts";
import { redirectUriDigest } from "../../../src/protocol/token/redirect-uri-digest.ts";
import { type CodeExchangeRequest, readTokenRequest } from "../../../src/protocol/token/request.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { accountIdOf, clientIdOf, createGrantId, sessionIdOf } from "../../../src/values/ids.ts";
import { instantOf, plus, secondsOf } from "../../../src/values/time.ts";
import {
  aClient,
  anOpenidClient,
  aPublicClient,
  formOf,
  reasonOf,
  registeredUri,
  secretText,
  unwrap,
} from "../fixtures.ts";

const issuedAt = instantOf(1_800_000_000_000);
const verifier = "v".repeat(43);
const codeChallenge = codeChallengeOf(sha256(verifier));
const strict = aClient({ profile: "strict" });
const liveHolder: CodeHolder = {
  accountEpoch: 3,
  isAccountDisabled: false,
  isSessionLive: true,
  isConsentLive: true,
  isAdmitted: true,
};

function payloadOf(changes: Partial<CodePayload> = {}, client: Client = aClient()): CodePayload {
  const redirectUri = verifyRedirectUri(client, registeredUri);
  assert.ok(redirectUri !== undefined);
  return {
    grantId: createGrantId(issuedAt, new Uint8Array(10)),
    clientId: client.id,
    accountId: accountIdOf("AAAAAAAAAAAAAAAAAAAA"),
    accountEpoch: 3,
    sessionId: sessionIdOf(new Uint8Array(16)),
    redirectUri: redirectUriDigest(redirectUri, client.profile),
    authenticatedAt: issuedAt,
    ...changes,
  };
}

function authenticated(client: Client): AuthenticatedClient {
  const fields: Record<string, string> = client.isPublic
    ? { client_id: client.id }
    : { client_id: client.id, client_secret: secretText };
  const presented = readClientCredentials({ authorization: undefined, parameters: formOf(fields) });
  return unwrap(authenticateClient(client, unwrap(presented))).client;
}

interface Attempt {
  readonly payload?: CodePayload | undefined;
  readonly client?: Client;
  readonly fields?: Record<string, string>;
  readonly holder?: CodeHolder | undefined;
  readonly dpopThumbprint?: string;
  readonly afterSeconds?: number;
  readonly lifetimeSeconds?: number;
  readonly isOwnCode?: boolean;
}

function requestOf(fields: Record<string, string>): CodeExchangeRequest {
  const request = unwrap(readTokenRequest({ parameters: formOf(fields), query: undefined }));
  assert.ok(request.grantType === "authorization_code");
  return request;
}

function exchange(attempt: Attempt = {}) {
  const client = attempt.client ?? aClient();
  return decideExchange({
    payload: "payload" in attempt ? attempt.payload : payloadOf({}, client),
    client: authenticated(client),
    request: requestOf({ code: "x", ...attempt.fields }),
    dpopThumbprint: attempt.dpopThumbprint,
    holder: "holder" in attempt ? attempt.holder : liveHolder,
    now: plus(issuedAt, attempt.afterSeconds ?? 1),
    codeLifetime: secondsOf(attempt.lifetimeSeconds ?? 60),
    isOwnCode: attempt.isOwnCode ?? true,
  });
}

describe("code exchange: granted", () => {
  it("C1: the interface form, with and without redirect_uri", () => {
    assert.equal(unwrap(exchange()).payload.clientId, aClient().id);
    assert.ok(exchange({ fields: { redirect_uri: registeredUri } }).ok);
  });

  it("a library that appends to redirect_uri is accepted for an interface client", () => {
    assert.ok(exchange({ fields: { redirect_uri: `${registeredUri}?code=x&state=y` } }).ok);
  });

  it("RFC 7636 §4.6: the right verifier, for interface, strict and public clients", () => {
    for (const client of [aClient(), strict, aPublicClient()])
      assert.ok(
        exchange({
          client,
          payload: payloadOf({ codeChallenge }, client),
          fields: { code_verifier: verifier, redirect_uri: registeredUri },
        }).ok,
      );
  });

  it("the grant must be kept until no node's clock takes the code", () => {
    assert.equal(unwrap(exchange()).codeDeadAt, plus(issuedAt, 360));
  });
});

describe("code exchange: refused, and nothing is spent", () => {
  const withChallenge = payloadOf({ codeChallenge });
  const strictPayload = payloadOf({ codeChallenge }, strict);
  const otherUri = { redirect_uri: "https://app.example/other" };
  const rows: readonly (readonly [title: string, Attempt, reason: string, isOwner: boolean])[] = [
    ["C12: the code does not open", { payload: undefined }, "code-unknown", false],
    [
      "RFC 6749 §4.1.3: issued to another client",
      { payload: payloadOf({ clientId: clientIdOf("BBBBBBBBBBBBBBBBBBBB") }) },
      "code-of-another-client",
      false,
    ],
    ["C19: other redirect_uri (interface)", { fields: otherUri }, "redirect-uri-mismatch", false],
    [
      "C19: other redirect_uri (strict)",
      { client: strict, payload: strictPayload, fields: { ...otherUri, code_verifier: verifier } },
      "redirect-uri-mismatch",
      false,
    ],
    [
      "C19: a query more (strict)",
      {
        client: strict,
        payload: strictPayload,
        fields: { redirect_uri: `${registeredUri}?a=1`, code_verifier: verifier },
      },
      "redirect-uri-mismatch",
      false,
    ],
    [
      "C19: no redirect_uri (strict)",
      { client: strict, payload: strictPayload, fields: { code_verifier: verifier } },
      "redirect-uri-missing",
      false,
    ],
    ["C13: no verifier", { payload: withChallenge }, "code-verifier-missing", false],
    [
      "C13: wrong verifier",
      { payload: withChallenge, fields: { code_verifier: "w".repeat(43) } },
      "code-verifier-mismatch",
      false,
    ],
    [
      "RFC 9700 §4.8.2, C15: a verifier without a challenge",
      { fields: { code_verifier: verifier } },
      "code-verifier-unexpected",
      false,
    ],
    [
      "RFC 9700 §2.1.1: a public client's code without a challenge",
      { client: aPublicClient(), fields: { code_verifier: verifier } },
      "code-challenge-required",
      false,
    ],
    ["the session and its account are gone", { holder: undefined }, "session-ended", true],
    ["the session has ended", { holder: { ...liveHolder, isSessionLive: false } }, "session-ended", true],
    ["the consent is gone", { holder: { ...liveHolder, isConsentLive: false } }, "consent-withdrawn", true],
    [
      "the account was disabled",
      { holder: { ...liveHolder, isAccountDisabled: true } },
      "account-disabled",
      true,
    ],
    [
      "the account's epoch was raised",
      { holder: { ...liveHolder, accountEpoch: 4 } },
      "account-changed",
      true,
    ],
    ["C7: at expiry", { afterSeconds: 60 }, "code-expired", true],
    ["G1: the clock jumped 10 minutes", { afterSeconds: 600 }, "code-expired", true],
    [
      "expired and with the wrong verifier: not its owner",
      { payload: withChallenge, fields: { code_verifier: "w".repeat(43) }, afterSeconds: 600 },
      "code-verifier-mismatch",
      false,
    ],
    ["G3: the clock went back an hour", { afterSeconds: -3600 }, "code-from-the-future", true],
  ];
  for (const [title, attempt, reason, isOwnerReplayCandidate] of rows)
    it(title, () => assert.deepEqual(reasonOf(exchange(attempt)), { reason, isOwnerReplayCandidate }));

  it("C13: after a wrong verifier the right one still works", () => {
    assert.ok(exchange({ payload: withChallenge, fields: { code_verifier: verifier } }).ok);
  });

  it("RFC 9700 §4.5: whether a foreign code is a real one cannot be seen", () => {
    assert.deepEqual(tokenErrors["code-unknown"], tokenErrors["code-of-another-client"]);
  });
});

describe("code exchange: time", () => {
  const rows = [
    // whose code, lifetime, seconds after issue, accepted
    ["own", 60, 59, true],
    ["own", 60, 59.999, true],
    ["own", 60, 60, false],
    ["own", 60, 61, false],
    ["own", 60, 0, true],
    ["own", 60, -0.001, false],
    ["own", 300, 299, true],
    ["own", 300, 300, false],
    ["own", 900, 299, true],
    ["own", 900, 300, false],
    ["another node's", 10, 9.999, true],
    ["another node's", 10, 10, false],
    ["another node's", 60, 59, true],
    ["another node's", 60, 60, false],
    ["another node's", 240, 239.999, true],
    ["another node's", 240, 240, false],
    ["another node's", 300, 239.999, true],
    ["another node's", 300, 240, false],
  ] as const;
  for (const [whose, lifetimeSeconds, afterSeconds, isAccepted] of rows)
    it(`C7, G4: ${whose} code, lifetime ${lifetimeSeconds} s, ${afterSeconds} s after issue: ${isAccepted ? "accepted" : "refused"}`, () => {
      const isOwnCode = whose === "own";
      assert.equal(exchange({ isOwnCode, lifetimeSeconds, afterSeconds }).ok, isAccepted);
    });

  for (const lifetimeSeconds of [10, 60, 240, 300])
    it(`G4: lifetime ${lifetimeSeconds} s: a node whose clock is late by 60 s redeems another node's code, one that is later does not`, () => {
      for (const afterSeconds of [-0.001, -30, -60])
        assert.ok(exchange({ isOwnCode: false, lifetimeSeconds, afterSeconds }).ok, String(afterSeconds));
      const tooLate = exchange({ isOwnCode: false, lifetimeSeconds, afterSeconds: -60.001 });
      assert.equal(reasonOf(tooLate).reason, "code-from-the-future");
    });

  it("the window from the earliest to the latest clock never exceeds 300 s", () => {
    for (const isOwnCode of [true, false])
      for (let lifetimeSeconds = 10; lifetimeSeconds <= 320; lifetimeSeconds += 10) {
        const accepted = Array.from({ length: 800 }, (_, index) => index - 400).filter(
          (afterSeconds) => exchange({ isOwnCode, lifetimeSeconds, afterSeconds }).ok,
        );
        // Both ends of the allowance count.
        assert.ok(accepted.length > 0 && accepted.length <= 300, String(lifetimeSeconds));
      }
  });
});

describe("code exchange: bound to a key", () => {
  const bound = payloadOf({ extras: { scope: [], dpopThumbprint: "k1" } });
  const needsKey = anOpenidClient({ requiresDpop: true });

  it("RFC 9449 §10: a bound code takes a proof made with that key", () => {
    assert.ok(exchange({ payload: bound, dpopThumbprint: "k1" }).ok);
    assert.ok(exchange({ client: needsKey, dpopThumbprint: "k1" }).ok);
    assert.ok(exchange({ dpopThumbprint: "k1" }).ok);
  });

  const rows: readonly (readonly [title: string, Attempt, reason: string])[] = [
    ["RFC 9449 §10: no proof for a bound code", { payload: bound }, "dpop-proof-missing"],
    ["RFC 9449 §10: another key", { payload: bound, dpopThumbprint: "k2" }, "dpop-key-mismatch"],
    [
      "RFC 9449 §5.2, fapi2 ensure-holder-of-key-required: a client that must bind its tokens",
      { client: needsKey },
      "dpop-proof-missing",
    ],
  ];
  for (const [title, attempt, reason] of rows)
    it(`${title}; a sender without the key is not the owner`, () => {
      assert.deepEqual(reasonOf(exchange(attempt)), { reason, isOwnerReplayCandidate: false });
    });
});

describe("code exchange: resources", () => {
  const [one, two] = ["https://one.example", "https://two.example"] as const;
  const client = anOpenidClient({ resources: [one, two] });
  const forOne = payloadOf({ extras: { scope: [], audience: [one] } });

  it("RFC 8707 §2.2: the token is for what the authorization request named, or for less", () => {
    assert.deepEqual(unwrap(exchange({ client, payload: forOne })).target.audience, [one]);
    assert.deepEqual(
      unwrap(exchange({ client, payload: forOne, fields: { resource: one } })).target.audience,
      [one],
    );
    const forBoth = payloadOf({ extras: { scope: [], audience: [one, two] } });
    assert.deepEqual(
      unwrap(exchange({ client, payload: forBoth, fields: { resource: two } })).target.audience,
      [two],
    );
  });

  it("RFC 8707 §2.2: where it named none, a registered one may be named now", () => {
    assert.deepEqual(unwrap(exchange({ client })).target.audience, []);
    assert.deepEqual(unwrap(exchange({ client, fields: { resource: two } })).target.audience, [two]);
  });

  it("RFC 8707 §2: any other is refused and spends nothing", () => {
    for (const [payload, resource] of [
      [forOne, two],
      [payloadOf(), "https://other.example"],
    ] as const)
      assert.deepEqual(reasonOf(exchange({ client, payload, fields: { resource } })), {
        reason: "target-not-granted",
        isOwnerReplayCandidate: true,
      });
  });

  it("the interface: resource means nothing", () => {
    assert.deepEqual(unwrap(exchange({ fields: { resource: "x" } })).target.audience, []);
  });
});
