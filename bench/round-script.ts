import { TOTP } from "otpauth";
import { type KeptAuthenticator, TestAuthenticator } from "../test/support/authenticator.ts";
import { type HttpResponse, headersOf } from "./http-response.ts";
import { codeOf, formRequest, getRequest, submitRequest, UnexpectedAnswer } from "./requests.ts";
import { cookieHeader, keepCookies, readForm } from "./sign-in-form.ts";

/** One request of a round. `{name}` in its texts stands for a value of the plan, or for one that an answer gave. */
export interface Step {
  readonly name: string;
  /** An application sends no cookies; a browser sends its own and keeps those that it gets. */
  readonly by: "browser" | "application";
  /** A connection is opened for it; otherwise it takes that of the request before. */
  readonly isOnNewConnection?: true;
  readonly send:
    | { readonly get: string; readonly headers?: Readonly<Record<string, string>> }
    /** GET of the page that the answer before redirects to. */
    | "redirect"
    /** The fields that a person fills in, in the form of the page before. */
    | { readonly submit: Readonly<Record<string, string>> }
    | { readonly post: string; readonly fields: Readonly<Record<string, string>> };
  /** A redirect with a code, a redirect to a page of the service, or a text in the body of an answer 200, unless another status is named. */
  readonly wants: "code" | "redirect" | { readonly text: string; readonly status?: number };
  readonly floor?: FloorWork;
}

/** What a floor does for a request besides reading it and answering. */
export interface FloorWork {
  /** It looks up the session of the cookie. */
  readonly hasSession?: true;
  /** It opens the seal of a visit's cookie, and finds the row of its user. */
  readonly hasVisit?: true;
  readonly proof?: "password" | "signature" | "one-time code";
  /** Rows that it finds by their key. */
  readonly reads?: number;
  /** Rows that it inserts, on disk before the answer. */
  readonly facts?: number;
}

/** The rounds of one user. Plain JSON. */
export interface RoundPlan {
  readonly kind: "round";
  readonly steps: readonly Step[];
  /** What the browser has at the beginning of each round, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Answers the `{passkey}` of a step. */
  readonly passkey?: KeptAuthenticator;
  /** Take turns, because a one-time code counts once. They give `{username}` and `{otp}`. */
  readonly people?: readonly { readonly username: string; readonly totpSecret: string }[];
}

const codeMilliseconds = 30_000;

/** The rounds of a plan. It keeps what its answers gave: a refresh token that was used is replaced by the one in the answer. */
export class RoundScript {
  /** The steps that open a connection. */
  readonly connectsAt: ReadonlySet<number>;
  readonly #plan: RoundPlan;
  readonly #host: string;
  readonly #values: Map<string, string>;
  readonly #authenticator: TestAuthenticator | undefined;
  /** The time step of the last code, by person. */
  readonly #usedCodes = new Map<string, number>();
  #jar = new Map<string, string>();
  #step = 0;
  #turn = 0;

  constructor(plan: RoundPlan, host: string) {
    this.#plan = plan;
    this.#host = host;
    this.#values = new Map(Object.entries(plan.values));
    this.#authenticator = plan.passkey && TestAuthenticator.of(plan.passkey);
    this.connectsAt = new Set(plan.steps.flatMap((step, index) => (step.isOnNewConnection ? [index] : [])));
  }

  /** The plan as it goes on after the rounds so far. */
  get plan(): RoundPlan {
    const values = Object.fromEntries(this.#values);
    const passkey = this.#authenticator?.keep();
    const { people = [] } = this.#plan;
    const next = [...people.slice(this.#turn), ...people.slice(0, this.#turn)];
    return {
      ...this.#plan,
      values,
      ...(passkey && { passkey }),
      ...(next.length > 0 && { people: next }),
    };
  }

  readonly first = (): string => {
    this.#step = 0;
    this.#jar = new Map(Object.entries(this.#plan.cookies));
    if (this.#plan.people !== undefined) this.#choosePerson(this.#plan.people);
    return this.#request(undefined);
  };

  readonly next = (response: HttpResponse): string | undefined => {
    const step = this.#current();
    this.#learn(step, response);
    this.#step += 1;
    return this.#step < this.#plan.steps.length ? this.#request(response) : undefined;
  };

  #current(): Step {
    const step = this.#plan.steps[this.#step];
    if (step === undefined) throw new Error("The round is over.");
    return step;
  }

  #request(page: HttpResponse | undefined): string {
    const { by, send } = this.#current();
    const cookie = cookieHeader(this.#jar);
    if (send === "redirect" || "get" in send) {
      const path = send === "redirect" ? this.#filled("{location}") : this.#filled(send.get);
      const headers = send === "redirect" ? undefined : send.headers;
      return getRequest(
        path,
        this.#host,
        by === "browser" && cookie ? cookie : undefined,
        undefined,
        headers,
      );
    }
    if ("post" in send)
      return formRequest(send.post, this.#host, "", `${new URLSearchParams(this.#filledAll(send.fields))}`);
    if (page === undefined) throw new Error("A form comes with a page.");
    if ("passkey" in send.submit) {
      const { hidden } = readForm(page.body.toString("utf8"), "passkey");
      this.#values.set("passkey", this.#authenticator?.assert(hidden.get("step") ?? "") ?? "");
    }
    return submitRequest(page, this.#host, this.#filledAll(send.submit), Object.fromEntries(this.#jar));
  }

  #learn({ name, by, wants }: Step, response: HttpResponse): void {
    if (by === "browser") keepCookies(this.#jar, headersOf(response, "set-cookie"));
    if (wants === "code") {
      const code = codeOf(response, { redirectUri: this.#filled("{redirect_uri}") });
      if (code === undefined) throw new UnexpectedAnswer(name, response);
      this.#values.set("code", code);
      return;
    }
    if (wants === "redirect") {
      const [location = ""] = headersOf(response, "location");
      if (response.status !== 303 || !location.startsWith("/")) throw new UnexpectedAnswer(name, response);
      this.#values.set("location", location);
      return;
    }
    if (response.status !== (wants.status ?? 200) || !response.body.includes(wants.text))
      throw new UnexpectedAnswer(name, response);
    if (by === "browser") return;
    for (const [member, value] of Object.entries(JSON.parse(response.body.toString("utf8"))))
      if (typeof value === "string") this.#values.set(member, value);
  }

  #filledAll(texts: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.#filled(text)]));
  }

  #filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.#values.get(name);
      if (value === undefined) throw new Error(`Nothing is known as ${name}.`);
      return value;
    });
  }

  /** The next one whose code of now was not used. */
  #choosePerson(people: NonNullable<RoundPlan["people"]>): void {
    const timestamp = Date.now();
    const now = Math.floor(timestamp / codeMilliseconds);
    for (let tried = 0; tried < people.length; tried += 1) {
      const person = people[this.#turn % people.length];
      this.#turn += 1;
      if (person === undefined || this.#usedCodes.get(person.username) === now) continue;
      this.#usedCodes.set(person.username, now);
      this.#values.set("username", person.username);
      this.#values.set("otp", new TOTP({ secret: person.totpSecret }).generate({ timestamp }));
      return;
    }
    throw new Error("Everybody has used the code of this half-minute: more people are needed.");
  }
}
