import type { CompletedSignIn } from "../../flows/authorize/complete-sign-in.ts";
import { passkeyAvailable } from "../../flows/authorize/prove-passkey.ts";
import { trustSeconds } from "../../identity/trusted-browser.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";

/** A completed sign-in, or a further factor, which may have made this a trusted browser. */
interface CompletedProof extends CompletedSignIn {
  readonly trustCookie?: string | undefined;
}

const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The cookies of the active account and of the others, if these have changed. */
export function activeAccountCookies(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  { sessionCookie, accountsCookie }: Pick<CompletedProof, "sessionCookie" | "accountsCookie">,
): string[] {
  const { sessionLifetime } = ports.settings;
  const active = cookies.write(cookies.session, sessionCookie, sessionLifetime);
  if (accountsCookie === undefined) return [active];
  const seconds = accountsCookie === "" ? 0 : sessionLifetime;
  return [active, cookies.write(cookies.accounts, accountsCookie, seconds)];
}

/** The cookies of a browser that has just been signed in, or has proved more. Absent ones stay as they are. */
export function signedInCookies(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  { sessionCookie, accountsCookie, deviceCookie, trustCookie }: Omit<CompletedProof, "next">,
): string[] {
  const written = activeAccountCookies({ cookies, ports }, { sessionCookie, accountsCookie });
  if (deviceCookie !== undefined)
    written.push(cookies.write(cookies.device, deviceCookie, deviceCookieSeconds));
  if (trustCookie !== undefined) written.push(cookies.write(cookies.trust, trustCookie, trustSeconds));
  return written;
}

/** The answer to every completed sign-in: the cookies, and the next step of the interrupted request. */
export function replyToSignIn(
  web: Web,
  incoming: Incoming,
  query: string,
  completed: CompletedProof,
): Reply | Promise<Reply> {
  return replyToForm(web, incoming, query, completed.next, signedInCookies(web, completed));
}

/** True if the form's field `passkey` says that the browser can keep one, and the person has not chosen "not now" in it. */
export function offersPasskey({ cookies }: Web, incoming: Incoming, field: string | undefined): boolean {
  return field === passkeyAvailable && incoming.cookie(cookies.noPasskey) === undefined;
}
