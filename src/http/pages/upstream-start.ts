import { startUpstream, type UpstreamStart } from "../../flows/upstream/start.ts";
import { renderUpstreamAwayPage } from "../../pages/upstream-away.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, type Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";
import { signInAgain } from "./sign-in-page.ts";

/** POST of a provider's button. The query names the target of the sign-in, as on the sign-in form. */
export async function postUpstream(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  return startAt(web, incoming, {
    upstream: form.only("upstream") ?? "",
    typed: undefined,
    step: form.only("step"),
  });
}

/** Sends the person of a form to a provider, or shows the sign-in page again. */
export async function startAt(
  web: Web,
  incoming: Incoming,
  start: Pick<UpstreamStart, "upstream" | "typed" | "step">,
): Promise<Reply> {
  const { query } = incoming;
  const outcome = await startUpstream(web.ports, {
    ...start,
    query,
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "away":
      return awayPage(web, incoming, outcome);
    case "elsewhere":
      return replyToForm(web, incoming, query, outcome.next);
    case "again": {
      const { form, problem } = outcome;
      const username = start.typed ?? "";
      if (problem.kind !== "upstream") return signInAgain(web, incoming, query, { form, problem, username });
      const { displayName } = problem;
      const shown =
        problem.problem === "gone" ? { kind: problem.problem } : { kind: problem.problem, displayName };
      return signInAgain(web, incoming, query, {
        form,
        problem: { kind: "upstream", problem: shown },
        username,
      });
    }
    default:
      return unreachable(outcome);
  }
}

/** The page that goes on to a provider by itself. */
export function awayPage(
  web: Web,
  incoming: Incoming,
  { url, displayName }: { readonly url: string; readonly displayName: string },
): Reply {
  const cspNonce = createNonce(web);
  const model = { cspNonce, displayName, href: url, isInsecureDevelopment: web.isInsecure };
  const html = renderUpstreamAwayPage(model, web.textsFor(incoming));
  return web.replies.page(200, html, cspNonce, { headers: { refresh: `0;url=${url}` } });
}
