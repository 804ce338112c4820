/** What a browser would send back when the form is submitted. */
export interface SignInForm {
  /** As it stands in the page, unescaped: usually a path. */
  readonly action: string;
  /** Hidden fields by name. */
  readonly hidden: ReadonlyMap<string, string>;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

/** Finds the form that posts a password; throws when the page has none. */
export function readSignInForm(page: string): SignInForm {
  return readForm(page, "password");
}

/** Finds the form with a field of this name; throws when the page has none. */
export function readForm(page: string, field: string): SignInForm {
  for (const [form] of page.matchAll(/<form\s[\s\S]*?<\/form>/g)) {
    if (!form.includes(`name="${field}"`)) continue;
    const action = attribute(form.slice(0, form.indexOf(">") + 1), "action");
    if (action === undefined) break;
    const hidden = new Map<string, string>();
    for (const [input] of form.matchAll(/<input\s[^>]*type="hidden"[^>]*>/g)) {
      hidden.set(attribute(input, "name") ?? "", attribute(input, "value") ?? "");
    }
    return { action, hidden };
  }
  throw new Error(`This page has no form with ${field}: ${page.slice(0, 300)}`);
}

/** Takes over the cookies of an answer: a later value replaces an earlier one, an emptied cookie goes. */
export function keepCookies(jar: Map<string, string>, setCookieHeaders: readonly string[]): void {
  for (const header of setCookieHeaders) {
    const pair = header.split(";", 1)[0] ?? "";
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (value === "" || /;\s*max-age=0/i.test(header)) jar.delete(name);
    else jar.set(name, value);
  }
}

/** The `Cookie` header of a jar. */
export function cookieHeader(jar: ReadonlyMap<string, string>): string {
  return Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
}
