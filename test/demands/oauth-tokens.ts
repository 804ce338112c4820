import type { Specification } from "./demand.ts";

/** The demands of RFC 7009, RFC 7662, RFC 8707, RFC 9068, RFC 9126 and RFC 9449. */
export const oauthTokens: readonly Specification[] = [
  {
    specification: "RFC 7009, revocation",
    demands: [
      {
        section: "2.1",
        demand: "The client authenticates as at the token endpoint",
        sources: ["flows/endpoint/client-endpoint"],
        tests: ["V10.4.10: a caller without the right credentials revokes nothing"],
      },
      {
        section: "2.1",
        demand: "`token` is required; the hint need not be right",
        sources: ["protocol/token/token-parameter"],
        tests: [
          "no token: refused",
          "RFC 7009 §2.1, RFC 7662 §2.1: tokens tell their kind themselves, with any hint",
          "RFC 7009 §2.1: token_type_hint may be wrong or unknown",
        ],
      },
      {
        section: "2.1, 2.2",
        demand: "A token of another client stays; the answer is 200, as to an unknown token",
        sources: ["protocol/token/revocation"],
        tests: [
          "RFC 7009 §2.1, §2.2: a token of another client stays, and the answer is that to an unknown token",
          "RFC 7009 §2.1, §2.2: a token of another client stays as it is, and nothing tells that it exists",
        ],
      },
      {
        section: "2.1",
        demand: "A refresh token takes its access tokens along (*should*)",
        sources: ["protocol/token/revocation"],
        tests: [
          "RFC 7009 §2.1: an access token goes alone, a refresh token takes its family along",
          "TokenFamilies.revoke: true when this call revoked it; its access tokens die with it",
          "RFC 7009 §2.1: the whole family dies with it, every access token included",
        ],
      },
      {
        section: "2.1",
        demand: "It is invalid at once",
        sources: ["adapters/sql/grants"],
        tests: [
          "RFC 7009 §2.1: the token is dead at once, and the refresh token beside it lives",
          "Grants.revoke: true when this call did it; the code stays spent",
          "openid-client revokes a token (RFC 7009), and userinfo ends with it",
        ],
      },
      {
        section: "2.2",
        demand: "A token that is unknown or invalid already is answered with 200",
        sources: ["protocol/token/revocation"],
        tests: [
          "RFC 7009 §2.2: an unknown token is no error",
          "RFC 7009 §2.2: unknown, altered and dead tokens are answered like live ones",
        ],
      },
      {
        section: "2.2.1",
        demand: "While the store is away the answer is 503, never 200",
        sources: ["http/app"],
        tests: [
          "a store that is gone answers 503 with Retry-After and every safety header, and the process lives on",
        ],
      },
      {
        section: "2.3",
        demand: "JSONP",
        sources: [],
        unproved: "not offered",
        why: "it hands answers to any page",
      },
      {
        section: "5",
        demand: "A public client may revoke its own tokens",
        sources: ["protocol/token/revocation"],
        tests: [
          "RFC 7009 §5: a public client may give up its own token",
          "a public client may, and only the page of its own origin reads the answer",
        ],
      },
    ],
  },
  {
    specification: "RFC 7662, introspection",
    demands: [
      {
        section: "2.1",
        demand: "Only a client that proves its identity may ask; a public client cannot",
        sources: ["protocol/token/introspection"],
        tests: [
          "V10.4.10: a caller without the right credentials hears nothing about the token",
          "RFC 7662 §2.1: a public client cannot prove who it is and may not ask",
          "RFC 7662 §2.1: nobody introspects without credentials (introspection_endpoint_auth_methods_supported)",
        ],
      },
      {
        section: "2.1",
        demand: "A token is asked about by form, never in the URL",
        sources: ["protocol/token/token-parameter"],
        tests: [
          "a token or a secret in the URL is refused",
          "RFC 7662 §4: the token travels in the form, never in the URL",
        ],
      },
      {
        section: "2.2",
        demand: "`active`, and what the asking client may know",
        sources: ["protocol/token/introspection"],
        tests: [
          "RFC 7662 §2.2: the client of an access token learns everything",
          "RFC 9700 §2.3: the resource that an access token is meant for may see it",
          "RFC 7662 §2.2: the client hears whose its access token is, for what, and how long it lives",
          "openid-client introspects a token of its own (RFC 7662)",
        ],
      },
      {
        section: "2.2",
        demand:
          "A token that is unknown, expired, or not meant for the asking client is inactive, and the answer says nothing more",
        sources: ["protocol/token/introspection"],
        tests: [
          "RFC 7662 §2.2: an unknown token hears only that it is not active",
          "RFC 7662 §2.2: an expired token hears only that it is not active",
          "RFC 7662 §2.2: C30: another client hears only that it is not active",
          "C30: a token of another client is not active",
          "a token with one character changed is not active",
        ],
      },
      {
        section: "4",
        demand: "Every check is made: expiry, revocation, audience, and what the token rests on",
        sources: ["flows/endpoint/find-token"],
        tests: [
          "a token ends with its time",
          "RFC 9700 §2.3: the resource that a token is meant for may ask about it, another one hears nothing",
          "C27: disabling the account ends both, and enabling it again does not bring them back",
        ],
      },
    ],
  },
  {
    specification: "RFC 8707, resource indicators",
    demands: [
      {
        section: "2",
        demand: "A resource is an absolute URI without a fragment",
        sources: ["protocol/api/resource", "protocol/api/targets"],
        tests: ["RFC 8707 §2: a relative URI", "RFC 8707 §2: a fragment"],
      },
      {
        section: "2",
        demand: "`resource` may repeat",
        sources: ["protocol/parameters"],
        tests: [
          "RFC 8707 §2: resource may repeat, and unknown parameters may do anything",
          "RFC 8707 §2.2: resource may repeat, with a code and with a refresh token",
        ],
      },
      {
        section: "2",
        demand: "One that is unknown or not for this client is `invalid_target`",
        sources: ["protocol/api/targets", "protocol/token/audience"],
        tests: [
          "RFC 8707 §2: a resource that is not registered",
          "RFC 8707 §2: any other is refused and spends nothing",
        ],
      },
      {
        section: "2",
        demand: "The token is good for those resources",
        sources: ["protocol/token/code-exchange"],
        tests: ["RFC 8707 §2.2: the token is for what the authorization request named, or for less"],
      },
      {
        section: "2.2",
        demand: "The token request may name some of them",
        sources: ["protocol/token/audience"],
        tests: ["RFC 8707 §2.2: where it named none, a registered one may be named now"],
      },
      {
        section: "2.2",
        demand: "A token for several resources is avoided: an API could use it at another one",
        sources: ["protocol/token/audience"],
        tests: [
          "C52: several APIs: one token for each, the second by the refresh token; naming none spends nothing",
        ],
      },
      {
        section: "3",
        demand: "The scope of a token is what its resource has of it",
        sources: ["protocol/token/audience"],
        tests: ["the requested one of several, in any spelling of the host"],
      },
      {
        section: "2.2",
        demand: "A refresh may name some of them too",
        sources: ["flows/endpoint/refresh"],
        tests: [
          "RFC 8707 §2.2: a refresh may name some of the granted resources and no others; the family keeps them all",
        ],
      },
    ],
  },
  {
    specification: "RFC 9068, JWT access tokens",
    demands: [
      {
        section: "2.1",
        demand: "They are signed; `alg` is never `none`, and RS256 is supported",
        sources: ["flows/endpoint/create-access-token", "adapters/keys/signer"],
        tests: [
          "RFC 9068 §2.1: the JWT is signed with the algorithm of the API, …, and has the type at+jwt",
          "jose verifies it by discovery: …",
        ],
      },
      {
        section: "2.1",
        demand: "`typ` is `at+jwt`, so that no other JWT is taken for one",
        sources: ["protocol/token/jwt-access-token", "flows/endpoint/verify-access-token"],
        tests: [
          "RFC 9068 §2.1: an ID token and any other JWT of this service is no access token",
          "C60, RFC 9068 §2.1: no other JWT of this service opens anything, and it is no ID token hint",
          "verifyOwn: undefined for any JWT that no key of the keyring signed, and for one of another type",
        ],
      },
      {
        section: "2.2",
        demand: "`iss`, `exp`, `aud`, `sub`, `client_id`, `iat` and `jti` are in every one",
        sources: ["protocol/token/jwt-access-token"],
        tests: [
          "RFC 9068 §2.2: a token without a person has the required claims and its scope",
          "oauth4webapi validates it as RFC 9068 says: …",
        ],
      },
      {
        section: "2.2, 6",
        demand: "`sub` is the subject that the client knows, or the client itself (*should*)",
        sources: ["flows/find-subject", "flows/endpoint/redeem"],
        tests: [
          "RFC 9068 §2.2, §6: the subject is the one that the client knows, pairwise where it registered for that",
        ],
      },
      {
        section: "3",
        demand:
          "`aud` is the API that the request names; where it names none, a default. Every scope value means something there",
        sources: ["protocol/api/targets", "protocol/token/audience"],
        tests: [
          "the API that the registration names is meant where the request names none",
          "C52: several APIs: one token for each, the second by the refresh token; naming none spends nothing",
          "jose verifies it by discovery: …",
        ],
      },
      {
        section: "2.2.1",
        demand: "`auth_time`, `acr` and `amr` tell of the sign-in, and stay the same in refreshed ones",
        sources: ["protocol/token/jwt-access-token", "flows/endpoint/refresh"],
        tests: [
          "RFC 9068 §2.2.1: auth_time, acr and amr are about the sign-in, not about the moment of issue",
          "RFC 9068 §2.2.1: a refreshed one tells of the old sign-in, and has an id of its own",
        ],
      },
      {
        section: "2.2.3",
        demand: "`scope` is there where a scope was granted (*should*)",
        sources: ["protocol/token/jwt-access-token"],
        tests: [
          "RFC 9068 §2.2.3: a token without scope has no claim scope",
          "RFC 9068 §2.2: a token without a person has the required claims and its scope",
        ],
      },
      {
        section: "2.2.3.1",
        demand: "Groups are in the claim `groups` (*should*)",
        sources: ["protocol/token/jwt-access-token", "flows/endpoint/create-access-token"],
        tests: [
          "RFC 9068 §2.2.3: groups are in it where the scope groups was granted, and nowhere else",
          "groups that would make the token too long for a header are left out, all of them",
        ],
      },
      {
        section: "4",
        demand:
          "The metadata document says the issuer and where its keys are (*should*); `jwks_uri` holds every key that may verify one",
        sources: ["http/endpoints/server-metadata", "adapters/keys/keyring"],
        tests: [
          "jose verifies it by discovery: …",
          "RFC 7517 §5: a key signs access tokens a minute after it was published, and the old one still verifies",
          "maintain: a signing key signs for 90 days and stays published for 30 more",
        ],
      },
      {
        section: "4",
        demand: "Resources check type, signature, `iss`, `aud` and `exp`",
        sources: ["flows/endpoint/verify-access-token", "flows/endpoint/find-token"],
        tests: [
          "C60: unsigned, forged, altered, cut, huge or unreadable, it is refused as an unknown token is",
          "C60, RFC 9068 §2.1: one that was signed for no grant opens nothing",
        ],
      },
      {
        section: "5",
        demand: "A client's id is never a person's subject (*should*)",
        sources: ["values/ids"],
        unproved: "no test",
        why: "client ids begin otherwise than account ids, and a pairwise subject is random text",
      },
    ],
  },
  {
    specification: "RFC 9126, pushed authorization requests",
    demands: [
      {
        section: "2.1",
        demand: "`request_uri` inside a pushed request is refused",
        sources: ["protocol/authorization/pushed-request"],
        tests: ["RFC 9126 §2.1: request_uri inside is refused", "RFC 9126 §2.3: a request_uri"],
      },
      {
        section: "2.1",
        demand: "The client authenticates as at the token endpoint",
        sources: ["flows/endpoint/pushed-request"],
        tests: [
          "V10.4.10: a caller that does not prove to be the client",
          "the assertion authenticates, and does not travel through the browser",
        ],
      },
      {
        section: "2.1",
        demand: "The request is checked when it is pushed, as it would be at the authorization endpoint",
        sources: ["flows/endpoint/pushed-request"],
        tests: [
          "RFC 9126 §2.3: another response_type",
          "RFC 9126 §2.3: a redirect_uri that is not registered",
          "RFC 9126 §2.3: no redirect_uri",
        ],
      },
      {
        section: "2.1",
        demand: "The request is tied to the client that authenticated",
        sources: ["protocol/authorization/pushed-request"],
        tests: ["RFC 9126 §2.1: another client_id than that of the authentication is refused"],
      },
      {
        section: "2.2",
        demand: "`request_uri` cannot be guessed, and is no code or token of another kind",
        sources: ["protocol/authorization/pushed-request"],
        tests: ["C28: a request_uri is told from codes, tokens and the URIs of others"],
      },
      {
        section: "2.2",
        demand: "201 with `request_uri` and `expires_in`, and not cached",
        sources: ["http/endpoints/pushed-request"],
        tests: [
          "RFC 9126 §4: the browser brings the request_uri, and what was pushed counts",
          "openid-client pushes its request (RFC 9126)",
        ],
      },
      {
        section: "2.3",
        demand: "Errors are those of the token endpoint; 405 for another method, 413 for too much",
        sources: ["http/endpoints/pushed-request"],
        tests: ["every method but POST", "RFC 9126 §2.3: more than 4096 bytes"],
      },
      {
        section: "2.4",
        demand: "Redirect URIs that are not registered",
        sources: [],
        unproved: "not offered",
        why: "every redirect URI is registered",
      },
      {
        section: "2.2, 4",
        demand: "It is good for a short time",
        sources: ["protocol/authorization/pushed-request"],
        tests: [
          "C36: after its expiry it is refused",
          "RFC 9126 §4: it stands for what was pushed, as often as the page is loaded, until it expires",
          "C36: after 60 seconds the browser comes too late",
        ],
      },
      {
        section: "4",
        demand: "Only the client that pushed it may use it",
        sources: ["protocol/authorization/pushed-request"],
        tests: [
          "C36: for another client, or without one, it is refused",
          "C36: another client cannot use it",
          "…par-attempt-to-use-request_uri-for-different-client: a request_uri works with the client_id that pushed it",
        ],
      },
      {
        section: "4",
        demand: "What was pushed counts, not what stands beside `request_uri`",
        sources: ["flows/authorize/read-request"],
        tests: [
          "RFC 9126 §4: the browser brings the request_uri, and what was pushed counts",
          "…ensure-different-state-inside-and-outside-request-object: a state beside the request_uri counts for nothing",
          "…ensure-request-object-without-redirect-uri-fails: a redirect_uri beside the request_uri cannot stand in for one that was not pushed",
        ],
      },
      {
        section: "5",
        demand: "The metadata names the endpoint",
        sources: ["protocol/openid/server-metadata"],
        tests: ["RFC 9126 §5 (require_pushed_authorization_requests)"],
      },
      {
        section: "6",
        demand: "A client that must push gets nowhere without",
        sources: ["protocol/authorization/request"],
        tests: [
          "RFC 9126 §6, fapi2 request without PAR refused: a client that must push may send nothing directly",
          "RFC 9126 §6: a client that must push is refused otherwise",
          "…ensure-unsigned-authorization-request-without-using-par-fails: a request that was not pushed is invalid_request",
        ],
      },
      {
        section: "7.3",
        demand: "A pushed request gives one code at most (*should*)",
        sources: ["flows/authorize/open-pushed-request"],
        tests: [
          "ReplayCache.use: from any process, exactly one wins each key",
          "C36: a reload before the sign-in is finished works, and a request that brought a code is used up",
          "C36: of browsers that race with one request, one gets a code",
          "…par-attempt-reuse-request_uri: after the sign-in a request_uri is used up",
        ],
      },
    ],
  },
  {
    specification: "RFC 9449, DPoP",
    demands: [
      {
        section: "4.3",
        demand: "One header, one signed JWT of type `dpop+jwt`, an asymmetric algorithm, a public key",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §4.3, rule 1: two headers, joined by a comma, are refused",
          "RFC 9449 §4.3: typ JWT is refused",
          "RFC 9449 §4.3: alg none is refused",
          "RFC 9449 §4.3: a private key is refused",
        ],
      },
      {
        section: "4.3",
        demand: "The signature fits the key",
        sources: ["protocol/token/dpop"],
        tests: ["RFC 9449 §4.3: a signature of another key is refused"],
      },
      {
        section: "4.3",
        demand: "`htm` and `htu` are those of the request",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §4.3: another htm is refused",
          "RFC 9449 §4.3: another host is refused",
          "RFC 9449 §4.3, rule 9: query and fragment in htu is accepted",
        ],
      },
      {
        section: "4.3",
        demand: "`iat` is recent",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §4.3: iat 61 seconds ago is refused",
          "RFC 9449 §4.3: iat 61 seconds ahead is refused",
          "…ensure-dpopproof-with-iat-10seconds-before-succeeds: the clock of the client may be 10 seconds late",
        ],
      },
      {
        section: "4.3",
        demand: "With an access token: `ath` fits it, and the key is the one it is bound to",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §4.3, rule 12: at a resource the proof names the token",
          "RFC 9449 §7.1: a bound token needs its key, and an unbound one is a bearer token",
          "…dpop-negative-tests: userinfo refuses every proof that is wrong, and accepts the right one once",
        ],
      },
      {
        section: "5",
        demand: "A token that was asked for with a proof is bound to the key",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §5: a proof binds the token",
          "…happy-flow: two clients sign in, and neither can use the token of the other with a key of its own",
        ],
      },
      {
        section: "5",
        demand: "The refresh token of a public client is bound to the key",
        sources: ["protocol/token/refresh"],
        tests: [
          "RFC 9449 §5: the refresh token of a public client is bound to its key",
          "RFC 9449 §5: a confidential client may change its key, but not fall back to bearer tokens",
          "oauth4webapi refreshes with the same key, and the new token is bound as well",
        ],
      },
      {
        section: "5.1",
        demand: "The metadata names the algorithms, none of them symmetric",
        sources: ["protocol/openid/server-metadata"],
        tests: ["oidcc-idtoken-unsigned: RS256 is there and none is nowhere"],
      },
      {
        section: "5.2",
        demand: "A client registered for it gets bound tokens only",
        sources: ["protocol/token/dpop"],
        tests: [
          "ASVS V10.4.14: required, but no proof: refused",
          "RFC 9449 §5.2, fapi2 ensure-holder-of-key-required: a client that must bind its tokens; a sender without the key is not the owner",
          "…ensure-holder-of-key-required: without a DPoP proof there is no token",
        ],
      },
      {
        section: "6.2",
        demand: "Introspection names the key",
        sources: ["protocol/token/introspection"],
        tests: [
          "RFC 9449 §6.2: a bound token names its key",
          "RFC 9449 §6.2: a token that is bound to a key says to which",
        ],
      },
      {
        section: "7.1",
        demand: "A bound token is not taken as a bearer token",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §7.1: a bound token needs its key, and an unbound one is a bearer token",
          "a bound token is no bearer token, and oauth4webapi shows the challenge (RFC 9449 §7.2)",
        ],
      },
      {
        section: "7.1",
        demand: "The scheme is `DPoP`, in any letter case",
        sources: ["protocol/token/dpop"],
        tests: [
          "RFC 9449 §7.1: the scheme DPoP, in any letter case, with exactly one token",
          "…access-token-type-header-case-sensitivity: the scheme of the Authorization header is read without regard to case",
        ],
      },
      {
        section: "8, 9",
        demand: "Nonces of the server",
        sources: [],
        unproved: "not offered",
        why: "optional. Proofs are short-lived and each works once; a nonce that is sent is ignored",
      },
      {
        section: "10",
        demand: "`dpop_jkt` binds the code to the key",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "RFC 9449 §10: a bound code takes a proof made with that key",
          "RFC 9449 §10: another key; a sender without the key is not the owner",
          "RFC 9449 §10: a short thumbprint",
          "…ensure-token-endpoint-fails-with-mismatched-dpop-jkt: a code that was bound by dpop_jkt is refused with another key",
        ],
      },
      {
        section: "10.1",
        demand: "At the PAR endpoint a proof or `dpop_jkt` binds the code; together they name one key",
        sources: ["flows/endpoint/pushed-request"],
        tests: [
          "§10.1: by a proof; then only that key gets the token",
          "§10.1: by dpop_jkt; then only that key gets the token",
          "§10.1: a proof of another key than dpop_jkt names is refused",
          "…ensure-mismatched-dpop-jkt-fails: a pushed dpop_jkt of another key than that of the proof is refused",
        ],
      },
      {
        section: "11.1",
        demand: "A proof works once",
        sources: ["flows/endpoint/dpop"],
        tests: [
          "RFC 9449 §4.3: a good proof proves the key, and its jti names its use",
          "ReplayCache.use: true for exactly one of any number of calls with one key",
          "§4.3: a proof for another endpoint, one that was used, and text that is none are refused",
        ],
      },
    ],
  },
];
