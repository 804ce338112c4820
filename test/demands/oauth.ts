import type { Specification } from "./demand.ts";

/** The demands of RFC 6749 and RFC 6750. */
export const oauth: readonly Specification[] = [
  {
    specification: "RFC 6749, OAuth 2.0",
    demands: [
      {
        section: "2.1",
        demand: "A client that cannot keep a secret is registered as such, and its id proves nothing",
        sources: ["protocol/client/authentication"],
        tests: [
          "RFC 6749 §2.1: a public client is authenticated by nothing but its id",
          "a public client has no secret, and none can be made",
        ],
      },
      {
        section: "2.2",
        demand: "Every client id is unique here",
        sources: ["adapters/sql/clients"],
        tests: [
          "Clients.create: refused when the id exists",
          "Clients.create: of many with one id at once, one succeeds",
        ],
      },
      {
        section: "2.3",
        demand: "One way of authentication per request",
        sources: ["protocol/client/authentication"],
        tests: [
          "RFC 6749 §2.3, A6: Basic and a form secret at once are refused",
          "A6: HTTP Basic and client_secret in the form at once are refused, and the code stays unspent",
        ],
      },
      {
        section: "2.3.1",
        demand: "HTTP Basic works, form-encoded as the RFC says",
        sources: ["protocol/client/authentication"],
        tests: [
          "RFC 6749 §2.3.1, A16: a secret with %, :, + works form-encoded and raw",
          "C1: HTTP Basic and grant_type, redirect_uri and unknown parameters change nothing about the answer",
        ],
      },
      {
        section: "2.3.1",
        demand: "Credentials are never taken from the URL",
        sources: ["protocol/token/request"],
        tests: [
          "RFC 6749 §2.3.1, A30: nothing of it may be in the URL, a secret least of all",
          "A30: credentials in the query of the token endpoint are refused, and reach no log line",
        ],
      },
      {
        section: "2.3.1, 3.1, 3.2",
        demand: "TLS. It ends at the proxy in front; plain http is for loopback only",
        sources: ["ops/config"],
        tests: ["D12: a base URL with http is refused for any other host"],
      },
      {
        section: "2.3.1",
        demand: "Guessing secrets is slowed down",
        sources: ["flows/endpoint/client-endpoint"],
        tests: [
          "C9: wrong secrets are counted; then 429 with Retry-After, while the right secret still gets through",
        ],
      },
      {
        section: "3.1",
        demand: "The person's identity is verified before anything is granted",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "D21: without a session the answer is login_required, with state",
          "V6.3.8: unknown name, wrong password, disabled account and an account without a password look the same",
        ],
      },
      {
        section: "3.1",
        demand: "GET works at the authorization endpoint; POST may",
        sources: ["http/pages/authorization"],
        tests: [
          "OpenID Connect Core §3.1.2.1: POST leads to the same request as GET, with any bytes in the form",
        ],
      },
      {
        section: "3.1",
        demand: "A parameter without a value counts as left out",
        sources: ["protocol/parameters"],
        tests: ["RFC 6749 §3.1, A10: an empty value is as good as absent"],
      },
      {
        section: "3.1",
        demand: "Unknown parameters are ignored",
        sources: ["protocol/authorization/request"],
        tests: ["RFC 6749 §3.1: unknown parameters are ignored, and known ones that mean nothing here too"],
      },
      {
        section: "3.1",
        demand: "No parameter occurs twice",
        sources: ["protocol/authorization/request"],
        tests: [
          "RFC 6749 §3.1, A1: every known parameter may occur once",
          "A1: every known parameter that is sent twice, with the same value or another, ends on our own page",
        ],
      },
      {
        section: "3.1.1",
        demand: "`response_type` is required: of strict clients, and of every request with the scope openid",
        sources: ["protocol/authorization/request"],
        tests: [
          "OAuth 2.1: a strict client must send response_type",
          "oidcc-response-type-missing: a request with scope openid must send response_type",
        ],
      },
      {
        section: "3.1.1",
        demand: "The same of interface clients",
        sources: [],
        unproved: "not offered",
        why: "their interface lets them leave it out, and absent means code",
      },
      {
        section: "3.1.1",
        demand: "An unknown `response_type` is answered with an error",
        sources: ["protocol/authorization/request"],
        tests: ["RFC 6749 §3.1.1: token", "RFC 6749 §3.1.1: CODE"],
      },
      {
        section: "3.1.2",
        demand: "A redirect URI is absolute and has no fragment",
        sources: ["protocol/client/redirect-uri-registration"],
        tests: ["RFC 6749 §3.1.2: … is refused as …", "B21: … is refused as …"],
      },
      {
        section: "3.1.2",
        demand: "A query in the redirect URI is kept",
        sources: ["protocol/authorization/response"],
        tests: [
          "B36: a registered query stays in front, in order",
          "B36: the code is appended to a registered query, whose order stays",
        ],
      },
      {
        section: "3.1.2.2",
        demand: "Clients register their redirect URIs: here every client does, in full",
        sources: ["flows/operator/client"],
        tests: ["a registration without a usable name or redirect URI is refused, and nothing is stored"],
      },
      {
        section: "3.1.2.3",
        demand: "The redirect URI of a request is compared with the registered ones",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "RFC 9700 §2.1, ASVS V10.4.1: a redirect URI that is not exactly a registered one ends on our own page",
          "property: only registered strings are verified for a confidential client",
        ],
      },
      {
        section: "3.1.2.3",
        demand: "A request without `redirect_uri` may be sent to the only registered one",
        sources: [],
        unproved: "not offered",
        why: "it is always required, so that no request depends on how many are registered",
      },
      {
        section: "3.1.2.4",
        demand: "The browser is never sent to an address that is not registered; the person is told",
        sources: ["http/pages/authorization"],
        tests: [
          "RFC 9700 §2.1, ASVS V10.4.1: a redirect URI that is not exactly a registered one ends on our own page",
        ],
      },
      {
        section: "3.2",
        demand: "The token endpoint takes POST only",
        sources: ["http/routes"],
        tests: ["RFC 6749 §3.2: the token endpoint takes POST only"],
      },
      {
        section: "3.2",
        demand: "There too: no value is left out, unknown is ignored, nothing occurs twice",
        sources: ["protocol/token/request"],
        tests: [
          "A10: an empty grant_type is absent",
          "RFC 6749 §3.2: unknown parameters are ignored, however they come",
          "A4: every known parameter may occur once, be it the same or different",
        ],
      },
      {
        section: "3.2.1",
        demand: "Confidential clients authenticate at the token endpoint",
        sources: ["protocol/client/authentication"],
        tests: [
          "RFC 6749 §3.2.1: RFC 9700 §2.5: no secret is refused",
          "RFC 6749 §3.2.1: C9: wrong secret is refused",
          "RFC 9700 §2.5, ASVS V10.4.10: a confidential client without its secret gets nothing",
        ],
      },
      {
        section: "3.3",
        demand: "Scope values are separated by spaces and case-sensitive; order means nothing",
        sources: ["protocol/scope"],
        tests: ["RFC 6749 §3.3: spaces separate", "RFC 6749 §3.3: values are case-sensitive"],
      },
      {
        section: "3.3",
        demand: "The scope values of APIs are scope tokens",
        sources: ["flows/operator/read-api"],
        tests: [
          "scopes are tokens of RFC 6749 §3.3 with sentences, each once, and none of the sign-in's own",
        ],
      },
      {
        section: "3.3",
        demand: "If less is granted than was asked for, the answer says what: for clients with metadata",
        sources: ["http/endpoints/token"],
        tests: ["RFC 9126 §4: the browser brings the request_uri, and what was pushed counts"],
      },
      {
        section: "3.3",
        demand: "The same for interface clients",
        sources: [],
        unproved: "not offered",
        why: "they get four members for any `scope`, as their interface says",
      },
      {
        section: "4.1.2",
        demand:
          "The code works once. A second use is refused, and the tokens of the first are revoked (*should*)",
        sources: ["flows/endpoint/code-exchange"],
        tests: [
          "C2: a code that its owner sends again is refused, and the token of the first exchange dies with it",
          "C3, ASVS V10.4.2: of … exchanges of one code at once exactly one succeeds, and its token is revoked",
          "Grants.redeem: from any process, exactly one wins each id",
          "oidcc-codereuse-30seconds: the second use after 30 seconds is invalid_grant and revokes the token of the first",
        ],
      },
      {
        section: "4.1.2",
        demand: "The code expires soon after it was issued",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "C7: a code works until one second before it expires, and neither at that second nor after it",
          "ASVS V10.4.3: a code lives one minute unless set otherwise, and no setting above five minutes is taken",
        ],
      },
      {
        section: "4.1.2",
        demand: "The code is bound to client and redirect URI",
        sources: ["protocol/authorization/code"],
        tests: [
          "C8: a code of another client is refused like an unknown one, and stays unspent",
          "C19: an interface client may leave redirect_uri out, or vary its query; another one is refused",
          "…ensure-authorization-code-is-bound-to-client: another client cannot exchange the code, and does not spend it",
        ],
      },
      {
        section: "4.1.2",
        demand: "`state` comes back unchanged if it was sent",
        sources: ["protocol/authorization/response"],
        tests: [
          "RFC 9700 §4.7: state comes back unchanged, also through the sign-in form",
          "property: any well-formed state without NUL comes back as it was",
        ],
      },
      {
        section: "4.1.2.1",
        demand: "A missing, invalid or unknown client or redirect URI stays on our own page",
        sources: ["protocol/authorization/request"],
        tests: [
          "RFC 6749 §4.1.1: no client_id",
          "RFC 6749 §4.1.2.1: an unknown client",
          "the interface: no redirect_uri",
        ],
      },
      {
        section: "4.1.2.1",
        demand: "Every other error goes to the redirect URI, with `error` and `state`",
        sources: ["protocol/authorization/errors"],
        tests: ["RFC 6749 §4.1.2.1: the refusal carries the state, and goes to the verified URI"],
      },
      {
        section: "4.1.2.1, 5.2",
        demand: "`error` is a registered code, `error_description` has plain characters only",
        sources: ["protocol/authorization/errors", "protocol/errors"],
        tests: [
          "…: a registered code and a description in plain characters",
          "…: a registered code, an expected status, a description in plain characters",
        ],
      },
      {
        section: "4.1.2.1",
        demand: "A person who says no is `access_denied`",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "D22: cancelling leads to the client with access_denied and upgrades nothing",
          "RFC 6749 §4.1.2.1: a person who does not allow is sent back with access_denied and the state, and is asked again next time",
        ],
      },
      {
        section: "4.1.3",
        demand: "The code was issued to the client that presents it",
        sources: ["protocol/token/code-exchange"],
        tests: ["RFC 6749 §4.1.3: issued to another client"],
      },
      {
        section: "4.1.3",
        demand: "`redirect_uri` is repeated and equal: by strict clients, exactly",
        sources: ["protocol/token/code-exchange"],
        tests: ["C19: a strict client must repeat redirect_uri exactly", "C19: no redirect_uri (strict)"],
      },
      {
        section: "4.1.3",
        demand: "The same by interface clients",
        sources: [],
        unproved: "not offered",
        why: "their interface lets them leave it out. If it is sent, another scheme, host, port or path is refused",
      },
      {
        section: "4.2",
        demand: "Implicit grant",
        sources: [],
        unproved: "not offered",
        why: "RFC 9700 §2.1.2 advises against it",
      },
      {
        section: "4.3",
        demand: "Password grant",
        sources: [],
        unproved: "not offered",
        why: "RFC 9700 §2.4 forbids it",
      },
      {
        section: "4.4",
        demand: "The client credentials grant is for confidential clients alone",
        sources: ["protocol/token/client-credentials"],
        tests: ["RFC 6749 §4.4: a public client", "RFC 6749 §4.4: a client of people"],
      },
      {
        section: "4.4.2",
        demand: "The client authenticates",
        sources: ["flows/endpoint/client-endpoint"],
        tests: ["RFC 6749 §4.4.2: it must authenticate"],
      },
      {
        section: "4.4.3",
        demand: "A refresh token is not included (*should not*)",
        sources: ["flows/endpoint/create-api-grant"],
        tests: [
          "RFC 6749 §4.4.3: gets an access token of the shape of the interface, with its scope and without a refresh token",
        ],
      },
      {
        section: "5.1",
        demand:
          "The answer is JSON with `access_token`, `token_type` and (*should*) `expires_in`, and is not cached",
        sources: ["http/endpoints/token"],
        tests: [
          "C1: a good exchange answers exactly status, access_token, token_type and expires_in, and is not cached",
        ],
      },
      {
        section: "5.1",
        demand: "Token answers carry `Pragma: no-cache`",
        sources: [],
        unproved: "not offered",
        why: "it is for HTTP/1.0 caches and obsolete (RFC 9111 §5.4); `Cache-Control: no-store` is there",
      },
      {
        section: "5.2",
        demand: "401 with a challenge for who failed with HTTP Basic; 400 else",
        sources: ["protocol/errors"],
        tests: [
          "RFC 6749 §5.2: 401 only to callers that used Basic",
          "C9: a wrong secret leaves the code usable: 400 with the secret in the form, 401 with HTTP Basic",
        ],
      },
      {
        section: "5.2",
        demand: "A grant type that is not supported is `unsupported_grant_type`",
        sources: ["protocol/token/request"],
        tests: ["RFC 6749 §5.2: implicit grant"],
      },
      {
        section: "6",
        demand: "A refresh token works only for the client that got it, authenticated",
        sources: ["protocol/token/refresh"],
        tests: [
          "C26, RFC 6749 §10.4: another client: refused",
          "oidcc-refresh-token: a refresh token brings an ID token of the same sign-in, and works for its own client only",
        ],
      },
      {
        section: "6",
        demand: "The scope of a refresh is no wider than what was granted, and all of it when left out",
        sources: ["protocol/token/refresh"],
        tests: [
          "C25: a wider scope: refused",
          "RFC 6749 §6: without a scope all that was granted is granted again",
          "RFC 6749 §6: the scope may narrow, in the order of the grant",
        ],
      },
      {
        section: "7",
        demand: "Userinfo, our own protected resource, checks that a token is live and what it is good for",
        sources: ["flows/endpoint/find-token"],
        tests: [
          "C31: a token works until expires_in is over, and not at that second",
          "C31: a revoked token is 401, and so is one whose client is gone",
        ],
      },
      {
        section: "10.3, 10.10",
        demand: "Codes, tokens and secrets cannot be guessed",
        sources: ["adapters/system/random"],
        tests: [
          "random bytes are spread evenly over their 256 values",
          "no random byte is handed out twice, across every boundary of the pool",
        ],
      },
      {
        section: "10.5",
        demand: "Codes are short-lived and single-use, and redeeming one twice shows",
        sources: ["adapters/sql/grants"],
        tests: ["Grants.redeem: inserts the grant unless its id exists"],
      },
      {
        section: "10.12",
        demand: "The authorization endpoint is protected against forged requests",
        sources: ["flows/csrf-token"],
        tests: [
          "D3: … signs nobody in, even with a CSRF token of the attacker's own",
          "D1: a form that was shown to another browser is shown again with 403, and works then",
        ],
      },
      {
        section: "10.13",
        demand: "Pages cannot be framed (*should*)",
        sources: ["http/reply"],
        tests: [
          "ASVS V3.3, V3.4: … carries every safety header",
          "ASVS V6.3.4: the rows above name every route that there is",
        ],
      },
      {
        section: "10.14",
        demand: "What comes in is checked before it is shown, most of all `state` and `redirect_uri`",
        sources: ["pages/html"],
        tests: [
          "D31: state, login_hint and others on the sign-in and continue pages",
          "D31: the redirect URI and the client_id on the error page, which prints them for the developer",
        ],
      },
      {
        section: "10.15",
        demand: "No open redirector",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "property: no input makes the decision throw, and no redirect leaves the registered URI",
          "B39: sign-in leads to the registered redirect URI and nowhere else",
        ],
      },
    ],
  },
  {
    specification: "RFC 6750, bearer tokens",
    demands: [
      {
        section: "2.1",
        demand: "A token in the `Authorization` header is accepted",
        sources: ["protocol/token/bearer"],
        tests: ["RFC 6750 §2.1, C31: the header, its scheme in any letter case"],
      },
      {
        section: "2",
        demand: "No more than one way per request",
        sources: ["protocol/token/bearer"],
        tests: ["C31: a token in two places is invalid_request"],
      },
      {
        section: "2.2, 2.3",
        demand: "A token in form or query",
        sources: [],
        unproved: "not offered",
        why: "both end up in logs and histories. Refused with the repair in words",
      },
      {
        section: "3.1",
        demand:
          "A way to send a token that is not supported is answered with a challenge that names no error (*should not*)",
        sources: [],
        unproved: "not offered",
        why: "a client that puts its token into form or query hears `invalid_token` and the repair, because a bare challenge would not tell it that the token arrived in the wrong place",
      },
      {
        section: "3",
        demand: "A refused request is answered with a challenge; without a token it names no error",
        sources: ["http/endpoints/userinfo"],
        tests: [
          "C31: no token at all is 401 with a challenge that names no error",
          "RFC 6750 §3: nothing was sent: refused",
        ],
      },
      {
        section: "3.1",
        demand: "400 for a request that is malformed, 401 for a token that is not valid",
        sources: ["protocol/errors"],
        tests: [
          "C31: a token in two places is invalid_request",
          "C31: an altered, cut, lengthened or foreign token is 401, always in the same words",
        ],
      },
      {
        section: "5.2, 5.3",
        demand: "Tokens expire, and are not stored in a form that can be used",
        sources: ["adapters/sql/grants"],
        tests: [
          "C31: a token works until expires_in is over, and not at that second",
          "property: a token names its grant and carries the digest that is stored",
        ],
      },
      {
        section: "5.3",
        demand: "No bearer token in a URL of the service",
        sources: ["http/endpoints/userinfo"],
        tests: [
          "RFC 9700 §4.3.2: a token in the query or in the form is refused, and named in no log line",
          "RFC 6750 §5.3: userinfo may be read by every page that holds a token, and never with cookies",
        ],
      },
    ],
  },
];
