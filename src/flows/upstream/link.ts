import type { Account } from "../../identity/account.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { readUpstreamName, type Upstream } from "../../protocol/upstream/upstream.ts";
import type { AccountId } from "../../values/ids.ts";
import { type Result, unreachable } from "../../values/result.ts";
import { dispatch } from "../authorize/dispatch.ts";
import type { Person } from "../authorize/visit.ts";
import type { Browser } from "../browser.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Claim } from "../side-effect-ports.ts";
import type { UpstreamIdentity } from "../upstream-ports.ts";
import type { ProvedPerson, Unproved, UpstreamAnswer } from "./answer.ts";
import { identityFor } from "./find-account.ts";
import { beginAt } from "./start.ts";
import { tellOwner } from "./tell-owner.ts";

/** The page of a person's providers. */
export const upstreamsPage = "account/upstreams";

/** What the page of providers says after something was done there, or was not. */
export type LinkNotice =
  | "linked"
  | "unlinked"
  /** Somebody else's account, or this one under another name there. */
  | "taken"
  /** The last way to sign in stays. */
  | "last-way"
  | "stale"
  | Unproved["problem"];

/** The outcome of a callback from an upstream that the person wants to link. */
export type LinkOutcome =
  | {
      readonly kind: "linking";
      readonly person: Person;
      readonly notice: LinkNotice;
      readonly displayName: string;
    }
  /** Nobody is signed in, or the proof is old: the page asks for it first. */
  | { readonly kind: "sign-in-first" };

/** An upstream on the page of a person's providers. */
export interface LinkedUpstream {
  readonly upstream: Upstream;
  readonly identity: UpstreamIdentity | undefined;
}

/** The providers that are in use, or that the person is linked to. */
export async function listOwnUpstreams(
  ports: Pick<Ports, "upstreams" | "upstreamIdentities">,
  { id }: Account,
): Promise<readonly LinkedUpstream[]> {
  const identities = await ports.upstreamIdentities.list(id);
  const inUse = await ports.upstreams.listInUse();
  return inUse.map((upstream) => ({
    upstream,
    identity: identities.find((identity) => identity.upstream === upstream.name),
  }));
}

/** A posted form of the page of providers. */
interface LinkAttempt {
  readonly verb: "link" | "unlink";
  readonly upstream: string | undefined;
  readonly step: string | undefined;
  readonly person: Person;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** "away": the browser goes to the provider. "told": the page shows the notice. */
type LinkAttemptOutcome =
  | { readonly kind: "away"; readonly url: string; readonly displayName: string }
  | { readonly kind: "told"; readonly notice: LinkNotice; readonly displayName: string };

/** Begins linking at the provider, or takes a link back. The person has just proved who they are. */
export async function changeLink(ports: Ports, attempt: LinkAttempt): Promise<LinkAttemptOutcome> {
  const { person, browser, context } = attempt;
  const shown = verifyCsrfToken(ports.sealer, attempt.step, {
    step: "account",
    browser: browser.browserCookie,
    request: upstreamsPage,
    sessionId: person.session.id,
  });
  if (!shown.ok) return { kind: "told", notice: "stale", displayName: "" };
  if (attempt.verb === "unlink") return { kind: "told", ...(await unlinkUpstream(ports, attempt)) };
  const upstream = await findUpstream(ports, attempt.upstream);
  if (upstream === undefined) return { kind: "told", notice: "gone", displayName: "" };
  const { displayName } = upstream;
  if (upstream.isDisabled) return { kind: "told", notice: "gone", displayName };
  const query = queryTo(upstreamsPage);
  const begun = await beginAt(ports, upstream, {
    intent: "link",
    accountId: person.account.id,
    query,
    browser,
    wish: { prompt: "choose" },
  });
  if (begun.ok) return { kind: "away", url: begun.value, displayName };
  const { reason, kind } = begun.reason;
  ports.events.record({ kind: "upstream-refused", upstream: upstream.name, reason }, context);
  return { kind: "told", notice: kind, displayName };
}

/**
 * Links the account of the session to the person whom the upstream has proved. The session must be the person's still, and fresh: both
 * sides are signed in, in the browser that began it.
 */
export async function finishLink(
  ports: Ports,
  { browser, context }: UpstreamAnswer,
  proved: Result<ProvedPerson, Unproved>,
  accountId: AccountId | undefined,
): Promise<LinkOutcome> {
  const target = { kind: "own-page", page: upstreamsPage } as const;
  const next = await dispatch(ports, { target, browser }, context);
  // Another person may have signed in here meanwhile, who asked for nothing.
  if (next.kind !== "open" || next.person.account.id !== accountId) return { kind: "sign-in-first" };
  const { person } = next;
  if (!proved.ok) {
    const { problem, displayName } = proved.reason;
    return { kind: "linking", person, notice: problem, displayName };
  }
  const { upstream, refunds } = proved.value;
  const { name, displayName } = upstream;
  await ports.attempts.refund(refunds);
  const identity = identityFor(ports, upstream, proved.value.person, person.account);
  const linked = await ports.upstreamIdentities.link(identity, {
    claims: [epochOf(person.account)],
    ...(await tellOwner(ports, person.account, "upstream-linked", upstream, browser)),
  });
  if (linked.ok) {
    const event = {
      kind: "upstream-linked",
      upstream: name,
      accountId: person.account.id,
      by: "person",
    } as const;
    ports.events.record(event, context);
    return { kind: "linking", person, notice: "linked", displayName };
  }
  switch (linked.reason) {
    case "claim-lost":
      return { kind: "sign-in-first" };
    case "unknown":
      return { kind: "linking", person, notice: "gone", displayName };
    case "taken": {
      const holder = await ports.upstreamIdentities.find(name, identity.subject);
      const notice = holder?.accountId === person.account.id ? "linked" : "taken";
      return { kind: "linking", person, notice, displayName };
    }
    default:
      return unreachable(linked.reason);
  }
}

async function findUpstream(
  { upstreams }: Pick<Ports, "upstreams">,
  typed: string | undefined,
): Promise<Upstream | undefined> {
  const name = typed === undefined ? undefined : readUpstreamName(typed);
  return name && upstreams.find(name);
}

/** Takes a link back. The person has just proved who they are, and the form was theirs. */
export async function unlinkUpstream(
  ports: Ports,
  attempt: Pick<LinkAttempt, "upstream" | "person" | "browser" | "context">,
): Promise<{
  readonly notice: "unlinked" | "last-way" | "stale" | "gone";
  readonly displayName: string;
}> {
  const upstream = await findUpstream(ports, attempt.upstream);
  if (upstream === undefined) return { notice: "gone", displayName: "" };
  return { notice: await unlink(ports, attempt, upstream), displayName: upstream.displayName };
}

async function unlink(
  ports: Ports,
  { person: { account }, browser, context }: Pick<LinkAttempt, "person" | "browser" | "context">,
  upstream: Upstream,
): Promise<"unlinked" | "last-way" | "stale"> {
  const { name } = upstream;
  const outcome = await ports.upstreamIdentities.unlink(account.id, name, {
    claims: [epochOf(account)],
    ...(await tellOwner(ports, account, "upstream-unlinked", upstream, browser)),
  });
  switch (outcome) {
    case "last-way":
      return outcome;
    case "claim-lost":
      return "stale";
    case "unlinked":
      ports.events.record({ kind: "upstream-unlinked", upstream: name, accountId: account.id }, context);
      return outcome;
    case "none":
      return "unlinked";
    default:
      return unreachable(outcome);
  }
}

/** Nobody was signed out everywhere since the person's session was found. */
function epochOf({ id, epoch }: Account): Claim {
  return { kind: "account-epoch", accountId: id, epoch };
}
