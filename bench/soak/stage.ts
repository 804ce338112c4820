import { type HttpResponse, headersOf } from "../http-response.ts";
import type { SignedInUser } from "../latchkey.ts";
import { oneRequest } from "../one-request.ts";
import {
  authorizationPath,
  type BenchClient,
  codeOf,
  formRequest,
  getRequest,
  signInRequest,
} from "../requests.ts";
import { cookieHeader, keepCookies } from "../sign-in-form.ts";

/** Lifetimes in seconds that the server is started with: as short as they may be, so that everything expires all the time. */
export const lifetimes = { code: 10, token: 60, session: 300 };

/** Around an instant of expiry nobody asks: which side of it an answer falls on depends on the machine. */
const marginMilliseconds = 10_000;

/** A person at a browser. Used by one act at a time. */
export interface Person {
  readonly user: SignedInUser;
  readonly jar: Map<string, string>;
  sessionEndsAt: number;
  isBusy: boolean;
}

/** An access token that somebody holds. */
export interface HeldToken {
  readonly token: string;
  /** When it, or the session under it, ends. */
  readonly endsAt: number;
}

/** An answer that its request must not get; fails the run. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";

  constructor(step: string, wanted: readonly number[], response: HttpResponse) {
    super(
      `${step}: ${wanted.join(" or ")} was expected, not ${response.head}\n${response.body.toString("utf8").slice(0, 400)}`,
    );
  }
}

const tokensMax = 400;

/** The participants and their connections. */
export class Stage {
  readonly url: string;
  readonly host: string;
  readonly client: BenchClient;
  /** Gets ID tokens and refresh tokens. */
  readonly refreshClient: BenchClient;
  readonly people: readonly Person[];
  /** Nobody signs in as these: only wrong passwords are tried. */
  readonly victims: readonly string[];
  readonly tokens: HeldToken[] = [];

  constructor(facts: {
    readonly url: string;
    readonly client: BenchClient;
    readonly refreshClient: BenchClient;
    readonly users: readonly SignedInUser[];
  }) {
    this.url = facts.url;
    this.host = new URL(facts.url).host;
    this.client = facts.client;
    this.refreshClient = facts.refreshClient;
    this.victims = facts.users.slice(0, 2).map(({ username }) => username);
    this.people = facts.users
      .slice(2)
      .map((user) => ({ user, jar: new Map(Object.entries(user.cookies)), sessionEndsAt: 0, isBusy: false }));
  }

  /** Sends one request over a connection of its own, as if from anywhere: limits count networks. */
  async send(step: string, request: string, wanted: readonly number[]): Promise<HttpResponse> {
    const anywhere = `10.${anyBelow(256)}.${anyBelow(256)}.1`;
    const response = await oneRequest(
      this.url,
      request.replace("\r\n", `\r\nX-Forwarded-For: ${anywhere}\r\n`),
    );
    if (!wanted.includes(response.status)) throw new WrongAnswer(step, wanted, response);
    return response;
  }

  /** Runs with a person who is free at the moment; answers false where everybody is busy. */
  async withPerson(act: (person: Person) => Promise<void>): Promise<boolean> {
    const free = this.people.filter(
      ({ isBusy, sessionEndsAt }) => !isBusy && Math.abs(Date.now() - sessionEndsAt) > marginMilliseconds,
    );
    const person = free[anyBelow(free.length)];
    if (person === undefined) return false;
    person.isBusy = true;
    try {
      await act(person);
    } finally {
      person.isBusy = false;
    }
    return true;
  }

  /** Signs a person in with the right password, with whatever the browser still has, and answers the code. */
  async signIn(person: Person, client = this.client): Promise<string> {
    person.jar.delete("latchkey-session");
    const cookie = cookieHeader(person.jar);
    const page = await this.send(
      "login page",
      getRequest(authorizationPath(client), this.host, cookie),
      [200],
    );
    keepCookies(person.jar, headersOf(page, "set-cookie"));
    const cookies = Object.fromEntries(person.jar);
    const answer = await this.send(
      "sign-in",
      signInRequest(page, { ...person.user, cookies }, this.host),
      [303],
    );
    keepCookies(person.jar, headersOf(answer, "set-cookie"));
    person.sessionEndsAt = Date.now() + lifetimes.session * 1000;
    return required(codeOf(answer, client), "sign-in", answer);
  }

  /** A code of a person who is signed in; of one whose session has ended only after the login page was shown. */
  async takeCode(person: Person, client = this.client): Promise<string> {
    const isOver = person.sessionEndsAt < Date.now();
    const request = getRequest(authorizationPath(client), this.host, cookieHeader(person.jar));
    if (isOver && person.sessionEndsAt > 0) await this.send("authorization, session over", request, [200]);
    if (isOver) return this.signIn(person, client);
    const answer = await this.send("authorization", request, [302, 303]);
    return required(codeOf(answer, client), "authorization", answer);
  }

  /** POST of a form to an endpoint for programs, by a client with its own credentials unless others are given. */
  post(
    step: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    wanted: readonly number[],
    client: BenchClient = this.client,
  ): Promise<HttpResponse> {
    const form = { client_id: client.clientId, client_secret: client.clientSecret, ...fields };
    return this.send(step, formRequest(path, this.host, "", `${new URLSearchParams(form)}`), wanted);
  }

  /** Exchanges a code; what it gave is asked about later. */
  async redeem(
    person: Person,
    code: string,
    client = this.client,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.post("token", "/v1/Oauth/token", { code }, [200], client);
    const body = memberOf(answer);
    const endsAt = Math.min(Date.now() + lifetimes.token * 1000, person.sessionEndsAt);
    // Introspection tells a client about its own tokens only.
    if (client === this.client) this.tokens.push({ token: String(body.access_token), endsAt });
    if (this.tokens.length > tokensMax) this.tokens.shift();
    return body;
  }

  /** A token that surely lives, or surely does not; undefined when there is none. */
  anyToken(is: "live" | "over"): string | undefined {
    const now = Date.now();
    const fitting = this.tokens.filter(({ endsAt }) =>
      is === "live" ? now < endsAt - marginMilliseconds : now > endsAt + marginMilliseconds,
    );
    return fitting[anyBelow(fitting.length)]?.token;
  }
}

/** Any whole number from 0 up to, not including, the bound. */
export function anyBelow(bound: number): number {
  return Math.floor(Math.random() * bound);
}

/** The members of a JSON answer. */
export function memberOf(response: HttpResponse): Readonly<Record<string, unknown>> {
  return JSON.parse(response.body.toString("utf8")) as Record<string, unknown>;
}

function required(code: string | undefined, step: string, response: HttpResponse): string {
  if (code === undefined) throw new WrongAnswer(`${step}, with a code`, [302, 303], response);
  return code;
}
