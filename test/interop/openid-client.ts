import * as oauth from "openid-client";
import type { Application } from "./server.ts";

interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

function configure(app: Application): oauth.Configuration {
  const service = {
    issuer: app.base,
    authorization_endpoint: `${app.base}/v1/Oauth/authorization`,
    token_endpoint: `${app.base}/v1/Oauth/token`,
    userinfo_endpoint: `${app.base}/v1/Oauth/userinfo`,
  };
  const configuration = new oauth.Configuration(service, app.clientId, app.clientSecret);
  if (app.base.startsWith("http://localhost")) oauth.allowInsecureRequests(configuration);
  return configuration;
}

/** Send the browser to `location`; keep `pending` in its session until it comes back. */
export async function startSignIn(app: Application): Promise<{ location: URL; pending: Pending }> {
  const pending = { state: oauth.randomState(), codeVerifier: oauth.randomPKCECodeVerifier() };
  const location = oauth.buildAuthorizationUrl(configure(app), {
    redirect_uri: app.redirectUri,
    state: pending.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: "S256",
  });
  return { location, pending };
}

/** `callback` is the whole URL at which the browser came back. */
export async function finishSignIn(app: Application, callback: URL, pending: Pending) {
  const configuration = configure(app);
  const tokens = await oauth.authorizationCodeGrant(configuration, callback, {
    expectedState: pending.state,
    pkceCodeVerifier: pending.codeVerifier,
  });
  return oauth.fetchUserInfo(configuration, tokens.access_token, oauth.skipSubjectCheck);
}
