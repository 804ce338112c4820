import { dispatch } from "../../flows/authorize/dispatch.ts";
import type { Person } from "../../flows/authorize/visit.ts";
import { countOwnAct } from "../../flows/person/account.ts";
import type { Evidence } from "../../protocol/authorization/next-step-facts.ts";
import { type OwnPage, queryTo } from "../../protocol/authorization/return-target.ts";
import type { Seconds } from "../../values/time.ts";
import { findFlash, isTold, leaveTyped, redirectWithFlash, typedIn } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** What a request to an own page has beside its address. */
interface OwnPageVisit {
  readonly carried?: string;
  readonly evidence?: Evidence | undefined;
}

/** What the page tells instead of everything else if the person has posted too many forms. */
interface ToldActs {
  readonly actsWait: Seconds;
}

/** The answer to a form of an own page if the person has posted too many. */
export function tooManyActs(web: Web, incoming: Incoming, wait: Seconds): Reply {
  return redirectWithFlash(web, incoming, {
    told: { actsWait: wait } satisfies ToldActs,
    kept: typedIn(incoming),
  });
}

/**
 * Shows one of the service's own pages to the person of a session that is strong enough for it, and fresh enough if the page asks for
 * that. Every other browser goes to the sign-in address, which leads back here, with the query `carried` if the page may have one.
 * Each GET and POST of such a page begins here. `evidence` is what the page's own form proved, if that counts.
 */
export async function openOwnPage(
  web: Web,
  incoming: Incoming,
  page: OwnPage,
  show: (person: Person) => Reply | Promise<Reply>,
  { carried = "", evidence }: OwnPageVisit = {},
): Promise<Reply> {
  const visit = { target: { kind: "own-page", page }, browser: incoming.browser } as const;
  const next = await dispatch(web.ports, evidence === undefined ? visit : { ...visit, evidence }, incoming);
  if (next.kind === "open") {
    // Typed user codes have a limit of their own.
    const isAct = incoming.method === "POST" && page !== "device";
    const wait = isAct ? await countOwnAct(web.ports, next.person) : undefined;
    if (wait !== undefined) return tooManyActs(web, incoming, wait);
    const told = findFlash<ToldActs>(web, incoming)?.actsWait;
    return told === undefined ? show(next.person) : web.errorResponses.throttled(incoming, told);
  }
  // The proof for the form is enough for the page that tells its outcome. After a first passkey, for example, the page requires more.
  if ((next.kind === "step-up" || next.kind === "sign-in-for-page") && next.person && isTold(web, incoming))
    return show(next.person);
  // After the proof, in the same session, the page shows what was typed before.
  const isTyped = ["name", "email", "user_code"].some((field) => incoming.posted?.isSent(field));
  const left = isTyped ? leaveTyped(web, incoming) : [];
  const headers = left.length === 0 ? {} : { "set-cookie": [...left] };
  return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(page, carried)}`, headers);
}
