import { answerConsent } from "../../flows/authorize/consent.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";

/** POST of the consent form. Only its second button sends a decision of its own; the form itself is the yes. */
export async function postConsent(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const next = await answerConsent(web.ports, {
    query,
    decision: form.only("decision") === "deny" ? "deny" : "allow",
    scope: form.only("scope") ?? "",
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  return replyToForm(web, incoming, query, next);
}
