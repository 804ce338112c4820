/**
 * Room: demo. A small application in which people sign in with Latchkey. It knows the service by its public interface alone,
 * exactly like yours would. application.ts is its server, pages.ts what it shows, calls.ts what it tells about each call.
 *
 * This file is the part to copy: the whole interface from the application's side, in four functions.
 */
import { createHash, randomBytes } from "node:crypto";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";

/** What `latchkey client create` printed, and where the service is. */
export interface RelyingParty {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly redirectUri: string;
}

/** What your application keeps in the browser's session until the person comes back. */
export interface PendingSignIn {
  readonly state: string;
  readonly codeVerifier: string;
}

/** Why nobody is signed in. `error` and `description` are the service's own words; escape them before you show them. */
export type SignInProblem =
  | { readonly kind: "unknown-state" }
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  | { readonly kind: "unreachable"; readonly cause: unknown };

/** `fetch`, or something that also writes down what it does. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/** Step 1. Remember `pending`, then send the browser to `location`. */
export function startSignIn(party: RelyingParty): { location: string; pending: PendingSignIn } {
  const state = randomBytes(16).toString("base64url");
  const codeVerifier = randomBytes(32).toString("base64url");
  const parameters = new URLSearchParams({
    client_id: party.clientId,
    redirect_uri: party.redirectUri,
    state,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return {
    location: `${party.issuer}/v1/Oauth/authorization?${parameters}`,
    pending: { state, codeVerifier },
  };
}

/** Step 2. The browser is back at the redirect URI: believe nothing unless `state` is the one this browser was given. */
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

/** Step 3. Server to server: the code and the client secret for an access token. The browser never sees either answer. */
export async function exchangeCode(
  party: RelyingParty,
  code: string,
  pending: PendingSignIn,
  ask: Fetch = fetch,
): Promise<Result<string, SignInProblem>> {
  const body = new URLSearchParams({
    client_id: party.clientId,
    client_secret: party.clientSecret.reveal(),
    code,
    redirect_uri: party.redirectUri,
    code_verifier: pending.codeVerifier,
  });
  const answer = await askJson(ask, `${party.issuer}/v1/Oauth/token`, { method: "POST", body });
  if (!answer.ok) return answer;
  const accessToken = answer.value.access_token;
  return typeof accessToken === "string"
    ? ok(accessToken)
    : refuse({ kind: "unreachable", cause: "no access_token" });
}

/** Step 4. Who is it? `sub` is the one member to recognise a person by; names and addresses change. */
export async function findUser(
  party: RelyingParty,
  accessToken: string,
  ask: Fetch = fetch,
): Promise<Result<Readonly<Record<string, unknown>>, SignInProblem>> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return askJson(ask, `${party.issuer}/v1/Oauth/userinfo`, { headers });
}

async function askJson(
  ask: Fetch,
  url: string,
  request: RequestInit,
): Promise<Result<Readonly<Record<string, unknown>>, SignInProblem>> {
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

function membersOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}
