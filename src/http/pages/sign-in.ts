import { dispatch } from "../../flows/authorize/dispatch.ts";
import { signIn } from "../../flows/authorize/sign-in.ts";
import { queryTo, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { replyToStep } from "./authorization.ts";
import { readPageForm } from "./page-form.ts";
import { signInPage } from "./sign-in-page.ts";

const deviceCookieSeconds = 400 * 24 * 60 * 60;
const typedNameLengthMax = 254;

/** POST of the sign-in form. The query names the target of the sign-in, so every tab finishes for its own client or page. */
export async function postSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  // NOTE: a repeated field is ambiguous, so it counts as missing.
  const only = (name: string) => (form.isRepeated(name) ? undefined : form.get(name));
  const username = only("username");
  const outcome = await signIn(web.ports, {
    query,
    username,
    password: only("password"),
    step: only("step"),
    sessionCookie: incoming.cookie(web.cookies.session),
    browserCookie: incoming.cookie(web.cookies.browser),
    deviceCookie: incoming.cookie(web.cookies.device),
    userAgent: incoming.header("user-agent") ?? "",
    context: incoming,
  });
  switch (outcome.kind) {
    case "elsewhere":
      return replyToStep(web, incoming, query, outcome.next);
    case "again":
      return signInPage(web, incoming, query, {
        form: outcome.form,
        problem: outcome.problem,
        username: (username ?? "").slice(0, typedNameLengthMax).toWellFormed(),
      });
    case "signed-in": {
      const { cookies } = web;
      const lifetime = web.ports.settings.sessionLifetime;
      return replyToStep(web, incoming, query, outcome.next, {
        "set-cookie": [
          cookies.write(cookies.session, outcome.sessionCookie, lifetime),
          cookies.write(cookies.device, outcome.deviceCookie, deviceCookieSeconds),
        ],
      });
    }
    default:
      return unreachable(outcome);
  }
}

/**
 * GET of the sign-in address. For an authorization request it shows the form even to people who are signed in ("Use another account",
 * or a reload); for a page of the service they go straight to the page.
 */
export async function getSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query === "") return web.replies.redirect(303, `${web.paths.signIn}?${queryTo("account")}`);
  const target = readReturnTarget(query);
  const visit = { target, sessionCookie: incoming.cookie(web.cookies.session) };
  const next = await dispatch(
    web.ports,
    target.kind === "own-page" ? visit : { ...visit, choice: "another-account" },
    incoming,
  );
  return replyToStep(web, incoming, query, next);
}
