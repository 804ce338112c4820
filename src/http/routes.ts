import { icon } from "../pages/mark.ts";
import type { Issuer } from "../values/issuer.ts";
import { getAuthorization, postAuthorization } from "./authorization.ts";
import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import { getContinue, getSignIn, postContinue, postSignIn } from "./sign-in.ts";
import { getHome, getSignOut, postSignOut } from "./sign-out.ts";
import type { Surface } from "./surfaces.ts";
import { postToken } from "./token.ts";
import { getUserinfo, postUserinfo } from "./userinfo.ts";
import type { Paths, Web } from "./web.ts";

/** One row of the table. GET rows answer HEAD too. Every answer but the icon is `no-store`. */
export interface Route {
  readonly method: "GET" | "POST";
  /** Exact, capital letters included. */
  readonly path: string;
  readonly surface: Surface;
  /** "own-pages": a form that only our own pages may post; the browser's word is checked besides the step token. */
  readonly callers: "anyone" | "own-pages";
  readonly handle: (incoming: Incoming) => Reply | Promise<Reply>;
}

/** What `/readyz` asks. */
export interface Readiness {
  isReady(): boolean;
}

/** The paths below the issuer, whose own path stands in front of each. */
export function pathsOf(issuer: Issuer): Paths {
  const base = new URL(issuer).pathname.replace(/\/$/, "");
  return {
    authorization: `${base}/v1/Oauth/authorization`,
    token: `${base}/v1/Oauth/token`,
    userinfo: `${base}/v1/Oauth/userinfo`,
    logout: `${base}/v1/Oauth/logout`,
    signIn: `${base}/sign-in`,
    continue: `${base}/continue`,
    home: `${base}/`,
  };
}

/** THE table of routes. */
export function routesOf(web: Web, readiness: Readiness): readonly Route[] {
  const { paths } = web;
  const base = paths.home.slice(0, -1);
  const alive = (): Reply => web.replies.json(200, { status: "ok" });
  const ready = (): Reply =>
    readiness.isReady()
      ? web.replies.json(200, { status: "ready" })
      : web.replies.json(503, { status: "not ready" });
  return [
    page("GET", paths.authorization, "anyone", (incoming) => getAuthorization(web, incoming)),
    page("POST", paths.authorization, "anyone", (incoming) => postAuthorization(web, incoming)),
    json("POST", paths.token, (incoming) => postToken(web, incoming)),
    json("GET", paths.userinfo, (incoming) => getUserinfo(web, incoming)),
    json("POST", paths.userinfo, (incoming) => postUserinfo(web, incoming)),
    page("GET", paths.signIn, "anyone", (incoming) => getSignIn(web, incoming)),
    page("POST", paths.signIn, "own-pages", (incoming) => postSignIn(web, incoming)),
    page("GET", paths.continue, "anyone", (incoming) => getContinue(web, incoming)),
    page("POST", paths.continue, "own-pages", (incoming) => postContinue(web, incoming)),
    page("GET", paths.logout, "anyone", (incoming) => getSignOut(web, incoming)),
    page("POST", paths.logout, "own-pages", (incoming) => postSignOut(web, incoming)),
    page("GET", paths.home, "anyone", (incoming) => getHome(web, incoming)),
    page("GET", `${base}/favicon.ico`, "anyone", () => web.replies.icon(icon)),
    json("GET", `${base}/livez`, alive),
    json("GET", `${base}/healthz`, alive),
    json("GET", `${base}/readyz`, ready),
  ];
}

type Handle = Route["handle"];

function page(method: Route["method"], path: string, callers: Route["callers"], handle: Handle): Route {
  return { method, path, surface: "page", callers, handle };
}

function json(method: Route["method"], path: string, handle: Handle): Route {
  return { method, path, surface: "json", callers: "anyone", handle };
}
