import type { Browser } from "../flows/browser.ts";
import { createCsrfToken, type Step } from "../flows/csrf-token.ts";
import type { AdministrationPorts } from "../flows/operator/administration.ts";
import type { Ports } from "../flows/ports.ts";
import type { Account } from "../identity/account.ts";
import type { Brand } from "../pages/brand.ts";
import type { Person, ToldValues } from "../pages/layout.ts";
import type { Client } from "../protocol/client/client.ts";
import { documentHostOf } from "../protocol/client/document.ts";
import { isKnownScope, type KnownScope } from "../protocol/scope.ts";
import { toBase64Url } from "../values/base64url.ts";
import type { BrandLogo } from "../values/brand.ts";
import type { SessionId } from "../values/ids.ts";
import type { Cookies } from "./cookies.ts";
import type { ErrorResponses } from "./error-responses.ts";
import type { Incoming } from "./incoming.ts";
import type { ReaderOf, TextsFor } from "./language.ts";
import type { Paths } from "./paths.ts";
import type { Replies } from "./reply.ts";

/** The things that all handlers share. Created once, at the start. */
export interface Web {
  readonly ports: Ports;
  readonly replies: Replies;
  readonly errorResponses: ErrorResponses;
  readonly cookies: Cookies;
  readonly textsFor: TextsFor;
  readonly paths: Paths;
  /** Scheme, host and port of the issuer, which stand in front of every path. */
  readonly origin: string;
  /** True if developer and service share a computer, so that error pages may say everything. */
  readonly isDevelopment: boolean;
  readonly isInsecure: boolean;
  /** The command that starts the command line here, for repairs that can be pasted. */
  readonly runLatchkey: string;
  /** The brand of the installation, which `textsFor` puts into the texts. */
  readonly brand: Brand;
  readonly brandLogo: BrandLogo | undefined;
  /** Where this process serves the documents; absent if it does not. */
  readonly docsPath?: string | undefined;
  /** For the pages and the API of operators. */
  readonly administration: AdministrationPorts;
}

/** Creates a nonce for one page: 128 random bits. */
export function createNonce(web: Pick<Web, "ports">): string {
  return toBase64Url(web.ports.random.bytes(16));
}

/** The cookie that ties a form to the browser, and the header that sets it if the browser has none yet. */
export interface BrowserCookie {
  readonly value: string;
  readonly setCookie: string | undefined;
}

/** Reads what a request shows of its browser. */
export function readBrowser(cookies: Cookies, readerOf: ReaderOf, incoming: Incoming): Browser {
  return {
    sessionCookie: incoming.cookie(cookies.session),
    accountsCookie: incoming.cookie(cookies.accounts),
    browserCookie: incoming.cookie(cookies.browser),
    deviceCookie: incoming.cookie(cookies.device),
    trustCookie: incoming.cookie(cookies.trust),
    userAgent: incoming.header("user-agent") ?? "",
    ...readerOf(incoming),
    network: incoming.network(),
    requestId: incoming.requestId,
  };
}

const browserCookieShape = /^[A-Za-z0-9_-]{22}$/;

/** Reads the browser cookie or creates one. It means nothing else and ends with the browser. */
export function ensureBrowserCookie(web: Web, incoming: Incoming): BrowserCookie {
  const present = incoming.cookie(web.cookies.browser);
  if (present !== undefined && browserCookieShape.test(present))
    return { value: present, setCookie: undefined };
  const value = toBase64Url(web.ports.random.bytes(16));
  return { value, setCookie: web.cookies.write(web.cookies.browser, value) };
}

/** Creates the CSRF token of a form that is shown now. */
export function csrfTokenFor(
  web: Web,
  form: {
    readonly step: Step;
    readonly browser: string;
    readonly request: string;
    readonly sessionId?: SessionId;
  },
): string {
  return createCsrfToken(web.ports.sealer, { ...form, issuedAt: web.ports.clock.now() });
}

/** An account as pages show it. */
export function personOf(account: Account): Person {
  return { displayName: account.name ?? account.username, username: account.username };
}

/**
 * The name of a client on pages. A client that is known by its document goes by the host that serves the document, which was verified:
 * anybody can write any name into a document.
 */
export function shownNameOf(client: Client): string {
  return documentHostOf(client) ?? client.name;
}

/** The host of a redirect URI as people read it; the scheme if it has no host. */
export function hostOf(redirectUri: string): string {
  const afterScheme = redirectUri.indexOf("://");
  if (afterScheme === -1) return redirectUri.slice(0, redirectUri.indexOf(":"));
  const rest = redirectUri.slice(afterScheme + 3);
  const end = rest.search(/[/?]/);
  return end === -1 ? rest : rest.slice(0, end);
}

/** What a client with the scope of each is told of a person, as far as one line says it. */
export function toldOf({ email, phoneNumber }: Account): ToldValues {
  return { email, phone: phoneNumber };
}

/** Returns what a scope lets a client do. Every client learns who the person is, also one that asks for no scope. */
export function abilitiesOf(scope: readonly string[]): readonly KnownScope[] {
  const known = scope.filter(isKnownScope);
  return known.length === 0 ? ["openid"] : known;
}
