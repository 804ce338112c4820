import { type Client, registersForMore } from "../../protocol/client/client.ts";
import type { AccessToken } from "../../protocol/token/access-token.ts";
import type { DpopRefusalReason, ProvenKey } from "../../protocol/token/dpop.ts";
import { readTokenRequest } from "../../protocol/token/request.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import type { Ports } from "../ports.ts";
import {
  authenticateCaller,
  type CallRefusal,
  type ClientCall,
  type ClientCallPorts,
  readCall,
  refusedCall,
  refusedCaller,
} from "./client-endpoint.ts";
import { exchangeCode } from "./code-exchange.ts";
import { proveKey } from "./dpop.ts";
import { refreshTokens } from "./refresh.ts";

type TokenPorts = ClientCallPorts &
  Pick<
    Ports,
    | "codeClock"
    | "random"
    | "accounts"
    | "sessions"
    | "grants"
    | "consents"
    | "tokenFamilies"
    | "sealer"
    | "signer"
  >;

/** What the token endpoint hands out. The last three only to clients that are registered for them. */
export interface IssuedTokens {
  readonly accessToken: AccessToken;
  readonly tokenType: "Bearer" | "DPoP";
  readonly expiresIn: Seconds;
  readonly scope?: readonly string[];
  readonly refreshToken?: string;
  readonly idToken?: string;
}

/** Tokens, and the browser origin that may read them: a redirect origin of a public client. */
export interface TokenAnswer extends IssuedTokens {
  readonly readableBy: string | undefined;
}

/** Answers a POST to the token endpoint: from which client, with which proof of a key, for which grant. */
export async function answerTokenRequest(
  ports: TokenPorts,
  call: ClientCall,
): Promise<Result<TokenAnswer, CallRefusal>> {
  const read = await readCall(ports, call);
  if (!read.ok) return refusedCall(ports, call, read.reason);
  const { readableBy } = read.value;
  const request = readTokenRequest(read.value);
  if (!request.ok) return refusedCall(ports, call, { reason: request.reason, usedBasic: false, readableBy });
  const caller = await authenticateCaller(ports, call, read.value);
  if (!caller.ok) return refusedCall(ports, call, caller.reason);
  const { client, usedBasic, assertionUse } = caller.value;
  const proven = await keyOf(ports, call, client);
  if (!proven.ok) return refusedCaller(ports, call, { reason: proven.reason, usedBasic, readableBy }, client);

  const presented = {
    client,
    usedBasic,
    provenKey: proven.value?.thumbprint,
    uses: { assertion: assertionUse, proof: proven.value?.use },
    context: call.context,
  };
  const issued =
    request.value.grantType === "refresh_token"
      ? await refreshTokens(ports, { ...presented, request: request.value })
      : await exchangeCode(ports, { ...presented, request: request.value });
  return issued.ok
    ? ok({ ...issued.value, readableBy })
    : refusedCaller(ports, call, { ...issued.reason, readableBy }, client);
}

/** The key that the caller proves. Interface clients know nothing of DPoP, so a stray header changes nothing. */
async function keyOf(
  ports: TokenPorts,
  { dpop, url }: ClientCall,
  client: Client,
): Promise<Result<ProvenKey | undefined, DpopRefusalReason>> {
  const isNeeded = dpop !== undefined || client.metadata.requiresDpop;
  if (!isNeeded || !registersForMore(client)) return ok(undefined);
  return proveKey(ports, { proof: dpop, method: "POST", url });
}
