import { verify } from "../../flows/authorize/verify.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";
import { replyToSignIn } from "./completed-sign-in.ts";
import { readPageForm } from "./page-form.ts";
import { verifyPage } from "./verify-page.ts";

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
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere":
      return replyToStep(web, incoming, query, outcome.next);
    case "again":
      return verifyPage(web, incoming, query, { form: outcome.form, problem: outcome.problem, trusts });
    case "verified":
      return replyToSignIn(web, incoming, query, outcome);
    default:
      return unreachable(outcome);
  }
}
