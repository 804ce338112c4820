import { removeWayIn, type WayIn, type WayInRemoval } from "../../flows/person/remove-way-in.ts";
import { parseUserHandle } from "../../identity/passkey.ts";
import type { WaysInNotice } from "../../pages/ways-in.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { unreachable } from "../../values/result.ts";
import { redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { keptOf } from "./step-flash.ts";
import type { ToldWaysIn } from "./ways-in-page.ts";

/** Answers a button beside something that leads into a recovered account. The same page tells what became of it. */
export async function postRemoval(
  web: Web,
  incoming: Incoming,
  form: Parameters,
  wayIn: WayIn,
): Promise<Reply> {
  const { query, browser } = incoming;
  const outcome = await removeWayIn(web.ports, {
    query,
    step: form.only("step"),
    userHandle: parseUserHandle(form.only("user_handle") ?? ""),
    wayIn,
    browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere":
      return replyToForm(web, incoming, query, outcome.next);
    case "too-old":
      return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(outcome.page)}`);
    case "told": {
      const told: ToldWaysIn = { notice: noticeOf(outcome.removal) };
      return redirectWithFlash(web, incoming, { told, kept: keptOf(outcome.next.progress) });
    }
    default:
      return unreachable(outcome);
  }
}

function noticeOf({ outcome, name }: WayInRemoval): WaysInNotice {
  switch (outcome) {
    case "removed":
    case "unlinked":
      return { kind: outcome, name };
    case "last-way":
      return { kind: "lastWay" };
    default:
      return { kind: outcome };
  }
}
