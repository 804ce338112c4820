import type { Account } from "../../identity/account.ts";
import {
  believedAddress,
  decideUpstreamAccount,
  namesToTry,
  type UpstreamRefusal,
} from "../../identity/upstream-account.ts";
import { readGivenClaim } from "../../protocol/openid/person-claims.ts";
import { domainOf, type Upstream } from "../../protocol/upstream/upstream.ts";
import { accountIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { activityEntry } from "../activity.ts";
import { type AuditEntry, personAuditor } from "../audit.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import type { Ports } from "../ports.ts";
import type { UpstreamIdentity } from "../upstream-ports.ts";
import type { UpstreamAnswer } from "./answer.ts";
import type { UpstreamPerson } from "./relying-party.ts";
import { tellOwner } from "./tell-owner.ts";

type AccountPorts = MessagePorts & Pick<Ports, "accounts" | "upstreamIdentities" | "upstreams" | "events">;
type From = Pick<UpstreamAnswer, "browser" | "context">;

const idLength = 20;
const suffixLength = 4;

/** The account of a person whom an upstream has proved: the linked one, or one that is linked or created now. */
export async function findUpstreamAccount(
  ports: AccountPorts,
  upstream: Upstream,
  person: UpstreamPerson,
  from: From,
): Promise<Result<Account, UpstreamRefusal>> {
  const { name } = upstream;
  const identity = await ports.upstreamIdentities.find(name, person.subject);
  const address = believedAddress(person, upstream);
  const found = address === undefined || identity ? undefined : await ports.accounts.findByName(address);
  // The account may have the address as its username only, or unverified from an import. Neither proves anything.
  const ofAddress = found?.email === address && found?.isEmailUnverified !== true ? found : undefined;
  const decision = decideUpstreamAccount({
    linked: identity && (await ports.accounts.find(identity.accountId)),
    ofAddress,
    isOfAnother: ofAddress !== undefined && (await isLinked(ports, ofAddress, upstream)),
    createsAccounts: upstream.createsAccounts,
    isInDomains: isInDomains(upstream, person),
  });
  switch (decision.kind) {
    case "sign-in":
      return ok(decision.account);
    case "refused":
      return refuse(decision.reason);
    case "link": {
      const { account } = decision;
      const identity = identityFor(ports, upstream, person, account);
      const notice = await tellOwner(ports, account, "upstream-linked", upstream, from.browser);
      // An account that was locked, disabled or given another address since it was found must not get the link.
      const seen = { kind: "account-seen", accountId: account.id, updatedAt: account.updatedAt } as const;
      const linked = await ports.upstreamIdentities.link(identity, { ...notice, claims: [seen] });
      if (!linked.ok && linked.reason === "claim-lost")
        return findUpstreamAccount(ports, upstream, person, from);
      if (!linked.ok) return refuse("unknown-person");
      ports.events.record(
        { kind: "upstream-linked", upstream: name, accountId: account.id, by: "address" },
        from.context,
      );
      return ok(account);
    }
    case "create":
      return createAccount(ports, upstream, person, from);
    default:
      return unreachable(decision);
  }
}

/** The row that links an account to the person whom the upstream proved. */
export function identityFor(
  { clock }: Pick<Ports, "clock">,
  { name }: Upstream,
  person: UpstreamPerson,
  account: Account,
): UpstreamIdentity {
  const now = clock.now();
  const label = labelOf(person);
  return {
    upstream: name,
    subject: person.subject,
    accountId: account.id,
    ...(label !== undefined && { label }),
    linkedAt: now,
    lastUsedAt: now,
  };
}

/** What the person recognises their account there by. */
export function labelOf({ email, username, name }: UpstreamPerson): string | undefined {
  return email ?? username ?? name;
}

async function createAccount(
  ports: AccountPorts,
  upstream: Upstream,
  person: UpstreamPerson,
  from: From,
): Promise<Result<Account, UpstreamRefusal>> {
  const now = ports.clock.now();
  const candidates = namesToTry(
    { username: person.username, address: person.email, name: person.name },
    {
      email: believedAddress(person, upstream),
      upstream: upstream.name,
      suffix: () => ports.random.alphanumeric(suffixLength).toLowerCase(),
    },
  );
  const claims = claimsOf(person);
  for (const names of candidates) {
    const account: Account = {
      id: accountIdOf(ports.random.alphanumeric(idLength)),
      ...names,
      ...(claims !== undefined && { claims }),
      epoch: 1,
      isDisabled: false,
      isAdmin: false,
      createdAt: now,
      updatedAt: now,
    };
    const identity = identityFor(ports, upstream, person, account);
    const happening = { accountId: account.id, kind: "upstream-linked", browser: from.browser } as const;
    const created = await ports.upstreamIdentities.createAccount(account, identity, {
      activity: [activityEntry(ports, happening)],
      audit: [createdEntry(ports, account, upstream, from)],
    });
    if (created.ok) {
      const event = {
        kind: "upstream-linked",
        upstream: upstream.name,
        accountId: account.id,
        by: "new",
      } as const;
      ports.events.record(event, from.context);
      return ok(account);
    }
    // Another tab was faster: the account that it made is this person's.
    if (created.reason === "taken") return findUpstreamAccount(ports, upstream, person, from);
    if (created.reason === "unknown") break;
  }
  return refuse("address-taken");
}

/** The claims of the profile that an operator could have set too; any other value is left out. */
function claimsOf({ claims = {} }: UpstreamPerson): Account["claims"] {
  const usable = Object.entries(claims).flatMap(([name, text]) => {
    const read = readGivenClaim(name, text);
    return read.ok ? [[read.value.name, read.value.value] as const] : [];
  });
  return usable.length === 0 ? undefined : Object.fromEntries(usable);
}

function createdEntry(
  ports: AccountPorts,
  { id }: Account,
  { name }: Upstream,
  { context }: From,
): AuditEntry {
  const target = { kind: "user", id } as const;
  return personAuditor(ports, id, context).entry("user-created", target, { upstream: name });
}

async function isLinked(
  { upstreamIdentities }: Pick<Ports, "upstreamIdentities">,
  { id }: Account,
  { name }: Upstream,
): Promise<boolean> {
  return (await upstreamIdentities.list(id)).some(({ upstream }) => upstream === name);
}

/** Only a verified address shows which domain a person belongs to. */
function isInDomains({ domains }: Upstream, { email, isEmailVerified }: UpstreamPerson): boolean {
  if (domains.length === 0) return true;
  const domain = email !== undefined && isEmailVerified ? domainOf(email) : undefined;
  return domain !== undefined && domains.includes(domain);
}
