import type { Specification } from "./demand.ts";

/** The demands of RFC 9728 and RFC 9470 on what an API publishes and answers, which this service writes for its operator. */
export const oauthResources: readonly Specification[] = [
  {
    specification: "RFC 9728, protected resource metadata",
    demands: [
      {
        section: "2, 3.3",
        demand: "The document names the resource letter by letter as it is known, and who issues its tokens",
        sources: ["protocol/api/resource-metadata"],
        tests: ["RFC 9728 §2: names the resource letter by letter, the issuer and the scopes"],
      },
      {
        section: "3.1",
        demand: "It is at the well-known path, which stands between the host and the path of the resource",
        sources: ["protocol/api/resource-metadata"],
        tests: ["RFC 9728 §3.1: the document of … is at …"],
      },
      {
        section: "5.1",
        demand: "A challenge says where the document is",
        sources: ["protocol/api/resource-metadata"],
        tests: [
          "RFC 9728 §5.1, RFC 6750 §3.1, RFC 9470 §3: the challenges name the document and what is missing",
        ],
      },
    ],
  },
  {
    specification: "RFC 9470, step-up authentication",
    demands: [
      {
        section: "3",
        demand:
          "A challenge for a stronger or fresher sign-in is `insufficient_user_authentication`, with `acr_values` and `max_age` as needed",
        sources: ["protocol/api/resource-metadata"],
        tests: [
          "RFC 9728 §5.1, RFC 6750 §3.1, RFC 9470 §3: the challenges name the document and what is missing",
        ],
      },
      {
        section: "3",
        demand: "The admin API of the service does so itself. No operation there needs a fresh sign-in",
        sources: ["admin/api/challenge"],
        tests: [
          "I14, RFC 9470 §3: a person's token opens the API only if the sign-in behind it was strong enough; a trusted browser does not count as a factor",
        ],
      },
      {
        section: "6.2",
        demand: "Introspection says `acr` and `auth_time` of tokens of APIs",
        sources: ["protocol/token/introspection"],
        tests: [
          "RFC 9470 §6.2: introspection says when and how strongly the person signed in, as the token does",
        ],
      },
      {
        section: "7",
        demand: "`acr_values_supported` is in the metadata of the authorization server",
        sources: ["protocol/openid/server-metadata"],
        tests: [
          "RFC 9470 §7: the OAuth document names the acr_values, for clients that know no OpenID Connect",
        ],
      },
    ],
  },
];
