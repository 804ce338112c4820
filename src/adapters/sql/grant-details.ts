import type { GrantDetails } from "../../flows/grant-ports.ts";
import { jsonObject, string, strings } from "./json.ts";
import type { Row } from "./rows.ts";

/** What grants and token families have in common beyond their owners. The family of a grant has a column of its own. */
export type CommonDetails = Omit<GrantDetails, "familyId">;

/** What is written into a `details` column. */
export function detailsText({ scope, userinfoClaims, dpopThumbprint, audience }: CommonDetails): string {
  return JSON.stringify({ scope, userinfoClaims, dpopThumbprint, audience });
}

/** Reads a `details` column that is not null. */
export function detailsOf(row: Row): CommonDetails {
  const { scope, userinfoClaims, dpopThumbprint, audience } = jsonObject(row, "details");
  return {
    scope: strings(scope, "scope"),
    ...(userinfoClaims !== undefined && { userinfoClaims: strings(userinfoClaims, "userinfoClaims") }),
    ...(dpopThumbprint !== undefined && { dpopThumbprint: string(dpopThumbprint, "dpopThumbprint") }),
    ...(audience !== undefined && { audience: strings(audience, "audience") }),
  };
}
