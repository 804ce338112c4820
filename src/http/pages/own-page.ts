import { dispatch, type Person } from "../../flows/authorize/dispatch.ts";
import { countOwnAct } from "../../flows/person/account.ts";
import type { Evidence } from "../../protocol/authorization/next-step.ts";
import { type OwnPage, queryTo } from "../../protocol/authorization/return-target.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** What a request to an own page has beside its address. */
interface OwnPageVisit {
  readonly carried?: string;
  readonly evidence?: Evidence | undefined;
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
    return wait === undefined ? show(next.person) : web.errorResponses.throttled(incoming, wait);
  }
  return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(page, carried)}`);
}
