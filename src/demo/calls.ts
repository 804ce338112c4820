import { claimsIn, type Fetch } from "./relying-party.ts";

/** The call of a sign-in, or of an experiment after it. */
export type CallStep = "leave" | "return" | "exchange" | "user" | "replay" | "recheck" | "read" | "write";

/** One call for the page. Its secrets are cut short. */
export interface Call {
  readonly step: CallStep;
  /** The sender of the call: the person's browser, or this server. */
  readonly lane: "browser" | "server";
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly headers: readonly Field[];
  /** The query, or the form body. */
  readonly fields: readonly Field[];
  readonly answer?: Answer;
  readonly milliseconds?: number;
}

/** One header, parameter or form field. */
interface Field {
  readonly name: string;
  readonly value: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The claims of its ID token, as JSON. */
  readonly idToken?: string;
  /** Its WWW-Authenticate header. */
  readonly challenge?: string;
}

const secretNames = new Set([
  "client_secret",
  "code",
  "code_verifier",
  "access_token",
  "refresh_token",
  "id_token",
]);
const shownCharacters = 8;

/** Reads the browser's part of a sign-in from the URL that it went to. */
export function browserCall(step: CallStep, url: string, milliseconds?: number): Call {
  const { origin, pathname, searchParams } = new URL(url);
  const fields = fieldsOf(searchParams);
  const call = {
    step,
    lane: "browser",
    method: "GET",
    url: `${origin}${pathname}`,
    headers: [],
    fields,
  } as const;
  return milliseconds === undefined ? call : { ...call, milliseconds };
}

/** Creates a `fetch` that adds each request and answer to `calls`, with secrets cut short. */
export function recordingFetch(step: CallStep, calls: Call[]): Fetch {
  return async (url, request) => {
    const startedAt = performance.now();
    const call = {
      step,
      lane: "server",
      method: request.method ?? "GET",
      url,
      headers: headersOf(request),
      fields: request.body instanceof URLSearchParams ? fieldsOf(request.body) : [],
    } as const;
    try {
      const response = await fetch(url, request);
      const body = await response.text();
      const milliseconds = performance.now() - startedAt;
      const challenge = response.headers.get("www-authenticate");
      const answer = {
        status: response.status,
        body: maskJson(body),
        ...decodedIdToken(body),
        ...(challenge !== null && { challenge }),
      };
      calls.push({ ...call, answer, milliseconds });
      return new Response(body, { status: response.status, headers: response.headers });
    } catch (cause) {
      calls.push({ ...call, milliseconds: performance.now() - startedAt });
      throw cause;
    }
  };
}

/** Shows the beginning and the length of a secret, which suffice to recognise it and not to use it. */
export function mask(secret: string): string {
  if (secret.length <= 2 * shownCharacters) return `… (${secret.length} characters)`;
  return `${secret.slice(0, shownCharacters)}… (${secret.length} characters)`;
}

function headersOf(request: RequestInit): Field[] {
  const fields: Field[] = [];
  if (request.body instanceof URLSearchParams)
    fields.push({ name: "Content-Type", value: "application/x-www-form-urlencoded" });
  const authorization = new Headers(request.headers).get("authorization");
  if (authorization !== null) {
    const [scheme = "", credentials = ""] = authorization.split(" ");
    fields.push({ name: "Authorization", value: `${scheme} ${mask(credentials)}` });
  }
  return fields;
}

function fieldsOf(parameters: URLSearchParams): Field[] {
  return [...parameters].map(([name, value]) => ({
    name,
    value: secretNames.has(name) ? mask(value) : value,
  }));
}

function decodedIdToken(text: string): { readonly idToken?: string } {
  try {
    const { id_token: idToken } = JSON.parse(text);
    return typeof idToken === "string" ? { idToken: JSON.stringify(claimsIn(idToken), null, 2) } : {};
  } catch {
    return {};
  }
}

function maskJson(text: string): string {
  try {
    return JSON.stringify(
      JSON.parse(text, (name, value: unknown) =>
        secretNames.has(name) && typeof value === "string" ? mask(value) : value,
      ),
      null,
      2,
    );
  } catch {
    return `(${text.length} characters that are not JSON)`;
  }
}
