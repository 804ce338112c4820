import type { Specification } from "./demand.ts";

/** The demands of the Model Context Protocol on an authorization server, in its versions of 2025-11-25 and 2026-07-28. */
export const modelContextProtocol: readonly Specification[] = [
  {
    specification: "Model Context Protocol, authorization",
    demands: [
      {
        section: "Server discovery",
        demand: "Metadata by RFC 8414 or OpenID Connect Discovery, also for an issuer with a path",
        sources: ["http/endpoints/server-metadata", "http/routes"],
        tests: ["RFC 8414 §3.1, OpenID Connect Discovery §4: an issuer with a path is found in both places"],
      },
      {
        section: "Server discovery",
        demand: "`code_challenge_methods_supported` is there: clients refuse a service without it",
        sources: ["protocol/openid/server-metadata"],
        tests: ["RFC 9700 §2.1.1: S256 only (…)"],
      },
      {
        section: "Client registration",
        demand: "Clients by document (*should*), and what the document rests on",
        sources: ["flows/authorize/find-described-client"],
        tests: [
          "…: the address is the client id, nobody registers anything, the tool answers, and a refresh works",
        ],
      },
      {
        section: "Client registration",
        demand: "Dynamic registration (*may*, deprecated), and clients that the operator registered",
        sources: ["flows/endpoint/registration"],
        tests: [
          "an agent that nobody registered signs a person in, refreshes, and asks anew after a withdrawal",
          "an agent that the operator registered by its template: --client-id",
        ],
      },
      {
        section: "Resource parameter",
        demand: "`resource` is taken at both endpoints, and the token is for that server alone",
        sources: ["protocol/api/targets", "protocol/token/audience"],
        tests: [
          "C52: several APIs: one token for each, the second by the refresh token; naming none spends nothing",
          "the TypeScript server of the guide: 401, sign-in, a tool, and more scope for the other one",
        ],
      },
      {
        section: "Scope challenges",
        demand: "A client that comes back with more scope gets it; the person is asked for what is new",
        sources: ["protocol/authorization/next-step"],
        tests: [
          "an agent of the operator; 403 insufficient_scope asks the person for what is new, and both tools work",
        ],
      },
      {
        section: "Token theft",
        demand: "Refresh tokens of public clients rotate",
        sources: ["protocol/token/refresh"],
        tests: ["RFC 9700 §4.14.2: a public client is treated the same"],
      },
      {
        section: "Open redirection",
        demand: "Redirect URIs are compared exactly, and are https, loopback or an app's own scheme",
        sources: ["protocol/client/redirect-uri", "protocol/client/redirect-uri-registration"],
        tests: ["C84: is the client that its document describes now"],
      },
      {
        section: "Mix-up attacks",
        demand: "`iss` in authorization responses (RFC 9207), which the metadata announce",
        sources: ["protocol/authorization/response"],
        tests: ["RFC 9207 §2: a client that registered for iss gets it with codes and errors"],
      },
    ],
  },
];
