import type { Account } from "../../identity/account.ts";
import { decideSession } from "../../identity/session.ts";
import { type Client, isVoid } from "../../protocol/client/client.ts";
import { decidePlace, type PlaceRefusal, whatLacks } from "../../protocol/forward-auth/decide-access.ts";
import type { ForwardedRequest } from "../../protocol/forward-auth/forwarded-request.ts";
import type { PathRule } from "../../protocol/forward-auth/rules.ts";
import { unpackVisit, type VisitCookie } from "../../protocol/forward-auth/visit-cookie.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { strengthOf } from "../../values/strength.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { noteUse } from "../session/find-session.ts";

export type CheckPorts = Pick<Ports, "settings" | "clock" | "clients" | "sessions" | "consents" | "sealer">;

/** A request that a proxy holds, and the cookie of the visit that came with it. */
export interface Check {
  readonly request: ForwardedRequest;
  readonly visitCookie: string | undefined;
}

/** What a proxy is told about a request. */
export type Access =
  /** Nobody is asked who they are, and the application is told of nobody. */
  | { readonly kind: "public"; readonly client: Client }
  | { readonly kind: "open"; readonly client: Client; readonly account: Account }
  /** Nobody is signed in at this host, or not strongly enough. */
  | { readonly kind: "signed-out"; readonly client: Client }
  /** `index` is the place of the rule that decided; absent if no rule matches. */
  | {
      readonly kind: "not-admitted";
      readonly client: Client;
      readonly account: Account;
      readonly index: number | undefined;
    }
  | { readonly kind: "refused"; readonly reason: AccessRefusal; readonly client?: Client };

/** Why a request is refused no matter who sent it. */
export type AccessRefusal = "origin-unknown" | PlaceRefusal;

/**
 * Decides about a request by what is stored now: a session that ended, an account, a group or a requirement that changed counts from the
 * next request on. It writes nothing but, now and then, that the session is in use.
 */
export function checkAccess(ports: CheckPorts, { request, visitCookie }: Check): Eventual<Access> {
  return whenThere(ports.clients.findByOrigin(request.origin), (client): Eventual<Access> => {
    if (client === undefined) return { kind: "refused", reason: "origin-unknown" };
    const place = decidePlace(client, request);
    if (place.kind === "refused") return { ...place, client };
    if (place.kind === "public") return { kind: "public", client };
    return whenThere(findVisitor(ports, client, request.origin, visitCookie), (visitor) =>
      visitor === undefined ? { kind: "signed-out", client } : decideVisitor(ports, client, place, visitor),
    );
  });
}

/** Somebody whose session is live, and the visit that began in it. */
interface Visitor {
  readonly visit: VisitCookie;
  readonly facts: SessionFacts;
}

function decideVisitor(
  ports: CheckPorts,
  client: Client,
  { rule, index }: { readonly rule?: PathRule; readonly index?: number },
  { visit, facts: { session, account } }: Visitor,
): Access {
  const lacks = whatLacks(client, rule, {
    groups: account.groups ?? [],
    proved: strengthOf(session.methods),
    met: visit.strength,
    required: requiredStrength(ports, account, client),
  });
  if (lacks.includes("strength")) return { kind: "signed-out", client };
  return lacks.length === 0
    ? { kind: "open", client, account }
    : { kind: "not-admitted", client, account, index };
}

/** Who a cookie speaks for at this host; undefined if the visit, its session or a third party's consent has ended. */
function findVisitor(
  ports: CheckPorts,
  client: Client,
  origin: string,
  visitCookie: string | undefined,
): Eventual<Visitor | undefined> {
  const visit = openVisit(ports, visitCookie);
  if (visit === undefined || visit.origin !== origin || visit.clientId !== client.id) return undefined;
  if (isVoid(client, visit.beganAt)) return undefined;
  return whenThere(ports.sessions.find(visit.sessionId), (facts) => {
    const now = ports.clock.now();
    const state = decideSession({ facts, now, idleLimit: ports.settings.sessionIdle });
    if (facts === undefined || state !== "live" || facts.account.id !== visit.accountId) return undefined;
    if (facts.account.deleteAfter !== undefined) return undefined;
    noteUse(ports, facts, now);
    if (!client.metadata.isThirdParty) return { visit, facts };
    return whenThere(
      ports.consents.find(facts.account.id, client.id),
      (consent) => consent && { visit, facts },
    );
  });
}

function openVisit({ sealer }: Pick<Ports, "sealer">, cookie: string | undefined): VisitCookie | undefined {
  const packed = cookie === undefined || cookie === "" ? undefined : sealer.open("forward-auth", cookie);
  return packed && unpackVisit(packed);
}
