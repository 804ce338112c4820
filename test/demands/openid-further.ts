import type { Specification } from "./demand.ts";

/** The demands of OpenID Connect Discovery, OpenID Connect RP-Initiated Logout, OpenID Connect Back-Channel Logout and OAuth 2.0 Form Post Response Mode. */
export const openidFurther: readonly Specification[] = [
  {
    specification: "OpenID Connect Discovery",
    demands: [
      {
        section: "2",
        demand: "WebFinger names the issuer",
        sources: ["protocol/openid/web-finger"],
        tests: [
          "RFC 7033, Discovery §2: every address leads to the issuer, and no answer tells whether it has an account",
        ],
      },
      {
        section: "3",
        demand: "The required members are there",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "OpenID Connect Discovery §3: id_token_signing_alg_values_supported is required",
          "OpenID Connect Discovery §3: subject_types_supported is required",
          "oidcc-discovery-endpoint-verification: every required member is there, RS256 among the algorithms",
          "@auth/core needs no more than issuer, client id and secret: type oidc, all by discovery",
        ],
      },
      {
        section: "3",
        demand: "Every endpoint is an https URL",
        sources: ["protocol/openid/server-metadata"],
        tests: ["oidcc-discovery-endpoint-verification: every endpoint is an https URL below the issuer"],
      },
      {
        section: "3",
        demand: "The key set has distinct kids and no private part",
        sources: ["adapters/keys/signer"],
        tests: [
          "oidcc-discovery-endpoint-verification: one public signing key for each algorithm, with distinct kids",
        ],
      },
      {
        section: "4, 4.1",
        demand: "The document is at the issuer with `/.well-known/openid-configuration` behind it",
        sources: ["http/routes"],
        tests: ["RFC 8414 §3.1, OpenID Connect Discovery §4: an issuer with a path is found in both places"],
      },
      {
        section: "4.3",
        demand: "`issuer` is exactly the address that the document was found under",
        sources: ["http/endpoints/server-metadata"],
        tests: [
          "oidcc-discovery-endpoint-verification: the issuer is the address in front of /.well-known, letter by letter",
        ],
      },
    ],
  },
  {
    specification: "OpenID Connect RP-Initiated Logout",
    demands: [
      {
        section: "2",
        demand: "An ID token of the service counts as a hint, expired or not; any other does not",
        sources: ["protocol/openid/sign-out"],
        tests: [
          "§2: an expired ID token is as good as any",
          "§2: one that was made when the session was over still says the person and the client",
          "RFC 8725 §3.11: another issuer is no hint",
          "oidcc-rp-initiated-logout-modified-id-token-hint: an ID token without its signature is none",
          "oidcc-rp-initiated-logout-bad-id-token-hint: an ID token that somebody else signed is none",
          "a token signed with a key that it brings along is no hint",
        ],
      },
      {
        section: "2",
        demand: "`client_id` is the client that the ID token was issued to",
        sources: ["protocol/openid/sign-out"],
        tests: ["§2: client_id must be the client that the ID token was issued to"],
      },
      {
        section: "2.1",
        demand: "The metadata names the endpoint",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "oidcc-rp-initiated-logout-discovery-endpoint-verification: end_session_endpoint is announced",
        ],
      },
      {
        section: "2",
        demand: "GET and POST",
        sources: ["http/pages/sign-out"],
        tests: ["§2: what another site posts comes back as GET, with the cookies that the post lacked"],
      },
      {
        section: "2",
        demand: "Without a hint of this very session the person is asked",
        sources: ["protocol/openid/sign-out"],
        tests: [
          "ASVS V10.6.2: without an ID token of this session nobody is signed out unasked",
          "V10.6.2: without an ID token of this session nothing happens unasked",
          "D25: the answer counts for the request that was shown, and not for another one",
        ],
      },
      {
        section: "2",
        demand: "With one the person is signed out, and a request without a page is then refused",
        sources: ["flows/session/sign-out"],
        tests: [
          "oidcc-rp-initiated-logout: the browser goes to the registered URI with a state of 128 characters, and the session is over",
          "oidcc-rp-initiated-logout-no-post-logout-redirect-uri: an ID token signs out, and our own page says so",
          "openid-client signs out with the ID token, and the browser comes back",
        ],
      },
      {
        section: "2",
        demand: "Without parameters the person is signed out, and told so",
        sources: ["http/pages/sign-out"],
        tests: [
          "oidcc-rp-initiated-logout-no-params: the person is signed out, and sees that on our own page",
          "oidcc-rp-initiated-logout-only-state: a state alone leads nowhere, and the person is signed out",
        ],
      },
      {
        section: "2",
        demand: "Pages are in the first language of `ui_locales` that there is",
        sources: ["http/pages/sign-out"],
        tests: ["RP-Initiated Logout §2: ui_locales decides on every page of signing out"],
      },
      {
        section: "3",
        demand: "The browser goes only to a URI that the client registered, compared exactly",
        sources: ["protocol/openid/sign-out"],
        tests: [
          "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: one that is not registered is never gone to",
          "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri: a query makes it another URI",
          "B39: a fragment is not the registered URI: asked or not, the browser stays here",
        ],
      },
      {
        section: "3",
        demand: "`state` comes back unchanged if it was sent",
        sources: ["protocol/openid/sign-out"],
        tests: [
          "oidcc-rp-initiated-logout: hint, registered URI and 128 characters of state lead back, signed out",
          "§3: a registered query stays, and state is added and encoded",
        ],
      },
      {
        section: "3",
        demand: "A URI without an ID token asks the person first (*should not* redirect unasked)",
        sources: ["protocol/openid/sign-out"],
        tests: [
          "oidcc-rp-initiated-logout-no-id-token-hint: a URI without an ID token asks the person, or refuses",
          "§2: a person who answers the page of a named client is sent back to it",
        ],
      },
      {
        section: "4",
        demand: "After an error the browser is not sent anywhere",
        sources: ["protocol/openid/sign-out"],
        tests: ["oidcc-rp-initiated-logout-bad-id-token-hint: no redirect, not even after the answer"],
      },
    ],
  },
  {
    specification: "OpenID Connect Back-Channel Logout",
    demands: [
      {
        section: "2.1",
        demand: "The metadata says that it is supported, with sessions",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "OpenID Connect Back-Channel Logout §2.1 (backchannel_logout_supported)",
          "OpenID Connect Back-Channel Logout §2.1: sid (backchannel_logout_session_supported)",
          "oidcc-backchannel-logout-discovery-endpoint-verification: logout with and without sessions is announced",
        ],
      },
      {
        section: "2.1, 2.4",
        demand: "ID tokens carry `sid`, and logout tokens the same",
        sources: ["protocol/openid/id-token"],
        tests: [
          "oidcc-backchannel-rp-initiated-logout: the client gets a signed logout token for the session of its ID token, then the browser comes back",
        ],
      },
      {
        section: "2.2",
        demand: "The address is https and has no fragment; http is for loopback only",
        sources: ["protocol/client/metadata-uris"],
        tests: ["an address that is neither https nor on this computer is never called"],
      },
      {
        section: "2.4",
        demand: "A logout token has iss, aud, iat, exp, jti, events, and sub or sid",
        sources: ["protocol/openid/logout-token"],
        tests: [
          "OpenID Connect Back-Channel Logout §2.4: who, where, when, and which session",
          "§2.4: it says what it must, and never a nonce",
        ],
      },
      {
        section: "2.4",
        demand: "It never has a nonce",
        sources: ["protocol/openid/logout-token"],
        tests: ["OpenID Connect Back-Channel Logout §2.4: a nonce is forbidden"],
      },
      {
        section: "2.4, 2.6",
        demand: "It is signed like the client's ID tokens, and can be taken for none",
        sources: ["flows/session/notify-logout"],
        tests: [
          "§2.6: it is signed as the client's ID tokens are",
          "it is no ID token: as a hint it signs nobody out",
        ],
      },
      {
        section: "2.1",
        demand: "`sid` stays the same while the session lives, in refreshes too",
        sources: ["flows/endpoint/refresh"],
        tests: ["with offline_access a refresh names the session while it lives, and none once it is over"],
      },
      {
        section: "2.3",
        demand:
          "The clients that the session signed in to are remembered, and they alone are told. Sessions of before an upgrade, for which nobody noted them, tell every client of the operator",
        sources: ["flows/session/notify-logout"],
        tests: [
          "§2.3: the clients that the session signed in to, each once, and no other client of the operator",
          "§2.3: a client that got its address later hears once it refreshed in that session",
          "a session that a node of 0.1.0 began names no clients, so every client of the operator is told",
        ],
      },
      {
        section: "2.5",
        demand: "It is posted as a form to every client that took part and registered for it",
        sources: ["adapters/logout/notifier"],
        tests: [
          "every client that took part and registered for it, each with a token of its own, and nobody else",
          "oidcc-backchannel-rp-initiated-logout: the signed logout token arrives before the redirect, then prompt=none fails",
        ],
      },
      {
        section: "2.7",
        demand: "Refresh tokens without offline_access end with the session (*should*)",
        sources: ["protocol/token/refresh"],
        tests: ["V7.4.1: signing out ends both, but offline access stays"],
      },
    ],
  },
  {
    specification: "OAuth 2.0 Form Post Response Mode",
    demands: [
      {
        section: "2",
        demand: "The answer is a page whose form posts every parameter of it to the redirect URI",
        sources: ["pages/form-post"],
        tests: [
          "OAuth 2.0 Form Post Response Mode §2: a form posts every parameter of the answer to the redirect URI, and nothing else",
          "a code and the state are posted to the redirect URI, after the password and with a session, and the code works",
        ],
      },
      {
        section: "2",
        demand: "Errors are posted too",
        sources: ["http/pages/form-post-page"],
        tests: ["errors are posted too, with description and state"],
      },
      {
        section: "2",
        demand: "It works without a script: the page has a button",
        sources: ["pages/form-post"],
        tests: ["D34: without script there is a button, which is visible and sends nothing of its own"],
      },
      {
        section: "4",
        demand: "The page is not cached, and leaks nothing",
        sources: ["http/pages/form-post-page"],
        tests: ["D34: no store, no referrer, no frames, and a button where no script runs"],
      },
      {
        section: "5",
        demand: "What comes in is escaped",
        sources: ["pages/form-post"],
        tests: ["D31: state and the client's name are escaped, and state comes back exactly (CVE-2022-4361)"],
      },
      {
        section: "2",
        demand: "The metadata announces the mode",
        sources: ["protocol/openid/server-metadata"],
        tests: ["oidcc-formpost-basic (response_modes_supported)"],
      },
    ],
  },
];
