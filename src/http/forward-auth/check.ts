import { type Access, checkAccess } from "../../flows/forward-auth/check.ts";
import type { AppPasswordAccess } from "../../flows/forward-auth/check-app-password.ts";
import type { TokenAccess } from "../../flows/forward-auth/check-token.ts";
import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { isBasic } from "../../protocol/forward-auth/basic.ts";
import { claimHeaders } from "../../protocol/forward-auth/claim-headers.ts";
import {
  type Dialect,
  type ForwardedRequest,
  type ProxyWords,
  readForwardedRequest,
  splitOriginalUrl,
} from "../../protocol/forward-auth/forwarded-request.ts";
import { headersOf, nobody } from "../../protocol/forward-auth/identity-headers.ts";
import { ownPathOnHost } from "../../protocol/forward-auth/protected-origin.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { visitCookieName } from "./cookies.ts";
import { refusedCheck } from "./refused.ts";

/** The proxies by the word in the path of their question. */
export const proxies: ReadonlyMap<string, Dialect> = new Map([
  ["nginx", "original"],
  ["traefik", "forwarded"],
  ["caddy", "forwarded"],
  ["haproxy", "forwarded"],
  ["envoy", "prefixed"],
]);

/** The question of a proxy, and how it is asked. */
interface Question {
  readonly dialect: Dialect;
  /** What follows the prefix in the path of the question. */
  readonly rest: string | undefined;
  /** nginx does not hand the answer on: it acts on 200, 401 and 403 alone, and reads from a header where to send a browser. */
  readonly isNginx: boolean;
}

/** Answers whether a proxy may let a request through, and what it tells the application about the person. */
export function answerCheck(web: Web, incoming: Incoming, question: Question): Eventual<Reply> {
  const read = readForwardedRequest(wordsOf(incoming, question));
  if (!read.ok) return refusedCheck(web, incoming, { reason: read.reason });
  const request = read.value;
  return whenThere(checkHeader(web, incoming, request), (answered) =>
    answered === undefined
      ? whenThere(checkAccess(web.ports, { request, visitCookie: cookieIn(incoming, request) }), (access) =>
          replyTo(web, incoming, { ...question, request }, access),
        )
      : replyTo(web, incoming, { ...question, request }, answered),
  );
}

/** What the header Authorization alone decides; undefined if the cookie decides. */
function checkHeader(
  web: Web,
  incoming: Incoming,
  request: ForwardedRequest,
): Eventual<TokenAccess | AppPasswordAccess | undefined> {
  const authorization = incoming.header("authorization");
  if (authorization === undefined) return undefined;
  if (/^(?:bearer|dpop) /i.test(authorization)) return checkToken(web, incoming, request, authorization);
  if (!isBasic(authorization) || isFromBrowser(incoming)) return undefined;
  return checkAppPassword(web, incoming, request, authorization);
}

async function checkAppPassword(
  { ports }: Web,
  incoming: Incoming,
  request: ForwardedRequest,
  authorization: string,
): Promise<AppPasswordAccess | undefined> {
  const { checkAppPassword } = await import("../../flows/forward-auth/check-app-password.ts");
  return checkAppPassword(ports, { request, authorization, context: incoming });
}

async function checkToken(
  { ports }: Web,
  incoming: Incoming,
  request: ForwardedRequest,
  authorization: string,
): Promise<TokenAccess | undefined> {
  const { checkToken } = await import("../../flows/forward-auth/check-token.ts");
  return checkToken(ports, { request, authorization, dpop: incoming.header("dpop") });
}

function wordsOf(incoming: Incoming, { dialect, rest }: Question): ProxyWords {
  switch (dialect) {
    case "original":
      return {
        method: incoming.header("x-original-method"),
        ...splitOriginalUrl(incoming.header("x-original-url")),
      };
    case "forwarded":
      return {
        method: incoming.header("x-forwarded-method"),
        scheme: incoming.header("x-forwarded-proto"),
        host: incoming.header("x-forwarded-host"),
        target: incoming.header("x-forwarded-uri"),
      };
    case "prefixed":
      return {
        method: incoming.method,
        scheme: incoming.header("x-forwarded-proto"),
        host: incoming.header("host"),
        target: incoming.query === "" ? rest : `${rest}?${incoming.query}`,
      };
    default:
      return unreachable(dialect);
  }
}

function cookieIn(incoming: Incoming, { origin }: ForwardedRequest): string | undefined {
  return incoming.cookie(visitCookieName(origin));
}

interface Answered extends Question {
  readonly request: ForwardedRequest;
}

function replyTo(
  web: Web,
  incoming: Incoming,
  answered: Answered,
  access: Access | TokenAccess | AppPasswordAccess,
): Eventual<Reply> {
  switch (access.kind) {
    case "public":
      return replyWithPerson(web, answered, access.client, undefined);
    case "open":
      return replyWithPerson(web, answered, access.client, access.account);
    case "signed-out":
      return isNavigation(incoming)
        ? lead(answered, 401, placeForSignIn(web, incoming, answered))
        : refusedCheck(web, incoming, {
            reason: "visit-missing",
            origin: answered.request.origin,
            takesBasic: access.client.metadata.hasAppPasswords && !isFromBrowser(incoming),
          });
    case "not-admitted": {
      const { origin } = answered.request;
      const refused = refusedCheck(web, incoming, { ...access, reason: "visitor-not-admitted", origin });
      if (!isNavigation(incoming)) return refused;
      const place = placeIn(answered.request);
      place.set("reference", incoming.requestId);
      return lead(answered, 403, `${web.origin}${web.paths.notAdmitted}?${place}`);
    }
    case "app-password-refused":
      return refusedCheck(web, incoming, access);
    case "scope-insufficient":
      return refusedCheck(web, incoming, { reason: "scope-insufficient", scope: access.scope });
    case "token-refused":
      return refusedCheck(web, incoming, { reason: "token", refusal: access.refusal });
    case "refused":
      return refusedCheck(web, incoming, { ...access, origin: answered.request.origin });
    default:
      return unreachable(access);
  }
}

/**
 * No other header of the service, such as its content security policy: some proxies hand the whole answer to the browser, where it would
 * hold for the application's host.
 */
const always = { "cache-control": "no-store" } as const;

function replyWithPerson(
  web: Web,
  { request }: Answered,
  client: Client,
  account: Account | undefined,
): Eventual<Reply> {
  const shown = {
    ...(account === undefined ? nobody : headersOf(account)),
    ...claimHeaders(client.metadata.claimRules, account),
  };
  const reply = (assertion: string): Reply => ({
    status: 200,
    headers: { ...always, ...shown, "latchkey-assertion": assertion },
    body: "",
  });
  if (!client.metadata.hasAssertion || account === undefined) return reply("");
  return import("../../flows/forward-auth/assertion.ts").then(async ({ signAssertion }) =>
    reply(await signAssertion(web.ports, client, account, request.origin)),
  );
}

/** True for what a browser shows as a page. Nothing else could show the sign-in page at the end of a redirect. */
function isNavigation(incoming: Incoming): boolean {
  const mode = incoming.header("sec-fetch-mode");
  if (mode !== undefined) return mode === "navigate" && incoming.header("sec-fetch-dest") === "document";
  const isScript =
    incoming.header("x-requested-with") !== undefined || incoming.header("upgrade") !== undefined;
  return !isScript && /\btext\/html\b/.test(incoming.header("accept") ?? "");
}

/**
 * Browsers alone send this header. A browser repeats Basic by itself, also for a request that another site caused, and asks for a
 * password in a window of its own, so there the cookie decides.
 */
function isFromBrowser(incoming: Incoming): boolean {
  return incoming.header("sec-fetch-site") !== undefined;
}

/** A GET continues after the sign-in where it was. Anything else would lose what was sent, so a page says so. */
function placeForSignIn(web: Web, incoming: Incoming, { request }: Answered): string {
  const { origin, target, method } = request;
  if (method === "GET" || method === "HEAD")
    return `${origin}${ownPathOnHost}/sign-in?to=${encodeURIComponent(target)}`;
  const from = incoming.header("referer") ?? "";
  const page = from.startsWith(`${origin}/`) ? from.slice(origin.length) : "/";
  return `${web.origin}${web.paths.notSent}?${placeIn({ origin, target: page })}`;
}

function placeIn({ origin, target }: Pick<ForwardedRequest, "origin" | "target">): URLSearchParams {
  return new URLSearchParams({ origin, to: target });
}

function lead({ isNginx }: Answered, status: number, place: string): Reply {
  return isNginx
    ? { status, headers: { ...always, "latchkey-location": place }, body: "" }
    : { status: 303, headers: { ...always, location: place }, body: "" };
}
