import type { Account } from "../../identity/account.ts";
import { canonicalAccountName } from "../../identity/account-name.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import type { Ports } from "../ports.ts";
import type { SignInForm } from "./sign-in.ts";
import type { Person } from "./visit.ts";

/** The ways in which the person of a session can prove anew who they are. */
export interface FreshProof {
  readonly person: Person;
  readonly takesPasskey: boolean;
  /** True also if the account has no way at all, because the page for a forgotten password then helps. */
  readonly takesPassword: boolean;
  /** The connected providers; empty if there is another way. */
  readonly upstreams: readonly Upstream[];
}

/**
 * Finds how the person who is signed in can give a fresh proof. Undefined if the sign-in page is for anybody: nobody is signed in, or
 * `name`, which was typed or is a hint of the client, belongs to another account. `name` is empty if there is none.
 */
export async function findFreshProof(
  ports: Pick<Ports, "settings" | "upstreams" | "upstreamIdentities">,
  { person }: SignInForm,
  name: string,
): Promise<FreshProof | undefined> {
  if (person === undefined || (name !== "" && !isNamed(person.account, name))) return undefined;
  const { account } = person;
  const takesPasskey = account.hasPasskey === true && ports.settings.passkeys !== undefined;
  const hasCredential = takesPasskey || account.passwordHash !== undefined;
  const upstreams = hasCredential ? [] : await listConnected(ports, account);
  const isStuck = !hasCredential && upstreams.length === 0;
  return { person, takesPasskey, takesPassword: account.passwordHash !== undefined || isStuck, upstreams };
}

async function listConnected(
  ports: Pick<Ports, "upstreams" | "upstreamIdentities">,
  { id }: Account,
): Promise<readonly Upstream[]> {
  const identities = await ports.upstreamIdentities.list(id);
  const inUse = await ports.upstreams.listInUse();
  return inUse.filter(({ name }) => identities.some(({ upstream }) => upstream === name));
}

function isNamed({ username, email }: Account, name: string): boolean {
  const canonical = canonicalAccountName(name);
  return canonical === username || (canonical !== undefined && canonical === email);
}
