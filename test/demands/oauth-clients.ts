import type { Specification } from "./demand.ts";

/** The demands of RFC 7591, RFC 7592, RFC 7636, RFC 8252, RFC 8414 and RFC 9207. */
export const oauthClients: readonly Specification[] = [
  {
    specification: "RFC 7591, dynamic registration",
    demands: [
      {
        section: "2",
        demand: "Metadata that are not known are ignored",
        sources: ["protocol/client/registration"],
        tests: [
          "RFC 7591 §3.2.1: everything that means something here comes back, and what does not is ignored",
        ],
      },
      {
        section: "2",
        demand: "jwks and jwks_uri are not sent together",
        sources: ["protocol/client/registration"],
        tests: ["RFC 7591 §3.2.2: …: invalid_client_metadata"],
      },
      {
        section: "2",
        demand: "logo_uri is shown to people",
        sources: ["http/pages/logo"],
        tests: [
          "oidcc-registration-logo-uri: the sign-in page shows the copy that is kept, and names nobody else's address",
        ],
      },
      {
        section: "2",
        demand: "policy_uri and tos_uri are shown to people",
        sources: ["pages/layout"],
        tests: [
          "oidcc-registration-policy-uri, -tos-uri: the sign-in page and the consent page link to both",
        ],
      },
      {
        section: "5",
        demand: "Pages that the client names are its own (*should*); others are left out",
        sources: ["protocol/client/registration"],
        tests: ["RFC 7591 §3.2.1, §5: …: registered without it, and the answer says so"],
      },
      {
        section: "2.3",
        demand: "Software statements (*may*)",
        sources: [],
        unproved: "not offered",
        why: "nobody is there whose statements would be trusted; they are ignored",
      },
      {
        section: "3",
        demand: "Where the operator says so, an initial access token is needed",
        sources: ["flows/endpoint/registration"],
        tests: [
          "RFC 7591 §3: with token, only a caller with the initial access token; guessing counts as registering",
        ],
      },
      {
        section: "3.2.1",
        demand: "The answer has a client_id of its own, every registered value, and when the secret expires",
        sources: ["http/endpoints/registration"],
        tests: [
          "RFC 7591 §3.2.1: a client with redirect URIs alone gets an id, a secret, and what it registered",
        ],
      },
      {
        section: "2",
        demand: "The answer's `scope` has what the client may ask for, whatever scope it sent",
        sources: ["protocol/api/open-scopes"],
        tests: [
          "RFC 7591 §2: a scope with values of APIs is accepted, and the answer has those of APIs that are open to any client",
        ],
      },
      {
        section: "3.2.2",
        demand: "Redirect URIs that cannot be had are refused as invalid_redirect_uri",
        sources: ["http/endpoints/registration"],
        tests: ["RFC 7591 §3.2.2: redirect_uris with …: invalid_redirect_uri"],
      },
      {
        section: "3.2.2",
        demand: "Everything else is refused as invalid_client_metadata",
        sources: ["http/endpoints/registration"],
        tests: ["RFC 7591 §3.2.2: …: invalid_client_metadata"],
      },
      {
        section: "5",
        demand: "Registrations are limited, since they take room",
        sources: ["identity/try-limits"],
        tests: [
          "a network registers as many clients an hour as the operator says, then has to wait as long as Retry-After says; refused ones do not count",
        ],
      },
      {
        section: "5",
        demand: "Addresses in metadata are not a way into our network",
        sources: ["adapters/fetch/guarded-fetch"],
        tests: [
          "V13.2.4: a jwks_uri that leads into a network of our own is never called, and a redirect there is not followed",
        ],
      },
      {
        section: "3",
        demand: "What is not offered is not there",
        sources: ["http/routes"],
        tests: [
          "ASVS V10.4.7, V6.3.4: there is no registration endpoint, and no path but those of the table",
        ],
      },
    ],
  },
  {
    specification: "RFC 7592, management of registrations",
    demands: [
      {
        section: "2",
        demand:
          "The registration access token of this client is needed; a client that is gone looks like a wrong one",
        sources: ["flows/endpoint/registration"],
        tests: ["RFC 7592 §2: only the token of this registration opens it"],
      },
      {
        section: "2.1",
        demand: "The client reads its registration",
        sources: ["flows/endpoint/registration"],
        tests: ["RFC 7592 §2.1: the client reads what it registered; the secret is not shown again"],
      },
      {
        section: "2.2",
        demand: "A change replaces every value",
        sources: ["flows/endpoint/registration"],
        tests: ["RFC 7592 §2.2: a change replaces the whole, and the secret works on"],
      },
      {
        section: "2.2",
        demand:
          "It repeats the client_id, a client_secret only as it is, and sets nothing that is ours to set",
        sources: ["protocol/client/registration"],
        tests: ["RFC 7592 §2.2: a change with … is refused, and nothing changes"],
      },
      {
        section: "2.3",
        demand: "The client removes itself, and its tokens die with it",
        sources: ["flows/endpoint/registration"],
        tests: ["RFC 7592 §2.3: the client removes itself, and from then on nothing of it works"],
      },
    ],
  },
  {
    specification: "RFC 7636, PKCE",
    demands: [
      {
        section: "4.1",
        demand: "A verifier has 43 to 128 unreserved characters",
        sources: ["protocol/authorization/pkce"],
        tests: [
          "RFC 7636 §4.1, C13: a verifier is 43 to 128 unreserved characters",
          "C13: a verifier of wrong length or alphabet is invalid_request, and the code stays usable",
        ],
      },
      {
        section: "4.2",
        demand: "S256 is supported",
        sources: ["protocol/authorization/pkce"],
        tests: ["RFC 7636 appendix B: the verifier matches its challenge, and no other does"],
      },
      {
        section: "4.2, 7.2",
        demand: "`plain`",
        sources: [],
        unproved: "not offered",
        why: "it protects nothing here. A request without a method means plain, so S256 has to be named",
      },
      {
        section: "4.4",
        demand: "The challenge is tied to the code",
        sources: ["protocol/authorization/code"],
        tests: [
          "property: what is packed unpacks to the same",
          "C13: without the verifier, or with a wrong one, the code is refused and stays usable with the right one",
        ],
      },
      {
        section: "4.4.1",
        demand: "Where PKCE is required, a request without it is `invalid_request`",
        sources: ["protocol/authorization/request"],
        tests: ["ASVS V10.4.6, RFC 9700 §2.1.1: strict and public clients get no code without a challenge"],
      },
      {
        section: "4.4.1",
        demand: "A method that is not supported is `invalid_request`",
        sources: ["protocol/authorization/request"],
        tests: [
          "C16: a challenge with method plain, none, s256 or S512 is invalid_request, and so is a malformed one",
        ],
      },
      {
        section: "4.6",
        demand: "A verifier that does not fit is `invalid_grant`",
        sources: ["protocol/token/code-exchange"],
        tests: [
          "C13: wrong verifier",
          "C18: a thousand wrong verifiers for one code are all refused, and the right one still works",
          "…incorrect-pkce-code-verifier-rejected: with another verifier the code is refused",
        ],
      },
    ],
  },
  {
    specification: "RFC 8252, native apps",
    demands: [
      {
        section: "6, 8.1",
        demand: "Public native apps use PKCE",
        sources: ["protocol/client/client"],
        tests: ["RFC 9700 §2.1.1: strict and public clients must send a challenge"],
      },
      {
        section: "7.1",
        demand: "Private-use schemes are allowed; one needs a dot (*should*)",
        sources: ["protocol/client/redirect-uri-registration"],
        tests: [
          "B25: a custom scheme works for an installed app as registered and in no other form",
          "B25: … is refused as …",
        ],
      },
      {
        section: "7.2",
        demand: "https redirect URIs of apps are allowed, and not told apart from those of servers",
        sources: ["protocol/client/redirect-uri-registration"],
        tests: ["… is accepted unchanged"],
      },
      {
        section: "7.3",
        demand: "A loopback address may come with any port, IPv4 and IPv6",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "B26: a registered 127.0.0.1 works with any port",
          "B27: a registered [::1] works with any port",
        ],
      },
      {
        section: "8.3",
        demand:
          "`localhost` is allowed, though an address is better (*not recommended*). Any port counts there too",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "RFC 8252 §8.3, B32: a registered localhost works with any port, and with nothing else that differs",
        ],
      },
      {
        section: "8.4",
        demand: "Apart from that port, the URI is compared exactly",
        sources: ["protocol/client/redirect-uri"],
        tests: [
          "B29: the port is the only thing that may vary",
          "B28: localhost is not 127.0.0.1, nor is [::1]",
        ],
      },
      {
        section: "8.5",
        demand: "A secret that is shipped in an app proves nothing",
        sources: ["protocol/client/authentication"],
        tests: ["RFC 6749 §3.2.1: a public client that sends a secret is refused"],
      },
      {
        section: "8.6",
        demand: "No code without the person's doing to an app that cannot prove who it is",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "RFC 8252 §8.6: no code goes to an app that proves nothing before the person continues; prompt=none is told so",
        ],
      },
    ],
  },
  {
    specification: "RFC 8414, server metadata",
    demands: [
      {
        section: "2",
        demand: "The issuer is an https URL without query and fragment",
        sources: ["values/issuer", "ops/config"],
        tests: [
          "D12: a base URL with http is refused for any other host",
          "oidcc-discovery-endpoint-verification: every endpoint is an https URL below the issuer",
        ],
      },
      {
        section: "2",
        demand: "Issuer, endpoints and response types are there, and everything that is supported is true",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "RFC 8414 §2: client authentication (token_endpoint_auth_methods_supported)",
          "RFC 9700 §2.1.1: S256 only (code_challenge_methods_supported)",
          "RFC 8414: the OAuth document says the same as the other one, as far as it goes",
        ],
      },
      {
        section: "2",
        demand: "`scopes_supported` names what clients may ask for; some of it may be left out",
        sources: ["protocol/api/open-scopes"],
        tests: ["both documents name the scopes of open APIs, and within a second of a change"],
      },
      {
        section: "2",
        demand: "Every endpoint that is named is there",
        sources: ["http/routes"],
        tests: ["RFC 8414 §2: every endpoint that is named answers at its address"],
      },
      {
        section: "3, 3.1",
        demand: "The document is at the well-known place; an issuer with a path has it behind",
        sources: ["http/routes"],
        tests: [
          "RFC 8414 §3.1, OpenID Connect Discovery §4: an issuer with a path is found in both places",
          "openid-client discovers the document of RFC 8414 as well",
        ],
      },
      {
        section: "3.2",
        demand: "200 and JSON",
        sources: ["http/endpoints/server-metadata"],
        tests: ["the documents may be cached and read by any page, HEAD is answered and POST is refused"],
      },
      {
        section: "3.3",
        demand: "`issuer` is the issuer that the address was made from",
        sources: ["http/endpoints/server-metadata"],
        tests: [
          "oidcc-discovery-endpoint-verification: the issuer is the address in front of /.well-known, letter by letter",
          "RFC 9700 §2.6: both documents name the same issuer, and agree in all that both say",
        ],
      },
      {
        section: "2.1",
        demand: "Signed metadata",
        sources: [],
        unproved: "not offered",
        why: "the document comes over TLS from the issuer itself",
      },
    ],
  },
  {
    specification: "RFC 9207, issuer in the answer",
    demands: [
      {
        section: "2",
        demand:
          "`iss` comes with codes and with errors: for strict clients, and for those registered for OpenID Connect",
        sources: ["protocol/authorization/response"],
        tests: [
          "RFC 9700 §4.4.2: a strict client gets iss with a code and with an error; an interface client gets neither",
          "RFC 9207 §2: a client that registered for iss gets it with codes and errors",
          "RFC 9207: iss is posted to a client that gets it",
          "openid-client insists on the iss that the metadata announce (RFC 9207 §2.4)",
        ],
      },
      {
        section: "2",
        demand: "The same for interface clients",
        sources: [],
        unproved: "not offered",
        why: "their interface promises `code`, then `state` if it was sent, and nothing else. They do not read metadata",
      },
      {
        section: "2",
        demand: "It is the issuer of the metadata, character for character",
        sources: ["protocol/authorization/response"],
        tests: ["D30: a strict client gets iss, and it is the issuer"],
      },
      {
        section: "3",
        demand: "The metadata says so",
        sources: ["protocol/openid/server-metadata"],
        tests: ["RFC 9207 §3 (authorization_response_iss_parameter_supported)"],
      },
    ],
  },
];
