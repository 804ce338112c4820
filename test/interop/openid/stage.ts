import assert from "node:assert/strict";
import { type InteropStage, startInteropStage } from "../support/stage.ts";

/** Where the clients of these tests want people to go after signing out. */
export const afterwards = "http://localhost:3000/signed-out";

const openidOptions = ["--openid", "--refresh", "--post-logout-redirect-uri", afterwards];

/** A running service with a client of OpenID Connect; `options` are further ones of `client create`. */
export function startOpenidStage(
  redirectUri?: string,
  options: readonly string[] = [],
): Promise<InteropStage> {
  return startInteropStage(redirectUri, [...openidOptions, ...options]);
}

/** Takes Ada's browser to the logout address that a library made, and answers where it is sent from there. */
export async function signOut(stage: InteropStage, url: URL | string): Promise<string> {
  const answer = await stage.visit(url);
  assert.equal(answer.status, 302, answer.body);
  return answer.headers.location ?? "";
}

/** Fails unless nobody is signed in in Ada's browser: `location` is an authorization request with prompt=none. */
export async function assertSignedOut(stage: InteropStage, location: URL | string): Promise<void> {
  const { headers } = await stage.visit(location);
  assert.equal(new URL(headers.location ?? "").searchParams.get("error"), "login_required");
}
