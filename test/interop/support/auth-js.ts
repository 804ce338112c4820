import assert from "node:assert/strict";

/** Answers a request below /auth, as Auth.js does. */
export type Handler = (request: Request) => Promise<Response>;

/** A browser's visit to an application with Auth.js: a jar of cookies, without which Auth.js believes nothing. */
export class AuthVisit {
  readonly cookies: Map<string, string>;

  constructor(cookies: ReadonlyMap<string, string> = new Map()) {
    this.cookies = new Map(cookies);
  }

  /** Asks the handler, and keeps the cookies of its answer. */
  async ask(handler: Handler, url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(url, form === undefined ? { headers: { cookie } } : post(form, cookie));
    const response = await handler(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  /** Presses the button of Auth.js's own sign-in page; returns where the browser is sent. */
  async signIn(handler: Handler, origin: string): Promise<URL> {
    const token: unknown = await (await this.ask(handler, new URL("/auth/csrf", origin))).json();
    assert.ok(typeof token === "object" && token !== null && "csrfToken" in token);
    const form = new URLSearchParams({ csrfToken: String(token.csrfToken), callbackUrl: origin });
    const response = await this.ask(handler, new URL("/auth/signin/latchkey", origin), form);
    return new URL(response.headers.get("location") ?? "");
  }
}

function post(form: URLSearchParams, cookie: string): RequestInit {
  return { method: "POST", body: form, headers: { cookie } };
}
