import type { Exchange, GrantDetails } from "../../flows/grant-ports.ts";
import { formatGrantId, parseClientId, parseGrantId } from "../../values/ids.ts";
import { jsonObject, string, strings } from "./json.ts";
import { parsed, type Row } from "./rows.ts";

/** What grants and token families have in common beyond their owners. The family of a grant has a column of its own. */
export type CommonDetails = Omit<GrantDetails, "familyId">;

/** What is written into a `details` column. */
export function detailsText(details: CommonDetails): string {
  const { scope, userinfoClaims, dpopThumbprint, audience, exchange } = details;
  const exchanged = exchange && { from: formatGrantId(exchange.from), actors: exchange.actors };
  return JSON.stringify({ scope, userinfoClaims, dpopThumbprint, audience, ...exchanged });
}

/** Reads a `details` column that is not null. */
export function detailsOf(row: Row): CommonDetails {
  const { scope, userinfoClaims, dpopThumbprint, audience, from, actors } = jsonObject(row, "details");
  return {
    scope: strings(scope, "scope"),
    ...(userinfoClaims !== undefined && { userinfoClaims: strings(userinfoClaims, "userinfoClaims") }),
    ...(dpopThumbprint !== undefined && { dpopThumbprint: string(dpopThumbprint, "dpopThumbprint") }),
    ...(audience !== undefined && { audience: strings(audience, "audience") }),
    ...(from !== undefined && { exchange: exchangeOf(from, actors) }),
  };
}

function exchangeOf(from: unknown, actors: unknown): Exchange {
  return {
    from: parsed("from", parseGrantId(string(from, "from"))),
    actors: strings(actors, "actors").map((id) => parsed("actors", parseClientId(id))),
  };
}
