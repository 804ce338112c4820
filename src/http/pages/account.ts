import { listOwnConsents, type OwnConsent, withdrawOwnConsent } from "../../flows/person/account.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { findLiveSession } from "../../flows/session/find-session.ts";
import { type AccountPageModel, type AllowedApplication, renderAccountPage } from "../../pages/account.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { parseClientId } from "../../values/ids.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { abilitiesOf, createNonce, csrfTokenFor, hostOf, personOf, tieToBrowser, type Web } from "../web.ts";
import { readPageForm } from "./page-form.ts";

/** GET of the account page: the consents of the signed-in person. */
export async function getAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const facts = await findLiveSession(web.ports, incoming.cookie(web.cookies.session), web.ports.clock.now());
  return facts === undefined ? signInFirst(web) : accountPage(web, incoming, facts);
}

/** POST of the account page: withdraws the consent to the client that the pressed button names. */
export async function postAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const outcome = await withdrawOwnConsent(web.ports, {
    clientId: parseClientId(form.get("client") ?? ""),
    step: form.get("step"),
    sessionCookie: incoming.cookie(web.cookies.session),
    browserCookie: incoming.cookie(web.cookies.browser),
    context: incoming,
  });
  switch (outcome.kind) {
    case "signed-out":
      return signInFirst(web);
    case "ask-again":
      return accountPage(web, incoming, outcome.facts, { isStale: true });
    case "withdrawn":
      return accountPage(web, incoming, outcome.facts, { withdrawn: outcome.client?.name });
    default:
      return unreachable(outcome);
  }
}

/** GET of the address that password managers open (W3C, A Well-Known URL for Changing Passwords). */
export function getChangePassword(web: Web): Reply {
  return web.replies.redirect(303, web.paths.account);
}

interface Told {
  readonly isStale?: boolean;
  readonly withdrawn?: string | undefined;
}

async function accountPage(
  web: Web,
  incoming: Incoming,
  { account, session }: SessionFacts,
  { isStale = false, withdrawn }: Told = {},
): Promise<Reply> {
  const own = await listOwnConsents(web.ports, account.id);
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const { paths } = web;
  const step = { step: "account", browser: tie.value, request: "", sessionId: session.id } as const;
  const model: AccountPageModel = {
    cspNonce,
    account: personOf(account),
    formAction: paths.account,
    csrfToken: csrfTokenFor(web, step),
    applications: own.map(applicationOf),
    withdrawn,
    signOutHref: paths.logout,
    isStale,
    homeHref: paths.home,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderAccountPage(model, web.textsFor(incoming));
  const headers = tie.setCookie === undefined ? {} : { "set-cookie": tie.setCookie };
  return web.replies.page(isStale ? 403 : 200, html, cspNonce, { headers });
}

function signInFirst(web: Web): Reply {
  return web.replies.redirect(303, `${web.paths.signIn}?${queryTo("account")}`);
}

function applicationOf({ client, scope, grantedAt }: OwnConsent): AllowedApplication {
  return {
    clientId: client.id,
    name: client.name,
    host: hostOf(client.redirectUris[0] ?? ""),
    abilities: abilitiesOf(scope),
    allowedAt: grantedAt,
  };
}
