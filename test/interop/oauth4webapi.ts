import * as oauth from "oauth4webapi";
import type { Application } from "./server.ts";

interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

function describe(app: Application) {
  const service: oauth.AuthorizationServer = {
    issuer: app.base,
    authorization_endpoint: `${app.base}/v1/Oauth/authorization`,
    token_endpoint: `${app.base}/v1/Oauth/token`,
    userinfo_endpoint: `${app.base}/v1/Oauth/userinfo`,
  };
  const client: oauth.Client = { client_id: app.clientId };
  const options = { [oauth.allowInsecureRequests]: app.base.startsWith("http://localhost") };
  return { service, client, options };
}

/** Send the browser to `location`; keep `pending` in its session until it comes back. */
export async function startSignIn(app: Application): Promise<{ location: URL; pending: Pending }> {
  const pending = { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
  const location = new URL(`${app.base}/v1/Oauth/authorization`);
  location.search = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    state: pending.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: "S256",
  }).toString();
  return { location, pending };
}

/** `callback` is the whole URL at which the browser came back. */
export async function finishSignIn(app: Application, callback: URL, pending: Pending) {
  const { service, client, options } = describe(app);
  const parameters = oauth.validateAuthResponse(service, client, callback, pending.state);
  const answer = await oauth.authorizationCodeGrantRequest(
    service,
    client,
    oauth.ClientSecretPost(app.clientSecret),
    parameters,
    app.redirectUri,
    pending.codeVerifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(service, client, answer);
  const userinfo = await oauth.userInfoRequest(service, client, tokens.access_token, options);
  return oauth.processUserInfoResponse(service, client, oauth.skipSubjectCheck, userinfo);
}
