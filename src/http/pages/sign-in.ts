import { dispatch } from "../../flows/authorize/dispatch.ts";
import { signIn } from "../../flows/authorize/sign-in.ts";
import { isRouted } from "../../flows/upstream/is-routed.ts";
import { isForOneAccount, queryTo, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToForm, replyToStep } from "./authorization.ts";
import { offersPasskey, replyToSignIn } from "./completed-sign-in.ts";
import { readPageForm } from "./page-form.ts";
import { type SignInFlash, signInAgain } from "./sign-in-page.ts";

/** POST of the sign-in form, at the address of its page. The query names the target of the sign-in, so every tab finishes for its own client or page. */
export async function postSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const username = form.only("username");
  const [step, browser] = [form.only("step"), incoming.browser];
  if (form.only("password") === undefined && (await isRouted(web.ports, username))) {
    const { startAt } = await import("./upstream-start.ts");
    return startAt(web, incoming, { upstream: undefined, typed: username, step });
  }
  const outcome = await signIn(web.ports, {
    query,
    username,
    password: form.only("password"),
    passkey: form.only("passkey"),
    offersPasskey: offersPasskey(web, incoming, form.only("passkey")),
    step,
    browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere":
      return replyToForm(web, incoming, query, outcome.next);
    case "again": {
      // The first of two steps asked for the name alone, so that it is not a mistake to send no password.
      const isNameTyped = form.isSent("first") && outcome.problem.kind === "missing-password";
      return signInAgain(web, incoming, query, {
        form: outcome.form,
        ...(isNameTyped ? { isNameTyped } : { problem: outcome.problem }),
        username: username ?? "",
      });
    }
    case "signed-in":
      return replyToSignIn(web, incoming, query, outcome);
    default:
      return unreachable(outcome);
  }
}

/** GET of the sign-in address. People who are signed in go on to the target, unless it is for another account. */
export async function getSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query === "") return web.replies.redirect(303, `${web.paths.signIn}?${queryTo("account")}`);
  const target = readReturnTarget(query);
  if (isForOneAccount(target)) return getUseAnother(web, incoming);
  const { isFromForm = false, problem } = findFlash<SignInFlash>(web, incoming) ?? {};
  const visit = { target, browser: incoming.browser, isFromForm };
  if (target.kind === "own-page" && problem === undefined)
    return replyToStep(web, incoming, query, await dispatch(web.ports, visit, incoming));
  const next = await dispatch(web.ports, { ...visit, choice: "prove-again" }, incoming);
  const isSignedIn = next.kind === "sign-in" && next.person !== undefined;
  // Only the authorization endpoint decides whether the request needs anything at all.
  return isSignedIn && problem === undefined
    ? web.replies.redirect(303, `${web.paths.authorization}?${query}`)
    : replyToStep(web, incoming, query, next);
}

/** GET of "Use another account": the form for anybody, with the same target. */
export async function getUseAnother(web: Web, incoming: Incoming): Promise<Reply> {
  const { query, browser } = incoming;
  const { isFromForm = false } = findFlash<SignInFlash>(web, incoming) ?? {};
  const visit = { target: readReturnTarget(query), browser, isFromForm, choice: "another-account" } as const;
  return replyToStep(web, incoming, query, await dispatch(web.ports, visit, incoming));
}
