import type { HttpResponse } from "./http-response.ts";
import {
  authorizationPath,
  type BenchClient,
  codeOf,
  formRequest,
  getRequest,
  UnexpectedAnswer,
} from "./requests.ts";
import { type RoundPlan, RoundScript } from "./round-script.ts";
import { anyOf, type StoredSessions, type StoredTokens, storedSession, storedToken } from "./stored.ts";

/** The two requests of a flow, for a server that wants others than those of Latchkey's interface. */
export interface FlowRequests {
  /** Path and query of the GET that answers with a redirect to the client. */
  readonly authorization: string;
  /** Path of the POST. */
  readonly token: string;
  /** The POST's form up to the code: ASCII that ends with `code=`. */
  readonly form: string;
}

/** What one user does over and over; plain JSON, for it travels to the driver's process. */
export type UserPlan =
  /** GET authorization with a live session, POST token. `cookie` is the whole header value. */
  | {
      readonly kind: "flow";
      readonly client: BenchClient;
      readonly cookie: string;
      /** Those of the interface, unless given. */
      readonly requests?: FlowRequests;
    }
  /** The requests of a row of rounds.ts. */
  | RoundPlan
  /** One GET that must answer 200. */
  | { readonly kind: "get"; readonly path: string; readonly acceptEncoding?: string }
  /** One GET of userinfo with the next of the tokens. */
  | { readonly kind: "userinfo"; readonly tokens: readonly string[] }
  /** One POST by which the client asks about the next of its tokens. */
  | { readonly kind: "introspection"; readonly client: BenchClient; readonly tokens: readonly string[] }
  /** A flow of another person each time. `cookieName` is that of the session's cookie. */
  | {
      readonly kind: "stored-flow";
      readonly client: BenchClient;
      readonly cookieName: string;
      readonly sessions: StoredSessions;
    }
  /** One GET of userinfo with any of the stored tokens. */
  | { readonly kind: "stored-userinfo"; readonly tokens: StoredTokens }
  /** One POST by which the client asks about any of the stored tokens. */
  | { readonly kind: "stored-introspection"; readonly client: BenchClient; readonly tokens: StoredTokens };

/** How many requests a round has. */
export function requestsOf(plan: UserPlan): number {
  if (plan.kind === "round") return plan.steps.length;
  return plan.kind === "flow" || plan.kind === "stored-flow" ? 2 : 1;
}

/** One user's rounds: `first` begins one, `next` looks at an answer and says what to send, or undefined when the round is done. */
export interface Script {
  readonly first: () => string;
  readonly next: (response: HttpResponse) => string | undefined;
  /** The requests of a round, from 0, for which a connection is opened. */
  readonly connectsAt?: ReadonlySet<number>;
}

/** The rounds of a user; `host` is the value of the `Host` header. */
export function scriptOf(plan: UserPlan, host: string): Script {
  switch (plan.kind) {
    case "flow": {
      const requests = plan.requests ?? interfaceRequests(plan.client);
      const request = getRequest(requests.authorization, host, plan.cookie);
      return new FlowScript(plan.client, { first: () => request, requests, host });
    }
    case "stored-flow": {
      const { client, cookieName, sessions } = plan;
      const requests = interfaceRequests(client);
      const cookie = () => `${cookieName}=${storedSession(anyOf(sessions)).secret}`;
      const first = () => getRequest(requests.authorization, host, cookie());
      return new FlowScript(client, { first, requests, host });
    }
    case "round":
      return new RoundScript(plan, host);
    case "get":
      return oneRequestScript(
        `GET ${plan.path}`,
        eachOf([getRequest(plan.path, host, undefined, plan.acceptEncoding)]),
        () => true,
      );
    case "userinfo":
      return oneRequestScript("GET userinfo", eachOf(userinfoRequests(plan.tokens, host)), isUserinfo);
    case "introspection":
      return oneRequestScript("POST introspection", eachOf(introspectionRequests(plan, host)), isActive);
    case "stored-userinfo": {
      const request = () => userinfoRequest(storedToken(plan.tokens, anyOf(plan.tokens)).secret, host);
      return oneRequestScript("GET userinfo", request, isUserinfo);
    }
    case "stored-introspection": {
      const { client, tokens } = plan;
      const credentials = credentialsOf(client);
      const request = () =>
        introspectionRequest(credentials, storedToken(tokens, anyOf(tokens)).secret, host);
      return oneRequestScript("POST introspection", request, isActive);
    }
  }
}

const tokenPath = "/v1/Oauth/token";

function credentialsOf(client: BenchClient): string {
  return `${new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret })}`;
}

function tokenBodyBeforeCode(client: BenchClient): string {
  return `${credentialsOf(client)}&code=`;
}

function interfaceRequests(client: BenchClient): FlowRequests {
  return {
    authorization: authorizationPath(client),
    token: tokenPath,
    form: tokenBodyBeforeCode(client),
  };
}

function isTokenAnswer(response: HttpResponse, client: BenchClient): boolean {
  const beginning = client.api?.format === "jwt" ? "eyJ" : "";
  const isToken = response.status === 200 && response.body.includes(`"access_token":"${beginning}`);
  return isToken && (client.scope === undefined || response.body.includes('"id_token":"'));
}

function userinfoRequests(tokens: readonly string[], host: string): readonly string[] {
  return tokens.map((token) => userinfoRequest(token, host));
}

/** A GET of userinfo as bytes. */
export function userinfoRequest(token: string, host: string): string {
  return `GET /v1/Oauth/userinfo HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

function isUserinfo(response: HttpResponse): boolean {
  return response.body.includes('"sub":"');
}

function introspectionRequests(
  { client, tokens }: { readonly client: BenchClient; readonly tokens: readonly string[] },
  host: string,
): readonly string[] {
  const credentials = credentialsOf(client);
  return tokens.map((token) => introspectionRequest(credentials, token, host));
}

function introspectionRequest(credentials: string, token: string, host: string): string {
  return formRequest("/v1/Oauth/introspection", host, "", `${credentials}&token=${token}`);
}

function isActive(response: HttpResponse): boolean {
  return response.body.includes('"active":true');
}

/** Answers the values in turn, and begins anew behind the last. */
function eachOf(requests: readonly string[]): () => string {
  let turn = 0;
  return () => {
    const request = requests[turn % requests.length];
    if (request === undefined) throw new Error("There is nothing to send: nobody has a token.");
    turn += 1;
    return request;
  };
}

/** Rounds of one request; it must answer 200 and what else is expected. */
function oneRequestScript(
  step: string,
  first: () => string,
  isExpected: (response: HttpResponse) => boolean,
): Script {
  return {
    first,
    next(response) {
      if (response.status !== 200 || !isExpected(response)) throw new UnexpectedAnswer(step, response);
      return undefined;
    },
  };
}

class FlowScript implements Script {
  readonly #client: BenchClient;
  readonly #authorization: () => string;
  readonly #requests: FlowRequests;
  readonly #host: string;
  /** The token request up to the code: its length changes only where the code's does. */
  #tokenStart = "";
  #codeLength = -1;
  #isRedeeming = false;

  constructor(
    client: BenchClient,
    way: { readonly first: () => string; readonly requests: FlowRequests; readonly host: string },
  ) {
    this.#client = client;
    this.#authorization = way.first;
    this.#requests = way.requests;
    this.#host = way.host;
  }

  readonly first = (): string => {
    this.#isRedeeming = false;
    return this.#authorization();
  };

  readonly next = (response: HttpResponse): string | undefined => {
    if (this.#isRedeeming) {
      if (!isTokenAnswer(response, this.#client)) throw new UnexpectedAnswer("POST token", response);
      return undefined;
    }
    const code = codeOf(response, this.#client);
    if (code === undefined) throw new UnexpectedAnswer("GET authorization with a session", response);
    this.#isRedeeming = true;
    if (code.length !== this.#codeLength) {
      this.#codeLength = code.length;
      const { token, form } = this.#requests;
      const whole = formRequest(token, this.#host, "", form + code);
      this.#tokenStart = whole.slice(0, -code.length);
    }
    return this.#tokenStart + code;
  };
}
