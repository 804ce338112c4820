import type { AccountName } from "./account-name.ts";

/** The roles of a service, and the mailboxes of RFC 2142 that speak for one. */
const reserved: ReadonlySet<string> = new Set(
  `abuse admin administration administrator anonymous donotreply everybody everyone help helpdesk hostmaster
   info mailerdaemon moderator nobody noc noreply official operator owner postmaster root security service
   staff superuser support sysadmin system webmaster`.split(/\s+/),
);

/**
 * True for a name that people could take for the service or its operators, so nobody chooses it for themselves. Dots, hyphens and
 * underscores do not make another name of it.
 */
export function isReservedUsername(name: AccountName): boolean {
  const letters = name.replaceAll(/[._-]/g, "");
  return reserved.has(letters) || letters.startsWith("latchkey");
}
