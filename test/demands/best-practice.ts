import type { Specification } from "./demand.ts";

/** The demands of RFC 9700. */
export const bestPractice: readonly Specification[] = [
  {
    specification: "RFC 9700, best current practice",
    demands: [
      {
        section: "2.1, 4.1.3",
        demand: "Redirect URIs are compared as strings; only a loopback port may differ",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "RFC 9700 §2.1: the registered string itself is verified",
          "RFC 9700 §2.1, ASVS V10.4.1: a redirect URI that is not exactly a registered one ends on our own page",
        ],
      },
      {
        section: "2.1, 4.11.2",
        demand: "No open redirector",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "B39: sign-in leads to the registered redirect URI and nowhere else",
          "B39: continuing leads to the registered redirect URI and nowhere else",
          "B39: sign-out ends on our own page",
          "B39: a script is not the registered URI: asked or not, the browser stays here",
          "prompt=none",
          "nor do the addresses of our forms lead there",
          "Cancel on the sign-in page takes the person's own click, also in form_post",
          "a stranger who comes with another person's ID token stays on the service's page, which offers the way",
        ],
      },
      {
        section: "2.1.1",
        demand: "PKCE is supported, and what was begun with it is enforced",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "C13: without the verifier, or with a wrong one, the code is refused and stays usable with the right one",
        ],
      },
      {
        section: "2.1.1",
        demand: "Public clients must use it",
        sources: ["protocol/client/client"],
        tests: [
          "RFC 9700 §2.1.1: strict and public clients must send a challenge",
          "RFC 9700 §2.1.1: a public client's code without a challenge",
        ],
      },
      {
        section: "2.1.1",
        demand: "The metadata says which methods there are",
        sources: ["protocol/openid/server-metadata"],
        tests: ["RFC 9700 §2.1.1: S256 only (code_challenge_methods_supported)"],
      },
      {
        section: "2.1.2",
        demand: "No tokens in the authorization response (*should*)",
        sources: ["protocol/openid/server-metadata"],
        tests: ["RFC 9700 §2.1.2, ASVS V10.6.1: no response type but code is there"],
      },
      {
        section: "2.2.1",
        demand: "Tokens can be bound to a key (*should*)",
        sources: ["flows/endpoint/dpop"],
        tests: ["RFC 9449 §5: a proof binds the token"],
      },
      {
        section: "2.2.2, 4.14.2",
        demand: "Refresh tokens of public clients rotate; a replaced one that comes again revokes the family",
        sources: ["protocol/token/refresh"],
        tests: [
          "RFC 9700 §4.14.2: a public client is treated the same",
          "RFC 9700 §4.14.2: a token that was replaced long ago revokes the family and its tokens",
        ],
      },
      {
        section: "4.14.2",
        demand: "Refresh tokens are bound to scope, resources and client, and expire when unused",
        sources: ["protocol/token/refresh"],
        tests: ["RFC 9700 §4.14.2: idle: refused", "ASVS V10.4.8: the end of the absolute limit: refused"],
      },
      {
        section: "2.3",
        demand:
          "A token is good for what it was asked for, and a resource outside its audience learns nothing",
        sources: ["protocol/token/introspection"],
        tests: [
          "RFC 7662 §2.2: C30: a resource outside the audience hears only that it is not active",
          "RFC 9700 §2.3: the resource that a token is meant for may ask about it, another one hears nothing",
        ],
      },
      {
        section: "2.4",
        demand: "No password grant",
        sources: ["protocol/token/request"],
        tests: ["RFC 9700 §2.4: password grant"],
      },
      {
        section: "2.5",
        demand: "Clients authenticate where they can; asymmetric keys are possible (*should*)",
        sources: ["protocol/client/assertion"],
        tests: ["RFC 7523 §3: a client with a verified assertion is who it says"],
      },
      {
        section: "2.6",
        demand: "The metadata is published (*should*)",
        sources: ["http/endpoints/server-metadata"],
        tests: ["RFC 9700 §2.6: both documents name the same issuer, and agree in all that both say"],
      },
      {
        section: "2.6",
        demand: "No http redirect URI but to loopback",
        sources: ["protocol/client/redirect-uri-registration"],
        tests: ["RFC 9700 §2.6: … is refused as …"],
      },
      {
        section: "2.6",
        demand: "No CORS at the authorization endpoint",
        sources: ["http/pages/authorization"],
        tests: ["D27: pages, redirects and refusals carry no Access-Control header"],
      },
      {
        section: "4.2.4",
        demand: "Codes and states leak into no Referer",
        sources: ["http/reply"],
        tests: ["RFC 9700 §4.2.4: our pages load nothing from elsewhere and send no Referer"],
      },
      {
        section: "4.3.2",
        demand: "No access token in a query",
        sources: ["protocol/token/bearer"],
        tests: ["RFC 9700 §4.3.2: a token in the query or in the form is refused, and named in no log line"],
      },
      {
        section: "4.4.2",
        demand: "Mix-up: the answer says who made it",
        sources: ["protocol/authorization/response"],
        tests: [
          "RFC 9700 §4.4.2: a strict client gets iss with a code and with an error; an interface client gets neither",
        ],
      },
      {
        section: "4.5.3",
        demand: "A code belongs to one client and one flow; whether a foreign one is real cannot be seen",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "RFC 9700 §4.5: whether a foreign code is a real one cannot be seen",
          "RFC 9700 §4.5: a stolen code in another browser's flow lacks that browser's verifier",
        ],
      },
      {
        section: "4.7.1",
        demand: "`state` survives, so that clients can protect themselves",
        sources: ["protocol/authorization/response"],
        tests: ["RFC 9700 §4.7: state comes back unchanged, also through the sign-in form"],
      },
      {
        section: "4.8.2",
        demand: "No PKCE downgrade: a verifier without a challenge is refused",
        sources: ["protocol/token/code-exchange"],
        tests: ["C15: a verifier without a challenge in the authorization request is refused: no downgrade"],
      },
      {
        section: "4.12",
        demand: "No 307 after a form with a password",
        sources: ["http/reply"],
        tests: [
          "RFC 9700 §4.12: the redirect after a posted form is 303, after a GET 302, never one that repeats the password",
        ],
      },
      {
        section: "4.13",
        demand: "Headers that a proxy sets are believed from that proxy only",
        sources: ["http/client-address"],
        tests: [
          "A34: forwarded hosts and schemes are not believed: issuer, links and cookies stay as configured",
          "E9: addresses that the caller made up in front of the proxy's are not believed",
        ],
      },
      {
        section: "4.15.1",
        demand: "No client can be taken for a person",
        sources: ["values/ids"],
        tests: ["RFC 9700 §4.15.1: ids of clients and of people are never equal"],
      },
      {
        section: "4.16",
        demand: "Pages cannot be framed",
        sources: ["http/reply"],
        tests: [
          "ASVS V3.3, V3.4: … carries every safety header",
          "ASVS V6.3.4: the rows above name every route that there is",
        ],
      },
      {
        section: "4.17",
        demand: "No messages between windows without an exact target",
        sources: ["pages/layout"],
        tests: ["RFC 9700 §4.17: no page posts or listens to messages of other windows"],
      },
    ],
  },
];
