import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import type { Application } from "./server.ts";

interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

/** Send the browser to `location`; keep `pending` in its session until it comes back. */
export async function startSignIn(app: Application): Promise<{ location: URL; pending: Pending }> {
  const client = new OAuth2Client(app.clientId, app.clientSecret, app.redirectUri);
  const pending = { state: generateState(), codeVerifier: generateCodeVerifier() };
  const location = client.createAuthorizationURLWithPKCE(
    `${app.base}/v1/Oauth/authorization`,
    pending.state,
    CodeChallengeMethod.S256,
    pending.codeVerifier,
    [],
  );
  return { location, pending };
}

/** `callback` is the whole URL at which the browser came back. This library leaves its checks to you. */
export async function finishSignIn(app: Application, callback: URL, pending: Pending) {
  const { code, state, error, error_description } = Object.fromEntries(callback.searchParams);
  if (state !== pending.state) throw new Error("This browser did not start this sign-in.");
  if (code === undefined) throw new Error(`${error}: ${error_description}`);
  const client = new OAuth2Client(app.clientId, app.clientSecret, app.redirectUri);
  const tokens = await client.validateAuthorizationCode(
    `${app.base}/v1/Oauth/token`,
    code,
    pending.codeVerifier,
  );
  const headers = { authorization: `Bearer ${tokens.accessToken()}` };
  const userinfo = await fetch(`${app.base}/v1/Oauth/userinfo`, { headers });
  if (!userinfo.ok) throw new Error(await userinfo.text());
  return (await userinfo.json()) as { sub: string };
}
