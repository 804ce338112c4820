import type { Account } from "../../identity/account.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import { startAddressOf } from "../../protocol/client/start-address.ts";
import type { ClientId } from "../../values/ids.ts";
import type { Ports } from "../ports.ts";

/** An application that a person may open, and where it starts. */
export interface StartableApplication {
  readonly client: Client;
  readonly startHref: string;
}

/** One page of the applications that a person may open. */
export interface StartableApplications {
  readonly applications: readonly StartableApplication[];
  /** The `after` of the next page; absent at the end. */
  readonly next?: ClientId;
}

/** What the person asks for: a part of a name, and the client id after which the page begins. Both are as they came. */
interface Asked {
  readonly search: string;
  readonly after: string;
}

/** How many applications a page has at most. */
export const startableMax = 50;
/** How many clients are looked at for a page, if rules about paths close most of them to the person; some at once, as many as a page needs. */
const lookedAtMax = 300;
const atOnce = startableMax + 10;

/** The applications that the person may open, by name: each as the authorization endpoint, or the check of a proxy, would decide. */
export async function listStartable(
  { clients, settings }: Pick<Ports, "clients" | "settings">,
  { groups = [] }: Pick<Account, "groups">,
  { search, after }: Asked,
): Promise<StartableApplications> {
  const part = search.toLowerCase();
  const known = await clients.listStartable();
  const wanted = known.filter((each) => each.folded.includes(part) && admits({ metadata: each }, groups));
  // An id that is not among them begins at the first page, so that nobody learns where the name of a closed application stands.
  const from = wanted.findIndex(({ id }) => id === after) + 1;
  const found: StartableApplication[] = [];
  for (let at = from; at < from + lookedAtMax && found.length <= startableMax; at += atOnce) {
    const some = await Promise.all(wanted.slice(at, at + atOnce).map(({ id }) => clients.findReadable(id)));
    for (const client of some) {
      const startHref = client && startAddressOf(client, { groups, issuer: settings.issuer });
      if (client && startHref !== undefined) found.push({ client, startHref });
    }
  }
  const applications = found.slice(0, startableMax);
  const last = found.length > startableMax ? applications.at(-1)?.client : wanted[from + lookedAtMax - 1];
  return last === undefined ? { applications } : { applications, next: last.id };
}
