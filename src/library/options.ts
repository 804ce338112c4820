/**
 * Room: library. Latchkey inside another program: what the npm package exports as `latchkey` and `latchkey/testing`. It starts the
 * service through the same door as the command line and decides nothing.
 *
 * This file says what callers give and get.
 */
import type { RequestListener } from "node:http";

/** How a service is started. */
export interface StartOptions {
  /** The address that browsers and applications use: the issuer. Without it `http://localhost:PORT`. */
  readonly baseUrl?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** The folder of the database and the master key; `data` unless given. */
  readonly dataDir?: string;
  /** Any other setting by its name, such as `LATCHKEY_SIGN_UP`. The process's own environment is not read. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gives clients with `claimsHook` further claims about people; instead of `LATCHKEY_CLAIMS_HOOK_URL`. */
  readonly claims?: ClaimsFunction;
}

/** What a claims function is asked. */
export interface ClaimsQuestion {
  /** The id of the client. */
  readonly client: string;
  readonly person: {
    readonly userId: string;
    /** The person as the client knows them. */
    readonly sub: string;
    readonly username: string;
    readonly groups: readonly string[];
  };
  /** What was granted. */
  readonly scope: readonly string[];
  /** `token` at a sign-in, `refresh` at each refresh. */
  readonly reason: "token" | "refresh";
  /** Aborted when the answer comes too late to be used, after half a second. */
  readonly signal: AbortSignal;
}

/** Returns claims by their names, which may be no names of the service's own. If it throws, `LATCHKEY_CLAIMS_HOOK_FAIL` says what happens. */
export type ClaimsFunction = (
  question: ClaimsQuestion,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

/** How a service is opened that has no port of its own. */
export interface OpenOptions extends Omit<StartOptions, "port"> {
  /** The address at which browsers and applications reach `handler`: the issuer. It may have a path. */
  readonly baseUrl: string;
}

/** A new client. The members mean what the options of `latchkey client create` mean. */
export interface ClientOptions {
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly strict?: boolean;
  readonly openid?: boolean;
  readonly public?: boolean;
  readonly machine?: boolean;
  readonly thirdParty?: boolean;
  readonly refresh?: boolean;
  /** The claims function, or the hook of the settings, is asked about its people. */
  readonly claimsHook?: boolean;
  readonly postLogoutRedirectUris?: readonly string[];
  /** The APIs that it may ask for, by their resources. */
  readonly resources?: readonly string[];
}

/** A new API. The members mean what the options of `latchkey api create` mean. */
export interface ApiOptions {
  readonly resource: string;
  readonly name?: string;
  /** What a person reads for each scope, by its name. */
  readonly scopes?: Readonly<Record<string, string>>;
  readonly token?: "opaque" | "jwt";
  readonly openTo?: "any" | "third-party" | "listed";
}

/** The values that an application needs. The secret is given once; public clients have none. */
export interface CreatedClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** The values of a client that has a secret. */
export interface CreatedConfidentialClient extends CreatedClient {
  readonly clientSecret: string;
}

/** Registers a client, and types its secret if there is one. */
export interface CreateClient {
  (options: ClientOptions & { readonly public?: false }): Promise<CreatedConfidentialClient>;
  (options: ClientOptions): Promise<CreatedClient>;
}

/** A new person. Without a password one is made. */
export interface UserOptions {
  readonly username: string;
  readonly password?: string;
  readonly email?: string;
  readonly name?: string;
  readonly admin?: boolean;
  /** Groups that do not exist are created. */
  readonly groups?: readonly string[];
  /** Further claims, such as `given_name`. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** The person, with the password that signs them in. */
export interface CreatedUser {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  /**
   * The link with which a new administrator sets up the second factor that the console requires; a password alone cannot add one. It
   * also sets a new password and works once, for a day. Absent if the console requires no second factor.
   */
  readonly recoveryLink?: string;
}

/** A message that would have been mailed. */
export interface TestMail {
  readonly to: string;
  readonly subject: string;
  /** Undefined once the message has expired. */
  readonly text?: string;
}

/** Further options for tests. */
export interface TestOptions extends StartOptions {
  /** When the service's clock begins; it runs on from there, and `advance` moves it. Without it, now. */
  readonly now?: string;
  /** Private keys as PKCS #8 in PEM, by the algorithm that they sign with. Without one the service makes its own at the first use. */
  readonly signingKeys?: Readonly<Partial<Record<"RS256" | "ES256" | "EdDSA", string>>>;
}

/** The calls of a running service. */
export interface LibraryCalls {
  readonly createClient: CreateClient;
  createUser(options: UserOptions): Promise<CreatedUser>;
  createApi(options: ApiOptions): Promise<void>;
  /** Moves the clock; for tests. */
  advance(seconds: number): Promise<void>;
  /** The messages in the outbox, oldest first; for tests. */
  mails(): Promise<readonly TestMail[]>;
  close(): Promise<void>;
}

/** A started service. */
export interface Started {
  readonly issuer: string;
  readonly url: string;
  readonly handler: RequestListener;
  readonly calls: LibraryCalls;
}

/** A request to start: the options, and what for. */
export type Wanted =
  | { readonly kind: "service"; readonly options: StartOptions }
  | { readonly kind: "mounted"; readonly options: OpenOptions }
  | { readonly kind: "test"; readonly options: TestOptions };
