import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";

/** An answer, complete. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request. `target` goes into the request line untouched, so that malformed paths and queries arrive as written. */
export interface HttpCall {
  readonly method: string;
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** A form as a browser would find it in a page. */
export interface PageForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/**
 * A browser without a window. It keeps cookies, fills in forms, and follows redirects on the service's own host only. It is built on
 * node:http, so that it can send any header and any path.
 */
export class FormClient {
  readonly base: string;
  readonly cookies = new Map<string, string>();
  readonly #agent: Agent;
  readonly #request: typeof request;

  /** With `localAddress` the browser stands at this address of the machine. */
  constructor(base: string, { localAddress }: { readonly localAddress?: string } = {}) {
    this.base = base;
    const isSecure = base.startsWith("https:");
    const options = { keepAlive: true, ...(localAddress !== undefined && { localAddress }) };
    this.#agent = isSecure ? new https.Agent(options) : new Agent(options);
    this.#request = isSecure ? https.request : request;
  }

  /** Sends exactly this, with the cookies unless a Cookie header is given; follows nothing. */
  async send({ method, target, headers = {}, body }: HttpCall): Promise<HttpAnswer> {
    const { hostname, port } = new URL(this.base);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own: OutgoingHttpHeaders = cookie === "" ? {} : { cookie };
    if (body !== undefined) own["content-length"] = Buffer.byteLength(body);
    const options = {
      agent: this.#agent,
      hostname,
      port,
      method,
      path: target,
      headers: { ...own, ...headers },
    };
    const answer = await new Promise<HttpAnswer>((resolve, reject) => {
      const outgoing = this.#request(options, (incoming) => {
        const { statusCode = 0, headers: received } = incoming;
        text(incoming).then(
          (content) => resolve({ status: statusCode, headers: received, body: content }),
          reject,
        );
      });
      outgoing.on("error", reject).end(body);
    });
    this.#keepCookies(answer.headers["set-cookie"] ?? []);
    return answer;
  }

  /** Gets a page. An answer that leaves a flash for another page is followed to that page (ADR 0081). */
  async get(target: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
    const answer = await this.send({ method: "GET", target, headers });
    return leavesFlash(answer) ? this.pageAfter(answer, headers) : answer;
  }

  /**
   * Posts a form the way a browser posts one of the service's own. An answer that leads back to the form, or leaves a flash for a
   * page, is followed to that page.
   */
  async post(
    target: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    headers: OutgoingHttpHeaders = {},
  ): Promise<HttpAnswer> {
    const answer = await this.postOnly(target, fields, headers);
    const isFollowed = answer.headers.location === target || leavesFlash(answer);
    return isFollowed ? this.pageAfter(answer, headers) : answer;
  }

  /** The page that the first answer to a form leads to. `headers` are those that the form was posted with. */
  pageAfter(answer: HttpAnswer, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
    return this.get(answer.headers.location ?? "", afterwards(answer, headers));
  }

  /** The same, up to the first answer. */
  postOnly(
    target: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    headers: OutgoingHttpHeaders = {},
  ): Promise<HttpAnswer> {
    return this.send({
      method: "POST",
      target,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "null",
        "sec-fetch-site": "same-origin",
        "sec-fetch-mode": "navigate",
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Submits the only form of a page with `values` over its own fields. */
  submit(page: HttpAnswer, values: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { action, fields } = findForm(page.body);
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    return this.post(action, fields);
  }

  /** The same, up to the first answer. */
  submitOnly(page: HttpAnswer, values: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { action, fields } = findForm(page.body);
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    return this.postOnly(action, fields);
  }

  /** Signs in. Returns the redirect to the client, or the page with the reason for a refusal. */
  async signIn(authorization: string, person: { username: string; password: string }): Promise<HttpAnswer> {
    const page = await this.#follow(await this.get(authorization));
    if (page.status !== 200) return page;
    const { username, password } = person;
    return this.#follow(await this.submit(page, { username, password }));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #follow(answer: HttpAnswer): Promise<HttpAnswer> {
    const { location } = answer.headers;
    if (location === undefined) return answer;
    const target = new URL(location, this.base);
    if (target.origin !== new URL(this.base).origin) return answer;
    return this.#follow(await this.get(`${target.pathname}${target.search}`));
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      const isRemoval = attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0");
      if (isRemoval) this.cookies.delete(name.trim());
      else this.cookies.set(name.trim(), value.join("="));
    }
  }
}

function leavesFlash({ headers }: HttpAnswer): boolean {
  const left = headers["set-cookie"]?.some((cookie) => /^(__Host-)?latchkey-flash=[^;]/.test(cookie));
  return left === true && headers.location !== undefined;
}

/** The headers of the request after an answer: without those of the form, and with the answer's cookies beside those that a test chose. */
function afterwards(answer: HttpAnswer, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const ofForms = new Set(["content-type", "origin", "sec-fetch-site", "sec-fetch-mode"]);
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofForms.has(name.toLowerCase())),
  );
  if (headers.cookie === undefined) return kept;
  const given = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]);
  return { ...kept, cookie: [headers.cookie, ...given].join("; ") };
}

/** Matches a page that asks for something: it has a form besides the language picker, which changes the language alone. */
export const asksPattern = /<form\b(?! class="languages" method="post" action="\/language[?"])/;

/** The first form of a page: where it posts to, and its fields with their values. */
export function findForm(html: string): PageForm {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(html);
  if (form === null) throw new Error(`This page has no form:\n${html}`);
  const [, attributes = "", content = ""] = form;
  const fields = new URLSearchParams();
  for (const [, input = ""] of content.matchAll(/<input\b([^>]*)>/g)) {
    const name = attributeOf(input, "name");
    // A box that is not ticked sends nothing.
    if (attributeOf(input, "type") === "checkbox" && !/\bchecked\b/.test(input)) continue;
    if (name !== undefined) fields.set(name, attributeOf(input, "value") ?? "");
  }
  return { action: attributeOf(attributes, "action") ?? "", fields };
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
    .replaceAll("&amp;", "&");
}
