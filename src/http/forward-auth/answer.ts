import { ownPathOnHost } from "../../protocol/forward-auth/protected-origin.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { answerCheck, proxies } from "./check.ts";
import { refusedCheck } from "./refused.ts";
import { getCallback, getSignIn, getSignOut } from "./visit.ts";

/**
 * Answers everything below `/.latchkey`: the questions of proxies, and the few addresses that a proxy hands on from a protected host.
 * Anybody could send the headers in which a proxy describes a request, so only trusted proxies are answered.
 */
export function answerForwardAuth(web: Web, incoming: Incoming): Reply | Promise<Reply> {
  const path = incoming.path.slice(ownPathOnHost.length);
  if (!incoming.isFromProxy()) return refusedCheck(web, incoming, { reason: "proxy-not-trusted" });
  const [, check, name = "", rest] = /^\/(check)\/([a-z]+)(\/.*)?$/s.exec(path) ?? [];
  const proxy = check === undefined ? undefined : proxies.get(name);
  if (proxy !== undefined && (rest === undefined) === (proxy !== "prefixed"))
    return answerCheck(web, incoming, { dialect: proxy, rest, isNginx: name === "nginx" });
  const page = pages.get(path);
  if (page === undefined) return web.errorResponses.notFound(incoming, undefined);
  if (incoming.method !== "GET") return web.errorResponses.methodNotAllowed("page", incoming, "GET");
  return page(web, incoming);
}

type Page = (web: Web, incoming: Incoming) => Reply | Promise<Reply>;

/** What a proxy hands on from a protected host. */
const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ["/sign-in", getSignIn],
  ["/callback", getCallback],
  ["/sign-out", getSignOut],
]);
