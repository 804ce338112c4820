import {
  createOwnAccount,
  findInvitation,
  type NewAccountProblem,
  type OpenedInvitation,
} from "../../flows/person/new-account.ts";
import { newPasswordLengthMin } from "../../identity/password.ts";
import { renderNewAccountPage } from "../../pages/new-account.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { replyToSignIn } from "./completed-sign-in.ts";
import {
  deadLinkPage,
  linkFormReply,
  linkSecretIn,
  passwordProblem,
  type ShownProblem,
  typedText,
} from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

const lengthMin = newPasswordLengthMin({ hasSecondFactor: false });

/** GET of the link of a sign-up or an invitation. It shows the form and creates nothing, because mail scanners open links. */
export async function getNewAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const invitation = await findInvitation(web.ports, linkSecretIn(incoming.query));
  if (invitation === undefined) return deadInvitation(web, incoming);
  return newAccountPage(web, incoming, invitation, findFlash<Told>(web, incoming) ?? {});
}

/** What the answer to the form leaves for the page. */
interface Told {
  readonly name?: string;
  readonly username?: string;
  readonly problem?: NewAccountProblem;
}

/** POST of the form. */
export async function postNewAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const [name, username] = [form.only("name"), form.only("username")];
  const outcome = await createOwnAccount(web.ports, {
    secret: linkSecretIn(query),
    query,
    name,
    username,
    password: form.only("new_password"),
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "dead":
      // The page of the link says so.
      return redirectWithFlash(web, incoming, {});
    case "again": {
      const { invitation, problem } = outcome;
      const kept: Told = { name: typedText(name), username: typedText(username) };
      return problem.kind === "no-cookie"
        ? newAccountPage(web, incoming, invitation, { ...kept, problem })
        : redirectWithFlash(web, incoming, { told: { problem } satisfies Told, kept });
    }
    case "signed-in":
      return replyToSignIn(web, incoming, outcome.query, outcome.signedIn);
    default:
      return unreachable(outcome);
  }
}

function newAccountPage(
  web: Web,
  incoming: Incoming,
  { link, address, resumed }: OpenedInvitation,
  { name = "", username = address, problem: told }: Told,
): Reply {
  const { query } = incoming;
  const { problem, refusal } = told === undefined ? {} : shownProblem(web, incoming, told);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    formAction: `${web.paths.newAccount}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "new-account", browser: browserCookie.value, request: query }),
    isInvitation: link.kind === "invite",
    address,
    name,
    username,
    password: { lengthMin, names: [address], problem: refusal, isFocused: refusal !== undefined },
    problem,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderNewAccountPage(model, web.textsFor(incoming));
  const { redirectUri } = resumed;
  return linkFormReply(web, browserCookie, { html, cspNonce, problem, redirectUri });
}

function shownProblem(web: Web, incoming: Incoming, problem: NewAccountProblem): ShownProblem {
  const words = web.textsFor(incoming).newAccount;
  const wrong = (field: string, sentence: string): ShownProblem => ({
    problem: { kind: "field", field, sentence },
  });
  switch (problem.kind) {
    case "password":
      return passwordProblem(web, incoming, problem.reason, lengthMin);
    case "throttled":
      return { problem: { kind: "throttled", waitSeconds: problem.wait } };
    case "name-unusable":
      return wrong("name", words.nameUnusable);
    case "username-unusable":
      return wrong("username", words.usernameUnusable);
    case "username-taken":
      return wrong("username", words.usernameTaken);
    case "username-reserved":
      return wrong("username", words.usernameReserved);
    case "address-taken":
      return wrong("address", words.addressTaken);
    case "stale":
    case "no-cookie":
    case "busy":
      return { problem };
    default:
      return unreachable(problem);
  }
}

function deadInvitation(web: Web, incoming: Incoming): Reply {
  return deadLinkPage(web, incoming, web.ports.settings.signUp === "open" ? web.paths.signUp : undefined);
}
