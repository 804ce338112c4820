import type { Account } from "../../identity/account.ts";
import { printableUserAgent } from "../../identity/session.ts";
import {
  decodeTrustEntries,
  encodeTrustEntries,
  isTrusted,
  type TrustEntry,
  type TrustedBrowser,
  trustedBrowsersMax,
  trustSeconds,
} from "../../identity/trusted-browser.ts";
import { trustedBrowserIdOf } from "../../values/ids.ts";
import { plus } from "../../values/time.ts";
import { personAuditor } from "../audit.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";

type TrustPorts = Pick<Ports, "trustedBrowsers" | "sealer" | "clock" | "random">;

/** The trust that the account has in this browser; undefined if there is none, or if it has ended. */
export async function findTrust(
  ports: Omit<TrustPorts, "random">,
  account: Account,
  cookie: string | undefined,
): Promise<TrustedBrowser | undefined> {
  const entry = openEntries(ports, cookie).find(({ accountId }) => accountId === account.id);
  const browser = entry && (await ports.trustedBrowsers.find(entry.id));
  return isTrusted(browser, account, ports.clock.now()) ? browser : undefined;
}

/** Trusts this browser for 30 days; returns the cookie. Undefined if the account is gone. */
export async function trustBrowser(
  ports: TrustPorts,
  account: Account,
  { trustCookie, userAgent }: Browser,
  context: RequestContext,
): Promise<string | undefined> {
  const now = ports.clock.now();
  const id = trustedBrowserIdOf(ports.random.bytes(16));
  const accountId = account.id;
  const trusted = {
    id,
    accountId,
    accountEpoch: account.epoch,
    trustedAt: now,
    expiresAt: plus(now, trustSeconds),
    userAgent: printableUserAgent(userAgent),
  };
  const audit = [
    personAuditor(ports, accountId, context).entry("trusted-browser-added", { kind: "user", id: accountId }),
  ];
  if (!(await ports.trustedBrowsers.trust(trusted, trustedBrowsersMax, { audit }))) return undefined;
  const entries = encodeTrustEntries({ accountId, id }, openEntries(ports, trustCookie));
  return ports.sealer.seal("trusted-browser", entries);
}

function openEntries({ sealer }: Pick<Ports, "sealer">, cookie: string | undefined): readonly TrustEntry[] {
  const opened = cookie === undefined ? undefined : sealer.open("trusted-browser", cookie);
  return opened === undefined ? [] : decodeTrustEntries(opened);
}
