import type { Account } from "../../identity/account.ts";
import { resourcesOf } from "../../protocol/api/allowance.ts";
import type { Api } from "../../protocol/api/api.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type AccountId, instantOfActivityId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { Consent } from "../consent-ports.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import type { OwnAppPassword } from "./app-passwords.ts";

/** A client that has the person's consent. */
export interface OwnConsent extends Pick<Consent, "scope" | "grantedAt"> {
  readonly client: Client;
}

/** The consents of this person, newest first. */
export async function listOwnConsents(
  ports: Pick<Ports, "consents" | "clients">,
  accountId: AccountId,
): Promise<readonly OwnConsent[]> {
  const own: OwnConsent[] = [];
  for (const { clientId, scope, grantedAt } of await ports.consents.list(accountId)) {
    const client = await ports.clients.findReadable(clientId);
    if (client !== undefined) own.push({ client, scope, grantedAt });
  }
  return own;
}

/** A client that the person has used, for the person to see: no more than what is stored anyway. */
export interface UsedApplication {
  readonly client: Client;
  /** When the person last allowed it something; undefined for one of the operator's own, which does not ask. */
  readonly grantedAt: Instant | undefined;
  /** In the words of `allowancesOf`: what the person allowed, else that of its newest lasting access. Undefined if neither is known. */
  readonly scope: readonly string[] | undefined;
  /** Those that still exist of the APIs in it. */
  readonly apis: readonly Api[];
  /** The last use of access that outlives sessions, or of an app password; undefined if there was none. */
  readonly lastUsedAt: Instant | undefined;
  /**
   * The latest sign-in that began on the way to the client, among the newest `entriesRead` entries of the person's activity. With a live
   * session, people use the client without one.
   */
  readonly lastSignInAt: Instant | undefined;
  /** True if it has something that `Consents.withdraw` ends. Tokens that rest on a session end with it. */
  readonly hasAccess: boolean;
}

const entriesRead = 200;

/**
 * The applications of this person: those that were allowed, newest first, and then the operator's own that the person signed in to or that
 * have lasting access.
 */
export async function listUsedApplications(
  ports: Pick<
    Ports,
    "activity" | "apis" | "appPasswords" | "consents" | "clients" | "clock" | "tokenFamilies"
  >,
  account: Pick<Account, "id" | "epoch">,
  appPasswords: readonly OwnAppPassword[],
): Promise<readonly UsedApplication[]> {
  const [consents, lasting, { items: happened }] = await Promise.all([
    listOwnConsents(ports, account.id),
    ports.tokenFamilies.listLasting(account.id, ports.clock.now()),
    ports.activity.list(account.id, { limit: entriesRead }),
  ]);
  const signIns = happened.filter(({ kind }) => kind === "signed-in");
  const allowed = consents.map(({ client }) => client.id);
  const others = [...signIns, ...lasting, ...appPasswords.map(({ appPassword }) => appPassword)];
  const ids = new Set([...allowed, ...others.flatMap(({ clientId }) => clientId ?? [])]);
  const used: UsedApplication[] = [];
  for (const id of ids) {
    const consent = consents.find(({ client }) => client.id === id);
    const client = consent?.client ?? (await ports.clients.findReadable(id));
    if (client === undefined) continue;
    const access = lasting.find(({ clientId }) => clientId === id);
    const own = appPasswords.filter(({ appPassword }) => appPassword.clientId === id);
    const scope = consent?.scope ?? access?.scope;
    // Without a consent, somebody else's application has no access, and the person may have taken it away a moment ago.
    if (client.metadata.isThirdParty && consent === undefined) continue;
    const signIn = signIns.find(({ clientId }) => clientId === id);
    used.push({
      client,
      grantedAt: consent?.grantedAt,
      scope,
      apis: scope === undefined ? [] : await findApis(ports, resourcesOf(scope)),
      lastUsedAt: latest([access?.lastUsedAt, ...own.map(({ appPassword }) => appPassword.lastUsedAt)]),
      lastSignInAt: signIn && instantOfActivityId(signIn.id),
      hasAccess: consent !== undefined || access?.scope !== undefined || own.length > 0,
    });
  }
  return used;
}

function latest(instants: readonly (Instant | undefined)[]): Instant | undefined {
  return instants.filter((at) => at !== undefined).toSorted((left, right) => right - left)[0];
}
