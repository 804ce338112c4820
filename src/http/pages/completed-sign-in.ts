import type { CompletedSignIn } from "../../flows/authorize/complete-sign-in.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";

const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The answer to every completed sign-in: both cookies, and the next step of the interrupted request. */
export function replyToSignIn(
  web: Web,
  incoming: Incoming,
  query: string,
  { sessionCookie, deviceCookie, next }: CompletedSignIn,
): Reply | Promise<Reply> {
  const { cookies } = web;
  const lifetime = web.ports.settings.sessionLifetime;
  return replyToStep(web, incoming, query, next, {
    "set-cookie": [
      cookies.write(cookies.session, sessionCookie, lifetime),
      cookies.write(cookies.device, deviceCookie, deviceCookieSeconds),
    ],
  });
}
