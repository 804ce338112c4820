import { revocationEndpoint } from "../../flows/endpoint/revocation.ts";
import type { NamedToken } from "../../protocol/token/token-parameter.ts";
import type { ClientRoute } from "./client-endpoint.ts";

/** The revocation endpoint (RFC 7009 §2). Success looks the same whether there was anything to revoke or not. */
export const revocation: ClientRoute<NamedToken | undefined, "done"> = {
  endpoint: revocationEndpoint,
  reply: () => ({ status: 200, body: { status: "success" } }),
};
