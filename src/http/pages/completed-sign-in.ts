import type { CompletedSignIn } from "../../flows/authorize/complete-sign-in.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";

const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The cookies of a browser that has just been signed in. */
export function signedInCookies(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  { sessionCookie, deviceCookie }: Pick<CompletedSignIn, "sessionCookie" | "deviceCookie">,
): readonly string[] {
  return [
    cookies.write(cookies.session, sessionCookie, ports.settings.sessionLifetime),
    cookies.write(cookies.device, deviceCookie, deviceCookieSeconds),
  ];
}

/** The answer to every completed sign-in: both cookies, and the next step of the interrupted request. */
export function replyToSignIn(
  web: Web,
  incoming: Incoming,
  query: string,
  completed: CompletedSignIn,
): Reply | Promise<Reply> {
  const headers = { "set-cookie": [...signedInCookies(web, completed)] };
  return replyToStep(web, incoming, query, completed.next, headers);
}
