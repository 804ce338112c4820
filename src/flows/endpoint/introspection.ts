import {
  type IntrospectionAnswer,
  introspectionAnswer,
  mayIntrospect,
} from "../../protocol/token/introspection.ts";
import { type NamedToken, readTokenParameter } from "../../protocol/token/token-parameter.ts";
import { ok, refuse } from "../../values/result.ts";
import { claimUses } from "./claim-uses.ts";
import type { ClientCallPorts, ClientEndpoint, HandleCall } from "./client-endpoint.ts";
import { findTokenFacts, type TokenFactsPorts } from "./find-token-facts.ts";

type IntrospectionPorts = ClientCallPorts & TokenFactsPorts;
type Introspect = HandleCall<IntrospectionPorts, NamedToken | undefined, IntrospectionAnswer>;

/** Says what a token is worth at this moment, and whose it is, to a client that has proved its identity (RFC 7662). */
const introspect: Introspect = async (ports, { client, request: token, uses }) => {
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  const answer = introspectionAnswer({
    asker: client,
    token: token && (await findTokenFacts(ports, token, client)),
    issuer: ports.settings.issuer,
    now: ports.clock.now(),
  });
  return ok({ answer, claimed: claimed.value });
};

/** The introspection endpoint (RFC 7662 §2). */
export const introspectionEndpoint: ClientEndpoint<
  IntrospectionPorts,
  NamedToken | undefined,
  IntrospectionAnswer
> = {
  read: readTokenParameter,
  admit: (token, client) => (mayIntrospect(client) ? ok(token) : refuse("introspection-by-public-client")),
  proof: "unused",
  handle: introspect,
};
