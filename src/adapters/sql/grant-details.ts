import type { Exchange, GrantDetails } from "../../flows/grant-ports.ts";
import { formatGrantId, parseClientId, parseGrantId } from "../../values/ids.ts";
import { isJsonObject, type JsonObject } from "../../values/json-object.ts";
import { instantOf } from "../../values/time.ts";
import { jsonObject, number, string, strings } from "./json.ts";
import { parsed, type Row } from "./rows.ts";

/** What grants and token families have in common beyond their owners. */
type CommonDetails = Pick<GrantDetails, "scope" | "userinfoClaims" | "dpopThumbprint" | "audience">;

/** What is written into the `details` column of a family. */
export function detailsText({ scope, userinfoClaims, dpopThumbprint, audience }: CommonDetails): string {
  return JSON.stringify({ scope, userinfoClaims, dpopThumbprint, audience });
}

/** Reads a `details` column that is not null. */
export function detailsOf(row: Row): CommonDetails {
  return commonOf(jsonObject(row, "details"));
}

/** What is written into the `details` column of a grant. Its family has a column of its own. */
export function grantDetailsText(details: GrantDetails): string {
  const { scope, userinfoClaims, dpopThumbprint, audience, authenticatedAt, methods, exchange, hookClaims } =
    details;
  const common = { scope, userinfoClaims, dpopThumbprint, audience };
  const exchanged = exchange && { from: formatGrantId(exchange.from), actors: exchange.actors };
  return JSON.stringify({ ...common, authenticatedAt, methods, ...exchanged, hookClaims });
}

/** Reads the `details` column of a grant, which is not null. */
export function grantDetailsOf(row: Row): Omit<GrantDetails, "familyId"> {
  const details = jsonObject(row, "details");
  const { authenticatedAt, methods, from, actors, hookClaims } = details;
  return {
    ...commonOf(details),
    ...(authenticatedAt !== undefined && {
      authenticatedAt: instantOf(number(authenticatedAt, "authenticatedAt")),
    }),
    ...(methods !== undefined && { methods: strings(methods, "methods") }),
    ...(from !== undefined && { exchange: exchangeOf(from, actors) }),
    ...(isJsonObject(hookClaims) && { hookClaims }),
  };
}

function commonOf({ scope, userinfoClaims, dpopThumbprint, audience }: JsonObject): CommonDetails {
  return {
    scope: strings(scope, "scope"),
    ...(userinfoClaims !== undefined && { userinfoClaims: strings(userinfoClaims, "userinfoClaims") }),
    ...(dpopThumbprint !== undefined && { dpopThumbprint: string(dpopThumbprint, "dpopThumbprint") }),
    ...(audience !== undefined && { audience: strings(audience, "audience") }),
  };
}

function exchangeOf(from: unknown, actors: unknown): Exchange {
  return {
    from: parsed("from", parseGrantId(string(from, "from"))),
    actors: strings(actors, "actors").map((id) => parsed("actors", parseClientId(id))),
  };
}
