import { generateCodeVerifier, OAuth2Client } from "@badgateway/oauth2-client";
import type { Application } from "./server.ts";

interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

function configure(app: Application): OAuth2Client {
  return new OAuth2Client({
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    authorizationEndpoint: `${app.base}/v1/Oauth/authorization`,
    tokenEndpoint: `${app.base}/v1/Oauth/token`,
  });
}

/** Send the browser to `location`; keep `pending` in its session until it comes back. */
export async function startSignIn(app: Application): Promise<{ location: URL; pending: Pending }> {
  const pending = { state: crypto.randomUUID(), codeVerifier: await generateCodeVerifier() };
  const location = await configure(app).authorizationCode.getAuthorizeUri({
    redirectUri: app.redirectUri,
    ...pending,
  });
  return { location: new URL(location), pending };
}

/** `callback` is the whole URL at which the browser came back. */
export async function finishSignIn(app: Application, callback: URL, pending: Pending) {
  const { accessToken } = await configure(app).authorizationCode.getTokenFromCodeRedirect(callback, {
    redirectUri: app.redirectUri,
    ...pending,
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const userinfo = await fetch(`${app.base}/v1/Oauth/userinfo`, { headers });
  if (!userinfo.ok) throw new Error(await userinfo.text());
  return (await userinfo.json()) as { sub: string };
}
