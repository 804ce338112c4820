/**
 * Room: demo. It is a small application in which people sign in with Latchkey. Like yours, it knows the service by its public interface
 * alone. application.ts is its server, pages.ts has its pages, and calls.ts records each call.
 *
 * This file is the part to copy: a sign-in with OpenID Connect from the application's side, in five functions.
 */
import { createHash, randomBytes } from "node:crypto";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";

/** The values that `latchkey client create --openid` printed, and the address of the service. */
export interface RelyingParty {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly redirectUri: string;
}

/** The values that your application keeps in the browser's session until the person comes back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The answer to the exchange of the code. */
interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
}

/** The claims about a person, or the members of another JSON object of the service. */
export type Claims = Readonly<Record<string, unknown>>;

/** The reason why nobody is signed in. `error` and `description` are the service's words; escape them before you show them. */
export type SignInProblem =
  | { readonly kind: "unknown-state" }
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  | { readonly kind: "foreign-id-token" }
  | { readonly kind: "unreachable"; readonly cause: unknown };

/** `fetch`, or a function that also records the call. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/** Step 1. Remember `pending`, then send the browser to `location`. `loginHint` fills in the username. */
export function startSignIn(
  party: RelyingParty,
  loginHint?: string,
): { location: string; pending: PendingSignIn } {
  const state = randomBytes(16).toString("base64url");
  const nonce = randomBytes(16).toString("base64url");
  const codeVerifier = randomBytes(32).toString("base64url");
  const parameters = new URLSearchParams({
    response_type: "code",
    scope: "openid profile",
    client_id: party.clientId,
    redirect_uri: party.redirectUri,
    state,
    nonce,
    ...(loginHint !== undefined && { login_hint: loginHint }),
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return {
    location: `${party.issuer}/v1/Oauth/authorization?${parameters}`,
    pending: { state, nonce, codeVerifier },
  };
}

/** Step 2. The browser is back at the redirect URI. Believe nothing unless `state` is the one that this browser was given. */
export function readCallback(
  parameters: URLSearchParams,
  pending: PendingSignIn | undefined,
): Result<string, SignInProblem> {
  if (pending === undefined || parameters.get("state") !== pending.state)
    return refuse({ kind: "unknown-state" });
  const code = parameters.get("code");
  if (code !== null) return ok(code);
  const error = parameters.get("error") ?? "no_code";
  return refuse({ kind: "refused", error, description: parameters.get("error_description") ?? "" });
}

/** Step 3. Server to server: the code and the client secret for the tokens, which the browser never sees. */
export async function exchangeCode(
  party: RelyingParty,
  code: string,
  pending: PendingSignIn,
  ask: Fetch = fetch,
): Promise<Result<Tokens, SignInProblem>> {
  const body = new URLSearchParams({
    client_id: party.clientId,
    client_secret: party.clientSecret.reveal(),
    code,
    redirect_uri: party.redirectUri,
    code_verifier: pending.codeVerifier,
  });
  const answer = await askJson(ask, `${party.issuer}/v1/Oauth/token`, { method: "POST", body });
  if (!answer.ok) return answer;
  const { access_token: accessToken, id_token: idToken } = answer.value;
  return typeof accessToken === "string" && typeof idToken === "string"
    ? ok({ accessToken, idToken })
    : refuse({ kind: "unreachable", cause: "no access_token or no id_token" });
}

/**
 * Step 4. Find out who the person is. The ID token came straight from the service, so TLS vouches for it and its signature need not be
 * checked (OpenID Connect Core §3.1.3.7). Recognise people by `sub` alone, because names and addresses change.
 */
export function readIdToken(
  party: RelyingParty,
  idToken: string,
  pending: PendingSignIn,
): Result<Claims, SignInProblem> {
  const claims = claimsIn(idToken);
  const isOurs = claims.iss === party.issuer && claims.aud === party.clientId;
  const isOfThisSignIn = claims.nonce === pending.nonce && Number(claims.exp) > Date.now() / 1000;
  return isOurs && isOfThisSignIn ? ok(claims) : refuse({ kind: "foreign-id-token" });
}

/** Reads the claims of an ID token without checking it. */
export function claimsIn(idToken: string): Claims {
  const [, payload = ""] = idToken.split(".");
  try {
    return membersOf(JSON.parse(Buffer.from(payload, "base64url").toString()));
  } catch {
    return {};
  }
}

/** Step 5, at any later time. Use the access token, here for userinfo, which says the same as the ID token, as of now. */
export async function findUser(
  party: RelyingParty,
  accessToken: string,
  ask: Fetch = fetch,
): Promise<Result<Claims, SignInProblem>> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return askJson(ask, `${party.issuer}/v1/Oauth/userinfo`, { headers });
}

async function askJson(
  ask: Fetch,
  url: string,
  request: RequestInit,
): Promise<Result<Claims, SignInProblem>> {
  try {
    const response = await ask(url, { ...request, redirect: "error", signal: AbortSignal.timeout(10_000) });
    const answer = membersOf(await response.json());
    if (response.ok) return ok(answer);
    return refuse({
      kind: "refused",
      error: String(answer.error),
      description: String(answer.error_description),
    });
  } catch (cause) {
    return refuse({ kind: "unreachable", cause });
  }
}

function membersOf(json: unknown): Claims {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}
