import type { Endpoint } from "../values/endpoint.ts";
import type { Paths } from "./paths.ts";
import type { Route } from "./routes.ts";

/** Names what a route is for, as it is counted. */
export function endpointOf(paths: Paths): (route: Pick<Route, "method" | "path">) => Endpoint {
  const base = paths.home.slice(0, -1);
  const named = new Map<string | undefined, Endpoint>([
    [paths.authorization, "authorization"],
    [paths.token, "token"],
    [paths.userinfo, "userinfo"],
    [paths.introspection, "introspection"],
    [paths.revocation, "revocation"],
    [paths.pushedRequest, "pushed-request"],
    [paths.deviceAuthorization, "device-authorization"],
    [paths.registration, "registration"],
    [paths.logout, "sign-out"],
    [`${base}/livez`, "health"],
    [`${base}/healthz`, "health"],
    [`${base}/readyz`, "health"],
  ]);
  return ({ method, path }) => {
    if (path === paths.signIn && method === "POST") return "sign-in";
    return named.get(path) ?? (path.includes("/.well-known/") ? "document" : "page");
  };
}
