import { needsLinkToEnrol } from "../../identity/credentials.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { knowingCookie } from "../authorize/complete-sign-in.ts";
import type { Person } from "../authorize/visit.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { strengthenSession } from "../session/begin-session.ts";
import { makeRecoveryCodes, type ShownCodes } from "./recovery-codes.ts";
import { type SetUpRefusal, setUpTotp } from "./totp.ts";

/** An app that is set up, in a session that proves two factors from now on. */
export interface TotpInUse {
  readonly sessionCookie: string;
  readonly deviceCookie: string | undefined;
  /** The first recovery codes, shown this once; undefined if the person has some already. */
  readonly codes: ShownCodes | undefined;
}

/** Sets an app up for the person of the session. */
export async function startUsingTotp(
  ports: Ports,
  { account, session }: Person,
  form: Parameters<typeof setUpTotp>[2],
  at: { readonly browser: Browser; readonly context: RequestContext },
): Promise<Result<TotpInUse, SetUpRefusal>> {
  if (needsLinkToEnrol(account, session, ports.settings.consoleRequire)) return refuse("stale");
  const set = await setUpTotp(ports, account, form, at);
  if (!set.ok) return set;
  const { browser, context } = at;
  const proof = { account, methods: ["otp", "mfa"], refunds: [] } as const;
  const strengthened = await strengthenSession(ports, session, proof, browser);
  if (!strengthened.ok) return refuse("stale");
  const { sessionCookie } = strengthened.value;
  const deviceCookie = knowingCookie(ports, account, strengthened.value.session, browser);
  const hasCodes = (await ports.recoveryCodes.find(account.id)) !== undefined;
  const codes = hasCodes ? undefined : await makeRecoveryCodes(ports, account, browser, context);
  return ok({ sessionCookie, deviceCookie, codes });
}
