import OAuth2Strategy from "passport-oauth2";
import type { Application } from "./server.ts";

interface User {
  readonly sub: string;
}

/** For `passport.use("latchkey", new LatchkeyStrategy(app))`. */
export class LatchkeyStrategy extends OAuth2Strategy {
  readonly #userinfoUrl: string;

  constructor(app: Application) {
    super(
      {
        authorizationURL: `${app.base}/v1/Oauth/authorization`,
        tokenURL: `${app.base}/v1/Oauth/token`,
        clientID: app.clientId,
        clientSecret: app.clientSecret,
        callbackURL: app.redirectUri,
        state: true,
        pkce: true,
      },
      (_accessToken, _refreshToken, profile, done) => done(null, profile),
    );
    this.#userinfoUrl = `${app.base}/v1/Oauth/userinfo`;
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  /** passport-oauth2 calls this with the fresh token; what it hands on is `profile` above. */
  userProfile(accessToken: string, done: (error: unknown, profile?: User) => void): void {
    this._oauth2.get(this.#userinfoUrl, accessToken, (error, body) => {
      if (error) done(error);
      else done(null, JSON.parse(String(body)) as User);
    });
  }
}
