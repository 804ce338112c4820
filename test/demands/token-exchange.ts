import type { Specification } from "./demand.ts";

/** The demands of RFC 8693. */
export const tokenExchange: readonly Specification[] = [
  {
    specification: "RFC 8693, token exchange",
    demands: [
      {
        section: "2.1",
        demand: "The client authenticates, so that not everybody can exchange a token that leaked (*should*)",
        sources: ["protocol/token/token-exchange"],
        tests: ["C70, Zitadel CVE-2026-55672: by a client that is no API's server, whatever it holds"],
      },
      {
        section: "2.1",
        demand: "`subject_token` and `subject_token_type` are required",
        sources: ["protocol/token/token-exchange-request"],
        tests: ["no subject_token: …", "no subject_token_type: …"],
      },
      {
        section: "2.1",
        demand: "`resource` and `audience` name the target",
        sources: ["protocol/token/token-exchange"],
        tests: [
          "RFC 8707 §2, better-auth CVE-2026-67332: audience names the API as resource does, and both must mean one",
        ],
      },
      {
        section: "2.1",
        demand: "Without both, the policy of the server names the target: the only API that may be meant",
        sources: ["protocol/token/token-exchange"],
        tests: [
          "Spring Security: a JWT that is called one is exchanged without resource, for the only API that may be",
        ],
      },
      {
        section: "3",
        demand:
          "An access token that is a JWT may be sent as either type; a token of another format as a JWT is refused",
        sources: ["protocol/token/token-exchange-request"],
        tests: [
          "RFC 8693 §3: a JWT may be called an access token or a JWT",
          "RFC 8693 §3: neither a reference nor a stranger's JWT passes as a JWT of this service",
        ],
      },
      {
        section: "2.1",
        demand: "`actor_token_type` must not come without `actor_token`; an `actor_token` is not taken here",
        sources: ["protocol/token/token-exchange-request"],
        tests: ["an actor: …", "the type of an actor alone: …"],
      },
      {
        section: "2.1",
        demand: "The subject token is validated, and may be unacceptable by policy",
        sources: ["flows/endpoint/token-exchange"],
        tests: [
          "C70, casdoor CVE-2026-9097: a token of another API, a dead one and none at all are told apart by nobody",
        ],
      },
      {
        section: "2.2.1",
        demand: "`issued_token_type`, `token_type`, `expires_in`, and `scope` where it differs; not cached",
        sources: ["http/endpoints/token"],
        tests: [
          "RFC 8693 §2.2.1: a reference becomes a JWT of the other API, about the same person, and says who acts",
        ],
      },
      {
        section: "2.2.2",
        demand: "`invalid_request` for a subject token that is invalid for any reason",
        sources: ["protocol/token/token-exchange"],
        tests: [
          "C70, casdoor CVE-2026-9097: a token of another API, a dead one and none at all are told apart by nobody",
        ],
      },
      {
        section: "2.2.2",
        demand: "`invalid_target` for an API that no token is issued for (*should*)",
        sources: ["protocol/token/token-exchange"],
        tests: [
          "RFC 8707 §2, better-auth CVE-2026-67332: audience names the API as resource does, and both must mean one",
        ],
      },
      {
        section: "4.1",
        demand: "`act` says who acts now, and nested who acted before",
        sources: ["protocol/token/actor"],
        tests: ["RFC 8693 §4.1: exchanged again, it says who acted before, and three is the end"],
      },
      {
        section: "4.4",
        demand: "`may_act`, by which a token says who may act",
        sources: [],
        unproved: "not offered",
        why: "the operator allows exchanges API by API",
      },
      {
        section: "5",
        demand:
          "A new token says who acts and lasts no longer than the old one; it can be revoked (*considerations*)",
        sources: ["flows/endpoint/find-token"],
        tests: [
          "C71: the new token lives no longer than the old one",
          "C71: the end of the token that the first one rests on, at the end of the chain too",
        ],
      },
    ],
  },
];
