/** The parts of passport-openidconnect 0.1 that the tests use; the package has no types of its own. */
declare module "passport-openidconnect" {
  interface StrategyOptions {
    issuer: string;
    authorizationURL: string;
    tokenURL: string;
    userInfoURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    scope?: string[];
    nonce?: string;
    maxAge?: number;
    skipUserProfile?: boolean;
  }

  interface Profile {
    id: string;
    username?: string;
    displayName?: string;
  }

  type Done = (error: unknown, user?: unknown) => void;
  type Verify = (
    issuer: string,
    profile: Profile,
    context: object,
    idToken: string,
    accessToken: string,
    refreshToken: string | undefined,
    done: Done,
  ) => void;

  interface Request {
    url: string;
    query: Record<string, string>;
    session?: object;
  }

  class OpenIDConnectStrategy {
    constructor(options: StrategyOptions, verify: Verify);
    authenticate(request: Request, options?: object): void;
  }
  export = OpenIDConnectStrategy;
}
