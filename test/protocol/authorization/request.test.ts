import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  authorizationParameters,
  decideAuthorizationRequest,
  refuseAuthorization,
} from "../../../src/protocol/authorization/request.ts";
import {
  refusalParameters,
  refusalRedirect,
  successParameters,
  successRedirect,
} from "../../../src/protocol/authorization/response.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { parseParameters } from "../../../src/protocol/parameters.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import type { Result } from "../../../src/values/result.ts";
import {
  aClient,
  anOpenidClient,
  aPublicClient,
  parametersOf,
  reasonOf,
  registeredUri,
  unwrap,
} from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const withPkce = `code_challenge=${challenge}&code_challenge_method=S256`;
const strict = aClient({ profile: "strict" });

function query(more = "", client = aClient()): string {
  return `client_id=${client.id}&redirect_uri=${encodeURIComponent(registeredUri)}${more && `&${more}`}`;
}

function decide(
  text: string,
  client: Client | undefined = aClient(),
): Result<AuthorizationRequest, AuthorizationRefusal> {
  const parameters = parametersOf(text);
  return decideAuthorizationRequest({ client, parameters });
}

function pageReason(text: string, client?: Client): string {
  const refusal = reasonOf(decide(text, client));
  assert.equal(refusal.errorFormat, "page", JSON.stringify(refusal));
  return refusal.reason;
}

function redirectReason(text: string, client?: Client): string {
  const refusal = reasonOf(decide(text, client));
  assert.equal(refusal.errorFormat, "redirect", JSON.stringify(refusal));
  return refusal.reason;
}

describe("authorization request: what stays on our own page", () => {
  it("RFC 6749 §3.1, A1: every known parameter may occur once", () => {
    for (const name of authorizationParameters) {
      const refusal = reasonOf(decide(`${query()}&${name}=x&${name}=x`));
      assert.deepEqual(refusal, { errorFormat: "page", reason: "parameter-repeated", parameter: name });
    }
  });

  it("A3: a parameter once in the query and once in the POST body is repeated", () => {
    assert.equal(pageReason([query("state=a"), "state=b"].join("&")), "parameter-repeated");
  });

  it("RFC 8707 §2: resource may repeat, and unknown parameters may do anything", () => {
    assert.ok(decide(query("resource=a&resource=b&foo=1&foo=%FF&approval_prompt=auto")).ok);
  });

  const redirect = `redirect_uri=${encodeURIComponent(registeredUri)}`;
  const rows = [
    ["A7: client_id[] is not client_id", `client_id[]=a&${redirect}`, "client-id-missing"],
    ["A10: empty client_id", `client_id=&${redirect}`, "client-id-missing"],
    ["A10: empty redirect_uri", `client_id=${aClient().id}&redirect_uri=`, "redirect-uri-missing"],
    ["RFC 6749 §4.1.1: no client_id", redirect, "client-id-missing"],
    ["the interface: no redirect_uri", `client_id=${aClient().id}`, "redirect-uri-missing"],
    ["A12: client_id that is not UTF-8", `client_id=%FF&${redirect}`, "client-id-malformed"],
    ["A13: client_id with NUL", `client_id=a%00b&${redirect}`, "client-id-malformed"],
    ["A12: redirect_uri that is not UTF-8", `client_id=a&redirect_uri=%C0%AF`, "redirect-uri-malformed"],
    ["A13: redirect_uri with NUL", `client_id=a&redirect_uri=https://a%00`, "redirect-uri-malformed"],
    ["RFC 6749 §4.1.2.1: a text that cannot be a client id", `client_id=a%0Ab&${redirect}`, "client-unknown"],
    ["A12: state that is not UTF-8", query("state=%ED%A0%80"), "state-malformed"],
    ["A13: state with NUL", query("state=a%00"), "state-malformed"],
  ] as const;
  for (const [title, text, reason] of rows) it(title, () => assert.equal(pageReason(text), reason));

  it("RFC 6749 §4.1.2.1: an unknown client", () => {
    const parameters = parametersOf(query());
    const refusal = reasonOf(decideAuthorizationRequest({ client: undefined, parameters }));
    assert.deepEqual(refusal, { errorFormat: "page", reason: "client-unknown", received: aClient().id });
  });

  it("B40: a disabled client", () => {
    assert.equal(pageReason(query(), aClient({ isDisabled: true })), "client-disabled");
  });

  it("B: an unregistered redirect URI, with the nearest registered one", () => {
    const refusal = reasonOf(decide(`client_id=${aClient().id}&redirect_uri=https://app.example/cb/`));
    assert.ok(refusal.errorFormat === "page");
    assert.equal(refusal.reason, "redirect-uri-not-registered");
    assert.equal(refusal.received, "https://app.example/cb/");
    assert.equal(refusal.nearest?.difference, "trailing-slash");
  });

  it("B15: a redirect URI that was encoded twice is not decoded twice", () => {
    const twice = encodeURIComponent(encodeURIComponent(registeredUri));
    assert.equal(
      pageReason(`client_id=${aClient().id}&redirect_uri=${twice}`),
      "redirect-uri-not-registered",
    );
  });

  it("GHSA-vv4c-g6q7-p3q7: prompt=none, response_mode or a bad scope change nothing about it", () => {
    for (const more of ["prompt=none", "response_mode=form_post", "response_type=token", "client_secret=x"])
      assert.equal(
        pageReason(`client_id=${aClient().id}&redirect_uri=https://evil.test/&${more}`),
        "redirect-uri-not-registered",
      );
  });

  it("A22: state of 4096 bytes is echoed, a longer one cannot be", () => {
    assert.equal(unwrap(decide(query(`state=${"x".repeat(4096)}`))).state?.length, 4096);
    assert.equal(pageReason(query(`state=${"x".repeat(4097)}`)), "state-too-long");
    assert.equal(pageReason(query(`state=${encodeURIComponent("é".repeat(2049))}`)), "state-too-long");
  });

  it("what is shown of a hostile link is cut", () => {
    const refusal = reasonOf(decide(`client_id=${"x".repeat(10_000)}&redirect_uri=a`));
    assert.ok(refusal.errorFormat === "page");
    assert.equal(refusal.received?.length, 2000);
  });
});

describe("authorization request: what the client is told", () => {
  const rows = [
    ["RFC 6749 §2.3.1: client_secret in the query", "client_secret=x", "client-secret-in-query"],
    ["client_secret comes first", "client_secret=x&response_type=token", "client-secret-in-query"],
    ["A12: any known parameter that is not UTF-8", "scope=%FF", "parameter-malformed"],
    ["A12: a challenge that is not UTF-8", "code_challenge=%FF", "parameter-malformed"],
    ["RFC 9101: request is not silently ignored", "request=eyJ", "request-object"],
    ["RFC 9101: request_uri is never fetched", "request_uri=http://169.254.169.254/", "request-uri"],
    ["OpenID Connect Core §7.2.1: registration", "registration=%7B%7D", "registration"],
    ["RFC 9396: authorization_details", "authorization_details=[]", "authorization-details"],
    ["RFC 6749 §3.1.1: token", "response_type=token", "response-type-unsupported"],
    ["V10.6.1: code id_token", "response_type=code+id_token", "response-type-unsupported"],
    ["RFC 6749 §3.1.1: CODE", "response_type=CODE", "response-type-unsupported"],
    ["response_mode form_post", "response_mode=form_post", "response-mode-unsupported"],
    ["response_mode fragment", "response_mode=fragment", "response-mode-unsupported"],
    [
      "C16: plain",
      `code_challenge=${challenge}&code_challenge_method=plain`,
      "code-challenge-method-unsupported",
    ],
    [
      "C16: s256",
      `code_challenge=${challenge}&code_challenge_method=s256`,
      "code-challenge-method-unsupported",
    ],
    [
      "C16: S512",
      `code_challenge=${challenge}&code_challenge_method=S512`,
      "code-challenge-method-unsupported",
    ],
    ["C16: no method", `code_challenge=${challenge}`, "code-challenge-method-missing"],
    ["C16: a short challenge", "code_challenge=abc&code_challenge_method=S256", "code-challenge-malformed"],
    ["C16: a method alone", "code_challenge_method=S256", "code-challenge-missing"],
    ["D21: none beside login", "prompt=none+login", "prompt-conflict"],
    ["D21: none beside anything", "prompt=none+x", "prompt-conflict"],
    ["max_age is not a number", "max_age=soon", "max-age-malformed"],
    ["max_age is negative", "max_age=-1", "max-age-malformed"],
  ] as const;
  for (const [title, more, reason] of rows)
    it(title, () => assert.equal(redirectReason(query(more)), reason));

  it("OAuth 2.1: a strict client must send response_type", () => {
    assert.equal(redirectReason(query(withPkce), strict), "response-type-missing");
    assert.ok(decide(query(`${withPkce}&response_type=code`), strict).ok);
  });

  it("RFC 9700 §2.1.1: strict and public clients must send a challenge", () => {
    assert.equal(redirectReason(query("response_type=code"), strict), "code-challenge-missing");
    assert.equal(redirectReason(query(), aPublicClient()), "code-challenge-missing");
    assert.ok(decide(query(withPkce), aPublicClient()).ok);
  });

  it("oidcc-response-type-missing: a request with scope openid must send response_type", () => {
    assert.equal(redirectReason(query("scope=openid"), anOpenidClient()), "response-type-missing");
    assert.ok(decide(query("scope=profile"), anOpenidClient()).ok);
    assert.ok(decide(query("scope=openid")).ok);
  });

  it("RFC 9126 §6, fapi2 request without PAR refused: a client that must push may send nothing directly", () => {
    const client = anOpenidClient({ requiresPushedRequest: true });
    const text = query("scope=openid&response_type=code");
    assert.equal(redirectReason(text, client), "pushed-request-required");
    const parameters = parametersOf(text);
    assert.ok(decideAuthorizationRequest({ client, parameters, isPushed: true }).ok);
  });

  it("V10.4.12: form_post is for OpenID clients, and no other mode for anybody", () => {
    for (const client of [aClient(), aClient({ metadata: interfaceMetadata })])
      assert.equal(redirectReason(query("response_mode=form_post"), client), "response-mode-unsupported");
    for (const mode of ["fragment", "query.jwt", "FORM_POST"])
      assert.equal(
        redirectReason(query(`response_mode=${mode}`), anOpenidClient()),
        "response-mode-unsupported",
      );
  });

  it("oidcc-formpost-basic: a refusal travels as the client asked, an unknown mode in the query", () => {
    for (const [mode, expected] of [
      ["form_post", "form_post"],
      ["query", "query"],
      ["fragment", "query"],
    ]) {
      const text = query(`response_mode=${mode}&response_type=token&state=s`);
      const refusal = reasonOf(decide(text, anOpenidClient()));
      assert.ok(refusal.errorFormat === "redirect");
      assert.equal(refusal.responseMode, expected);
      const names = refusalParameters(refusal, issuer).map(([name]) => name);
      assert.deepEqual(names, ["error", "error_description", "state"]);
    }
  });

  it("RFC 6749 §4.1.2.1: the refusal carries the state, and goes to the verified URI", () => {
    const refusal = reasonOf(decide(query("state=a+b%2Bc&response_type=token")));
    assert.ok(refusal.errorFormat === "redirect");
    const url = new URL(refusalRedirect(refusal, issuer));
    assert.equal(url.origin + url.pathname, registeredUri);
    assert.deepEqual([...url.searchParams.keys()], ["error", "error_description", "state"]);
    assert.equal(url.searchParams.get("error"), "unsupported_response_type");
    assert.equal(url.searchParams.get("state"), "a b+c");
  });

  it("RFC 9207 §2: a strict client gets iss with errors too", () => {
    const refusal = reasonOf(decide(query(), strict));
    assert.ok(refusal.errorFormat === "redirect");
    assert.equal(new URL(refusalRedirect(refusal, issuer)).searchParams.get("iss"), issuer);
  });

  it("OpenID Connect Core §3.1.2.6: a flow can refuse an accepted request", () => {
    const refusal = refuseAuthorization(unwrap(decide(query("state=s&prompt=none"))), "login-required");
    assert.match(
      refusalRedirect(refusal, issuer),
      /^https:\/\/app\.example\/cb\?error=login_required&error_description=[^&]+&state=s$/,
    );
  });
});

describe("authorization request: accepted", () => {
  it("the interface: client_id and redirect_uri are enough", () => {
    const request = unwrap(decide(query()));
    assert.equal(request.redirectUri, registeredUri);
    assert.equal(request.client.id, aClient().id);
    assert.equal(request.state, undefined);
    assert.equal(request.codeChallenge, undefined);
    assert.equal(request.prompts.size, 0);
  });

  it("what client libraries add by default is accepted or ignored", () => {
    const more = `response_type=code&scope=openid+profile+email&nonce=n&display=page&acr_values=1&id_token_hint=x&claims=%7B%7D&claims_locales=de&response_mode=query&dpop_jkt=x&access_type=offline&${withPkce}`;
    assert.equal(unwrap(decide(query(more))).codeChallenge?.length, 32);
  });

  it("OpenID Connect Core §3.1.2.1: prompt, max_age, login_hint and ui_locales are read", () => {
    const request = unwrap(
      decide(query("prompt=login+create&max_age=0&login_hint=ada%0A&ui_locales=de+en&state=")),
    );
    assert.deepEqual([...request.prompts], ["login"]);
    assert.equal(request.maxAge, 0);
    assert.equal(request.loginHint, "ada");
    assert.deepEqual(request.uiLocales, ["de", "en"]);
    assert.equal(request.state, undefined);
  });

  it("the interface: the answer is code and nothing else", () => {
    assert.equal(successRedirect(unwrap(decide(query())), "lkac_x", issuer), `${registeredUri}?code=lkac_x`);
  });

  it("RFC 6749 §4.1.2, RFC 9207: then state if sent, then iss for strict clients", () => {
    const request = unwrap(decide(query(`response_type=code&state=s&${withPkce}`), strict));
    assert.equal(
      successRedirect(request, "c", issuer),
      `${registeredUri}?code=c&state=s&iss=https%3A%2F%2Fid.example`,
    );
  });

  it("oidcc-formpost-basic: form_post answers with the same parameters as the query", () => {
    const text = query("response_type=code&response_mode=form_post&state=a%2Bb&scope=openid");
    const request = unwrap(decide(text, anOpenidClient()));
    assert.equal(request.responseMode, "form_post");
    assert.deepEqual(successParameters(request, "c", issuer), [
      ["code", "c"],
      ["state", "a+b"],
    ]);
    assert.equal(unwrap(decide(query(), anOpenidClient())).responseMode, "query");
  });

  it("RFC 9207 §2: a client that registered for iss gets it with codes and errors", () => {
    const client = anOpenidClient({ wantsIssuer: true });
    const request = unwrap(decide(query(), client));
    const refusal = refuseAuthorization(request, "consent-required");
    for (const answer of [successParameters(request, "c", issuer), refusalParameters(refusal, issuer)])
      assert.deepEqual(answer.at(-1), ["iss", issuer]);
    assert.equal(successParameters(unwrap(decide(query(), anOpenidClient())), "c", issuer).length, 1);
  });

  it("property: any well-formed state without NUL comes back as it was", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((state) => !state.includes("\0"));
    fc.assert(
      fc.property(text, (state) => {
        const request = unwrap(decide(query(new URLSearchParams({ state }).toString())));
        const url = new URL(successRedirect(request, "c", issuer));
        assert.equal(url.searchParams.get("state"), state);
      }),
    );
  });

  it("property: no input makes the decision throw, and no redirect leaves the registered URI", () => {
    const pair = fc.tuple(fc.constantFrom(...authorizationParameters), fc.string({ unit: "binary" }));
    const client = fc.constantFrom(aClient(), anOpenidClient({ mayRefresh: true }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), client, (pairs, client) => {
        const text = pairs.map(([name, value]) => `${name}=${value}`).join("&");
        const parsed = parseParameters(`${query()}&${text}`);
        if (!parsed.ok) return;
        const decided = decideAuthorizationRequest({ client, parameters: parsed.value });
        if (decided.ok || decided.reason.errorFormat === "page") return;
        assert.ok(refusalRedirect(decided.reason, issuer).startsWith(`${registeredUri}?error=`));
      }),
    );
  });
});
