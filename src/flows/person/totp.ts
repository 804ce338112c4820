import type { Account } from "../../identity/account.ts";
import { readOneTimeCode } from "../../identity/one-time-code.ts";
import {
  decodeTotpSecret,
  encodeTotpSecret,
  type TotpSecret,
  totpSecretBytes,
  totpSecretOf,
} from "../../identity/totp.ts";
import type { TrustedBrowser } from "../../identity/trusted-browser.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { TotpSetUp } from "../factor-ports.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";
import { listTrustedBrowsers } from "./browsers.ts";
import { mayRemoveTotp } from "./remove-totp.ts";

/** An authenticator app that is being set up. Nothing is stored before a code of it arrives. */
interface TotpOffer extends TotpSetUp {
  /** The secret, sealed: the hidden field of the form, and what is kept in the end. */
  readonly sealed: string;
}

/**
 * The app to set up. `sealed` is the hidden field of a form that comes again, so that the app that was set up meanwhile still fits;
 * without one, or with one of another account, the secret is new.
 */
export async function offerTotp(
  ports: Pick<Ports, "sealer" | "random" | "totpCodes" | "settings">,
  account: Account,
  sealed?: string,
): Promise<TotpOffer> {
  const known = sealed === undefined ? undefined : openSecret(ports, account, sealed);
  const secret = known ?? totpSecretOf(ports.random.bytes(totpSecretBytes));
  const service = new URL(ports.settings.issuer).host;
  return {
    ...(await ports.totpCodes.setUp(secret, { service, username: account.username })),
    sealed:
      known !== undefined && sealed !== undefined
        ? sealed
        : ports.sealer.seal("totp", encodeTotpSecret(account.id, secret)),
  };
}

/** The reason why an app is not set up. "stale": the form is not one of this account, or the account was changed meanwhile. */
export type SetUpRefusal = "missing" | "wrong" | "stale";

/** Sets the app up once a code of it proves that it works. That code is spent with it. */
export async function setUpTotp(
  ports: Ports,
  account: Account,
  form: { readonly sealed: string | undefined; readonly otp: string | undefined },
  { browser, context }: { readonly browser: Browser; readonly context: RequestContext },
): Promise<Result<void, SetUpRefusal>> {
  const { sealed = "", otp = "" } = form;
  const secret = openSecret(ports, account, sealed);
  if (secret === undefined) return refuse("stale");
  if (otp.trim() === "") return refuse("missing");
  const read = readOneTimeCode(otp);
  if (read?.kind !== "totp") return refuse("wrong");
  const createdAt = ports.clock.now();
  const step = await ports.totpCodes.stepOf(secret, read.code, createdAt);
  if (step === undefined) return refuse("wrong");
  const { id: accountId, epoch: accountEpoch } = account;
  const totp = { accountId, sealedSecret: sealed, lastStep: step, createdAt };
  const activity = [activityEntry(ports, { accountId: accountId, kind: "totp-on", browser })];
  const messages = await createNotices(ports, account, { kind: "totp-added", at: createdAt }, browser);
  if (!(await ports.totps.keep(totp, { accountEpoch, activity, messages }))) return refuse("stale");
  ports.events.record({ kind: "totp-set-up", accountId }, context);
  return ok(undefined);
}

/** The person's authenticator app, and what hangs on it. */
interface OwnTotp {
  /** Undefined if there is none. */
  readonly since: Instant | undefined;
  readonly mayRemove: boolean;
  /** True if it is removed with the password, which has to be good enough without it. */
  readonly asksPassword: boolean;
  /** Newest first. */
  readonly trustedBrowsers: readonly TrustedBrowser[];
}

/** What the page of the authenticator app shows. */
export async function describeOwnTotp(
  ports: Pick<Ports, "totps" | "trustedBrowsers" | "settings" | "clock">,
  account: Account,
): Promise<OwnTotp> {
  const totp = await ports.totps.find(account.id);
  return {
    since: totp?.createdAt,
    mayRemove: mayRemoveTotp(ports, account),
    asksPassword: account.passwordHash !== undefined,
    trustedBrowsers: await listTrustedBrowsers(ports, account),
  };
}

function openSecret(
  { sealer }: Pick<Ports, "sealer">,
  account: Account,
  sealed: string,
): TotpSecret | undefined {
  return decodeTotpSecret(account.id, sealer.open("totp", sealed));
}
