import { iconOn } from "../pages/components.ts";
import { light } from "../pages/tokens.ts";
import type { OwnPage } from "../protocol/authorization/return-target.ts";
import { ownPathOnHost } from "../protocol/forward-auth/protected-origin.ts";
import { callbackTemplate } from "../protocol/upstream/callback.ts";
import type { Endpoint } from "../values/endpoint.ts";
import { whenThere } from "../values/eventual.ts";
import { type OpenToPages, preflight, readableByPages } from "./cross-origin.ts";
import type { ClientRoute } from "./endpoints/client-endpoint.ts";
import type { Incoming } from "./incoming.ts";
import { later, once } from "./later.ts";
import type { ErrorFormat } from "./near-path.ts";
import { ownPagePath, type Paths } from "./paths.ts";
import type { Replies, Reply } from "./reply.ts";
import type { Web } from "./web.ts";

/** One row of the table. GET rows answer HEAD too. All answers are `no-store`, except icons, logos and documents about the issuer. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "OPTIONS";
  /** Exact, capital letters included. `{name}` stands for one segment. */
  readonly path: string;
  readonly errorFormat: ErrorFormat;
  /** "own-pages": only pages of the service may post this form, and the browser's headers are checked besides the CSRF token. */
  readonly callers: "anyone" | "own-pages";
  readonly handle: (incoming: Incoming) => Reply | Promise<Reply>;
}

/** Every path at and below one, in a part of the service that has a router of its own. It answers every method. */
export interface Tree extends Pick<Route, "errorFormat" | "callers" | "handle"> {
  /** Without a slash at the end. */
  readonly path: string;
  /** The label of its requests in metrics. */
  readonly endpoint: Endpoint;
  /** Its answers come from the hosts of applications, so they carry no Strict-Transport-Security. */
  readonly isAtOtherHosts?: true;
}

/** The state that `/readyz` answers by. */
export interface Readiness {
  isReady(): boolean;
}

/** THE table of routes. What answers is loaded with its first request. */
export function routesOf(web: Web, readiness: Readiness): readonly Route[] {
  const { paths } = web;
  const base = paths.home.slice(0, -1);
  const own = (page: OwnPage) => ownPagePath(paths, page);
  const flash = once(() => import("./flash.ts"));
  const told =
    (handle: Handle): Handle =>
    (incoming) =>
      whenThere(handle(incoming), (reply) =>
        incoming.hasCookie(web.cookies.flash)
          ? whenThere(flash(), ({ afterFlash }) => afterFlash(web, incoming, reply))
          : reply,
      );
  /** "Try again" of the error page leads to a page that shows what was typed. */
  const keepingTyped =
    (handle: Handle): Handle =>
    async (incoming) => {
      try {
        return await handle(incoming);
      } catch (error) {
        const leave = async () => (await flash()).leaveTyped(web, incoming);
        // If this fails too, the first error is the one to report.
        incoming.left = await leave().catch(() => undefined);
        throw error;
      }
    };
  /** A page and its form. The page ends what the answer to the form told it (ADR 0081). */
  const form = (path: string, get: Handle, post: Handle, callers: Route["callers"] = "own-pages") => [
    page("GET", path, "anyone", told(get)),
    page("POST", path, callers, told(keepingTyped(post))),
  ];
  const authorizationPages = later(web, () => import("./pages/authorization.ts"));
  const signInPages = later(web, () => import("./pages/sign-in.ts"));
  const stepPages = later(web, () => import("./pages/continue.ts"));
  const chooseAccountPages = later(web, () => import("./pages/choose-account.ts"));
  const consentPages = later(web, () => import("./pages/consent.ts"));
  const languagePicker = later(web, () => import("./pages/language-picker.ts"));
  const protectedPlaces = later(web, () => import("./pages/protected-place.ts"));
  const homePages = later(web, () => import("./pages/home.ts"));
  const logos = later(web, () => import("./pages/logo.ts"));
  const userinfo = later(web, () => import("./endpoints/userinfo.ts"));
  const metadata = later(web, () => import("./endpoints/server-metadata.ts"));
  const wellKnownDocuments = later(web, () => import("./endpoints/well-known.ts"));
  const verifyPages = later(web, () => import("./pages/verify.ts"));
  const enrolPages = later(web, () => import("./pages/enrol.ts"));
  const totpPages = later(web, () => import("./pages/totp.ts"));
  const codePages = later(web, () => import("./pages/recovery-codes.ts"));
  const accountPages = later(web, () => import("./pages/account.ts"));
  const activityPages = later(web, () => import("./pages/activity.ts"));
  const browsersPages = later(web, () => import("./pages/browsers.ts"));
  const changePasswordPages = later(web, () => import("./pages/change-password.ts"));
  const deletionPages = later(web, () => import("./pages/deletion.ts"));
  const exportPages = later(web, () => import("./pages/export.ts"));
  const devicePages = later(web, () => import("./pages/device.ts"));
  const passkeyOffer = later(web, () => import("./pages/passkey-offer.ts"));
  const appPasswordPages = later(web, () => import("./pages/app-passwords.ts"));
  const passkeyPages = later(web, () => import("./pages/passkeys.ts"));
  const addressPages = later(web, () => import("./pages/address.ts"));
  const profilePages = later(web, () => import("./pages/profile.ts"));
  const recoverPages = later(web, () => import("./pages/recover.ts"));
  const finishRecoveryPages = later(web, () => import("./pages/finish-recovery.ts"));
  const lockPages = later(web, () => import("./pages/lock.ts"));
  const signUpPages = later(web, () => import("./pages/sign-up.ts"));
  const newAccountPages = later(web, () => import("./pages/new-account.ts"));
  const upstreamStart = later(web, () => import("./pages/upstream-start.ts"));
  const upstreamPages = later(web, () => import("./pages/upstream.ts"));
  const signOutPages = later(web, () => import("./pages/sign-out.ts"));
  const adminApi = later(web, () => import("../admin/api/answer.ts"));
  return [
    page("GET", paths.authorization, "anyone", authorizationPages("getAuthorization")),
    page("POST", paths.authorization, "anyone", authorizationPages("postAuthorization")),
    clientCall(web, paths.token, async () => (await import("./endpoints/token.ts")).token),
    json("GET", paths.userinfo, userinfo("getUserinfo")),
    json("POST", paths.userinfo, userinfo("postUserinfo")),
    json("OPTIONS", paths.userinfo, userinfo("preflightUserinfo")),
    clientCall(
      web,
      paths.introspection,
      async () => (await import("./endpoints/introspection.ts")).introspection,
    ),
    clientCall(web, paths.revocation, async () => (await import("./endpoints/revocation.ts")).revocation),
    clientCall(
      web,
      paths.pushedRequest,
      async () => (await import("./endpoints/pushed-request.ts")).pushedRequest,
    ),
    clientCall(web, paths.deviceAuthorization, async () =>
      (await import("./endpoints/device-authorization.ts")).deviceAuthorization(web),
    ),
    ...registrationRoutes(web),
    json("GET", paths.jwks, metadata("getKeySet")),
    ...wellKnown(base, "openid-configuration").map((path) =>
      json("GET", path, metadata("getOpenidConfiguration")),
    ),
    ...wellKnown(base, "oauth-authorization-server").map((path) =>
      json("GET", path, metadata("getServerMetadata")),
    ),
    json("GET", "/.well-known/webauthn", metadata("getRelatedOrigins")),
    json("GET", "/.well-known/passkey-endpoints", metadata("getPasskeyEndpoints")),
    json("GET", "/.well-known/webfinger", wellKnownDocuments("getWebFinger")),
    json("GET", "/.well-known/security.txt", wellKnownDocuments("getSecurityText")),
    ...form(paths.signIn, signInPages("getSignIn"), signInPages("postSignIn")),
    ...form(paths.useAnother, signInPages("getUseAnother"), signInPages("postSignIn")),
    ...form(
      paths.chooseAccount,
      chooseAccountPages("getChooseAccount"),
      chooseAccountPages("postChooseAccount"),
    ),
    page("POST", paths.upstream, "own-pages", upstreamStart("postUpstream")),
    page("GET", `${base}${callbackTemplate}`, "anyone", upstreamPages("getCallback")),
    page("POST", `${base}${callbackTemplate}`, "anyone", upstreamPages("postCallback")),
    ...form(`${paths.account}/upstreams`, upstreamPages("getUpstreams"), upstreamPages("postUpstreams")),
    ...form(paths.continue, stepPages("getStep"), stepPages("postContinue")),
    ...form(paths.consent, stepPages("getStep"), consentPages("postConsent")),
    ...form(paths.addPasskey, stepPages("getStep"), passkeyOffer("postPasskeyOffer")),
    ...form(paths.verify, stepPages("getStep"), verifyPages("postVerify")),
    ...form(paths.enrol, enrolPages("getEnrol"), enrolPages("postEnrol")),
    page("GET", paths.cancel, "anyone", authorizationPages("getCancel")),
    ...form(paths.language, stepPages("getStep"), languagePicker("postLanguage")),
    ...form(paths.languageOfAnother, signInPages("getUseAnother"), languagePicker("postLanguage")),
    ...form(paths.account, accountPages("getAccount"), accountPages("postAccount")),
    ...form(`${paths.account}/passkeys`, passkeyPages("getPasskeys"), passkeyPages("postPasskeys")),
    ...form(
      own("account/app-passwords"),
      appPasswordPages("getAppPasswords"),
      appPasswordPages("postAppPasswords"),
    ),
    ...form(paths.device, devicePages("getDevice"), devicePages("postDevice")),
    page("GET", own("account/activity"), "anyone", activityPages("getActivity")),
    ...form(own("account/delete"), deletionPages("getDeletion"), deletionPages("postDeletion")),
    ...form(paths.keepAccount, stepPages("getStep"), deletionPages("postKeepAccount")),
    ...form(own("account/export"), exportPages("getExport"), exportPages("postExport")),
    ...form(own("account/sessions"), browsersPages("getBrowsers"), browsersPages("postBrowsers")),
    ...form(
      own("account/password"),
      changePasswordPages("getChangePassword"),
      changePasswordPages("postChangePassword"),
    ),
    ...form(own("account/profile"), profilePages("getProfile"), profilePages("postProfile")),
    ...form(own("account/totp"), totpPages("getTotp"), totpPages("postTotp")),
    ...form(own("account/recovery-codes"), codePages("getRecoveryCodes"), codePages("postRecoveryCodes")),
    page("GET", "/.well-known/change-password", "anyone", changePasswordPages("getWellKnownChangePassword")),
    ...form(paths.address, addressPages("getAddress"), addressPages("postAddress")),
    ...form(paths.confirmAddress, addressPages("getConfirmAddress"), addressPages("postConfirmAddress")),
    ...form(paths.recover, recoverPages("getRecover"), recoverPages("postRecover")),
    ...form(
      paths.finishRecovery,
      finishRecoveryPages("getFinishRecovery"),
      finishRecoveryPages("postFinishRecovery"),
    ),
    ...form(paths.lock, lockPages("getLock"), lockPages("postLock")),
    ...form(paths.signUp, signUpPages("getSignUp"), signUpPages("postSignUp")),
    ...form(paths.newAccount, newAccountPages("getNewAccount"), newAccountPages("postNewAccount")),
    // Clients may post here too (OpenID Connect RP-Initiated Logout §2).
    ...form(paths.logout, signOutPages("getSignOut"), signOutPages("postSignOut"), "anyone"),
    page("GET", paths.notSent, "anyone", protectedPlaces("getNotSent")),
    page("GET", paths.notAdmitted, "anyone", protectedPlaces("getNotAdmitted")),
    page("GET", paths.home, "anyone", homePages("getHome")),
    page("GET", paths.logo, "anyone", logos("getLogo")),
    page("GET", `${base}/favicon.ico`, "anyone", () =>
      web.replies.icon(iconOn(web.brand.paint?.light ?? light.door)),
    ),
    json("GET", `${base}/openapi.json`, adminApi("getDescription")),
    // RFC 9728 §3.1: the well-known path stands in front of the issuer's.
    json("GET", `/.well-known/oauth-protected-resource${base}/admin/api`, adminApi("getResourceMetadata")),
    ...healthRoutes(web.replies, paths, readiness),
  ];
}

/** The parts of the service with a router of their own, the deeper path first. */
export function treesOf(web: Web): readonly Tree[] {
  const base = web.paths.home.slice(0, -1);
  const adminApi = later(web, () => import("../admin/api/answer.ts"));
  const consolePages = later(web, () => import("../admin/console/console.ts"));
  const docs = later(web, () => import("../docs-site/answer.ts"));
  const forwardAuth = later(web, () => import("./forward-auth/answer.ts"));
  const { docsPath } = web;
  return [
    // At the root of every host: its proxy hands the path on as it is.
    {
      path: ownPathOnHost,
      endpoint: "forward-auth",
      errorFormat: "json",
      callers: "anyone",
      isAtOtherHosts: true,
      handle: forwardAuth("answerForwardAuth"),
    },
    ...(docsPath === undefined
      ? []
      : [
          {
            path: docsPath,
            endpoint: "docs",
            errorFormat: "page",
            callers: "anyone",
            handle: docs("answerDocs"),
          } as const,
        ]),
    {
      path: `${base}/admin/api`,
      endpoint: "admin",
      errorFormat: "json",
      callers: "anyone",
      handle: adminApi("answerAdminApi"),
    },
    {
      path: web.paths.console,
      endpoint: "admin",
      errorFormat: "page",
      callers: "own-pages",
      handle: consolePages("answerConsole"),
    },
  ];
}

/** The routes for supervisors and load balancers, also while the service starts. */
export function healthRoutes(
  replies: Replies,
  paths: Pick<Paths, "home">,
  readiness: Readiness,
): readonly Route[] {
  const base = paths.home.slice(0, -1);
  const alive = (): Reply => replies.json(200, { status: "ok" });
  const ready = (): Reply =>
    readiness.isReady() ? replies.json(200, { status: "ready" }) : replies.json(503, { status: "not ready" });
  return [
    json("GET", `${base}/livez`, alive),
    json("GET", `${base}/healthz`, alive),
    json("GET", `${base}/readyz`, ready),
  ];
}

/** If registration is open, pages of public clients may register too. */
const registrationFromPages: OpenToPages = {
  methods: "GET, POST, PUT, DELETE",
  headers: "Authorization, Content-Type",
  exposed: "WWW-Authenticate, Retry-After",
};

function registrationRoutes(web: Web): readonly Route[] {
  const { registration } = web.paths;
  if (registration === undefined) return [];
  const isOpen = web.ports.settings.registration.mode === "open";
  const endpoint = later(web, () => import("./endpoints/registration.ts"));
  const own = (method: Route["method"], handle: Handle): Route =>
    json(method, registration, async (incoming) => {
      const reply = await handle(incoming);
      return isOpen ? readableByPages(incoming, reply, registrationFromPages) : reply;
    });
  return [
    own("POST", endpoint("postRegistration")),
    own("GET", endpoint("getRegistration")),
    own("PUT", endpoint("putRegistration")),
    own("DELETE", endpoint("deleteRegistration")),
    ...(isOpen ? [json("OPTIONS", registration, () => preflight(web.replies, registrationFromPages))] : []),
  ];
}

/**
 * The addresses of a document about the issuer. OpenID Connect Discovery §4 puts the issuer's path in front, RFC 8414 §3.1 behind;
 * without a path the two are equal.
 */
function wellKnown(base: string, name: string): readonly string[] {
  const [inside, outside] = [`${base}/.well-known/${name}`, `/.well-known/${name}${base}`];
  return base === "" ? [inside] : [inside, outside];
}

type Handle = Route["handle"];

function page(method: Route["method"], path: string, callers: Route["callers"], handle: Handle): Route {
  return { method, path, errorFormat: "page", callers, handle };
}

function json(method: Route["method"], path: string, handle: Handle): Route {
  return { method, path, errorFormat: "json", callers: "anyone", handle };
}

/** An endpoint for clients' servers. */
function clientCall<Request, Answer>(
  web: Web,
  path: string,
  load: () => Promise<ClientRoute<Request, Answer>>,
): Route {
  const handler = once(async () => {
    const [{ answerCall }, route] = await Promise.all([import("./endpoints/client-endpoint.ts"), load()]);
    return (incoming: Incoming) => answerCall(web, incoming, route);
  });
  return json("POST", path, (incoming) => whenThere(handler(), (handle) => handle(incoming)));
}
