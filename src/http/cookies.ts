/** The names of the service's cookies, and how they are written. */
export interface Cookies {
  /** Proves a session; 64 characters. */
  readonly session: string;
  /** Proves the sessions of a browser's other accounts, and tells which account was chosen for which client; at most 500 characters. */
  readonly accounts: string;
  /** Ties a form to the browser that it was shown to; 22 characters without any other meaning. */
  readonly browser: string;
  /** Holds, sealed, the accounts that signed in here before. It only selects a rate limit. */
  readonly device: string;
  /** Says that the person does not want to be offered a passkey for a while. */
  readonly noPasskey: string;
  /** Holds, sealed, the accounts that trust this browser for a while. */
  readonly trust: string;
  /** The language that the person picked, as its tag. */
  readonly language: string;
  /** What an answer to a form leaves for the page that follows. Sealed. */
  readonly flash: string;
  /** New recovery codes, until they are saved. Sealed. */
  readonly codes: string;
  /** The secret of an authenticator app that is being set up. Sealed. */
  readonly totp: string;
  /** A new app password, until the person has put it away. Sealed. */
  readonly appPassword: string;
  /** Proves a visit to the console: sealed, the access token for the admin API. */
  readonly console: string;
  /** What was typed into a form of the console, while a sign-in comes between. Sealed. */
  readonly consoleSavedForm: string;
  /** The sentence that the next page of the console says. Sealed. */
  readonly consoleFlash: string;
  /** A test of an application's sign-in that is under way. Sealed. */
  readonly consoleTrial: string;
  /** A Set-Cookie value. Without `maxAgeSeconds` the cookie ends with the browser; 0 removes it. */
  write(name: string, value: string, maxAgeSeconds?: number): string;
}

/** On https every name carries `__Host-`, which binds the cookie to this host and path (RFC 6265bis §4.1.3.2). */
export function createCookies(isHttps: boolean): Cookies {
  const prefix = isHttps ? "__Host-" : "";
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return {
    session: `${prefix}latchkey-session`,
    accounts: `${prefix}latchkey-accounts`,
    browser: `${prefix}latchkey-browser`,
    device: `${prefix}latchkey-device`,
    noPasskey: `${prefix}latchkey-no-passkey`,
    trust: `${prefix}latchkey-trust`,
    language: `${prefix}latchkey-language`,
    flash: `${prefix}latchkey-flash`,
    codes: `${prefix}latchkey-codes`,
    totp: `${prefix}latchkey-totp`,
    appPassword: `${prefix}latchkey-app-password`,
    console: `${prefix}latchkey-console`,
    consoleSavedForm: `${prefix}latchkey-console-kept`,
    consoleFlash: `${prefix}latchkey-console-told`,
    consoleTrial: `${prefix}latchkey-console-trial`,
    write: (name, value, maxAgeSeconds) =>
      `${name}=${value}${maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`}${attributes}`,
  };
}

const space = 32;

/**
 * Reads a Cookie header. A name that occurs twice has no value, because another site may have planted one of the two.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string | undefined> {
  const cookies = new Map<string, string | undefined>();
  if (header === undefined) return cookies;
  let mark = header.indexOf("=");
  // Each equals sign is looked for once, so that a header of semicolons alone costs no more than others.
  for (let start = 0; mark !== -1; ) {
    const semicolon = header.indexOf(";", start);
    const end = semicolon === -1 ? header.length : semicolon;
    while (header.charCodeAt(start) === space) start += 1;
    if (mark < end) {
      const name = header.slice(start, mark);
      cookies.set(name, cookies.has(name) ? undefined : header.slice(mark + 1, end).trimEnd());
      mark = header.indexOf("=", end);
    }
    start = end + 1;
  }
  return cookies;
}
