import { findRecovery, finishRecovery, type OpenedRecovery } from "../../flows/person/finish-recovery.ts";
import { newPasswordLengthMin } from "../../identity/password.ts";
import { renderFinishRecoveryPage } from "../../pages/finish-recovery.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { offersPasskey, replyToSignIn } from "./completed-sign-in.ts";
import {
  deadLinkPage,
  formProblem,
  linkFormReply,
  linkSecretIn,
  namesOf,
  passwordProblem,
  type ShownProblem,
  waitingOf,
} from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

/** GET of a link for a new password. It shows the form and changes nothing, because mail scanners open links. */
export async function getFinishRecovery(web: Web, incoming: Incoming): Promise<Reply> {
  const recovery = await findRecovery(web.ports, linkSecretIn(incoming.query));
  if (recovery === undefined) return deadLinkPage(web, incoming, web.paths.recover);
  return newPasswordPage(web, incoming, recovery, findFlash<Told>(web, incoming) ?? {});
}

/** What the answer to the form leaves for the page. */
type Told = Partial<Pick<Extract<Awaited<ReturnType<typeof finishRecovery>>, { kind: "again" }>, "problem">>;

/** POST of the new password. */
export async function postFinishRecovery(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const outcome = await finishRecovery(web.ports, {
    secret: linkSecretIn(query),
    query,
    password: form.only("new_password"),
    offersPasskey: offersPasskey(web, incoming, form.only("passkey")),
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "dead":
      // The page of the link tells that the link is dead.
      return redirectWithFlash(web, incoming, {});
    case "again":
      return outcome.problem.kind === "no-cookie"
        ? newPasswordPage(web, incoming, outcome.recovery, outcome)
        : redirectWithFlash(web, incoming, { told: { problem: outcome.problem } satisfies Told });
    case "signed-in":
      return replyToSignIn(web, incoming, outcome.query, outcome.signedIn);
    default:
      return unreachable(outcome);
  }
}

function newPasswordPage(
  web: Web,
  incoming: Incoming,
  recovery: OpenedRecovery,
  { problem: told }: Told,
): Reply {
  const { account } = recovery;
  const { query } = incoming;
  const shown: ShownProblem =
    told?.kind === "password"
      ? passwordProblem(web, incoming, told.reason, lengthMinOf(recovery))
      : { problem: told && formProblem(told) };
  const { problem, refusal } = shown;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const { application, texts } = waitingOf(web, incoming, recovery.resumed);
  const model = {
    cspNonce,
    application,
    formAction: `${web.paths.finishRecovery}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "new-password", browser: browserCookie.value, request: query }),
    account: personOf(account),
    mayOfferPasskey: web.ports.settings.passkeys !== undefined,
    password: {
      lengthMin: lengthMinOf(recovery),
      username: account.username,
      names: namesOf(account),
      problem: refusal,
      isFocused: true,
    },
    problem,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderFinishRecoveryPage(model, texts);
  const redirectUri = recovery.resumed.request?.redirectUri;
  return linkFormReply(web, browserCookie, { html, cspNonce, problem, redirectUri });
}

function lengthMinOf({ account }: OpenedRecovery): number {
  return newPasswordLengthMin({ hasSecondFactor: account.hasTotp ?? false });
}
