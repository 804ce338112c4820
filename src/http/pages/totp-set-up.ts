import { offerTotp, type SetUpRefusal } from "../../flows/person/totp.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import type { TotpSetUpModel } from "../../pages/totp-set-up.ts";
import { formatSessionId } from "../../values/ids.ts";
import { copyingSeconds, openSealed, writeSealed } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Web } from "../web.ts";

/** The form that sets an app up, and the cookie that goes with its page. */
interface ShownSetUp {
  readonly model: TotpSetUpModel;
  readonly setCookie: string;
}

/**
 * The secret of a page that sets an app up, as the browser keeps it, sealed, for half an hour: the app may have the secret by the time the
 * page is reloaded or shown in another language, and the service stores it only with its first code. It counts in its session alone.
 */
interface KeptSecret {
  readonly session: string;
  /** The hidden field of the form. */
  readonly sealed: string;
}

/** The form that sets an app up for the person. `sealed` is its hidden field when it is shown again. */
export async function totpSetUp(
  web: Web,
  incoming: Incoming,
  { account, session }: SessionFacts,
  {
    sealed,
    problem,
    ...form
  }: Pick<TotpSetUpModel, "formAction" | "csrfToken"> & {
    readonly sealed: string | undefined;
    readonly problem: SetUpRefusal | undefined;
  },
): Promise<ShownSetUp> {
  const sessionId = formatSessionId(session.id);
  // Only this function can have sealed it.
  const kept = openSealed(web, incoming, web.cookies.totp) as KeptSecret | undefined;
  const known = kept?.session === sessionId ? kept.sealed : undefined;
  const offer = await offerTotp(web.ports, account, sealed ?? known);
  const remembered: KeptSecret = { session: sessionId, sealed: offer.sealed };
  return {
    model: { ...form, ...offer, isWrong: problem === "wrong" || problem === "missing" },
    setCookie: writeSealed(web, web.cookies.totp, remembered, copyingSeconds),
  };
}

/** The cookie that removes the secret from the browser once the app is in use. */
export function putSecretAway({ cookies }: Pick<Web, "cookies">): string {
  return cookies.write(cookies.totp, "", 0);
}
