import * as oauth from "openid-client";
import { Strategy } from "openid-client/passport";
import type { Application } from "./server.ts";

/** For `passport.use("latchkey", latchkeyStrategy(app))`. */
export function latchkeyStrategy(app: Application): Strategy {
  const service = {
    issuer: app.base,
    authorization_endpoint: `${app.base}/v1/Oauth/authorization`,
    token_endpoint: `${app.base}/v1/Oauth/token`,
    userinfo_endpoint: `${app.base}/v1/Oauth/userinfo`,
  };
  const config = new oauth.Configuration(service, app.clientId, app.clientSecret);
  if (app.base.startsWith("http://localhost")) oauth.allowInsecureRequests(config);
  return new Strategy({ config, callbackURL: app.redirectUri }, async (tokens, done) => {
    done(null, await oauth.fetchUserInfo(config, tokens.access_token, oauth.skipSubjectCheck));
  });
}
