import { answerOffer } from "../../flows/authorize/offer-passkey.ts";
import type { WayIn } from "../../flows/person/remove-way-in.ts";
import { parseUserHandle } from "../../identity/passkey.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";

/** How long "not now" is remembered. */
const notNowSeconds = 30 * 24 * 60 * 60;

/**
 * POST of the offer of a passkey. The query names the interrupted request, which goes on. The page of what else leads into a recovered
 * account has the same form, with buttons that remove something.
 */
export async function postPasskeyOffer(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const wayIn = wayInOf(form);
  if (wayIn !== undefined) {
    const { postRemoval } = await import("./remove-way-in.ts");
    return postRemoval(web, incoming, form, wayIn);
  }
  const isNotNow = form.only("decision") === "not-now";
  const next = await answerOffer(web.ports, {
    query,
    step: form.only("step"),
    userHandle: parseUserHandle(form.only("user_handle") ?? ""),
    answer: isNotNow ? undefined : form.only("passkey"),
    unnamed: web.textsFor(incoming).passkeys.unnamed,
    browser: incoming.browser,
    context: incoming,
  });
  const { cookies } = web;
  const remembering = isNotNow ? [cookies.write(cookies.noPasskey, "1", notNowSeconds)] : [];
  return replyToForm(web, incoming, query, next, remembering);
}

/** The thing whose button was pressed on the page of a recovered account; undefined for every other button of this form. */
function wayInOf(form: Parameters): WayIn | undefined {
  const passkey = form.only("passkey_id");
  if (passkey !== undefined) return { kind: "passkey", value: passkey };
  const upstream = form.only("upstream");
  return upstream === undefined ? undefined : { kind: "upstream", value: upstream };
}
