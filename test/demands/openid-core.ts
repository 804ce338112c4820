import type { Specification } from "./demand.ts";

/** The demands of OpenID Connect Core. */
export const openidCore: readonly Specification[] = [
  {
    specification: "OpenID Connect Core",
    demands: [
      {
        section: "2",
        demand: "An ID token has iss, sub, aud, exp and iat; auth_time, nonce, acr, amr where they apply",
        sources: ["protocol/openid/id-token"],
        tests: [
          "OpenID Connect Core §2: every claim, in whole seconds, good for five minutes",
          "oidcc-server: code, ID token and userinfo agree, for two clients in one browser",
          "oidcc-ensure-request-without-nonce-succeeds-for-code-flow: a request without nonce gives an ID token without nonce",
          "openid-client discovers the service, and gets an ID token and userinfo about one person",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "Without the scope openid it is plain OAuth",
        sources: ["protocol/authorization/extensions"],
        tests: ["OpenID Connect Core §3.1.2.1: without scope openid, nonce and claims mean nothing"],
      },
      {
        section: "3.1.2.1",
        demand: "GET and POST at the authorization endpoint",
        sources: ["http/pages/authorization"],
        tests: [
          "OpenID Connect Core §3.1.2.1: POST leads to the same request as GET, with any bytes in the form",
          "oidcc-ensure-post-request-succeeds: an authorization request may come as a form",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "`prompt=login` asks again; who cannot be asked is an error",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "OpenID Connect Core §3.1.2.1: prompt=login asks again, and a sign-in satisfies it once",
          "oidcc-prompt-login: a second request forces a fresh sign-in with a later auth_time",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "`prompt=none` shows no page, and stands alone",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "V7.6.2: it never shows a page or starts a session, with any other parameters",
          "D21: beside another value it is invalid_request, in any order",
          "oidcc-prompt-none-not-logged-in: nobody is asked, and the client hears login_required",
          "oidcc-prompt-none-logged-in: nobody is asked, and subject and auth_time are those of the first sign-in",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "`prompt=consent` and `select_account` ask the person",
        sources: ["protocol/authorization/next-step"],
        tests: ["OpenID Connect Core §3.1.2.1: prompt=… names who is signed in, and one press goes on"],
      },
      {
        section: "3.1.2.1",
        demand: "`max_age` asks for a sign-in that is younger, and auth_time is in the ID token",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "OpenID Connect Core §3.1.2.1: max_age counts from the last sign-in, to the second",
          "OpenID Connect Core §3.1.2.1: at max_age the sign-in is too old",
          "oidcc-max-age-1: after a wait the person signs in again, and auth_time is that of the second time",
          "oidcc-max-age-10000: nobody is asked again, and auth_time stays",
          "openid-client checks max_age against auth_time",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "`display`, `ui_locales`, `claims_locales` and `acr_values` make no request fail",
        sources: ["protocol/authorization/sign-in-hints"],
        tests: [
          "OpenID Connect Core §3.1.2.1: display, ui_locales, claims_locales and acr_values are tolerated",
          "oidcc-ensure-request-with-acr-values-succeeds: acr_values is tolerated, and the ID token says which acr was reached",
        ],
      },
      {
        section: "3.1.2.1",
        demand:
          "Pages are in the first language of `ui_locales` that there is, and a tag that is unknown is no error",
        sources: ["protocol/language"],
        tests: [
          "OpenID Connect Core §3.1.2.1: ui_locales decides, in its order of preference, over all that is known otherwise",
          "oidcc-ui-locales: a language that we lack is tolerated, and one that discovery names is the page's",
          "the page to continue, and the form for another account",
          "the page that posts the answer, a code or a refusal",
        ],
      },
      {
        section: "3.1.2.1",
        demand: "With `id_token_hint` nobody but that person gets through",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "oidcc-id-token-hint: prompt=none with an ID token of this person goes through",
          "D24: an id_token_hint … lets nobody through silently",
        ],
      },
      {
        section: "3.1.2.2",
        demand: "The request is validated before anybody is asked",
        sources: ["protocol/authorization/request"],
        tests: [
          "V10.6.1: code id_token",
          "D21: none beside login",
          "oidcc-response-type-missing: a request for openid without response_type is an error for the client",
        ],
      },
      {
        section: "3.1.2.3",
        demand: "The person is authenticated, with protection against forged requests",
        sources: ["flows/authorize/sign-in"],
        tests: ["D3: … signs nobody in, even with a CSRF token of the attacker's own"],
      },
      {
        section: "3.1.2.4",
        demand: "A person says yes before a client of somebody else learns anything",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "OpenID Connect Core §3.1.2.4: the page says who asks and for what, and comes right after the password",
          "what was allowed once is not asked again, and only what is new is asked",
          "D20: the page and its address are worth nothing in another browser (CVE-2022-39222)",
          "what the client may ask for only since the page was shown is asked next",
        ],
      },
      {
        section: "3.1.2.6",
        demand:
          "Errors are those of OAuth and login_required, interaction_required, consent_required and their like",
        sources: ["protocol/authorization/errors"],
        tests: [
          "OpenID Connect Core §3.1.2.6: a flow can refuse an accepted request",
          "D21: prompt=none where something is to be allowed is answered consent_required",
        ],
      },
      {
        section: "3.1.3.2",
        demand: "The code is verified as OAuth says, used once, and belongs to the client",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "RFC 6749 §4.1.3: issued to another client",
          "oidcc-codereuse: the second use of a code is invalid_grant",
        ],
      },
      {
        section: "3.1.3.3",
        demand: "A token answer with the scope openid has an ID token, and is not cached",
        sources: ["http/endpoints/token"],
        tests: ["oidcc-server: code, ID token and userinfo agree, for two clients in one browser"],
      },
      {
        section: "3.1.3.6",
        demand: "`at_hash` fits the access token",
        sources: ["protocol/openid/id-token"],
        tests: [
          "OpenID Connect Core §3.1.3.6: at_hash is the left half of SHA-256",
          "OpenID Connect Core §3.1.3.6: for Ed25519 at_hash is the left half of SHA-512",
        ],
      },
      {
        section: "3.2, 3.3",
        demand: "Implicit and hybrid flow",
        sources: [],
        unproved: "not offered",
        why: "RFC 9700 §2.1.2",
      },
      {
        section: "5.1",
        demand: "`phone_number` is E.164",
        sources: ["identity/phone-number"],
        tests: ["OpenID Connect Core §5.1, E.164: … is …"],
      },
      {
        section: "5.1",
        demand: "Every standard claim can be answered, in the form that it must have",
        sources: ["protocol/openid/person-claims"],
        tests: [
          "OpenID Connect Core §5.1: … is read, or refused with what it must be",
          "OpenID Connect Core §5.4: a claim that the operator set is opened by profile, or by its name",
        ],
      },
      {
        section: "5.1.1",
        demand: "`address` is an object whose `formatted` has lines",
        sources: ["identity/postal-address", "protocol/openid/claims"],
        tests: [
          "OpenID Connect Core §5.1.1: lines of any system",
          "OpenID Connect Core §5.1.1, oidcc-scope-address: the formatted text",
        ],
      },
      {
        section: "5.3.1",
        demand: "Userinfo takes GET and POST with a bearer token",
        sources: ["http/endpoints/userinfo"],
        tests: [
          "C31: a live token in the header answers sub and id, by GET and by POST, and nothing else",
          "oidcc-userinfo-get: GET of userinfo names the subject of the ID token",
          "oidcc-userinfo-post-header: POST of userinfo with the token in the header names the subject of the ID token",
        ],
      },
      {
        section: "5.3.2",
        demand: "`sub` is always there; a claim without a value is left out",
        sources: ["protocol/openid/claims"],
        tests: [
          "oidcc-server: openid opens nothing more",
          "OpenID Connect Core §5.3.2: a claim without a value is left out; a person without a name is named by the username",
        ],
      },
      {
        section: "5.3.2",
        demand: "A client that registered for it gets userinfo signed, with iss and aud",
        sources: ["flows/endpoint/userinfo"],
        tests: ["oidcc-userinfo-rs256: userinfo is a JWT for this client, signed with RS256"],
      },
      {
        section: "5.4",
        demand: "The scopes profile and email open their claims at userinfo",
        sources: ["protocol/openid/claims"],
        tests: [
          "oidcc-scope-profile",
          "oidcc-scope-email",
          "oidcc-scope-all: all scopes together open what each opens alone",
        ],
      },
      {
        section: "5.4",
        demand: "The scopes address and phone open their claims at userinfo",
        sources: ["protocol/openid/claims"],
        tests: [
          "oidcc-scope-phone: the number, which nobody has verified",
          "oidcc-scope-address: userinfo has the claim of address, and the ID token none",
          "oidcc-scope-phone: userinfo has the claims of phone, and the ID token none",
          "OpenID Connect Core §5.4: address and phone for any other client are left out",
        ],
      },
      {
        section: "5.4",
        demand:
          "A client registered with `--lean-id-token` gets the claims of its scope at userinfo alone. Every other finds them in the ID token too, as with most providers; the conformance suite warns of that and passes",
        sources: ["protocol/openid/claims"],
        tests: [
          "of a lean client says nothing, neither at first nor after a refresh",
          "are those that the scope opens",
        ],
      },
      {
        section: "5.5",
        demand:
          "`claims`: what is asked for by name comes if it is there; names that are unknown are ignored",
        sources: ["protocol/openid/claims"],
        tests: [
          "oidcc-claims-essential: names with null, essential and value are read, and unknown ones ignored",
          "oidcc-claims-essential: one by one",
          "oidcc-claims-essential: an essential claim is answered where it was asked for",
        ],
      },
      {
        section: "5.5.1",
        demand: "`sub` with a value: nobody else gets through",
        sources: ["protocol/openid/claims"],
        tests: ["OpenID Connect Core §5.5.1: who must sign in, sub with value"],
      },
      {
        section: "5.6.2",
        demand: "Aggregated and distributed claims",
        sources: [],
        unproved: "not offered",
        why: "all claims are our own",
      },
      {
        section: "5.7",
        demand: "`sub` names a person for good, and is never given to another",
        sources: ["values/ids"],
        tests: ["RFC 9700 §4.15.1: ids of clients and of people are never equal"],
      },
      {
        section: "6",
        demand: "Request objects are processed, or refused as not supported; they are never ignored",
        sources: ["protocol/authorization/request"],
        tests: [
          "RFC 9101: request is not silently ignored",
          "RFC 9101: request_uri is never fetched",
          "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: a request_uri of the client's own is answered request_uri_not_supported",
          "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: a request object is answered request_not_supported instead of being ignored",
          "oidcc-unsigned-request-object: a request object is refused in the mode that it asks for, with the state of the query",
        ],
      },
      {
        section: "7",
        demand: "Self-issued providers",
        sources: [],
        unproved: "not offered",
        why: "another kind of server",
      },
      {
        section: "8",
        demand: "The subject types are public and pairwise, and a client says which",
        sources: ["protocol/openid/server-metadata", "protocol/openid/subject"],
        tests: [
          "OpenID Connect Core §8 (subject_types_supported)",
          "OpenID Connect Core §8: public unless registered otherwise: the account id",
        ],
      },
      {
        section: "8.1",
        demand: "A pairwise subject differs from sector to sector, is the same within one, and never changes",
        sources: ["protocol/openid/subject", "adapters/keys/keyring"],
        tests: [
          "OpenID Connect Core §8.1: clients of one sector know a person by the same sub, those of another by another, and none by the account id",
          "ID token, refresh, userinfo and introspection of both tokens agree, and none of them says the account id or an unasked name",
          "Sealer.pseudonym: the same text has the same pseudonym on every node, after years, leaks, restarts and a restored backup",
        ],
      },
      {
        section: "8.1",
        demand: "Redirect URIs of several hosts need a sector",
        sources: ["protocol/openid/subject"],
        tests: [
          "OpenID Connect Core §8.1: several hosts: none",
          "OpenID Connect Core §8.1: a client with pairwise subjects stays in its sector, and in its subject type",
        ],
      },
      {
        section: "8.1",
        demand: "The document at sector_identifier_uri lists every redirect URI, and its host is the sector",
        sources: ["protocol/client/sector-document", "adapters/fetch/sector-documents"],
        tests: [
          "OpenID Connect Dynamic Client Registration §5: a client whose redirect URIs are all listed belongs to the host of the document, and its answers repeat the member",
          "RFC 7592 §2.2: a change asks the document again, and changes nothing where it lacks a redirect URI",
        ],
      },
      {
        section: "9",
        demand: "client_secret_basic, client_secret_post, private_key_jwt, none",
        sources: ["protocol/client/authentication"],
        tests: [
          "RFC 8414 §2: client authentication (token_endpoint_auth_methods_supported)",
          "RFC 7523 §3: a client with a verified assertion is who it says",
          "oidcc-server-client-secret-post: the client may send its secret in the form",
          "oidcc-ensure-client-assertion-with-iss-aud-succeeds: the issuer is the audience of a client assertion",
        ],
      },
      {
        section: "9",
        demand: "client_secret_jwt",
        sources: [],
        unproved: "not offered",
        why: "the secret would have to be kept in a form that can be read",
      },
      {
        section: "9",
        demand: "An assertion names client, server and time, and works once",
        sources: ["protocol/client/assertion"],
        tests: [
          "RFC 7523 §3: a good one is accepted until it expires, and its jti names its use",
          "C34: aud is another issuer is refused",
          "another sub is refused",
          "no exp is refused",
          "no jti is refused",
          "C33: an assertion is good once",
          "C34: its audience is the issuer alone: no endpoint, no list",
          "…ensure-invalid-client-assertions-fail: the PAR endpoint refuses every assertion that is wrong, and accepts a clock 8 seconds ahead",
        ],
      },
      {
        section: "10.1",
        demand: "Signatures have a `kid` that the published keys resolve; no private part is published",
        sources: ["adapters/keys/signer"],
        tests: [
          "RFC 7515 §7.1: a compact JWS has alg, kid and typ, and verifies by the published key",
          "RFC 7517 §4: published keys say kid, alg and use, and nothing private",
          "oidcc-idtoken-signature: the ID token is signed with RS256 by the published key that its kid names",
          "openid-client verifies signatures where it is told to, with keys that it finds by itself",
        ],
      },
      {
        section: "10.1.1",
        demand: "Keys rotate; the old one stays published while its signatures matter",
        sources: ["adapters/keys/signer"],
        tests: [
          "a rotated key is published at once and signs after a minute",
          "maintain: a signing key signs for 90 days and stays published for 30 more",
          "oidcc-server-rotate-keys: a new key is published before it signs, and ID tokens of the old one stay verifiable",
        ],
      },
      {
        section: "10.2",
        demand: "Encrypted ID tokens",
        sources: [],
        unproved: "not offered",
        why: "they travel over TLS between two servers",
      },
      {
        section: "11",
        demand: "`offline_access` only for a client that was allowed refresh tokens; ignored else",
        sources: ["protocol/scope"],
        tests: [
          "OpenID Connect Core §11: offline_access for who gets refresh tokens",
          "offline_access for any other client is left out",
        ],
      },
      {
        section: "11",
        demand: "It needs `prompt=consent`, or another condition that permits it",
        sources: ["protocol/scope"],
        unproved: "no test",
        why: "the operator's registration with `--refresh` is that condition; a third party's client asks the person besides",
      },
      {
        section: "12.2",
        demand:
          "A refreshed ID token is for the same person and sign-in, and may lack the session once it is over",
        sources: ["flows/endpoint/refresh"],
        tests: [
          "OpenID Connect Core §12.2: after the session has ended a refreshed token has no sid",
          "oidcc-refresh-token: a refresh token brings an ID token of the same sign-in, and works for its own client only",
          "openid-client refreshes tokens, and the ID token is about the same person and sign-in",
        ],
      },
      {
        section: "15.1",
        demand: "ID tokens can be signed with RS256",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "oidcc-idtoken-unsigned: RS256 is there and none is nowhere",
          "oidcc-idtoken-rs256: a client that registered for RS256 gets it",
        ],
      },
      {
        section: "15.1",
        demand: "`none` as an algorithm",
        sources: [],
        unproved: "not offered",
        why: "an ID token that anybody can make says nothing",
      },
      {
        section: "15.2",
        demand:
          "A dynamic OpenID provider supports the response types `id_token` and `id_token token` (implicit)",
        sources: [],
        unproved: "not offered",
        why: "implicit puts tokens into addresses (RFC 9700 §2.1.2). `code` is the only response type, with dynamic registration too",
      },
    ],
  },
];
