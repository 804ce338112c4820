import { ok, type Result, refuse } from "../values/result.ts";
import type { Application, ProxyConnection } from "./application.ts";
import { fill } from "./fill.ts";

/** The client of an application, in the members of the flow that registers it. */
export interface ApplicationClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly profile: "strict" | "interface";
  readonly isPublic: boolean;
  readonly metadata: {
    readonly isOpenid?: true;
    readonly mayRefresh?: true;
    readonly mayUseDeviceGrant?: true;
    readonly idTokenAlgorithm?: "ES256";
    readonly postLogoutRedirectUris?: readonly string[];
    readonly backchannelLogoutUri?: string;
    readonly protectedOrigins?: readonly string[];
    readonly pathRules?: readonly string[];
  };
}

/** What the address of an application consists of. */
const hostShape = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~%/-]*)?$/;

/**
 * The address of an application as an operator types it, without a slash at the end. Refuses with a sentence. It is written into
 * commands and files that people copy, and into guides whose address somebody else may have made, so no character in it means anything
 * to a shell, a language or Markdown.
 */
export function readHost(text: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return refuse("The address of the application must start with https:// or http://.");
  if (url.search !== "" || url.hash !== "" || /[?#]$/.test(text))
    return refuse("The address of the application must end behind its path, without ? or #.");
  const isPlain = url.username === "" && url.password === "" && hostShape.test(url.origin + url.pathname);
  return isPlain
    ? ok(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
    : refuse(
        "The address of the application may have letters, digits and . - _ ~ % in its host and path, and no name or password before the host.",
      );
}

/** True if its redirect URIs depend on where it runs. */
export function needsHost({ connection }: Application): boolean {
  return !("redirectUris" in connection) || connection.redirectUris.some((uri) => uri.includes("{host"));
}

/** The client that an application needs. One that knows no OpenID Connect is protected at its proxy. */
export function clientFor({ label, connection }: Application, host: string): ApplicationClient {
  if (connection.kind === "mcp") {
    const { redirectUris, mayRefresh } = connection;
    return {
      name: label,
      redirectUris,
      profile: "strict",
      isPublic: true,
      metadata: mayRefresh ? { mayRefresh } : {},
    };
  }
  if (connection.kind !== "openid") {
    const pathRules = pathRulesOf(connection);
    const protectedOrigins = [new URL(host).origin];
    return {
      name: label,
      redirectUris: [],
      profile: "interface",
      isPublic: true,
      metadata: { protectedOrigins, ...(pathRules.length > 0 && { pathRules }) },
    };
  }
  const { pkce, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, ...rest } = connection;
  const filled = (text: string) => fill(text, { issuer: "", host, clientId: "", clientSecret: "" });
  return {
    name: label,
    redirectUris: redirectUris.map(filled),
    // Only an application that surely sends PKCE can be held to it.
    profile: pkce === "always" || pkce === "by setting" ? "strict" : "interface",
    isPublic: rest.isPublic === true,
    metadata: {
      isOpenid: true,
      ...(rest.mayRefresh && { mayRefresh: true }),
      ...(rest.mayUseDeviceGrant && { mayUseDeviceGrant: true }),
      ...(rest.idTokenAlgorithm && { idTokenAlgorithm: rest.idTokenAlgorithm }),
      ...(postLogoutRedirectUris && { postLogoutRedirectUris: postLogoutRedirectUris.map(filled) }),
      ...(backchannelLogoutUri && { backchannelLogoutUri: filled(backchannelLogoutUri) }),
    },
  };
}

/** The first rule that matches decides, so the narrow ones come first. */
function pathRulesOf({ publicPaths = [], guardedPaths }: ProxyConnection): readonly string[] {
  const open = publicPaths.map((path) => `${path} public`);
  if (guardedPaths === undefined) return open;
  return [...open, ...guardedPaths.map((path) => `${path} signed-in`), "/* public"];
}
