import type { Account } from "../../identity/account.ts";
import { canonicalAccountName } from "../../identity/account-name.ts";
import {
  type AppPassword,
  appPasswordDigest,
  readAppPassword,
  useIsDue,
} from "../../identity/app-password.ts";
import { appPasswordReservations } from "../../identity/try-limits.ts";
import type { Client } from "../../protocol/client/client.ts";
import { readBasic } from "../../protocol/forward-auth/basic.ts";
import { decidePlace, whatLacks } from "../../protocol/forward-auth/decide-access.ts";
import type { ForwardedRequest } from "../../protocol/forward-auth/forwarded-request.ts";
import type { Instant } from "../../values/time.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { AccessRefusal } from "./check.ts";

export type CheckAppPasswordPorts = Pick<
  Ports,
  "settings" | "clock" | "clients" | "accounts" | "appPasswords" | "consents" | "attempts" | "events"
>;

/** A request with credentials of the scheme Basic. */
export interface AppPasswordCheck {
  readonly request: ForwardedRequest;
  readonly authorization: string;
  readonly context: RequestContext;
}

/** What a proxy is told about a request with an app password. */
export type AppPasswordAccess =
  | { readonly kind: "public"; readonly client: Client }
  | { readonly kind: "open"; readonly client: Client; readonly account: Account }
  | {
      readonly kind: "app-password-refused";
      readonly reason:
        | "app-password-wrong"
        | "app-password-throttled"
        | "app-password-weak"
        | "visitor-not-admitted";
      readonly origin: string;
      readonly client: Client;
      readonly account?: Account;
      /** The place of the rule that decided. */
      readonly index?: number | undefined;
    }
  | { readonly kind: "refused"; readonly reason: AccessRefusal; readonly client?: Client };

/**
 * Decides about a program's request by the app password in its header alone; undefined if the application takes none: then the header is
 * meant for the application. Only failures are counted, so a right app password is never refused for the wrong ones of somebody else, and
 * a check that lets the request through writes nothing but, now and then, that the app password is in use.
 */
export async function checkAppPassword(
  ports: CheckAppPasswordPorts,
  { request, authorization, context }: AppPasswordCheck,
): Promise<AppPasswordAccess | undefined> {
  const { origin } = request;
  const client = await ports.clients.findByOrigin(origin);
  if (client === undefined) return { kind: "refused", reason: "origin-unknown" };
  if (!client.metadata.hasAppPasswords) return undefined;
  const place = decidePlace(client, request);
  if (place.kind === "refused") return { ...place, client };
  if (place.kind === "public") return { kind: "public", client };
  const holder = await findHolder(ports, client, authorization);
  const refused = { kind: "app-password-refused", origin, client } as const;
  if (holder === undefined)
    return { ...refused, reason: await refuseWrong(ports, client, authorization, context) };
  const { account } = holder;
  const { index } = place;
  await noteUse(ports, holder, context, ports.clock.now());
  // It is one factor, however its owner proved who they are when they made it.
  const lacks = whatLacks(client, place.rule, {
    groups: account.groups ?? [],
    proved: "one",
    met: "one",
    required: requiredStrength(ports, account, client),
  });
  if (lacks.includes("strength")) return { ...refused, reason: "app-password-weak", index, account };
  if (lacks.length > 0) return { ...refused, reason: "visitor-not-admitted", index, account };
  return { kind: "open", client, account };
}

/** A live app password for this application, and its owner. */
interface Holder {
  readonly appPassword: AppPassword;
  readonly account: Account;
}

/**
 * The row is found by the digest of the whole secret, so the time that this takes tells nothing about any secret. The name is compared last,
 * so a caller without a secret learns nothing about accounts either.
 */
async function findHolder(
  ports: CheckAppPasswordPorts,
  client: Client,
  authorization: string,
): Promise<Holder | undefined> {
  const typed = readBasic(authorization);
  const secret = typed && readAppPassword(typed.password);
  const appPassword = secret && (await ports.appPasswords.find(appPasswordDigest(secret)));
  if (appPassword === undefined || appPassword.clientId !== client.id) return undefined;
  const account = await ports.accounts.find(appPassword.accountId);
  if (account === undefined || account.isDisabled) return undefined;
  // Everything that signs the person out everywhere raised the epoch: a new password, a lock, a deletion that was asked for.
  if (account.epoch !== appPassword.accountEpoch) return undefined;
  const name = typed && canonicalAccountName(typed.username);
  if (name !== account.username && name !== account.email) return undefined;
  const isAllowed =
    !client.metadata.isThirdParty || (await ports.consents.find(account.id, client.id)) !== undefined;
  return isAllowed ? { appPassword, account } : undefined;
}

/** Counts a failure, and tells the audit trail of it unless there were too many. The counters are none of those of the sign-in page. */
async function refuseWrong(
  ports: CheckAppPasswordPorts,
  client: Client,
  authorization: string,
  context: RequestContext,
): Promise<"app-password-wrong" | "app-password-throttled"> {
  const typed = readBasic(authorization);
  const name = typed && canonicalAccountName(typed.username);
  const reservations = appPasswordReservations({ name, network: context.network() });
  const counted = await ports.attempts.reserve(reservations, ports.clock.now());
  if (!counted.ok) return "app-password-throttled";
  const account = name && (await ports.accounts.findByName(name));
  ports.events.record(
    {
      kind: "app-password-refused",
      reason: typed === undefined ? "unreadable" : "mismatch",
      clientId: client.id,
      ...(account && { accountId: account.id }),
    },
    context,
  );
  return "app-password-wrong";
}

/** The first use is a fact of its own; losing a later one only makes the time in the list older. */
async function noteUse(
  ports: CheckAppPasswordPorts,
  { appPassword, account }: Holder,
  context: RequestContext,
  now: Instant,
): Promise<void> {
  if (!useIsDue(appPassword, now)) return;
  const { digest, clientId } = appPassword;
  if (appPassword.lastUsedAt !== undefined) {
    ports.appPasswords.noteUse(digest, now).catch(() => {});
    return;
  }
  if (await ports.appPasswords.noteFirstUse(digest, now))
    ports.events.record({ kind: "app-password-used", accountId: account.id, clientId }, context);
}
