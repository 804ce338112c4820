import { answerClientCall } from "../../flows/endpoint/client-endpoint.ts";
import { findLiveGrant } from "../../flows/endpoint/find-token.ts";
import type { IssuedTokens } from "../../flows/endpoint/issued-tokens.ts";
import { revocationEndpoint } from "../../flows/endpoint/revocation.ts";
import { tokenEndpoint } from "../../flows/endpoint/token.ts";
import {
  findOperator,
  type NoOperator,
  type Operator,
  operatorFreshSeconds,
} from "../../flows/operator/access.ts";
import { consoleClientId, findConsoleClient } from "../../flows/operator/own-clients.ts";
import type { Incoming } from "../../http/incoming.ts";
import type { Reply } from "../../http/reply.ts";
import { type BrowserCookie, ensureBrowserCookie, type Web } from "../../http/web.ts";
import { allAdminScopes } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import { acrOf } from "../../protocol/authorization/acr.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { readAccessToken } from "../../protocol/token/access-token.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { consoleUri } from "./places.ts";
import { type ConsoleSession, openTransaction, sealAs, type Transaction } from "./sealed.ts";

/** What a sign-in has to achieve. */
interface SignInWish {
  /** The path below the console to continue at. */
  readonly to: string;
  /** True if a fresh sign-in is required. */
  readonly isFresh?: boolean;
  readonly setCookies?: readonly string[];
}

/**
 * Sends the browser through the service's own authorization endpoint, as any client does (ADR 0052). The transaction travels sealed in
 * `state`, so that tabs do not disturb each other, and is valid only in this browser.
 */
export async function beginSignIn(
  web: Web,
  incoming: Incoming,
  { to, isFresh = false, setCookies = [] }: SignInWish,
): Promise<Reply> {
  const { ports, paths } = web;
  const { issuer, consoleRequire } = ports.settings;
  await findConsoleClient(ports, { issuer, requiredStrength: consoleRequire });
  const browserCookie = ensureBrowserCookie(web, incoming);
  const seed = toBase64Url(ports.random.bytes(32));
  const startedAt = ports.clock.now();
  const transaction: Transaction = { browser: browserCookie.value, seed, startedAt, to: shortened(to) };
  const query = new URLSearchParams({
    response_type: "code",
    client_id: consoleClientId,
    redirect_uri: consoleUri(web, "/callback"),
    scope: allAdminScopes.join(" "),
    resource: administrationResource(issuer),
    state: sealAs(ports.sealer, "transaction", transaction),
    code_challenge: toBase64Url(sha256(codeVerifierOf(seed))),
    code_challenge_method: "S256",
    // A trusted browser does not count towards a strength that the request asks for.
    ...(consoleRequire !== "one" && { acr_values: acrOf(consoleRequire) }),
    // A little shorter, so that the sign-in is still fresh when the form is sent.
    ...(isFresh && { max_age: String(operatorFreshSeconds - 30) }),
  });
  const cookies = [...setCookies, ...cookieOf(browserCookie)];
  return web.replies.redirect(303, `${paths.authorization}?${query}`, { "set-cookie": cookies });
}

/** The path travels in `state`, which must not exceed `stateBytesMax` after sealing. */
const toLengthMax = 2_000;

/** The path to continue at, shortened if it would not fit. */
function shortened(to: string): string {
  const [path = ""] = to.split("?");
  return [to, path].find((text) => JSON.stringify(text).length <= toLengthMax) ?? "";
}

/** Why a sign-in ended without a visit. "unknown": the response belongs to no sign-in of this browser, or came twice. */
export type SignInProblem =
  | { readonly kind: "unknown" }
  | { readonly kind: "not-an-admin"; readonly username: string }
  | { readonly kind: "refused"; readonly error: string; readonly description: string };

/** A successful sign-in. */
export interface Entered {
  readonly session: ConsoleSession;
  readonly to: string;
}

/** Completes a sign-in: the flow of the token endpoint redeems the code, and the token's rights are looked up as at every request. */
export async function finishSignIn(web: Web, incoming: Incoming): Promise<Result<Entered, SignInProblem>> {
  const { ports } = web;
  const answer = parseParameters(incoming.query);
  if (!answer.ok) return refuse({ kind: "unknown" });
  const parameters = answer.value;
  const { browserCookie } = incoming.browser;
  const here = { browser: browserCookie, now: ports.clock.now() };
  const transaction = openTransaction(ports.sealer, parameters.get("state"), here);
  if (transaction === undefined) return refuse({ kind: "unknown" });
  const code = parameters.get("code");
  if (code === undefined) {
    const error = parameters.get("error") ?? "invalid_request";
    return refuse({ kind: "refused", error, description: parameters.get("error_description") ?? "" });
  }
  const tokens = await redeem(web, incoming, code, codeVerifierOf(transaction.seed));
  if (!tokens.ok) return tokens;
  const token = tokens.value.accessToken;
  const operator = await operatorOf(web, token);
  const accountId = operator.ok ? operator.value.account?.id : undefined;
  if (accountId !== undefined) return ok({ session: { token, accountId }, to: transaction.to });
  const isOfOther = !operator.ok && operator.reason.reason === "not-an-admin";
  const holder = isOfOther ? await holderOf(web, token) : undefined;
  await endSession(web, incoming, token);
  return holder === undefined
    ? refuse({ kind: "unknown" })
    : refuse({ kind: "not-an-admin", username: holder });
}

/** The operator of a visit, with current rights. */
export function operatorOf(
  { ports, origin, paths }: Web,
  token: string,
): Promise<Result<Operator, NoOperator>> {
  const url = origin + paths.console;
  return findOperator(ports, {
    method: "GET",
    url,
    authorization: `Bearer ${token}`,
    dpop: undefined,
    query: undefined,
  });
}

/** The username of the token's person. */
async function holderOf({ ports }: Web, token: string): Promise<string | undefined> {
  const presented = readAccessToken(token);
  const live = presented && (await findLiveGrant(ports, presented));
  return live?.ok ? live.value.account?.username : undefined;
}

/** Revokes the token of a visit, which makes its cookie worthless. */
export async function endSession(web: Web, incoming: Incoming, token: string): Promise<void> {
  const form = new URLSearchParams({ client_id: consoleClientId, token }).toString();
  await answerClientCall(web.ports, revocationEndpoint, callOf(web, incoming, web.paths.revocation, form));
}

/** The cookie of a visit. It ends with the browser, and with the token in it. */
export function sessionCookie({ cookies, ports }: Web, session: ConsoleSession): string {
  return cookies.write(cookies.console, sealAs(ports.sealer, "session", session));
}

/** Forgets the visit in this browser. */
export function forgetSession({ cookies }: Web): readonly string[] {
  return [cookies.console, cookies.consoleSavedForm].map((name) => cookies.write(name, "", 0));
}

function cookieOf({ setCookie }: BrowserCookie): readonly string[] {
  return setCookie === undefined ? [] : [setCookie];
}

async function redeem(
  web: Web,
  incoming: Incoming,
  code: string,
  codeVerifier: string,
): Promise<Result<IssuedTokens, SignInProblem>> {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: consoleClientId,
    redirect_uri: consoleUri(web, "/callback"),
    code,
    code_verifier: codeVerifier,
  });
  const call = callOf(web, incoming, web.paths.token, form.toString());
  const answered = await answerClientCall(web.ports, tokenEndpoint, call);
  return answered.ok ? ok(answered.value.answer) : refuse({ kind: "unknown" });
}

/** A call of the console's own client, which is public: PKCE proves that the code is its own. */
export function callOf(web: Web, incoming: Incoming, path: string, form: string) {
  return {
    authorization: undefined,
    dpop: undefined,
    form,
    query: "",
    url: web.origin + path,
    browserOrigin: undefined,
    context: incoming,
  };
}

/** The browser only ever sees the sealed seed, never the verifier. */
function codeVerifierOf(seed: string): string {
  return toBase64Url(sha256(`console verifier ${seed}`));
}
