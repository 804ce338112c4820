import { createHash } from "node:crypto";
import { systemRandom } from "../adapters/system/random.ts";
import type { RawAnswer } from "../flows/operator/shadow/answer-there.ts";
import { readJwt } from "../protocol/jwt.ts";
import { isJsonObject, isTextList, type JsonObject, parseJsonObject } from "../values/json-object.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { openBrowser } from "./client-try-answer.ts";
import type { Invocation } from "./invocation.ts";
import { type Callback, lateness, listenForCallback, portTaken } from "./loopback-callback.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { askText, type OldProvider } from "./shadow-provider.ts";

/** An application, as the old provider knows it. */
export interface OldClient {
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly secret: Secret | undefined;
  /** A redirect URI there that leads to this machine. */
  readonly target: URL;
  readonly scope: string;
}

/** Signs in at the old provider as the application does, in a browser, and returns what the application gets. */
export async function signInThere(
  invocation: Invocation,
  provider: OldProvider,
  client: OldClient,
  opensBrowser: boolean,
): Promise<Result<RawAnswer, Problem>> {
  const state = systemRandom.alphanumeric(22);
  const waiting = Promise.withResolvers<URLSearchParams>();
  let callback: Callback;
  try {
    callback = await listenForCallback(client.target, state, waiting.resolve);
  } catch (error) {
    return refuse(portTaken(invocation, client.target, error));
  }
  try {
    const nonce = systemRandom.alphanumeric(22);
    // RFC 7636 §4.1: a code verifier has 43 characters at least.
    const verifier = systemRandom.alphanumeric(43);
    const { redirectUri } = callback;
    const address = new URL(endpointOf(provider, "authorization_endpoint"));
    const parameters = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: client.scope,
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    invocation.terminal.note(`Sign in at ${address}`);
    if (opensBrowser && invocation.terminal.isInteractive) openBrowser(address.href);
    const back = await Promise.race([waiting.promise, lateness()]);
    if (back === "late")
      return refuse({
        exitCode: exitCodes.failed,
        cause: "Nobody came back from the sign-in in five minutes.",
      });
    return await redeem(provider, client, { back, redirectUri, verifier, nonce });
  } finally {
    callback.close();
  }
}

async function redeem(
  provider: OldProvider,
  client: OldClient,
  {
    back,
    redirectUri,
    verifier,
    nonce,
  }: {
    readonly back: URLSearchParams;
    readonly redirectUri: string;
    readonly verifier: string;
    readonly nonce: string;
  },
): Promise<Result<RawAnswer, Problem>> {
  // RFC 9207 §2.4
  const from = back.get("iss");
  if (from !== null && from !== provider.issuer)
    return refuse({ exitCode: exitCodes.refused, cause: `The answer came from another issuer, ${from}.` });
  const code = back.get("code");
  if (code === null) return refuse(refusedThere(Object.fromEntries(back)));
  const { headers, parameters } = proofOf(provider, client);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...parameters,
  });
  const answer = await askText(endpointOf(provider, "token_endpoint"), { method: "POST", headers, body });
  const tokens = parseJsonObject(answer?.text ?? "") ?? {};
  if (typeof tokens.access_token !== "string") return refuse(refusedThere(tokens));
  const idToken = typeof tokens.id_token === "string" ? readJwt(tokens.id_token) : undefined;
  if (idToken !== undefined && idToken.claims.nonce !== nonce)
    return refuse({
      exitCode: exitCodes.refused,
      cause: "The ID token is for another sign-in: its nonce differs.",
    });
  const userinfo = await readUserinfo(provider, tokens.access_token);
  return ok({ tokens, askedScope: client.scope, ...(userinfo !== undefined && { userinfo }) });
}

/** How the client proves who it is (OpenID Connect Discovery §3: without the member, client_secret_basic). */
function proofOf({ metadata }: OldProvider, { clientId, secret }: OldClient) {
  if (secret === undefined) return { headers: {}, parameters: { client_id: clientId } };
  const methods = metadata.token_endpoint_auth_methods_supported;
  if (isTextList(methods) && methods.includes("client_secret_post"))
    return { headers: {}, parameters: { client_id: clientId, client_secret: secret.reveal() } };
  // RFC 6749 §2.3.1: both are form-encoded first.
  const [id, word] = [clientId, secret.reveal()].map((text) =>
    new URLSearchParams({ "": text }).toString().slice(1),
  );
  return {
    headers: { authorization: `Basic ${Buffer.from(`${id}:${word}`).toString("base64")}` },
    parameters: {},
  };
}

/** Claims, or the JWT of a signed answer; undefined if there is none. */
async function readUserinfo(
  { metadata }: OldProvider,
  accessToken: string,
): Promise<JsonObject | string | undefined> {
  const { userinfo_endpoint: url } = metadata;
  if (typeof url !== "string") return undefined;
  const answer = await askText(url, { headers: { authorization: `Bearer ${accessToken}` } });
  if (answer?.status !== 200) return undefined;
  if (answer.contentType.startsWith("application/jwt")) return answer.text.trim();
  const claims = parseJsonObject(answer.text);
  return isJsonObject(claims) ? claims : undefined;
}

function endpointOf({ metadata }: OldProvider, member: string): string {
  return String(metadata[member]);
}

function refusedThere({ error, error_description: description }: JsonObject): Problem {
  return {
    exitCode: exitCodes.refused,
    cause:
      `The old provider refused it: ${String(error ?? "no answer")}. ${String(description ?? "")}`.trim(),
  };
}
