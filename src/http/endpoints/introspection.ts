import { introspectionEndpoint } from "../../flows/endpoint/introspection.ts";
import type { IntrospectionAnswer } from "../../protocol/token/introspection.ts";
import type { NamedToken } from "../../protocol/token/token-parameter.ts";
import type { ClientRoute } from "./client-endpoint.ts";

/** The introspection endpoint (RFC 7662 §2). A token that is worth nothing to the client is not an error. */
export const introspection: ClientRoute<NamedToken | undefined, IntrospectionAnswer> = {
  endpoint: introspectionEndpoint,
  reply: (answer) => ({ status: 200, body: answer }),
};
