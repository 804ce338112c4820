import type { Account } from "../../identity/account.ts";
import type { ResourceUri } from "../../protocol/api/resource.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import { admitsByRule, decidePlace } from "../../protocol/forward-auth/decide-access.ts";
import type { ForwardedRequest } from "../../protocol/forward-auth/forwarded-request.ts";
import { isAsStrongAs, strengthOf, strongestOf } from "../../values/strength.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import { type TokenUsePorts, type TokenUseRefusal, useToken } from "../endpoint/use-token.ts";
import type { Ports } from "../ports.ts";
import type { AccessRefusal } from "./check.ts";

export type CheckTokenPorts = TokenUsePorts & Pick<Ports, "apis" | "settings">;

/** A request with an access token. */
export interface TokenCheck {
  readonly request: ForwardedRequest;
  readonly authorization: string;
  readonly dpop: string | undefined;
}

/**
 * What a proxy is told about a request with an access token; undefined if the application is not an API: then the
 * header is meant for the application.
 */
export type TokenAccess =
  | { readonly kind: "public"; readonly client: Client }
  /** Without an account, the token is a machine's own. */
  | { readonly kind: "open"; readonly client: Client; readonly account: Account | undefined }
  | { readonly kind: "token-refused"; readonly refusal: TokenUseRefusal }
  | { readonly kind: "scope-insufficient"; readonly scope: readonly string[] }
  | { readonly kind: "refused"; readonly reason: AccessRefusal; readonly client?: Client };

/** Decides about a program's request by its access token, which must be for the API whose resource is the host of the application. */
export async function checkToken(
  ports: CheckTokenPorts,
  { request, authorization, dpop }: TokenCheck,
): Promise<TokenAccess | undefined> {
  const client = await ports.clients.findByOrigin(request.origin);
  if (client === undefined) return { kind: "refused", reason: "origin-unknown" };
  const api = await ports.apis.find(request.origin as ResourceUri);
  if (api === undefined) return undefined;
  const place = decidePlace(client, request);
  if (place.kind === "refused") return { ...place, client };
  if (place.kind === "public") return { kind: "public", client };
  const { rule } = place;
  const { method } = request;
  const url = `${request.origin}${request.path}`;
  const used = await useToken(ports, { method, url, authorization, dpop, query: undefined });
  if (!used.ok) return { kind: "token-refused", refusal: used.reason };
  const { scheme, live } = used.value;
  const { details } = live.grant;
  if (!details?.audience?.includes(api.resource))
    return { kind: "token-refused", refusal: { reason: "token-unknown", scheme } };
  const groups = live.account?.groups ?? [];
  // Without a scope in its rule, any token for the API would open the path, whatever the person allowed the client.
  const asksScope = rule !== undefined && rule.scope.length > 0;
  const isWide = asksScope && rule.scope.every((value) => details.scope.includes(value));
  const isMember = admitsByRule(rule, groups);
  // The token may come from a client that requires less, so the requirements of installation, application and person count here.
  const asked = live.account === undefined ? undefined : requiredStrength(ports, live.account, client);
  const isStrong = isAsStrongAs(strengthOf(details.methods ?? []), strongestOf([asked, rule?.strength]));
  const isAdmitted = live.account === undefined || admits(client, groups);
  return isWide && isMember && isStrong && isAdmitted
    ? { kind: "open", client, account: live.account }
    : { kind: "scope-insufficient", scope: rule?.scope ?? [] };
}
