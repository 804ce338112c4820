/** The parts of passport-oauth2 1.8 that the tests use; the package has no types of its own. */
declare module "passport-oauth2" {
  interface StrategyOptions {
    authorizationURL: string;
    tokenURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    state?: boolean;
    pkce?: boolean;
  }

  type Done = (error: unknown, user?: unknown, info?: unknown) => void;
  type Verify = (accessToken: string, refreshToken: string | undefined, profile: object, done: Done) => void;

  interface Request {
    url: string;
    query: Record<string, string>;
    session?: object;
  }

  /** An error answer of the token endpoint. */
  interface TokenError extends Error {
    code: string;
    status: number;
  }

  class OAuth2Strategy {
    static readonly TokenError: new (
      ...args: never[]
    ) => TokenError;
    constructor(options: StrategyOptions, verify: Verify);
    /** The HTTP client below, which passport's own profile code uses too. */
    _oauth2: {
      useAuthorizationHeaderforGET(use: boolean): void;
      get(
        url: string,
        accessToken: string,
        callback: (error: { statusCode?: number; data?: unknown } | null, body: unknown) => void,
      ): void;
    };
    authenticate(request: Request, options?: object): void;
    /** passport puts these four in place before it calls `authenticate`. */
    success(user: unknown): void;
    fail(challenge: unknown): void;
    redirect(url: string): void;
    error(error: unknown): void;
  }
  export = OAuth2Strategy;
}
