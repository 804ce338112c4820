import { linkPages } from "../flows/link-pages.ts";
import type { OwnPage } from "../protocol/authorization/return-target.ts";
import type { Issuer } from "../values/issuer.ts";

/** The paths of the service, with the path of the issuer in front. */
export interface Paths {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  readonly introspection: string;
  readonly revocation: string;
  readonly pushedRequest: string;
  readonly deviceAuthorization: string;
  /** Absent if clients cannot register themselves. */
  readonly registration?: string;
  readonly jwks: string;
  readonly logout: string;
  readonly signIn: string;
  /** The sign-in form for an account other than the one that is signed in. */
  readonly useAnother: string;
  /** The page with the accounts that the browser is signed in to. */
  readonly chooseAccount: string;
  readonly upstream: string;
  readonly continue: string;
  readonly consent: string;
  readonly addPasskey: string;
  readonly verify: string;
  readonly enrol: string;
  readonly cancel: string;
  readonly language: string;
  /** Leads back to the sign-in for another account. */
  readonly languageOfAnother: string;
  readonly account: string;
  readonly keepAccount: string;
  readonly device: string;
  readonly address: string;
  readonly confirmAddress: string;
  readonly recover: string;
  readonly finishRecovery: string;
  readonly lock: string;
  readonly signUp: string;
  readonly newAccount: string;
  /** The page for a form that met no visit to a protected application, and for a person who may not open a path of one. */
  readonly notSent: string;
  readonly notAdmitted: string;
  readonly logo: string;
  readonly console: string;
  readonly home: string;
}

/**
 * The paths below the issuer, each behind the issuer's own path. The registration endpoint exists only if others than the
 * operator may register clients.
 */
export function pathsOf(issuer: Issuer, isRegistrationClosed = true): Paths {
  const base = new URL(issuer).pathname.replace(/\/$/, "");
  return {
    authorization: `${base}/v1/Oauth/authorization`,
    token: `${base}/v1/Oauth/token`,
    userinfo: `${base}/v1/Oauth/userinfo`,
    introspection: `${base}/v1/Oauth/introspection`,
    revocation: `${base}/v1/Oauth/revocation`,
    pushedRequest: `${base}/v1/Oauth/par`,
    deviceAuthorization: `${base}/v1/Oauth/device_authorization`,
    ...(!isRegistrationClosed && { registration: `${base}/v1/Oauth/register` }),
    jwks: `${base}/.well-known/jwks.json`,
    logout: `${base}/v1/Oauth/logout`,
    signIn: `${base}/sign-in`,
    useAnother: `${base}/sign-in/another`,
    chooseAccount: `${base}/choose-account`,
    upstream: `${base}/upstream`,
    continue: `${base}/continue`,
    consent: `${base}/consent`,
    addPasskey: `${base}/add-passkey`,
    verify: `${base}/verify`,
    enrol: `${base}/enrol`,
    cancel: `${base}/cancel`,
    language: `${base}/language`,
    languageOfAnother: `${base}/language/another`,
    account: `${base}/account`,
    keepAccount: `${base}/keep-account`,
    device: `${base}/device`,
    address: `${base}/account/address`,
    confirmAddress: `${base}${linkPages["verify-address"]}`,
    recover: `${base}/recover`,
    finishRecovery: `${base}${linkPages.recover}`,
    lock: `${base}${linkPages.lock}`,
    signUp: `${base}/sign-up`,
    newAccount: `${base}${linkPages["sign-up"]}`,
    notSent: `${base}/not-sent`,
    notAdmitted: `${base}/not-admitted`,
    logo: `${base}/logo`,
    console: `${base}/admin`,
    home: `${base}/`,
  };
}

/** The address of a page that a sign-in leads to, with the query that was carried there. */
export function ownPagePath({ home }: Pick<Paths, "home">, page: OwnPage, carried = ""): string {
  const path = page === "home" ? home : `${home}${page}`;
  return carried === "" ? path : `${path}?${carried}`;
}
