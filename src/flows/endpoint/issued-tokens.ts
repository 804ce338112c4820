import type { AccessToken } from "../../protocol/token/access-token.ts";
import type { TokenType } from "../../protocol/token/token-exchange-request.ts";
import type { Seconds } from "../../values/time.ts";
import type { HandleCall } from "./client-endpoint.ts";

/** What the token endpoint issues. The last three members are for clients that are registered for them. */
export interface IssuedTokens {
  readonly accessToken: AccessToken;
  readonly tokenType: "Bearer" | "DPoP";
  readonly expiresIn: Seconds;
  readonly scope?: readonly string[];
  readonly refreshToken?: string;
  readonly idToken?: string;
  /** In the answer to an exchange alone (RFC 8693 §2.2.1). */
  readonly issuedTokenType?: TokenType;
}

/** What one grant type of the token endpoint does with its request. */
export type IssueTokens<Needs, Request> = HandleCall<Needs, Request, IssuedTokens>;
