import { type ClientId, parseClientId } from "../../values/ids.ts";

/**
 * The service's own pages that a sign-in can lead to, by their path below the issuer. The list is closed: no address of a request is
 * ever followed (RFC 9700 §4.11). "fresh": the page can do harm, so the person must have proved who they are within
 * `freshProofSeconds`. "credentials": it changes how the person can get in, so they must also have proved two factors, if they have
 * two (ADR 0044).
 */
const ownPages = {
  home: "any",
  account: "any",
  "account/activity": "any",
  "account/address": "credentials",
  "account/address/confirm": "any",
  "account/app-passwords": "credentials",
  "account/delete": "fresh",
  "account/export": "fresh",
  "account/passkeys": "credentials",
  "account/password": "credentials",
  "account/profile": "any",
  "account/recovery-codes": "credentials",
  "account/sessions": "fresh",
  "account/totp": "credentials",
  "account/upstreams": "credentials",
  device: "any",
} as const satisfies Readonly<Record<string, "any" | "fresh" | "credentials">>;

export type OwnPage = keyof typeof ownPages;

/** How long a proof counts as fresh for a page that can do harm. */
export const freshProofSeconds = 300;

/** True for a page that needs a fresh proof. */
export function needsFreshProof(page: OwnPage): boolean {
  return ownPages[page] !== "any";
}

/** True for a page that changes how the person can get in: credentials, linked providers, and the address that recovery links go to. */
export function changesCredentials(page: OwnPage): boolean {
  return ownPages[page] === "credentials";
}

/** The target of a sign-in: an authorization request, as the query of its URL, or a page of the service. */
export type ReturnTarget =
  | { readonly kind: "request"; readonly query: string }
  | {
      readonly kind: "own-page";
      readonly page: OwnPage;
      /** The client that the page is about, which may ask for a stronger proof. */
      readonly clientId?: ClientId;
    };

/**
 * What a sign-in on the way to a page remembers: the client whose device it is about, and, for the page's own query, the code of the
 * device, so that nobody has to type it again, or the secret of the mailed link that the page is for.
 */
const carriedQueries = [
  /^(to=device)(?:&client_id=([A-Za-z0-9]+))?(?:&(user_code=[A-Z]{4}-[A-Z]{4}))?$/,
  /^(to=account\/address\/confirm)()(?:&(link=[\w-]{43}))?$/,
] as const;

function readCarried(query: string): RegExpExecArray | undefined {
  return carriedQueries.map((shape) => shape.exec(query)).find((found) => found !== null);
}

const pageOfQuery: ReadonlyMap<string, OwnPage> = new Map(
  (Object.keys(ownPages) as OwnPage[]).map((page) => [queryTo(page), page]),
);

/** The query of the sign-in address that leads to this page, with what it may remember on the way. */
export function queryTo(page: OwnPage, carried = ""): string {
  const query = `to=${page}&${carried}`;
  return readCarried(query) === undefined ? `to=${page}` : query;
}

/** What the query of the sign-in address carries to the page: a query without its `?`; empty if it carries nothing. */
export function carriedTo(query: string): string {
  return readCarried(query)?.[3] ?? "";
}

/** The query as a mailed link may keep it: the database has no secret of another link in clear. */
export function queryToKeep(query: string): string {
  return readReturnTarget(query).kind === "own-page" && carriedTo(query).startsWith("link=") ? "" : query;
}

/** True for a page that is for one account alone, so that a sign-in on the way to it is one with another account. */
export function isForOneAccount(target: ReturnTarget): boolean {
  return target.kind === "own-page" && target.page === "account/address/confirm";
}

/** Reads the query of the sign-in address. Every query that does not name a page is an authorization request. */
export function readReturnTarget(query: string): ReturnTarget {
  const [, to = query, client = ""] = readCarried(query) ?? [];
  const page = pageOfQuery.get(to);
  if (page === undefined) return { kind: "request", query };
  const clientId = parseClientId(client);
  return { kind: "own-page", page, ...(clientId !== undefined && { clientId }) };
}
