import { createHash, randomBytes } from "node:crypto";
import { AuthorizationCode } from "simple-oauth2";
import type { Application } from "./server.ts";

interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

function configure(app: Application): AuthorizationCode {
  return new AuthorizationCode({
    client: { id: app.clientId, secret: app.clientSecret },
    auth: {
      tokenHost: app.base,
      tokenPath: "/v1/Oauth/token",
      authorizePath: "/v1/Oauth/authorization",
    },
  });
}

/** Send the browser to `location`; keep `pending` in its session until it comes back. */
export async function startSignIn(app: Application): Promise<{ location: URL; pending: Pending }> {
  const state = randomBytes(16).toString("base64url");
  const codeVerifier = randomBytes(32).toString("base64url");
  const location = configure(app).authorizeURL({
    redirect_uri: app.redirectUri,
    state,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { location: new URL(location), pending: { state, codeVerifier } };
}

/** `callback` is the whole URL at which the browser came back. This library leaves its checks to you. */
export async function finishSignIn(app: Application, callback: URL, pending: Pending) {
  const { code, state, error, error_description } = Object.fromEntries(callback.searchParams);
  if (state !== pending.state) throw new Error("This browser did not start this sign-in.");
  if (code === undefined) throw new Error(`${error}: ${error_description}`);
  const { token } = await configure(app).getToken({
    code,
    redirect_uri: app.redirectUri,
    code_verifier: pending.codeVerifier,
  });
  const headers = { authorization: `Bearer ${token.access_token}` };
  const userinfo = await fetch(`${app.base}/v1/Oauth/userinfo`, { headers });
  if (!userinfo.ok) throw new Error(await userinfo.text());
  return (await userinfo.json()) as { sub: string };
}
