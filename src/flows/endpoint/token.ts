import {
  deviceGrantType,
  type GrantType,
  readTokenRequest,
  type TokenRequests,
} from "../../protocol/token/request.ts";
import { exchangeGrantType } from "../../protocol/token/token-exchange-request.ts";
import { type ClientCredentialsPorts, issueToMachine } from "./client-credentials.ts";
import type { AuthenticatedCall, ClientCallPorts, ClientEndpoint } from "./client-endpoint.ts";
import { type ExchangePorts, exchangeCode } from "./code-exchange.ts";
import { type DeviceExchangePorts, exchangeDeviceCode } from "./device-exchange.ts";
import type { IssuedTokens, IssueTokens } from "./issued-tokens.ts";
import { type RefreshPorts, refreshTokens } from "./refresh.ts";
import { exchangeToken, type TokenExchangePorts } from "./token-exchange.ts";

type TokenPorts = ClientCallPorts &
  ExchangePorts &
  RefreshPorts &
  DeviceExchangePorts &
  ClientCredentialsPorts &
  TokenExchangePorts;

/** The grant types. A new one is a row here, and a reader of its parameters in `protocol/token/request.ts`. */
const grants: { readonly [Type in GrantType]: IssueTokens<TokenPorts, TokenRequests[Type]> } = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  [deviceGrantType]: exchangeDeviceCode,
  client_credentials: issueToMachine,
  [exchangeGrantType]: exchangeToken,
};

/** The token endpoint (RFC 6749 §3.2). */
export const tokenEndpoint: ClientEndpoint<TokenPorts, TokenRequests[GrantType], IssuedTokens> = {
  read: readTokenRequest,
  proof: "as-registered",
  handle: (ports, call) => issueTokens(ports, call.request.grantType, call),
};

function issueTokens<Type extends GrantType>(
  ports: TokenPorts,
  type: Type,
  call: AuthenticatedCall<TokenRequests[Type]>,
): ReturnType<IssueTokens<TokenPorts, TokenRequests[Type]>> {
  return grants[type](ports, call);
}
