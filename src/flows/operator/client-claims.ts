import type { Account } from "../../identity/account.ts";
import { type ClaimPlace, type ClaimRule, claimPlaces } from "../../protocol/client/claim-rule.ts";
import type { Client } from "../../protocol/client/client.ts";
import { claimHeaders } from "../../protocol/forward-auth/claim-headers.ts";
import { claimsByRule, type GivenValue } from "../../protocol/openid/claims-by-rule.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Accounts } from "../account-ports.ts";
import type { Clients } from "../ports.ts";
import { findAccount } from "./account.ts";
import { findClient } from "./client.ts";
import type { ProblemTable } from "./problem.ts";

/** What the rules of a client would give about one person, by the place where it stands. */
export interface ClaimPreview {
  readonly client: Client;
  readonly account: Account;
  readonly places: Readonly<Record<ClaimPlace, Readonly<Record<string, GivenValue>>>>;
}

/** Why there is nothing to preview. */
export type ClaimPreviewProblem = { readonly kind: "unknown-client" } | { readonly kind: "unknown-account" };

/** What the problems say. */
export const claimPreviewProblems: ProblemTable<ClaimPreviewProblem> = {
  "unknown-client": { as: "not-found", say: "There is no such client." },
  "unknown-account": { as: "not-found", say: "There is no such account." },
};

/** Tries the rules of a client on a person, or other rules before they are saved. It changes nothing. */
export async function previewClaims(
  { clients, accounts }: { readonly clients: Pick<Clients, "find">; readonly accounts: Accounts },
  asked: {
    readonly clientId: string;
    readonly who: string;
    readonly rules?: readonly ClaimRule[] | undefined;
  },
): Promise<Result<ClaimPreview, ClaimPreviewProblem>> {
  const client = await findClient(clients, asked.clientId);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const account = await findAccount(accounts, asked.who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  const rules = asked.rules ?? client.metadata.claimRules;
  const places = claimPlaces.map((place) => {
    // Headers are shown as the application gets them.
    const given = place === "header" ? claimHeaders(rules, account) : claimsByRule(rules, account, place);
    const claims = Object.entries(given ?? {});
    return [place, Object.fromEntries(claims.filter(([, value]) => value !== undefined))] as const;
  });
  return ok({ client, account, places: Object.fromEntries(places) as ClaimPreview["places"] });
}
