import { verify } from "../../flows/authorize/verify.ts";
import { unreachable } from "../../values/result.ts";
import { redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { replyToSignIn } from "./completed-sign-in.ts";
import { readPageForm } from "./page-form.ts";
import { keptOf } from "./step-flash.ts";
import type { ToldVerify } from "./verify-page.ts";

/** POST of the form that takes a code. */
export async function postVerify(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const trusts = form.only("trust") === "yes";
  const outcome = await verify(web.ports, {
    query,
    otp: form.only("otp"),
    passkey: form.only("passkey"),
    trusts,
    isRemoving: form.only("removing") === "yes",
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere":
      return replyToForm(web, incoming, query, outcome.next);
    case "again": {
      const told: ToldVerify = { problem: outcome.problem, trusts };
      return redirectWithFlash(web, incoming, { told, kept: keptOf(outcome.form.progress) });
    }
    case "verified":
      return replyToSignIn(web, incoming, query, outcome);
    default:
      return unreachable(outcome);
  }
}
