import { readRequest } from "../flows/authorize.ts";
import { continueAs } from "../flows/continue-as.ts";
import { signIn } from "../flows/sign-in.ts";
import { type Parameters, parseParameters } from "../protocol/parameters.ts";
import { replyToStep, signInPage } from "./authorization.ts";
import type { Incoming } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import type { Web } from "./web.ts";

const deviceCookieSeconds = 400 * 24 * 60 * 60;
const typedNameLengthMax = 254;

/** POST of the sign-in form. The query is that of the authorization request, so every tab finishes for its own client. */
export async function postSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  if (query === undefined) return web.surfaces.errorPage(400, incoming, { kind: "broken-request" });
  // NOTE: a repeated field has no one meaning, so it counts as missing.
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
    origin: incoming,
  });
  switch (outcome.kind) {
    case "refused":
      return replyToStep(web, incoming, query, outcome);
    case "again":
      return signInPage(web, incoming, query, {
        request: outcome.request,
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
  }
}

/** GET of the sign-in address: the form for this request whoever is signed in ("Use another account", or a reload). */
export async function getSignIn(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query === undefined || query === "") return web.replies.redirect(303, web.paths.home);
  const request = await readRequest(web.ports, query);
  if (!request.ok) return replyToStep(web, incoming, query, { kind: "refused", refusal: request.reason });
  return signInPage(web, incoming, query, {
    request: request.value,
    username: request.value.loginHint ?? "",
  });
}

/** POST of the "Continue as" form. */
export async function postContinue(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  if (query === undefined) return web.surfaces.errorPage(400, incoming, { kind: "broken-request" });
  const next = await continueAs(web.ports, {
    query,
    step: form.get("step"),
    sessionCookie: incoming.cookie(web.cookies.session),
    browserCookie: incoming.cookie(web.cookies.browser),
    origin: incoming,
  });
  return replyToStep(web, incoming, query, next);
}

/** GET of the address that the "Continue as" form posts to, as after a reload: the same request from the start. */
export function getContinue(web: Web, incoming: Incoming): Reply {
  return web.replies.redirect(303, `${web.paths.authorization}?${incoming.query ?? ""}`);
}

/** The form of one of our own pages, or the error page that answers a broken one. */
export async function readPageForm(web: Web, incoming: Incoming): Promise<Parameters | Reply> {
  const body = await incoming.readForm();
  if (!body.ok) return web.surfaces.unreadableForm(incoming, body.reason);
  const form = parseParameters(body.value);
  return form.ok ? form.value : web.surfaces.errorPage(400, incoming, { kind: "broken-request" });
}
