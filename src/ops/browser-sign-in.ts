/** What a person types. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A form of a page: where it posts to, and what it sends. */
interface PageForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/** A limit that no sign-in reaches. */
const pagesMax = 10;

/**
 * Opens an authorization URL, signs in by the pages' own forms, and returns the address at the application that the browser is sent to.
 * It knows the service as a browser does, by HTTP alone. The cookies are the browser's: by default those of a new one.
 */
export async function signIn(
  authorizationUrl: string | URL,
  credentials: Credentials,
  cookies = new Map<string, string>(),
): Promise<URL> {
  const begin = new URL(authorizationUrl);
  let request: { readonly url: URL; readonly body?: URLSearchParams } = { url: begin };
  let hasTyped = false;
  for (let count = 0; count < pagesMax; count++) {
    const answer = await send(request.url, request.body, cookies);
    const location = answer.headers.get("location");
    if (location !== null) {
      const next = new URL(location, request.url);
      if (next.origin !== begin.origin || !isOwnPath(next, begin)) return next;
      request = { url: next };
      continue;
    }
    const page = await answer.text();
    const form = findForm(page);
    const asksPassword = form?.fields.has("password") === true;
    if (form === undefined || !answer.ok || (asksPassword && hasTyped)) throw refusal(answer.status, page);
    if (asksPassword) {
      hasTyped = true;
      form.fields.set("username", credentials.username);
      form.fields.set("password", credentials.password);
    } else press(page, form);
    request = { url: new URL(form.action, request.url), body: form.fields };
  }
  throw new Error("The sign-in led through more pages than it should have.");
}

/** An application may share the service's origin, so only the service's own pages are followed. */
function isOwnPath({ pathname }: URL, begin: URL): boolean {
  const base = begin.pathname.slice(0, begin.pathname.indexOf("/v1/Oauth/"));
  const page = pathname.slice(base.length);
  return /^\/(?:v1\/Oauth\/|sign-in|continue|consent|add-passkey|verify|enrol|keep-account)/.test(page);
}

/** Presses the button that leads on most directly: allow the application, and no passkey now. */
function press(page: string, { fields }: PageForm): void {
  for (const id of ["allow", "not-now", "continue"]) {
    const button = new RegExp(`<button\\b([^>]*\\bid="${id}"[^>]*)>`).exec(page)?.[1];
    const name = button && attributeOf(button, "name");
    if (!button) continue;
    if (name) fields.set(name, attributeOf(button, "value") ?? "");
    return;
  }
}

/** Sends a request as a browser with these cookies does, keeps the cookies that the answer sets, and follows no redirect. */
export async function send(
  url: URL,
  body: URLSearchParams | undefined,
  cookies: Map<string, string>,
): Promise<Response> {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    redirect: "manual",
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(body !== undefined && { origin: url.origin, "sec-fetch-site": "same-origin" }),
      "accept-language": "en",
    },
    ...(body !== undefined && { body }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

function findForm(page: string): PageForm | undefined {
  const [, attributes, content] = /<form\b([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
  if (attributes === undefined || content === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [, input = ""] of content.matchAll(/<input\b([^>]*)>/g)) {
    const name = attributeOf(input, "name");
    const isUnticked = attributeOf(input, "type") === "checkbox" && !/\bchecked\b/.test(input);
    if (name !== undefined && !isUnticked) fields.append(name, attributeOf(input, "value") ?? "");
  }
  return { action: attributeOf(attributes, "action") ?? "", fields };
}

/** The page in one line: its heading, and its problem if it has one. */
function refusal(status: number, page: string): Error {
  const [main = page] = /<main[\s\S]*<\/main>/.exec(page) ?? [];
  const text = unescaped(main.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replace(/<[^>]*>/g, " "));
  return new Error(
    `The sign-in stopped at a page with status ${status}: ${text.replace(/\s+/g, " ").trim().slice(0, 600)}`,
  );
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
    .replaceAll("&amp;", "&");
}
