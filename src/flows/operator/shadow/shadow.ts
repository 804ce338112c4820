import type { Account } from "../../../identity/account.ts";
import { canonicalAccountName } from "../../../identity/account-name.ts";
import type { Api } from "../../../protocol/api/api.ts";
import type { Client } from "../../../protocol/client/client.ts";
import { parseAccountId, parseKeptSubject } from "../../../values/ids.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { findSubject } from "../../find-subject.ts";
import type { Ports } from "../../ports.ts";
import { findClient } from "../client.ts";
import { type AnswerHere, type AnswerPorts, createAnswerHere } from "./answer-here.ts";
import {
  type AnswerProblem,
  type AnswerThere,
  clientNamedBy,
  type Provider,
  type RawAnswer,
  readAnswer,
} from "./answer-there.ts";
import { compareClaims } from "./compare-claims.ts";
import { compareTokens, resourceOf } from "./compare-tokens.ts";
import { type Repaired, repairClaim } from "./repair-claim.ts";
import type { ShadowRow } from "./row.ts";

/** What comparing reads. Nothing is changed, and nothing of an answer is stored. */
export type ShadowPorts = AnswerPorts &
  Pick<Ports, "clients" | "accounts" | "upstreams" | "upstreamIdentities">;

/** How the account of a person was found: by the subject, by the link to the provider, or by a verified address. */
export type FoundBy = "sub" | "provider" | "email";

/** One sign-in at the old provider, compared with the same one here. */
export interface ShadowedSignIn {
  readonly client: Client;
  readonly account: Account;
  readonly foundBy: FoundBy;
  readonly rows: readonly ShadowRow[];
}

/** Why a sign-in is not compared. It ends a sentence that begins with where its answer stands. */
export type ShadowProblem =
  | AnswerProblem
  | "is for an application that is not here"
  | "is about a person who is not here"
  | "names no application";

/** What the application asks for if neither the answer nor the operator says it. */
const usualScope = "openid profile email";

/** Compares one answer of the old provider with what this service would answer the same application about the same person. */
export async function shadowSignIn(
  ports: ShadowPorts,
  provider: Provider,
  raw: RawAnswer,
): Promise<Result<ShadowedSignIn, ShadowProblem>> {
  const clientId = clientNamedBy(raw);
  if (clientId === undefined) return refuse("names no application");
  const client = await findClient(ports.clients, clientId);
  if (client === undefined) return refuse("is for an application that is not here");
  const read = await readAnswer(provider, raw);
  if (!read.ok) return read;
  const there = read.value;
  const found = await findPerson(ports, provider, there);
  if (found === undefined) return refuse("is about a person who is not here");
  const { account, foundBy } = found;
  const nonce = there.idToken?.claims.nonce;
  const asked = {
    scope: raw.askedScope ?? there.scope?.join(" ") ?? usualScope,
    nonce: typeof nonce === "string" ? nonce : undefined,
  };
  const here = await createAnswerHere(ports, { client, account }, asked);
  const whole = { ...client, metadata: { ...client.metadata, hasLeanIdToken: false } };
  const { idToken: wholeIdToken } = await createAnswerHere(ports, { client: whole, account }, asked);
  const resource = resourceOf(there);
  const api = resource && (await ports.apis.find(resource));
  const rows = compareAnswers({ client, account, there, here, wholeIdToken, api });
  return ok({ client, account, foundBy, rows: withSubject(rows, ports, { client, account, there }) });
}

function compareAnswers({
  client,
  account,
  there,
  here,
  wholeIdToken,
  api,
}: {
  readonly client: Client;
  readonly account: Account;
  readonly there: AnswerThere;
  readonly here: AnswerHere;
  readonly wholeIdToken: AnswerHere["idToken"];
  readonly api: Api | undefined;
}): readonly ShadowRow[] {
  const claims = {
    id_token: there.idToken?.claims,
    userinfo: there.userinfo,
    access_token: there.accessToken,
  };
  const repaired: Repaired = { client, account, here, wholeIdToken, there: claims };
  const pairs = [
    ["id_token", claims.id_token, here.idToken],
    ["userinfo", claims.userinfo, here.userinfo],
    // Only a JWT here can be compared with a JWT there.
    ["access_token", claims.access_token, here.accessToken],
  ] as const;
  const parts = pairs.flatMap(([part, old, ours]) =>
    old === undefined || (ours === undefined && part !== "userinfo")
      ? []
      : compareClaims(part, old, ours ?? {}, (row) => repairClaim(repaired, row)),
  );
  return [...compareTokens(client, there, here, api), ...parts];
}

/** An application without OpenID Connect here has no part in which a subject stands, but its subject counts most. */
function withSubject(
  rows: readonly ShadowRow[],
  ports: ShadowPorts,
  {
    client,
    account,
    there,
  }: { readonly client: Client; readonly account: Account; readonly there: AnswerThere },
): readonly ShadowRow[] {
  if (rows.some(({ name }) => name === "sub")) return rows;
  const here = findSubject(ports, client, account);
  const outcome = here === there.sub ? "same" : "differs";
  return [...rows, { part: "tokens", name: "sub", outcome, there: there.sub, here, repairs: [] }];
}

async function findPerson(
  ports: ShadowPorts,
  { issuer }: Provider,
  { sub, idToken, userinfo }: AnswerThere,
): Promise<{ readonly account: Account; readonly foundBy: FoundBy } | undefined> {
  const kept = parseKeptSubject(sub);
  const id = parseAccountId(sub);
  const bySubject =
    (kept && (await ports.accounts.findBySubject(kept))) ?? (id && (await ports.accounts.find(id)));
  if (bySubject !== undefined) return { account: bySubject, foundBy: "sub" };
  for (const upstream of await ports.upstreams.list()) {
    if (upstream.issuer !== issuer) continue;
    const identity = await ports.upstreamIdentities.find(upstream.name, sub);
    const account = identity && (await ports.accounts.find(identity.accountId));
    if (account !== undefined) return { account, foundBy: "provider" };
  }
  const { email, email_verified: isVerified } = { ...userinfo, ...idToken?.claims };
  const address = typeof email === "string" && isVerified === true ? canonicalAccountName(email) : undefined;
  const byEmail = address && (await ports.accounts.findByName(address));
  return byEmail === undefined ? undefined : { account: byEmail, foundBy: "email" };
}
