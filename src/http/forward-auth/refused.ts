import type { TokenUseRefusal } from "../../flows/endpoint/use-token.ts";
import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { userinfoErrors } from "../../protocol/errors.ts";
import { basicChallenge } from "../../protocol/forward-auth/basic.ts";
import { type ForwardAuthRefusalReason, forwardAuthErrors } from "../../protocol/forward-auth/errors.ts";
import { dpopAlgorithms } from "../../protocol/token/dpop.ts";
import { challengeError } from "../endpoints/challenge.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** Why a proxy must stop a request. */
type Refusal =
  | { readonly reason: "token"; readonly refusal: TokenUseRefusal }
  | {
      readonly reason: ForwardAuthRefusalReason;
      readonly origin?: string;
      /** The place of the rule that decided. */
      readonly index?: number | undefined;
      readonly client?: Client | undefined;
      readonly account?: Account | undefined;
      readonly scope?: readonly string[];
      /** True if the application takes app passwords, and the request is none of a browser. */
      readonly takesBasic?: boolean;
    };

/** Tells a proxy to stop a request. Scripts and programs read the reason; there is no redirect, which they could not follow. */
export function refusedCheck(web: Web, incoming: Incoming, refusal: Refusal): Reply {
  if (refusal.reason === "token") return refusedToken(refusal.refusal);
  const { reason, origin, index, client, account, scope = [], takesBasic = false } = refusal;
  if (!silent.has(reason))
    web.ports.events.record(
      {
        kind: "access-refused",
        reason,
        ...(client && { clientId: client.id }),
        ...(account && { accountId: account.id }),
        ...(origin !== undefined && client && { origin }),
        ...(index !== undefined && { rule: index + 1 }),
      },
      incoming,
    );
  const { error, status, description } = forwardAuthErrors[reason];
  const realm = `realm="${origin ?? "latchkey"}"`;
  const narrow = scope.length === 0 ? "" : `, scope="${scope.join(" ")}"`;
  const isChallenge = reason === "visit-missing" || reason === "scope-insufficient";
  const detail = reason === "visit-missing" ? "" : `, ${challengeError(error, description)}${narrow}`;
  const challenges = [
    ...(takesBasic || reason === "app-password-wrong" ? [basicChallenge(origin ?? "latchkey")] : []),
    ...(isChallenge ? [`Bearer ${realm}${detail}`] : []),
  ];
  // One line, because nginx before 1.23 hands on only one, and Basic first, because simple programs read no further.
  return json(status, error, description, challenges.join(", ") || undefined);
}

/** Refusals that are no event, or have recorded one of their own. */
const silent: ReadonlySet<string> = new Set<ForwardAuthRefusalReason>([
  "visit-missing",
  "scope-insufficient",
  "app-password-wrong",
]);

function refusedToken({ reason, scheme }: TokenUseRefusal): Reply {
  const { error, status, description } = userinfoErrors[reason];
  const algorithms = scheme === "DPoP" ? `, algs="${dpopAlgorithms.join(" ")}"` : "";
  const challenge = `${scheme} realm="latchkey", ${challengeError(error, description)}${algorithms}`;
  // nginx takes every other status for a failure of this service.
  return json(status === 403 ? 403 : 401, error, description, challenge);
}

function json(status: number, error: string, description: string, challenge: string | undefined): Reply {
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      ...(challenge !== undefined && { "www-authenticate": challenge }),
    },
    body: JSON.stringify({ status: "error", error, error_description: description }),
  };
}
